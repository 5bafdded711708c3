package ioco

import "slices"

// layer is what explains one observation, in the light of all that came after it.
type layer struct {
	steps  [][]*trail // the steps, if their moves are certain; each with all its ways
	open   bool       // several sequences of moves explain it
	after  []*trail   // what may have been known after it
	before []*trail   // and before it
}

// maxWays bounds the nodes that are visited for an observation; beyond it, its explanation counts as open.
const maxWays = 10_000

// layers returns what explains the observations with numbers up to last, from first, where the trails lead to the present.
func layers(present []*trail, first, last int) []layer {
	out := make([]layer, max(0, last-first+1))
	for i := len(out) - 1; i >= 0; i-- {
		w := &ways{number: first + i, reached: map[*trail]bool{}, under: map[*trail]bool{}}
		for _, t := range present {
			w.back(t, nil)
		}
		out[i] = layer{steps: w.steps, open: w.open, after: present, before: w.before}
		present = w.before
	}
	return out
}

// ways goes over all ways on which an observation is explained.
type ways struct {
	number  int
	steps   [][]*trail
	found   bool // some way was gone to its end
	open    bool
	before  []*trail
	reached map[*trail]bool // nodes before the observation
	under   map[*trail]bool // nodes of the way that is being gone
	visited int
}

// back goes back from a node; later are the steps behind it, the last one first.
func (w *ways) back(t *trail, later []*trail) {
	w.visited++
	switch {
	case w.under[t]:
		w.open = true // steps lead round in a circle, nobody knows how often
		return
	case w.visited > maxWays:
		w.open = true
		return
	case t.move == nil && !t.marks, t.number == w.number:
	default:
		w.end(t, later)
		return
	}
	if t.move != nil {
		later = append(slices.Clip(later), t)
	}
	w.under[t] = true
	for _, before := range t.ways {
		w.back(before, later)
	}
	delete(w.under, t)
}

// end compares a way that was gone to its end with those before it.
func (w *ways) end(t *trail, later []*trail) {
	if !w.reached[t] {
		w.reached[t] = true
		w.before = append(w.before, t)
	}
	slices.Reverse(later)
	defer slices.Reverse(later)
	same := func(other []*trail, step *trail) bool { return other[0].move == step.move }
	switch {
	case !w.found:
		w.found = true
		for _, step := range later {
			w.steps = append(w.steps, []*trail{step})
		}
	case !slices.EqualFunc(w.steps, later, same):
		w.open = true
	case !w.open:
		for i, step := range later {
			w.steps[i] = append(w.steps[i], step)
		}
	}
}
