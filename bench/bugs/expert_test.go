package bugs

import (
	"math"
	"slices"
	"testing"
	"unicode/utf8"
)

func TestNumbersOfArguments(t *testing.T) {
	tests := []struct {
		name          string
		arg           Arg
		have, without []int64
	}{
		{"all numbers", widest("n"), []int64{math.MinInt64, math.MinInt64 + 1, -1, 0, 1, 1<<31 - 1, 1 << 31, 1<<53 + 1, math.MaxInt64 - 1, math.MaxInt64}, nil},
		{"a range", Arg{Kind: Int, Low: 1, High: 300}, []int64{1, 2, 127, 128, 255, 256, 257, 299, 300}, []int64{-1, 0, 301, 511}},
		{"named ones", Arg{Kind: Int, Low: -10, High: 300, Edges: []int64{200}}, []int64{-10, 199, 200, 201}, []int64{-11}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { checkHas(t, test.arg.Numbers(), test.have, test.without) })
	}
}

func TestLengthsOfArguments(t *testing.T) {
	checkHas(t, text("t", 33).Lengths(), []int64{7, 16, 32, 33, 34, 256, 1000, 1024, 4096}, []int64{0, 1, 4097})
}

func checkHas(t *testing.T, got, have, without []int64) {
	t.Helper()
	for _, n := range have {
		if !slices.Contains(got, n) {
			t.Errorf("%d is missing in %d", n, got)
		}
	}
	for _, n := range without {
		if slices.Contains(got, n) {
			t.Errorf("%d is in %d", n, got)
		}
	}
}

// What the specification names is drawn as often as all the rest.
func TestNamedLengthsAreHalf(t *testing.T) {
	named, all := 0, text("t", 77).Lengths()
	for _, n := range all {
		if n >= 76 && n <= 78 {
			named++
		}
	}
	if rest := len(all) - named; named < rest-2 || named > rest {
		t.Errorf("%d of %d lengths are those of the specification, want half", named, len(all))
	}
}

func TestStretch(t *testing.T) {
	for _, unit := range []string{"x", "ab", "é😀z"} {
		for _, n := range []int64{2, 3, 100} {
			if s := Stretch(unit, n); utf8.RuneCountInString(s) != int(n) || !utf8.ValidString(s) {
				t.Errorf("Stretch(%q, %d) = %q", unit, n, s)
			}
		}
	}
}

// Names that a program of a peer looks up are those of operations.
func TestRareOperationsExist(t *testing.T) {
	for _, target := range Targets() {
		for _, name := range target.Rare {
			if !slices.ContainsFunc(target.Ops, func(o Op) bool { return o.Name == name }) {
				t.Errorf("%s has no operation %q", target.Name, name)
			}
		}
	}
}
