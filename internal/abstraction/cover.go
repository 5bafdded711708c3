package abstraction

import (
	"fmt"
	"maps"

	"github.com/sextant-mbt/sextant/internal/result"
)

// Coverage of abstract states and transitions by tests. The may transitions include every step of the system, so what no path
// of may transitions from an initial abstract state leads to is proved unreachable; that needs all states and may transitions
// to be known, initial states and steps that keep the invariant, and nothing else. Other proofs are in unreachable.go.

// coverage is what some tests cover.
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
			if q == nil {
				continue
			}
			c.states[q] = true
			if i == 0 {
				continue
			}
			if t := d.transition(test.States[i-1], steps[i].Move.ID, q); t != nil {
				c.transitions[t] = true
			}
		}
	}
	return c
}

// transition finds an abstract transition.
func (d *Derived) transition(from *State, move int, to *State) *Transition {
	if from == nil {
		return nil
	}
	for _, t := range d.out[from] {
		if t.Move.ID == move && t.To == to {
			return t
		}
	}
	return nil
}

// complete tells whether all tests together cover all that is not proved unreachable.
func (c *coverage) complete() bool {
	reachable := c.derived.reachable()
	for _, t := range c.derived.Transitions {
		if !c.transitions[t] && (reachable == nil || reachable[t.From]) {
			return false
		}
	}
	return true
}

// reachable are the abstract states that may transitions lead to from the initial ones; nil if that proves nothing.
func (a *Abstraction) reachable() map[*State]bool {
	if !a.complete || len(a.Breaches) > 0 {
		return nil
	}
	reached := map[*State]bool{}
	var queue []*State
	for _, q := range a.States {
		if q.Initial {
			reached[q] = true
			queue = append(queue, q)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, t := range a.Transitions {
			if t.From == queue[0] && !reached[t.To] {
				reached[t.To] = true
				queue = append(queue, t.To)
			}
		}
	}
	return reached
}

// Coverage says what the tests cover, and why not more.
func (d *Derived) Coverage(tests []*Test) result.AbstractCoverage {
	c, reachable := d.cover(tests), d.reachable()
	var out result.AbstractCoverage
	for _, q := range d.States {
		proof := d.provedStates[q]
		if reachable != nil && !reachable[q] {
			proof = noMay
		}
		count(&out.States, q.Name(), c.states[q], proof, d.reason())
	}
	for _, t := range d.Transitions {
		name, proof := fmt.Sprintf("%s -%s-> %s", t.Source(), t.Move.Name, t.To.Name()), d.provedTransitions[t]
		if reachable != nil && !reachable[t.From] {
			proof = noMay
		}
		count(&out.Transitions, name, c.transitions[t], proof, d.reason())
	}
	return out
}

// noMay is the proof that the abstraction itself gives.
const noMay = "no path of may transitions from an initial state leads there"

// count adds a part to a coverage, with the proof that it cannot be reached, if there is one.
func count(p *result.Tally, name string, covered bool, proof, open string) {
	if p.Missing == nil {
		p.Missing = []result.Miss{}
	}
	p.Total++
	switch {
	case covered:
		p.Covered++
	case proof != "":
		p.Unreachable++
		p.Missing = append(p.Missing, result.Miss{Name: name, Why: result.Proved("", proof)})
	default:
		p.Missing = append(p.Missing, result.Miss{Name: name, Why: result.Why{Status: result.NotReached, Reason: open}})
	}
}

// reason is why something that may be reachable is not covered.
func (d *Derived) reason() string {
	reason := fmt.Sprintf("no test reaches it with depth %d", d.Reach.Depth)
	switch {
	case len(d.Breaches) > 0:
		return reason + "; may transitions prove nothing, since the invariant is not preserved"
	case !d.complete:
		return reason + "; may transitions prove nothing, since some are not known"
	}
	return reason
}

// reduce chooses tests that cover together what all of them cover: always the one that covers the most for its length, where
// starting the system costs as much as a step.
func (d *Derived) reduce(tests []*Test) []*Test {
	covers := make([]map[*Transition]bool, len(tests))
	for i, t := range tests {
		covers[i] = d.cover([]*Test{t}).transitions
	}
	var chosen []*Test
	known := map[*Transition]bool{}
	for {
		best, gain := -1, 0.0
		for i, t := range tests {
			if g := float64(newOf(covers[i], known)) / float64(len(t.States)); g > gain {
				best, gain = i, g
			}
		}
		if best < 0 {
			return chosen
		}
		chosen = append(chosen, tests[best])
		maps.Copy(known, covers[best])
	}
}

// newOf counts what is not known.
func newOf(covers, known map[*Transition]bool) int {
	n := 0
	for t := range covers {
		if !known[t] {
			n++
		}
	}
	return n
}
