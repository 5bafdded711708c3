package shrink

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// maxElements is the maximum number of elements of a list that are simplified one by one.
const maxElements = 64

// simplifyList leaves out elements, in parts of halving sizes, and then simplifies the remaining ones.
func simplifyList(g *group, set func(term.Value) (bool, error)) error {
	if g.sort.Kind != term.KindTuple {
		if err := dropElements(g, len(g.sort.Parts), set); err != nil {
			return err
		}
	}
	for _, together := range []bool{true, false} {
		for i := 0; i < min(len(g.value.Items()), maxElements); i++ {
			if err := simplifyItem(g, i, together, set); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropElements leaves out elements of a collection; an element of a map has two items.
func dropElements(g *group, stride int, set func(term.Value) (bool, error)) error {
	for size := len(g.value.Items()) / stride; size > 0; size /= 2 {
		for start := 0; start < len(g.value.Items()); {
			items := slices.Clone(g.value.Items())
			items = slices.Delete(items, start, min(start+size*stride, len(items)))
			done, err := set(term.ListValue(items...))
			if err != nil {
				return err
			}
			if !done {
				start += size * stride
			}
		}
	}
	return nil
}

// simplifyItem simplifies one item of a list, or all equal items.
func simplifyItem(g *group, i int, together bool, set func(term.Value) (bool, error)) error {
	item := group{sort: g.sort.Part(i), value: g.value.Items()[i]}
	if item.value.Equal(item.sort.Default()) {
		return nil
	}
	return simplifyValue(&item, func(v term.Value) (bool, error) {
		if !item.sort.Contains(v) {
			return false, nil
		}
		items := slices.Clone(g.value.Items())
		for k := range items {
			if (together || k == i || g.sort.Kind == term.KindSet) && items[k].Equal(item.value) && g.sort.Part(k) == item.sort {
				items[k] = v // in a set, the position of an element depends on its value
			}
		}
		done, err := set(g.sort.Collect(items))
		if done {
			item.value = v
		}
		return done, err
	})
}
