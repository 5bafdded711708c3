package ioco

import (
	"math"
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Guidance: which input to send next. Wanted are the transitions that are not covered, or those that the purpose needs next.
// The best input is one that takes a wanted transition. Else it is one that leads to a location from which fewer transitions
// lead to a wanted one. Where this leaves several, as in a machine with one location and counters, the data decides: the input
// is followed in the model, and the one is best after which the guard of a wanted transition, or the condition of the purpose,
// is nearest to true. How near is the branch distance of search-based testing (Tracey; Korel): for a comparison how far the two
// sides are apart, brought into the range from 0 to 1; for a conjunction the mean, for a disjunction the least of the parts.

// choose picks the input that leads best to what is wanted; what this leaves open is left to chance.
func (s *Session) choose() (Input, bool, error) {
	inputs, err := s.tracker.Inputs(s.used, s.random)
	if err != nil || len(inputs) == 0 {
		return Input{}, false, err
	}
	if !s.options.Random {
		inputs, err = s.guidance().best(inputs)
	}
	return inputs[s.random.IntN(len(inputs))], true, err
}

// guidance is what one choice needs to know.
type guidance struct {
	tracker  *Tracker
	purpose  *sts.Purpose
	wanted   func(*sts.Transition) bool
	distance [][]int // by machine and location: the transitions to the nearest source of a wanted one
}

func (s *Session) guidance() *guidance {
	g := &guidance{tracker: s.tracker, purpose: s.options.Purpose, wanted: s.wanted()}
	for _, m := range s.tracker.system.Machines {
		g.distance = append(g.distance, m.Distances(g.wanted))
	}
	return g
}

// wanted tells which transitions help the purpose, or coverage if there is no purpose.
func (s *Session) wanted() func(*sts.Transition) bool {
	p := s.options.Purpose
	switch {
	case p == nil && s.complete > 0:
		return func(t *sts.Transition) bool { return !s.second[t] }
	case p == nil:
		return func(t *sts.Transition) bool { return !s.covered[t] }
	case p.Kind == sts.ReachLocation:
		return func(t *sts.Transition) bool { return t.Machine == p.Machine && t.To == p.Location }
	}
	path := s.tracker.now[0].path.transitions()
	if p.Kind == sts.FollowSequence {
		next := nextOf(path, p.Transitions)
		return func(t *sts.Transition) bool { return t == next }
	}
	return func(t *sts.Transition) bool { return slices.Contains(p.Transitions, t) && !slices.Contains(path, t) }
}

// rank is lower for better moves: 0 if it is wanted, else how far its target is from something wanted.
func (g *guidance) rank(m *sts.Move) int {
	best := sts.FarAway
	for _, t := range m.Parts {
		if g.wanted(t) {
			return 0
		}
		best = min(best, 1+g.distance[t.Machine][t.To])
	}
	return best
}

// best are the inputs whose moves rank best, and of these the ones after which the data is nearest to what is wanted.
func (g *guidance) best(inputs []Input) ([]Input, error) {
	ranks := make([]float64, len(inputs))
	for i, in := range inputs {
		ranks[i] = float64(g.rank(in.Move))
	}
	inputs = least(inputs, ranks)
	if len(inputs) == 1 {
		return inputs, nil
	}
	distances := make([]float64, len(inputs))
	for i, in := range inputs {
		after := *g.tracker
		if _, err := after.AfterInput(in.Message); err != nil {
			return inputs, err
		}
		distances[i] = g.away(after.now)
	}
	return least(inputs, distances), nil
}

// least are the inputs with the least value.
func least(inputs []Input, values []float64) []Input {
	bound := slices.Min(values)
	var out []Input
	for i, in := range inputs {
		if values[i] == bound {
			out = append(out, in)
		}
	}
	return out
}

// away is how far the nearest of some possibilities is from what is wanted: below 1 if only data is missing.
func (g *guidance) away(states []possibility) float64 {
	best := float64(sts.FarAway)
	for i := range states {
		best = min(best, g.distanceOf(&states[i].state))
	}
	return best
}

func (g *guidance) distanceOf(st *sts.SymbolicState) float64 {
	system := g.tracker.system
	if p := g.purpose; p != nil && p.Kind == sts.ReachLocation {
		if st.Locations[p.Machine] == p.Location {
			return branchDistance(system, p.Cond, st)
		}
		return 1 + float64(g.distance[p.Machine][st.Locations[p.Machine]])
	}
	best := float64(sts.FarAway)
	for machine, location := range st.Locations {
		if d := g.distance[machine][location]; d > 0 {
			best = min(best, float64(d))
		}
	}
	for _, m := range system.Possible(nil, st.Locations, st.Count) {
		if slices.ContainsFunc(m.Parts, g.wanted) {
			best = min(best, branchDistance(system, m.Enabled, st))
		}
	}
	return best
}

// branchDistance is how far a condition over the slots is from being true in a state, from 0 (true) to 1.
func branchDistance(s *sts.System, cond *term.Term, st *sts.SymbolicState) float64 {
	args := cond.Args()
	switch cond.Op() {
	case term.OpNot:
		return negatedDistance(s, args[0], st)
	case term.OpAnd:
		sum := 0.0
		for _, a := range args {
			sum += branchDistance(s, a, st)
		}
		return sum / float64(len(args))
	case term.OpOr:
		best := 1.0
		for _, a := range args {
			best = min(best, branchDistance(s, a, st))
		}
		return best
	case term.OpLe, term.OpLt, term.OpEq:
		if holds := truth(s, cond, st); holds != 1 {
			return holds
		}
		return apart(s, args[0], args[1], st)
	}
	return truth(s, cond, st)
}

// negatedDistance is how far a condition is from being false.
func negatedDistance(s *sts.System, cond *term.Term, st *sts.SymbolicState) float64 {
	negated := s.Store.Not(cond)
	switch {
	case negated.Op() != term.OpNot:
		return branchDistance(s, negated, st)
	case cond.Op() == term.OpLe || cond.Op() == term.OpLt:
		if holds := truth(s, negated, st); holds != 1 {
			return holds
		}
		return apart(s, cond.Args()[0], cond.Args()[1], st)
	}
	return truth(s, negated, st)
}

// truth is 0 if a condition holds in a state, 1 if not, and between if that is open.
func truth(s *sts.System, cond *term.Term, st *sts.SymbolicState) float64 {
	switch value := s.Apply(cond, st); {
	case value.IsTrue():
		return 0
	case value.IsFalse():
		return 1
	}
	return 0.5
}

// veryFar is a difference of numbers beyond which nothing is told apart.
const veryFar = 1e12

// apart is how far two numbers that compare wrongly are from each other, brought into the range from 0 to 1.
func apart(s *sts.System, a, b *term.Term, st *sts.SymbolicState) float64 {
	switch a.Sort().Kind {
	case term.KindInt, term.KindReal, term.KindBits:
	default:
		return 1
	}
	x, y := s.Apply(a, st), s.Apply(b, st)
	if !x.IsConst() || !y.IsConst() {
		return 1
	}
	left, _ := x.Value().Rat().Float64()
	right, _ := y.Value().Rat().Float64()
	if gap := math.Abs(left - right); gap < veryFar {
		return (gap + 1) / (gap + 2)
	}
	return 1
}
