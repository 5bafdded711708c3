package domain

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The lists have as many values as there are, each once, and all of the sort.
func TestCounts(t *testing.T) {
	color := term.Enum("color", "red", "green", "blue")
	short := term.Seq(color)
	short.HasHigh, short.High = true, 2
	small := term.Set(color)
	small.HasHigh, small.High = true, 1
	for _, c := range []struct {
		sort *term.Sort
		want int // -1 is no list
	}{
		{term.Bool, 2}, {color, 3}, {term.Range(-2, 4), 7}, {term.Int, -1}, {term.Nat, -1}, {term.Real, -1}, {term.String, -1},
		{term.Bits(8, true), 256}, {term.Bits(64, false), -1}, {term.Range(1, 1_000_000), -1},
		{term.Tuple(color, term.Bool), 6}, {term.Tuple(color, term.Int), -1},
		{term.Set(color), 8}, {small, 4}, {term.Set(term.Range(0, 30)), -1}, {term.Set(term.Int), -1},
		{term.Map(color, term.Bool), 27}, {term.Map(term.Int, color), -1},
		{short, 1 + 3 + 9}, {term.Seq(color), -1},
	} {
		d := Domain{Limit: 1000}
		values, listed := d.Values(c.sort)
		if listed != (c.want >= 0) || listed && len(values) != c.want {
			t.Errorf("%s: %d values, listed %v; want %d", c.sort, len(values), listed, c.want)
		}
		seen := map[string]bool{}
		for _, v := range values {
			if !c.sort.Contains(v) || seen[v.Encode()] {
				t.Errorf("%s: %s is listed twice, or is no value of it", c.sort, v.Encode())
			}
			seen[v.Encode()] = true
		}
	}
}

// Values that stand for all make lists of other sorts finite.
func TestStandIns(t *testing.T) {
	d := Domain{Limit: 1000, Numbers: []term.Value{term.IntValue(-1), term.IntValue(0), term.IntValue(5)}, Texts: []term.Value{term.StringValue("a")}, Length: 2}
	for sort, want := range map[*term.Sort]int{term.Int: 3, term.Nat: 2, term.Set(term.Int): 8, term.String: 1, term.Seq(term.Int): 1 + 3 + 9} {
		if values, listed := d.Values(sort); !listed || len(values) != want {
			t.Errorf("%s: %d values, listed %v; want %d", sort, len(values), listed, want)
		}
	}
}
