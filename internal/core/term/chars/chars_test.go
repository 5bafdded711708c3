package chars

import (
	"math"
	"math/big"
	"strings"
	"testing"
)

func TestSubstring(t *testing.T) {
	for _, row := range []struct {
		s             string
		start, length int64
		want          string
	}{
		{"abc", 0, 2, "ab"}, {"abc", 1, 1, "b"}, {"abc", 1, 9, "bc"}, {"abc", 3, 1, ""}, {"abc", -1, 2, ""}, {"abc", 0, 0, ""}, {"abc", 0, -1, ""},
		{"aé😀b", 1, 2, "é😀"}, {"aé😀b", 3, math.MaxInt64, "b"}, {"aé😀b", math.MaxInt64, math.MaxInt64, ""}, {"aé😀b", math.MinInt64, 4, ""},
		{"", 0, 1, ""}, {"é", 1, 1, ""}, {"é", 0, 1, "é"}, {"é", 0, 2, "é"},
	} {
		if got := Substring(row.s, row.start, row.length); got != row.want {
			t.Errorf("Substring(%q, %d, %d) = %q, want %q", row.s, row.start, row.length, got, row.want)
		}
	}
}

func TestIndexOf(t *testing.T) {
	for _, row := range []struct {
		s, t       string
		from, want int64
	}{
		{"abcabc", "c", 0, 2}, {"abcabc", "c", 3, 5}, {"abcabc", "x", 0, -1}, {"é😀é", "é", 1, 2}, {"abc", "", 0, 0}, {"abc", "", 3, 3}, {"abc", "", 4, -1},
		{"abc", "a", -1, -1}, {"", "", 0, 0}, {"abc", "abcd", 0, -1}, {"abc", "c", math.MaxInt64, -1}, {"éa", "a", 2, -1},
	} {
		if got := IndexOf(row.s, row.t, row.from); got != row.want {
			t.Errorf("IndexOf(%q, %q, %d) = %d, want %d", row.s, row.t, row.from, got, row.want)
		}
	}
}

func TestReplace(t *testing.T) {
	for _, row := range []struct{ s, t, u, first, all string }{
		{"abab", "b", "xy", "axyab", "axyaxy"}, {"abc", "", "x", "xabc", "abc"}, {"abc", "z", "x", "abc", "abc"}, {"aaa", "aa", "b", "ba", "ba"},
		{"", "", "x", "x", ""}, {"éé", "é", "", "é", ""},
	} {
		if got := Replace(row.s, row.t, row.u); got != row.first {
			t.Errorf("Replace(%q, %q, %q) = %q, want %q", row.s, row.t, row.u, got, row.first)
		}
		if got, ok := ReplaceAll(row.s, row.t, row.u, 100); got != row.all || !ok {
			t.Errorf("ReplaceAll(%q, %q, %q) = %q, %v, want %q", row.s, row.t, row.u, got, ok, row.all)
		}
	}
}

// A result that would be larger than the limit is not computed.
func TestReplaceAllLimit(t *testing.T) {
	long := strings.Repeat("a", 1<<16)
	if _, ok := ReplaceAll(long, "a", long, 1<<16); ok {
		t.Error("4 GiB are within the limit of 64 KiB")
	}
	if got, ok := ReplaceAll("aaaa", "a", "bc", 8); got != "bcbcbcbc" || !ok {
		t.Errorf("%q, %v", got, ok)
	}
	if _, ok := ReplaceAll("aaaa", "a", "bc", 7); ok {
		t.Error("8 bytes are within the limit of 7")
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{"0": "0", "007": "7", "": "-1", "-5": "-1", "+5": "-1", "1 ": "-1", "1_0": "-1", "٣": "-1", "0x1": "-1",
		"123456789012345678901234567890": "123456789012345678901234567890"} {
		if got := ToInt(text).String(); got != want {
			t.Errorf("ToInt(%q) = %s, want %s", text, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0", 15: "15", -1: "", math.MinInt64: ""} {
		if got := FromInt(big.NewInt(n)); got != want {
			t.Errorf("FromInt(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestCase(t *testing.T) {
	if got := Upper("azAZ09é{`ß"); got != "AZAZ09é{`ß" {
		t.Error(got)
	}
	if got := Lower("azAZ09É[@İ"); got != "azaz09É[@İ" {
		t.Error(got)
	}
}
