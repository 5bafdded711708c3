package testgen

import (
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Boundaries of conditions on clocks. They are tried at the limit, and one step before and after it: an eighth of a unit, or half of
// the smallest distance between the constants that clocks are compared with, if that is less, so that no other limit lies in between.
//
//	x <= 60       0.125 before, at the limit, 0.125 after
//	x - y < 3     0.125 below, at the limit, 0.125 above: time does not change a difference
//
// The condition of a location is a deadline for leaving it: it is tried by taking any transition out of the location.

// longestStep is the distance from a limit of a clock, if constants are not closer to each other.
var longestStep = big.NewRat(1, 8)

// clockStep returns the distance from limits of clocks.
func clockStep(s *sts.System) *big.Rat {
	limits := []*big.Rat{new(big.Rat)}
	for _, a := range clockAtoms(s) {
		limits = append(limits, constants(a)...)
	}
	slices.SortFunc(limits, (*big.Rat).Cmp)
	step := longestStep
	for i := range limits[1:] {
		half := new(big.Rat).Sub(limits[i+1], limits[i])
		half.Quo(half, big.NewRat(2, 1))
		if half.Sign() > 0 && half.Cmp(step) < 0 {
			step = half
		}
	}
	return step
}

// constants are the numbers in a comparison that are not factors.
func constants(t *term.Term) []*big.Rat {
	switch t.Op() {
	case term.OpConst:
		if t.Sort().Kind == term.KindReal {
			return []*big.Rat{new(big.Rat).Abs(t.Value().Rat())}
		}
	case term.OpLe, term.OpLt, term.OpEq, term.OpAdd:
		var out []*big.Rat
		for _, a := range t.Args() {
			out = append(out, constants(a)...)
		}
		return out
	}
	return nil
}

// clockAtoms lists the comparisons of guards and of conditions of locations that mention clocks.
func clockAtoms(s *sts.System) []*term.Term {
	var all []*term.Term
	for _, m := range s.Machines {
		for _, l := range m.Locations {
			if l.While != nil {
				all = append(all, l.While.Atoms()...)
			}
		}
		for _, t := range m.Transitions {
			all = append(all, t.Guard.Atoms()...)
		}
	}
	return slices.DeleteFunc(all, func(a *term.Term) bool { return !mentionsClock(s, a) })
}

// mentionsClock reports whether a condition is about time.
func mentionsClock(s *sts.System, cond *term.Term) bool {
	return slices.ContainsFunc(s.Clocks(), func(i int) bool { return cond.Mentions(s.Slots[i].Term) })
}

// clockSpots are the places around the limit of a comparison of clocks.
func (d *deriver) clockSpots(cond *term.Term) []spot {
	s := d.system.Store
	a, b := cond.Args()[0], cond.Args()[1]
	step := s.Const(term.Real, term.RatValue(d.step))
	low, high := s.Eq(s.Add(a, step), b), s.Eq(a, s.Add(b, step)) // a is below the limit, or above it
	below, above := d.sides(a, b)
	switch cond.Op() {
	case term.OpEq:
		return []spot{{"at the limit", cond, true}, {below, low, false}, {above, high, false}}
	case term.OpLt:
		return []spot{{"at the limit", s.Eq(a, b), false}, {below, low, true}, {above, high, false}}
	}
	return []spot{{"at the limit", s.Eq(a, b), true}, {below, low, true}, {above, high, false}}
}

// sides names the two sides of a = b, by the effect of time on a - b.
func (d *deriver) sides(a, b *term.Term) (below, above string) {
	s := d.system.Store
	later := map[*term.Term]*term.Term{}
	for _, i := range d.system.Clocks() {
		clock := d.system.Slots[i].Term
		later[clock] = s.Add(clock, s.ToReal(s.Int(1)))
	}
	difference := s.Sub(a, b)
	rate := s.Sub(s.Substitute(difference, later), difference)
	step := term.FormatRat(d.step)
	switch {
	case rate.IsConst() && rate.Value().Rat().Sign() > 0:
		return step + " before", step + " after"
	case rate.IsConst() && rate.Value().Rat().Sign() < 0:
		return step + " after", step + " before"
	}
	return step + " below", step + " above"
}

// deadlineGoals are those of the condition of a location.
func (d *deriver) deadlineGoals(m *sts.Machine, location int) {
	place := &m.Locations[location]
	leaving := m.Leaving().At(location)
	if place.While == nil || len(leaving) == 0 {
		return
	}
	a := &atoms{store: d.system.Store}
	a.formula(place.While, true)
	for _, b := range a.list {
		if !mentionsClock(d.system, b.cond) {
			continue
		}
		for _, p := range d.spots(b.cond) {
			goal := valueGoal{name: qualified(m, place.Name) + " while " + b.cond.String() + ", " + p.name}
			if p.holds == b.positive {
				for _, t := range leaving {
					goal.ways = append(goal.ways, way{t, p.cond})
				}
			} else {
				goal.why, goal.excluded = notTestable("the location is left by then"), true
			}
			d.add(goal)
		}
	}
}

// onlyTime reports whether only time shows that t is not taken.
func onlyTime(t *sts.Transition) string {
	if slices.ContainsFunc(t.Sends, func(m sts.Message) bool { return m.Channel.Direction == sts.Output }) {
		return "only time passes then; the window of its output excludes that"
	}
	return "only time passes then"
}

// atInstant is a condition of a transition for a move that takes it: it reads the values of clocks after the delay.
func atInstant(s *sts.System, m *sts.Move, cond *term.Term) *term.Term {
	if m.DelayParam() < 0 {
		return cond
	}
	later := map[*term.Term]*term.Term{}
	for _, i := range s.Clocks() {
		clock := s.Slots[i].Term
		later[clock] = s.Store.Add(clock, m.Params[m.DelayParam()].Term)
	}
	return s.Store.Substitute(cond, later)
}
