package shrink

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// place is the place of a value: the scalar of an input.
type place struct{ step, leaf int }

// group is a set of places with one value, which changes at all of them together, so that a test that needs equal values keeps them.
type group struct {
	places []place
	sort   *term.Sort
	value  term.Value
}

// groups returns the values of a test, each with all its places.
func groups(steps []Step) []group {
	var out []group
	for i, step := range steps {
		for k, v := range step.Input.Values {
			out = addTo(out, place{i, k}, step.Input.Sort(k), v)
		}
	}
	return out
}

func addTo(out []group, p place, sort *term.Sort, v term.Value) []group {
	for i := range out {
		if g := &out[i]; g.sort.Same(sort) && g.value.Equal(v) {
			g.places = append(g.places, p)
			return out
		}
	}
	return append(out, group{[]place{p}, sort, v})
}

// named splits a group by the names of the values in the model: values may be equal by coincidence, but equal names probably have the
// same meaning. It returns none if all have one name.
func (g *group) named(steps []Step) []group {
	var out []group
	var names []string
	for _, p := range g.places {
		name := steps[p.step].Input.Name(p.leaf)
		i := slices.Index(names, name)
		if i < 0 {
			i = len(names)
			names, out = append(names, name), append(out, group{nil, g.sort, g.value})
		}
		out[i].places = append(out[i].places, p)
	}
	if len(out) == 1 {
		return nil
	}
	return out
}

// single returns a group of one place.
func single(steps []Step, p place) group {
	m := steps[p.step].Input
	return group{[]place{p}, m.Sort(p.leaf), m.Values[p.leaf]}
}

// holds reports whether a test still has the value of a group at its places.
func (g *group) holds(steps []Step) bool {
	for _, p := range g.places {
		if p.step >= len(steps) || p.leaf >= len(steps[p.step].Input.Values) || !steps[p.step].Input.Values[p.leaf].Equal(g.value) {
			return false
		}
	}
	return true
}

// simplifyAll replaces all values by the simplest ones at once, or if that fails, those of one input after the other.
func (s *search) simplifyAll(ctx context.Context) error {
	all := make([]Step, len(s.best))
	for i, step := range s.best {
		all[i] = simplest(step)
	}
	if done, err := s.attempt(ctx, all, false); err != nil || done {
		return err
	}
	for i := 0; i < len(s.best); i++ {
		one := append([]Step(nil), s.best...)
		one[i] = simplest(one[i])
		if _, err := s.attempt(ctx, one, false); err != nil {
			return err
		}
	}
	return nil
}

// simplest returns a step with the simplest values.
func simplest(step Step) Step {
	m := sut.Message{Channel: step.Input.Channel}
	if !step.Reset {
		for _, t := range step.Input.Channel.Payload {
			m.Values = append(m.Values, t.Defaults()...)
		}
	}
	step.Input = m
	return step
}

// simplifyValues simplifies values: equal ones together, then those of one name, then each alone.
func (s *search) simplifyValues(ctx context.Context) error {
	for _, g := range groups(s.best) {
		if err := s.simplify(ctx, g); err != nil {
			return err
		}
	}
	for _, g := range groups(s.best) {
		if !g.holds(s.best) {
			continue
		}
		for _, part := range g.named(s.best) {
			if err := s.simplify(ctx, part); err != nil {
				return err
			}
		}
	}
	for i := 0; i < len(s.best); i++ {
		for k := 0; i < len(s.best) && k < len(s.best[i].Input.Values); k++ {
			if err := s.simplify(ctx, single(s.best, place{i, k})); err != nil {
				return err
			}
		}
	}
	return nil
}

// simplify looks for the simplest value of a group with which the system fails.
func (s *search) simplify(ctx context.Context, g group) error {
	if !g.holds(s.best) || g.value.Equal(g.sort.Default()) {
		return nil
	}
	return simplifyValue(&g, func(v term.Value) (bool, error) { return s.set(ctx, &g, v) })
}

// simplifyValue looks for the simplest failing value; set tries one, and stores it in the group if the system fails with it.
func simplifyValue(g *group, set func(term.Value) (bool, error)) error {
	switch g.sort.Kind {
	case term.KindString:
		return simplifyText(g.value.Text(), func(text string) (bool, error) { return set(term.StringValue(text)) })
	case term.KindReal:
		return simplifyReal(g, set)
	case term.KindBool, term.KindEnum:
		return simplifyChoice(g, set)
	case term.KindTuple, term.KindSeq, term.KindSet, term.KindMap:
		return simplifyList(g, set)
	}
	return simplifyWhole(g, set)
}

// set tries another value for a group, and reports whether the system fails with it.
func (s *search) set(ctx context.Context, g *group, v term.Value) (bool, error) {
	if !g.sort.Contains(v) || !g.holds(s.best) {
		return false, nil
	}
	done, err := s.attempt(ctx, with(s.best, g.places, v), false)
	if done {
		g.value = v
	}
	return done, err
}

// simplifyChoice looks for the first member that fails.
func simplifyChoice(g *group, set func(term.Value) (bool, error)) error {
	n, _ := g.value.Small()
	for m := range n {
		if done, err := set(term.IntValue(m)); err != nil || done {
			return err
		}
	}
	return nil
}
