package abstraction

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/priority"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Coverage of abstract states and transitions by tests. The may transitions include every step of the system, so a state to which no path of
// may transitions leads from an initial abstract state is proved unreachable, if all states and may transitions are known, and initial states
// and steps preserve the invariant. Other proofs are in unreachable.go.

// coverage is the coverage of some tests.
type coverage struct {
	derived     *Derived
	states      map[*State]bool
	transitions map[*Transition]bool
}

// cover follows the tests through the abstraction; the steps before a chain count too.
func (d *Derived) cover(tests []*Test) *coverage {
	c := &coverage{derived: d, states: map[*State]bool{}, transitions: map[*Transition]bool{}}
	for _, test := range tests {
		steps := test.Run.Steps()
		for i, q := range test.States {
			if q != nil {
				c.states[q] = true
			}
			if i == 0 {
				continue
			}
			if t := d.transition(test.States[i-1], steps[i].Move, q); t != nil {
				c.transitions[t] = true
			}
		}
	}
	return c
}

// transition finds an abstract transition between abstract states; nil if there is none.
func (d *Derived) transition(from *State, move *sts.Move, to *State) *Transition {
	i := slices.IndexFunc(d.out[from], func(t *Transition) bool { return t.Move.ID == move.ID && t.To == to })
	if from == nil || i < 0 {
		return nil
	}
	return d.out[from][i]
}

// open returns the transitions that are not covered and may be reachable.
func (c *coverage) open() []*Transition {
	reachable := c.derived.Abstraction.reachable()
	return slices.DeleteFunc(slices.Clone(c.derived.Abstraction.Transitions), func(t *Transition) bool {
		return c.transitions[t] || !reachable.may(t.From)
	})
}

// distances maps each state that some starts lead to, to the number of abstract transitions from the nearest start.
type distances map[*State]int

// spread computes distances; ends returns the ends of a transition in the direction of the paths.
func spread(starts []*State, transitions []*Transition, ends func(*Transition) (from, to *State)) distances {
	out := distances{}
	for _, q := range starts {
		out[q] = 0
	}
	for queue := starts; len(queue) > 0; queue = queue[1:] {
		for _, t := range transitions {
			if from, to := ends(t); from == queue[0] {
				if _, known := out[to]; !known {
					out[to] = out[from] + 1
					queue = append(queue, to)
				}
			}
		}
	}
	return out
}

// may reports whether a state may be reachable; with nil distances every state may be.
func (d distances) may(q *State) bool {
	_, reached := d[q]
	return d == nil || reached
}

// reachable returns the distances from the initial abstract states; nil if that proves nothing.
func (a *Abstraction) reachable() distances {
	if !a.complete || len(a.Breaches) > 0 {
		return nil
	}
	initial := slices.DeleteFunc(slices.Clone(a.States), func(q *State) bool { return !q.Initial })
	return spread(initial, a.Transitions, func(t *Transition) (*State, *State) { return t.From, t.To })
}

// noMay is the proof by the abstraction itself.
var noMay = result.Proved(result.ByAbstraction, "no path of may transitions from an initial state leads there")

// Coverage returns the coverage of the tests, with reasons for what they do not cover.
func (d *Derived) Coverage(tests []*Test) result.AbstractCoverage {
	c, reachable := d.cover(tests), d.Abstraction.reachable()
	var out result.AbstractCoverage
	for _, q := range d.Abstraction.States {
		d.count(&out.States, q.Name(), c.states[q], d.provedStates[q], reachable.may(q))
	}
	for _, t := range d.Abstraction.Transitions {
		name := fmt.Sprintf("%s -%s-> %s", t.Source(), t.Move.Name, t.To.Name())
		d.count(&out.Transitions, name, c.transitions[t], d.provedTransitions[t], reachable.may(t.From))
	}
	return out
}

// count adds a part to a coverage; proof is the proof that it is unreachable, if package prove has found one.
func (d *Derived) count(p *result.Tally, name string, covered bool, proof result.Why, may bool) {
	if p.Missing == nil {
		p.Missing = []result.Miss{}
	}
	p.Total++
	if covered {
		p.Covered++
		return
	}
	switch {
	case !may:
		proof = noMay
	case proof.Status == "":
		proof = result.Why{Status: result.NotReached, Reason: d.reason()}
	}
	if proof.Status == result.Unreachable {
		p.Unreachable++
	}
	p.Missing = append(p.Missing, result.Miss{Name: name, Why: proof})
}

// reason returns why a part that may be reachable is not covered.
func (d *Derived) reason() string {
	reason := fmt.Sprintf("no test reaches it with depth %d", d.Reach.Depth)
	switch {
	case len(d.Abstraction.Breaches) > 0:
		return reason + "; may transitions prove nothing, since the invariant is not preserved"
	case !d.Abstraction.complete:
		return reason + "; may transitions prove nothing, since some are not known"
	}
	return reason
}

// reduce chooses tests that together have the coverage of all: it repeatedly takes the one that covers the most for its length, where
// starting the system costs as much as a step.
func (d *Derived) reduce(tests []*Test) []*Test {
	covers := make([][]*Transition, len(tests))
	for i, t := range tests {
		covers[i] = slices.Collect(maps.Keys(d.cover([]*Test{t}).transitions))
	}
	return term.Pick(tests, priority.Cover(covers, func(i int) int { return len(tests[i].States) }))
}
