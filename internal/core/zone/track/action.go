package track

import (
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/zone"
)

// action is the effect of a move on a zone: a delay, conditions on the clocks after it, and new values.
type action struct {
	known      bool // the conditions are bounds, and the data do not depend on clocks
	impossible bool // a condition on the data is false
	atOnce     bool // there is no delay
	conditions []bound
	open       bool         // no condition is about data, so that clocks alone decide whether it can be taken
	copies     []assignment // first
	resets     []assignment
}

// bound is a bound on x - y.
type bound struct {
	x, y int
	b    zone.Bound
}

// assignment gives x the value of y plus c.
type assignment struct {
	x, y int
	c    int64
}

func (a *action) apply(z *zone.Zone) *zone.Zone {
	out := z.Clone()
	if !a.atOnce {
		out.Up()
	}
	if a.impossible {
		out.Constrain(0, 0, zone.Less(0))
	}
	for _, b := range a.conditions {
		out.Constrain(b.x, b.y, b.b)
	}
	for _, as := range slices.Concat(a.copies, a.resets) {
		out.Assign(as.x, as.y, as.c)
	}
	return out
}

// always reports whether the move can be taken after some delay from all values of a zone, whatever the data are.
func (a *action) always(z *zone.Zone) bool {
	if !a.known || !a.open {
		return false
	}
	enabled := zone.Universe(z.Clocks())
	for _, b := range a.conditions {
		enabled.Constrain(b.x, b.y, b.b)
	}
	if !a.atOnce {
		enabled.Down()
	}
	return enabled.Includes(z)
}

// reading finds the action of a move in a state.
type reading struct {
	*Space
	delay *term.Term
	later bool // clocks stand for their values after the delay
	action
}

// read finds the action of a move: the step is taken from a state in which each clock has a value of its own, so that its conditions and
// effects are terms over clocks and the delay.
func (s *Space) read(m *sts.Move, from *sts.SymbolicState, depth int) *action {
	if len(m.Calls) > 0 {
		return &action{}
	}
	free := *from
	free.Store = slices.Clone(from.Store)
	for _, slot := range s.slots {
		free.Store[slot] = s.system.Slots[slot].Term
	}
	step := s.system.Step(m, &free, depth, nil)
	r := &reading{Space: s, delay: step.Params[m.DelayParam()]}
	r.open = !slices.ContainsFunc(step.GuardSafety, func(c *term.Term) bool { return !c.IsTrue() })
	r.known = r.guard(step) && r.safety(step) && r.effect(&step.Effect().State)
	return &r.action
}

// timed reports whether a term depends on clocks or the delay.
func (r *reading) timed(t *term.Term) bool { return t.Mentions(r.delay) || t.MentionsIn(r.isClock) }

// guard reads the conditions of a step, and reports whether those with clocks are bounds.
func (r *reading) guard(step *sts.SymbolicStep) bool {
	return !slices.ContainsFunc(step.Guard, func(c *term.Term) bool { return !r.conjunction(c) })
}

// conjunction reads the parts of a condition, and reports whether those with clocks are bounds.
func (r *reading) conjunction(c *term.Term) bool {
	for _, part := range c.Conjuncts() {
		switch {
		case part.IsTrue():
		case !r.timed(part):
			r.open = false
			r.impossible = r.impossible || part.IsFalse()
		case !r.condition(part):
			return false
		}
	}
	return true
}

// safety reports whether the model errors of the step do not depend on clocks.
func (r *reading) safety(step *sts.SymbolicStep) bool {
	return !slices.ContainsFunc(slices.Concat(step.GuardSafety, step.Effect().StepSafety), r.timed)
}

// condition reads one condition, and reports whether it is a bound.
func (r *reading) condition(t *term.Term) bool {
	f := comparison(t)
	if f == nil {
		return false
	}
	clocks, onDelay, ok := r.afterDelay(f)
	switch {
	case !ok:
		return false
	case len(clocks) == 0:
		return r.delayed(t.Op(), onDelay, f.constant)
	case onDelay != nil:
		return false
	}
	return r.difference(t.Op(), clocks, f.constant)
}

// afterDelay returns the factors of clocks, by their numbers, and of the delay in a form, in which clocks stand for their values after the
// delay; not ok if it contains other terms.
func (r *reading) afterDelay(f *form) (clocks map[int]*big.Rat, onDelay *big.Rat, ok bool) {
	clocks, onDelay = map[int]*big.Rat{}, new(big.Rat)
	for t, factor := range f.factors {
		x, isClock := r.clocks[t]
		switch {
		case isClock:
			clocks[x] = factor
			if !r.later {
				onDelay.Sub(onDelay, factor)
			}
		case t == r.delay:
			onDelay.Add(onDelay, factor)
		default:
			return nil, nil, false
		}
	}
	if onDelay.Sign() == 0 {
		onDelay = nil
	}
	return clocks, onDelay, true
}

// delayed reads a condition on the delay alone, and reports whether it requires that the delay is zero, or that it is not negative.
func (r *reading) delayed(op term.Op, factor, constant *big.Rat) bool {
	if factor == nil || constant.Sign() != 0 || op == term.OpLt {
		return false
	}
	if op == term.OpEq || factor.Sign() > 0 {
		r.atOnce = true
	}
	return true
}

// difference reads a condition that compares x - y, with a positive factor, plus a constant, with 0. It reports whether the condition has
// this form.
func (r *reading) difference(op term.Op, clocks map[int]*big.Rat, constant *big.Rat) bool {
	x, y := 0, 0
	var factor *big.Rat
	for clock, f := range clocks {
		size := new(big.Rat).Abs(f)
		switch {
		case factor != nil && factor.Cmp(size) != 0, f.Sign() > 0 && x != 0, f.Sign() < 0 && y != 0:
			return false
		case f.Sign() > 0:
			x = clock
		default:
			y = clock
		}
		factor = size
	}
	limit := new(big.Rat).Quo(constant, factor)
	c, ok := r.units.Int(limit.Neg(limit))
	switch {
	case !ok:
		return false
	case op == term.OpLt:
		r.conditions = append(r.conditions, bound{x, y, zone.Less(c)})
	default:
		r.conditions = append(r.conditions, bound{x, y, zone.AtMost(c)})
	}
	if op == term.OpEq {
		r.conditions = append(r.conditions, bound{y, x, zone.AtMost(-c)})
	}
	return true
}

// effect reads the new values of clocks, and reports whether they are clocks plus known numbers, and other variables do not depend on clocks.
func (r *reading) effect(after *sts.SymbolicState) bool {
	if slices.ContainsFunc(r.Cells(after), r.timed) {
		return false
	}
	for i, slot := range r.slots {
		if !r.assign(i+1, after.Store[slot]) {
			return false
		}
	}
	return !slices.ContainsFunc(r.copies, r.fromAssigned)
}

// fromAssigned reports whether an assignment reads a clock that is itself assigned.
func (r *reading) fromAssigned(a assignment) bool {
	return a.x != a.y && slices.ContainsFunc(slices.Concat(r.copies, r.resets), func(b assignment) bool { return b.x == a.y })
}

// assign reads the new value of a clock.
func (r *reading) assign(x int, value *term.Term) bool {
	f := formOf(value)
	clocks, onDelay, ok := r.afterDelay(f)
	c, whole := r.units.Int(f.constant)
	if !ok || onDelay != nil || !whole || len(clocks) > 1 {
		return false
	}
	if len(clocks) == 0 {
		r.resets = append(r.resets, assignment{x, 0, c})
	}
	for y, factor := range clocks {
		if factor.Cmp(big.NewRat(1, 1)) != 0 {
			return false
		}
		if x != y || c != 0 {
			r.copies = append(r.copies, assignment{x, y, c})
		}
	}
	return true
}
