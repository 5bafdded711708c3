package explore

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/zone"
	"github.com/sextant-mbt/sextant/internal/core/zone/track"
)

// Timed states. With pruning, a state of a system with clocks has a zone: the values that its clocks can have on entry, as far as they are
// known (package track). Then its clocks do not depend on its data, and it is included in another if its data are, and for each value of its
// clocks the other's zone has one with the same behaviour.
//
// Where all data are known too, the state is at a place, and zones are compared with those of earlier states at the same place. They are
// compared when time has passed, since then fewer differ: what can be done after some time from one of the values on entry is the same as what
// can be done from the value after that time. This keeps what is reached, and where time stops: that happens at some value after time has
// passed. It does not keep deadlocks: waiting too long is none, but entering a state too late is. So where they count, zones are compared on
// entry, except at places where there are none, because time cannot pass forever, or because some step can be taken sooner or later
// whatever the clocks are.
//
// An older zone that a new one covers is not compared with any more, and if its state still waits, it is dropped: what follows from it also
// follows from the new state. In a breadth-first search, a state is only left out for another that is not deeper, so that all runs up to some
// length are examined; one that is dropped for a deeper one is postponed, and expanded after all if the bound on the depth ends the search.

// clocks is what is known of the clocks of a state.
type clocks struct {
	zone  *zone.Zone   // their values on entry
	later *zone.Zone   // when time has passed; of a state at a place
	place *track.Place // nil if not all data are known
	step  *track.Step  // from the place of the parent, if the path to the state has only such steps

	walked    bool // the path has only such steps, and its content follows from them
	derived   bool // the conjuncts of the step were derived
	postponed bool // a deeper state covers it
}

// group has the zones of states at a place.
type group struct {
	bounds zone.Bounds
	later  bool // they are compared when time has passed
	zones  []covering
}

// covering is a zone with its state.
type covering struct {
	zone  *zone.Zone
	state *State
}

// place finds the place of a state whose zone is known.
func (n *includer) place(st *State) {
	places := n.worker.search.places
	if st.clocks == nil || places == nil {
		return
	}
	if st.clocks.place == nil {
		st.clocks.place = places.Place(st.Symbolic())
	}
	if p := st.clocks.place; p != nil && p.Known() && st.clocks.later == nil {
		st.clocks.later = p.Later(st.clocks.zone)
	}
}

// isPlaced reports whether a state is at a place, with known zones.
func isPlaced(st *State) bool { return st.clocks != nil && st.clocks.later != nil }

// covered reports whether the zone of a state at a place is covered by that of an earlier one, and otherwise remembers it, instead of those
// that it covers.
func (n *includer) covered(st *State) bool {
	g := n.group(st)
	z := g.of(st)
	inOrder := n.worker.search.options.Strategy == BreadthFirst
	covers := func(old covering) bool {
		return (!inOrder || old.state.Depth <= st.Depth) && z.SimulatedBy(old.zone, g.bounds)
	}
	if slices.ContainsFunc(g.zones, covers) {
		return true
	}
	g.zones = slices.DeleteFunc(g.zones, func(old covering) bool {
		return old.zone.SimulatedBy(z, g.bounds) && n.worker.search.replace(old.state, st)
	})
	g.zones = append(g.zones, covering{z, st})
	return false
}

// group returns the group of the place of a state.
func (n *includer) group(st *State) *group {
	p := st.clocks.place
	for len(n.groups) <= p.ID {
		n.groups = append(n.groups, nil)
	}
	if n.groups[p.ID] == nil {
		n.groups[p.ID] = &group{bounds: n.bounds(st), later: n.worker.search.onlyReach() || n.neverStuck(st)}
	}
	return n.groups[p.ID]
}

// zones returns the number of zones that no other covers.
func (n *includer) zones() int {
	count := 0
	for _, g := range n.groups {
		if g != nil {
			count += len(g.zones)
		}
	}
	return count
}

// of is the zone of a state that is compared with others of the group.
func (g *group) of(st *State) *zone.Zone {
	if g.later {
		return st.clocks.later
	}
	return st.clocks.zone
}

// neverStuck reports whether no state at the place of a state is a deadlock.
func (n *includer) neverStuck(st *State) bool {
	p := st.clocks.place
	return p.Stops() || slices.ContainsFunc(p.Steps(), func(s track.Step) bool { return s.AnyTime() })
}

// onlyReach reports whether only reachability matters, and not impossibility.
func (s *search) onlyReach() bool { return s.options.Reach || s.options.PathsOnly }

// replace leaves out a state for a later one that covers it, and reports whether that may be done. If the state was expanded, nothing is left
// to do.
func (s *search) replace(old, by *State) bool {
	switch {
	case old.Expanded || old.Pruned || old.clocks.postponed:
	case !old.clocks.walked || !old.waits && s.line != nil:
		return false
	case by.Depth <= old.Depth:
		old.Pruned = true
	case s.options.Strategy != BreadthFirst || s.revived:
		return false
	default:
		old.clocks.postponed = true
		s.postponed = append(s.postponed, old)
	}
	return true
}

// revive lets the postponed states wait again if the bound on the depth has ended the search, and otherwise leaves them out. It
// reports whether there are any to expand.
func (s *search) revive() bool {
	waiting := s.postponed
	s.postponed = nil
	for _, st := range waiting {
		st.clocks.postponed = false
		if !s.cutOff {
			st.Pruned = true
		}
	}
	s.revived = s.cutOff && len(waiting) > 0
	if s.revived {
		s.again = waiting
	}
	return s.revived
}

// simulated reports whether the zone of st is covered by that of old, at the same control.
func (n *includer) simulated(st, old *State) bool {
	return st.clocks.zone.SimulatedBy(old.clocks.zone, n.bounds(st))
}

func (n *includer) bounds(st *State) zone.Bounds {
	search := n.worker.search
	return search.space.Bounds(st.Locations(), search.onlyReach())
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
	x.zone, always = x.search.space.After(x.from.zone(), x.move, x.from.Symbolic(), x.from.Depth)
	x.unconditional = x.unconditional || always
	return x.zone == nil || !x.zone.IsEmpty()
}

// zone is the zone of a state; nil if it is not known.
func (s *State) zone() *zone.Zone {
	if s.clocks == nil {
		return nil
	}
	return s.clocks.zone
}

// entered is what is known of the clocks of the state that the step leads to. A lost zone is computed again where all variables have known
// values.
func (x *stepping) entered() *clocks {
	if x.search.space == nil {
		return nil
	}
	z := x.zone
	if _, known := x.search.space.Data(&x.effect.State); z == nil && known {
		z = x.search.space.Start(&x.effect.State)
	}
	if z == nil {
		return nil
	}
	return &clocks{zone: z}
}

// newPlaces returns the places by which states are followed without terms; nil where more matters than locations, data and clocks.
func (s *search) newPlaces() *track.Graph {
	if s.space == nil || s.family != nil || len(s.system.Externs) > 0 || len(s.options.Path) > 0 {
		return nil
	}
	return s.space.NewGraph()
}

// Locations returns the location of each machine.
func (s *State) Locations() []int {
	if s.clocks != nil && s.clocks.place != nil {
		return s.clocks.place.Locations
	}
	return s.Symbolic().Locations
}

// followed reports whether a state is expanded by the steps of its place.
func (s *search) followed(st *State) bool { return s.places != nil && isPlaced(st) && st.clocks.walked }

// needsTerms reports whether a step has no known effect on zones.
func needsTerms(step *track.Step) bool { return step.To == nil && !step.Impossible }
