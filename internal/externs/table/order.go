package table

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// sortEntries puts rows in the order of their arguments: numbers by size, members of enumerations as declared, strings so
// that "a2" comes before "a10".
func sortEntries(x *sts.Extern, entries []Entry) {
	var leaves []sts.Leaf
	for _, p := range x.Params {
		leaves = append(leaves, p.Type.Leaves()...)
	}
	slices.SortStableFunc(entries, func(a, b Entry) int { return compareRows(leaves, a.Row.Args, b.Row.Args) })
}

func compareRows(leaves []sts.Leaf, a, b []term.Value) int {
	for i, leaf := range leaves {
		if c := compareValues(leaf.Sort, a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

func compareValues(sort *term.Sort, a, b term.Value) int {
	switch {
	case sort.Kind == term.KindString:
		return compareNaturally(a.Text(), b.Text())
	case sort.Kind == term.KindBits && !sort.Signed:
		m, _ := a.Small()
		n, _ := b.Small()
		return cmp.Compare(uint64(m), uint64(n))
	case !sort.IsScalar():
		return compareItems(sort, a.Items(), b.Items())
	}
	return term.CompareInt(a, b)
}

// compareItems compares lists by their first difference; a list comes before those that go on.
func compareItems(sort *term.Sort, a, b []term.Value) int {
	for i := range min(len(a), len(b)) {
		if c := compareValues(sort.Part(i), a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// compareNaturally compares texts, but runs of digits in them as numbers.
func compareNaturally(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		m, n := digits(x), digits(y)
		if m > 0 && n > 0 {
			if c := compareDigits(x[:m], y[:n]); c != 0 {
				return c
			}
			x, y = x[m:], y[n:]
			continue
		}
		if x[0] != y[0] {
			return cmp.Compare(x[0], y[0])
		}
		x, y = x[1:], y[1:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(a, b))
}

// digits is how many digits a text begins with.
func digits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }

// compareDigits compares runs of digits as numbers.
func compareDigits(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}
