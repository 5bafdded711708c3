// Package track follows the clocks of a timed system in zones, along the moves of symbolic states.
//
// The zone of a symbolic state is the set of values that its clocks can have when it is entered. It is exact: it is known only as long as the
// conditions on clocks are bounds on clocks and on their differences by known numbers, and as long as no other variable depends on a clock.
// Then the concrete states of a symbolic state are the product of its data and its zone, and two states are compared part by part.
//
// Zones of states are compared up to the constants that clocks are still compared with, which are found from the text of the
// system for each location (bounds.go).
package track

import (
	"fmt"
	"strings"
	"sync"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/zone"
)

// Space has the clocks of a system. It may be used by several goroutines.
type Space struct {
	system  *sts.System
	slots   []int              // of the clocks; clock i+1 of zones is the i-th
	clocks  map[*term.Term]int // by the variables of their slots, from 1
	isClock map[*term.Term]bool
	data    map[*term.Term]int // slots that are not clocks, by their variables
	units   zone.Units
	bounds  *bounds
	actions sync.Map // by string: the effect of a move on zones where the data are known values
}

// NewSpace returns the space of a system, or nil if it has no clocks.
func NewSpace(system *sts.System) *Space {
	if !system.Timed() {
		return nil
	}
	s := &Space{system: system, slots: system.Clocks(), clocks: map[*term.Term]int{}, isClock: map[*term.Term]bool{}, data: map[*term.Term]int{}}
	for i, slot := range system.Slots {
		if !slot.Clock {
			s.data[slot.Term] = i
		}
	}
	for i, slot := range s.slots {
		v := system.Slots[slot].Term
		s.clocks[v], s.isClock[v] = i+1, true
	}
	s.units = zone.NewUnits(constants(system)...)
	s.bounds = s.findBounds()
	return s
}

// Start returns the zone of an initial state, or nil if it is not known.
func (s *Space) Start(st *sts.SymbolicState) *zone.Zone {
	z := zone.Zero(len(s.slots))
	for i, slot := range s.slots {
		cell := st.Store[slot]
		if !cell.IsConst() {
			return nil
		}
		at, ok := s.units.Int(cell.Value().Rat())
		if !ok {
			return nil
		}
		z.Reset(i+1, at)
	}
	return z
}

// After returns the zone after a move from a state at a depth whose zone is z: it is empty if the move cannot be taken, whatever the data
// are, and nil if it is not known. It also reports whether the move can certainly be taken from all concrete states of the state, now or
// later.
func (s *Space) After(z *zone.Zone, m *sts.Move, from *sts.SymbolicState, depth int) (after *zone.Zone, always bool) {
	if z == nil {
		return nil, false
	}
	a := s.action(m, from, depth)
	if !a.known {
		return nil, false
	}
	if after = a.apply(z); after.Refused() {
		return nil, false
	}
	return after, a.always(z)
}

// action returns the effect of a move on zones, from the cache where the data are known values.
func (s *Space) action(m *sts.Move, from *sts.SymbolicState, depth int) *action {
	data, known := s.Data(from)
	if !known {
		return s.read(m, from, depth)
	}
	key := fmt.Sprint(m.ID, " ", data)
	if a, ok := s.actions.Load(key); ok {
		return a.(*action)
	}
	a := s.read(m, from, depth)
	s.actions.Store(key, a)
	return a
}

// Data returns the values of everything but clocks, as a text that differs for different values; not ok if some values are not known.
func (s *Space) Data(st *sts.SymbolicState) (text string, ok bool) {
	var b strings.Builder
	for i, cell := range st.Store {
		if s.system.Slots[i].Clock {
			continue
		}
		if !cell.IsConst() {
			return "", false
		}
		b.WriteString(cell.Value().Encode() + ",")
	}
	for _, q := range st.Queues {
		for _, item := range q.Items {
			if !item.IsConst() {
				return "", false
			}
			b.WriteString(item.Value().Encode() + ",")
		}
		b.WriteByte(';')
	}
	return b.String(), true
}

// Cells returns the terms of a state that are not clocks.
func (s *Space) Cells(st *sts.SymbolicState) []*term.Term {
	var out []*term.Term
	for i, cell := range st.Store {
		if !s.system.Slots[i].Clock {
			out = append(out, cell)
		}
	}
	for _, q := range st.Queues {
		out = append(out, q.Items...)
	}
	return out
}
