package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Clocks, the conditions and the urgency of locations, and conditions on the location of a machine.

// markClock notes that the variable that was declared last is a clock.
func (m *machineLowering) markClock(v *syntax.VarDecl) {
	vars, slots := m.System.Vars, m.System.Slots
	if v.Clock && len(vars) > 0 {
		vars[len(vars)-1].Clock, slots[len(slots)-1].Clock = true, true
		m.Clocks = append(m.Clocks, slots[len(slots)-1].Term)
	}
}

// timing lowers the time conditions in the declarations of locations.
func (m *machineLowering) timing() {
	for _, d := range each[*syntax.LocationDecl](m.items) {
		for _, l := range d.Locations {
			place, known := m.Place[l.Name.Text]
			if !known {
				continue // an event system, reported
			}
			location := &m.Out.Locations[place]
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
	c := m.stateContext("the condition of a location").Within(m.local)
	cond := m.Store.And(c.Condition(l.While, "the condition of a location"), m.conditions(*c.Safety))
	if !m.convex(cond) {
		m.List.ErrorHint(diag.CodeClockUse, l.While.Span(), "use comparisons such as x <= 5, joined by and; split the location for alternatives",
			"the condition of a location must hold from one instant to another without a gap, which %q does not ensure", l.While.Span().Text())
		return
	}
	if location.While != nil {
		cond = m.Store.And(location.While, cond)
	}
	location.While = cond
}

// convex reports whether a condition compares sums of clocks only in conjunctions.
func (m *machineLowering) convex(cond *term.Term) bool {
	if cond.Op() == term.OpAnd {
		return !slices.ContainsFunc(cond.Conjuncts(), func(part *term.Term) bool { return !m.convex(part) })
	}
	if !cond.Mentions(m.Clocks...) {
		return true
	}
	comparison := slices.Contains([]term.Op{term.OpLe, term.OpLt, term.OpEq}, cond.Op())
	return comparison && !slices.ContainsFunc(cond.Args(), func(side *term.Term) bool { return !m.sumOfClocks(side) })
}

// sumOfClocks reports whether clocks occur in a term only in sums and with factors.
func (m *machineLowering) sumOfClocks(t *term.Term) bool {
	switch {
	case t.Op() == term.OpVar || !t.Mentions(m.Clocks...):
		return true
	case !slices.Contains([]term.Op{term.OpAdd, term.OpMul, term.OpDiv}, t.Op()):
		return false
	}
	return !slices.ContainsFunc(t.Args(), func(part *term.Term) bool { return !m.sumOfClocks(part) })
}
