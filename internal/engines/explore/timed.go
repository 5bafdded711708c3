package explore

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/zone"
)

// Timed states. With pruning, a state of a system with clocks has a zone: the values that its clocks can have on entry, as far as they are
// known (package track). Then its clocks do not depend on its data, and it is included in another if its data are, and for each value of its
// clocks the other's zone has one with the same behaviour.

// group has the zones of states with the same control and the same known data.
type group struct {
	bounds zone.Bounds
	zones  []*zone.Zone
}

// grouped reports whether the zone of a state whose data are known values is covered by that of an earlier one with the same data, and
// otherwise remembers it.
func (n *includer) grouped(control string, st *State) bool {
	if st.zone == nil {
		return false
	}
	data, known := n.worker.search.space.Data(st.Symbolic())
	if !known {
		return false
	}
	st.grouped = true
	g := n.groups[control+" "+data]
	if g == nil {
		g = &group{bounds: n.bounds(st)}
		n.groups[control+" "+data] = g
	}
	if slices.ContainsFunc(g.zones, func(old *zone.Zone) bool { return st.zone.SimulatedBy(old, g.bounds) }) {
		return true
	}
	g.zones = append(g.zones, st.zone)
	return false
}

// sameGroup reports whether both states have known data and zones: they were compared by these.
func sameGroup(st, old *State) bool { return st.grouped && old.grouped }

// simulated reports whether the zone of st is covered by that of old, at the same control.
func (n *includer) simulated(st, old *State) bool { return st.zone.SimulatedBy(old.zone, n.bounds(st)) }

func (n *includer) bounds(st *State) zone.Bounds {
	search := n.worker.search
	return search.space.Bounds(st.Symbolic().Locations, search.options.Reach)
}

// untimed are the conjuncts of the path condition of a state with a zone that are not about clocks.
func (s *State) untimed() []*term.Term {
	var delays []*term.Term
	for _, st := range s.Path()[1:] {
		delays = append(delays, st.Params()[st.Move.DelayParam()])
	}
	return slices.DeleteFunc(s.Condition(), func(c *term.Term) bool { return c.Mentions(delays...) })
}

// followClocks finds the zone after the step, and reports whether it has values as far as is known. If it has none, the step is impossible.
func (x *stepping) followClocks() bool {
	if x.search.space == nil {
		return true
	}
	always := false
	x.zone, always = x.search.space.After(x.from.zone, x.move, x.from.Symbolic(), x.from.Depth)
	x.unconditional = x.unconditional || always
	return x.zone == nil || !x.zone.IsEmpty()
}

// entered is the zone of the state that the step leads to. A lost zone is computed again where all variables have known values.
func (x *stepping) entered() *zone.Zone {
	if x.search.space == nil || x.zone != nil {
		return x.zone
	}
	if _, known := x.search.space.Data(&x.effect.State); !known {
		return nil
	}
	return x.search.space.Start(&x.effect.State)
}
