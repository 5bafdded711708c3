package result_test

import (
	"math/big"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

func TestTimingOf(t *testing.T) {
	window := func(low, high string, after, before bool) result.Allowed {
		return result.Allowed{Channel: "a", Window: &result.Window{Low: low, High: high, After: after, Before: before}}
	}
	for _, c := range []struct {
		at      string
		allowed []result.Allowed
		want    result.Timing
	}{
		{"1", []result.Allowed{window("2.0", "3.0", false, false)}, result.TooEarly},
		{"2", []result.Allowed{window("2.0", "3.0", false, false)}, ""},
		{"2", []result.Allowed{window("2.0", "3.0", true, false)}, result.TooEarly},
		{"3", []result.Allowed{window("2.0", "3.0", false, false)}, ""},
		{"3", []result.Allowed{window("2.0", "3.0", false, true)}, result.TooLate},
		{"10/3", []result.Allowed{window("", "3.0", false, false)}, result.TooLate},
		{"99", []result.Allowed{window("2.0", "", false, false)}, ""},
		{"2", []result.Allowed{window("", "1.0", false, false), window("3.0", "", false, false)}, ""}, // between two windows
		{"5", []result.Allowed{window("", "1.0", false, false), window("3.0", "4.0", false, false)}, result.TooLate},
		{"5", []result.Allowed{{Channel: "b", Window: &result.Window{High: "1.0"}}, {Silence: true, Window: &result.Window{High: "1.0"}}}, ""},
		{"5", []result.Allowed{{Channel: "a"}}, ""},
	} {
		at, _ := new(big.Rat).SetString(c.at)
		if got := result.TimingOf(c.allowed, "a", at); got != c.want {
			t.Errorf("at %s of %v: %q, want %q", c.at, c.allowed, got, c.want)
		}
	}
}
