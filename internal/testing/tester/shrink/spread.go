package shrink

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// maxSpread bounds the number of values that are simplified at all their places.
const maxSpread = 64

// simplifySpread simplifies texts and numbers that occur in a list and at another place, in the list or outside, at all places together.
func (s *search) simplifySpread(ctx context.Context) error {
	for _, g := range spread(s.best) {
		if g.value.Equal(g.sort.Default()) {
			continue
		}
		err := simplifyValue(&g, func(v term.Value) (bool, error) {
			candidate, changed := replaced(s.best, g, v)
			if !changed {
				return false, nil
			}
			done, err := s.attempt(ctx, candidate, false)
			if done {
				g.value = v
			}
			return done, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// spread returns the texts and numbers of a test that occur in a list and at another place, without their places.
func spread(steps []Step) []group {
	type found struct {
		group
		times  int
		inList bool
	}
	var all []found
	var visit func(sort *term.Sort, v term.Value, inList bool)
	visit = func(sort *term.Sort, v term.Value, inList bool) {
		for i, item := range v.Items() {
			visit(sort.Part(i), item, true)
		}
		if sort.Kind == term.KindBool || sort.Kind == term.KindEnum || !sort.IsScalar() {
			return
		}
		i := slices.IndexFunc(all, func(f found) bool { return f.sort.Same(sort) && f.value.Equal(v) })
		if i < 0 && len(all) == maxSpread {
			return
		}
		if i < 0 {
			i, all = len(all), append(all, found{group: group{nil, sort, v}})
		}
		all[i].times++
		all[i].inList = all[i].inList || inList
	}
	for _, step := range steps {
		for k, v := range step.Input.Values {
			visit(step.Input.Sort(k), v, false)
		}
	}
	var out []group
	for _, f := range all {
		if f.times > 1 && f.inList {
			out = append(out, f.group)
		}
	}
	return out
}

// replaced returns a copy of steps, with the value of a group replaced by another wherever it occurs, and reports whether it occurs.
func replaced(steps []Step, g group, v term.Value) (out []Step, changed bool) {
	out = slices.Clone(steps)
	for i := range out {
		m := &out[i].Input
		m.Values = slices.Clone(m.Values)
		for k := range m.Values {
			var here bool
			m.Values[k], here = g.replacedIn(m.Sort(k), m.Values[k], v)
			changed = changed || here
		}
		if !out[i].Reset {
			m.Fit()
		}
	}
	return out, changed
}

// replacedIn returns a value of a sort with the value of a group replaced by another, where its sort allows that.
func (g *group) replacedIn(sort *term.Sort, whole, v term.Value) (out term.Value, changed bool) {
	if sort.IsScalar() {
		if !sort.Same(g.sort) || !whole.Equal(g.value) || !sort.Contains(v) {
			return whole, false
		}
		return v, true
	}
	items := slices.Clone(whole.Items())
	for i := range items {
		var here bool
		items[i], here = g.replacedIn(sort.Part(i), items[i], v)
		changed = changed || here
	}
	if !changed {
		return whole, false
	}
	return sort.Collect(items), true
}
