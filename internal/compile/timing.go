package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Clocks, the conditions and the urgency of locations, and conditions on where a machine is.

// markClock notes that the variable that was declared last is a clock.
func (m *machineLowering) markClock(v *syntax.VarDecl) {
	vars, slots := m.system.Vars, m.system.Slots
	if v.Clock && len(vars) > 0 {
		vars[len(vars)-1].Clock, slots[len(slots)-1].Clock = true, true
		m.clocks = append(m.clocks, slots[len(slots)-1].Term)
	}
}

// timing lowers what the declarations of locations say about time.
func (m *machineLowering) timing() {
	for _, d := range each[*syntax.LocationDecl](m.items) {
		for _, l := range d.Locations {
			place, known := m.place[l.Name.Text]
			if !known {
				continue // an event system, reported
			}
			location := &m.out.Locations[place]
			if l.Urgency != syntax.OrdinaryLocation {
				location.Urgency = sts.Urgency(l.Urgency)
			}
			if l.While != nil {
				m.while(location, l)
			}
		}
	}
}

// while lowers the condition of a location, which has to be convex in time: where it holds at two instants, it holds in between.
func (m *machineLowering) while(location *sts.Location, l syntax.Location) {
	c := m.stateContext("the condition of a location").within(m.local)
	cond := m.store.And(c.condition(l.While, "the condition of a location"), m.conditions(*c.safety))
	if !m.convex(cond) {
		m.list.ErrorHint(diag.CodeClockUse, l.While.Span(), "use comparisons such as x <= 5, joined by and; split the location for alternatives",
			"the condition of a location must hold from one instant to another without a gap, which %q does not ensure", l.While.Span().Text())
		return
	}
	if location.While != nil {
		cond = m.store.And(location.While, cond)
	}
	location.While = cond
}

// convex reports whether a condition compares sums of clocks only in conjunctions.
func (m *machineLowering) convex(cond *term.Term) bool {
	if cond.Op() == term.OpAnd {
		return !slices.ContainsFunc(cond.Conjuncts(), func(part *term.Term) bool { return !m.convex(part) })
	}
	if !cond.Mentions(m.clocks...) {
		return true
	}
	comparison := slices.Contains([]term.Op{term.OpLe, term.OpLt, term.OpEq}, cond.Op())
	return comparison && !slices.ContainsFunc(cond.Args(), func(side *term.Term) bool { return !m.sumOfClocks(side) })
}

// sumOfClocks reports whether clocks occur in a term only in sums and with factors.
func (m *machineLowering) sumOfClocks(t *term.Term) bool {
	switch {
	case t.Op() == term.OpVar || !t.Mentions(m.clocks...):
		return true
	case !slices.Contains([]term.Op{term.OpAdd, term.OpMul, term.OpDiv}, t.Op()):
		return false
	}
	return !slices.ContainsFunc(t.Args(), func(part *term.Term) bool { return !m.sumOfClocks(part) })
}

// linearClocks reports whether an operator with clocks among its operands is linear; it reports one that is not.
func (l *lowering) linearClocks(e *syntax.BinaryExpr, a, b *term.Term) bool {
	clocks := func(t *term.Term) bool { return len(l.clocks) > 0 && t.Mentions(l.clocks...) }
	constant := func(t *term.Term) bool { return len(t.Vars()) == 0 }
	switch {
	case e.Op == "*" && (clocks(a) && !constant(b) || clocks(b) && !constant(a)), e.Op == "/" && (clocks(b) || clocks(a) && !constant(b)):
		l.list.ErrorHint(diag.CodeClockUse, e.Span(), "multiply and divide clocks by constants only", "%q is not linear in a clock", e.Span().Text())
		return false
	}
	return true
}

// location lowers left.idle, the condition that an instance is in a location.
func (l *lowering) location(instance string, e *syntax.FieldExpr) (operand, bool) {
	m := l.machines[instance]
	if m == nil {
		return operand{}, false
	}
	place, known := m.place[e.Field.Text]
	if !known {
		return operand{}, false
	}
	l.uses.place(kindLocation, e.Field.Span(), m.out.Locations[place].Span)
	if l.env == nil || l.frozenOnly {
		return l.fail(diag.CodeNotConstant, e.Span(), "", "%s cannot depend on where %s is", l.place, instance), true
	}
	if l.anyArguments { // of a machine that is only checked
		return boolean(l.store.Var(instance+"."+e.Field.Text, term.Bool)), true
	}
	here := l.system.At(m.index, place)
	for i := len(l.checker.env); i < len(l.system.Slots); i++ {
		l.checker.env = append(l.checker.env, l.system.Slots[i].Term)
	}
	return boolean(here), true
}
