package warn

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// checkClocks finds clocks that are reset but never read, clocks that are never reset though a machine that reads them has a cycle, and
// locations in which time stops forever. A clock that is neither read nor reset is an unused variable.
func checkClocks(system *sts.System, list *diag.List) {
	for _, v := range system.Vars {
		if !v.Clock {
			continue
		}
		clock := system.Slots[v.First].Term
		reset, read := isReset(system, v.First), isRead(system, clock)
		switch {
		case reset && !read:
			list.Warnf(diag.CodeClockNotRead, v.Span, "clock %q is reset but never read", v.Name)
		case read && !reset && slices.ContainsFunc(system.Machines, func(m *sts.Machine) bool { return readsIn(m, clock) && hasCycle(m) }):
			list.Notef(diag.CodeClockNotReset, v.Span, "clock %q is never reset, so it measures the time since the start", v.Name).
				WithHint("assign 0 to it where it is to start again, as in `do " + v.Name + " := 0`")
		}
	}
	for _, m := range system.Machines {
		checkStops(system, m, list)
	}
}

func isReset(system *sts.System, slot int) bool {
	return slices.ContainsFunc(system.Machines, func(m *sts.Machine) bool {
		return slices.ContainsFunc(m.Transitions, func(t *sts.Transition) bool {
			return slices.ContainsFunc(t.Updates, func(u sts.Update) bool { return u.Slot == slot })
		})
	})
}

// isRead reports whether anything depends on a clock.
func isRead(system *sts.System, clock *term.Term) bool {
	mentioned := func(c *term.Term) bool { return c != nil && c.Mentions(clock) }
	return slices.ContainsFunc(system.Machines, func(m *sts.Machine) bool { return readsIn(m, clock) }) ||
		slices.ContainsFunc(system.Invariants, func(n sts.Named) bool { return mentioned(n.Cond) }) ||
		slices.ContainsFunc(system.Purposes, func(p sts.Purpose) bool { return mentioned(p.Cond) }) ||
		slices.ContainsFunc(system.Predicates, func(p sts.PredicateSet) bool { return slices.ContainsFunc(p.Conds, mentioned) })
}

// readsIn reports whether a machine reads a clock.
func readsIn(m *sts.Machine, clock *term.Term) bool {
	return slices.ContainsFunc(m.Locations, func(l sts.Location) bool { return l.While != nil && l.While.Mentions(clock) }) ||
		slices.ContainsFunc(m.Transitions, func(t *sts.Transition) bool { return readBy(t, clock) })
}

func readBy(t *sts.Transition, clock *term.Term) bool {
	mentions := func(c *term.Term) bool { return c.Mentions(clock) }
	return mentions(t.Guard) || slices.ContainsFunc(t.Updates, func(u sts.Update) bool { return mentions(u.Value) }) ||
		slices.ContainsFunc(t.Sends, func(m sts.Message) bool { return slices.ContainsFunc(m.Args, mentions) }) ||
		slices.ContainsFunc(t.Calls, func(c sts.Call) bool { return slices.ContainsFunc(c.Args, mentions) })
}

// hasCycle reports whether the graph of a machine has a cycle.
func hasCycle(m *sts.Machine) bool {
	leaving, state := m.Leaving(), make([]int, len(m.Locations)) // 1 is on the path, 2 is done
	var visit func(location int) bool
	visit = func(location int) bool {
		state[location] = 1
		for _, t := range leaving.At(location) {
			if state[t.To] == 1 || state[t.To] == 0 && visit(t.To) {
				return true
			}
		}
		state[location] = 2
		return false
	}
	return visit(m.Initial)
}

// checkStops finds locations that nothing leaves and in which time cannot pass, or not forever.
func checkStops(system *sts.System, m *sts.Machine, list *diag.List) {
	reached, leaving := m.Reachable(), m.Leaving()
	for i := range m.Locations {
		l := &m.Locations[i]
		switch {
		case !reached[i] || len(leaving.At(i)) > 0:
		case l.Urgency != sts.Ordinary:
			list.Warnf(diag.CodeTimeStops, l.Span, "time stops in location %q: no transition leaves it, and no time passes there", l.Name)
		case l.While != nil && endsWithTime(system, l.While):
			list.Warnf(diag.CodeTimeStops, l.Span, "time stops in location %q: no transition leaves it, and it may not stay there for ever", l.Name)
		}
	}
}

// endsWithTime reports whether a condition has a comparison that time makes false.
func endsWithTime(system *sts.System, while *term.Term) bool {
	s := system.Store
	later := map[*term.Term]*term.Term{}
	for _, i := range system.Clocks() {
		clock := system.Slots[i].Term
		later[clock] = s.Add(clock, s.ToReal(s.Int(1)))
	}
	return slices.ContainsFunc(while.Conjuncts(), func(c *term.Term) bool {
		if op := c.Op(); op != term.OpLe && op != term.OpLt && op != term.OpEq || c.Args()[0].Sort().Kind != term.KindReal {
			return false
		}
		gap := s.Sub(c.Args()[0], c.Args()[1]) // at most 0
		grows := s.Sub(s.Substitute(gap, later), gap)
		return grows.IsConst() && (grows.Value().Rat().Sign() > 0 || c.Op() == term.OpEq && grows.Value().Rat().Sign() != 0)
	})
}
