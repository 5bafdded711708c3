package track

import (
	"encoding/binary"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/zone"
)

// Places. Where all data have known values, a symbolic state is a place and a zone: its locations and data, and the values of its clocks. What
// a move does to places and zones follows from its guard and updates with the data put in. Each condition and each new value reads few slots,
// so that what it says is read from its term once for each combination of their values, and then looked up (effects.go). So a step takes no
// terms and no solver, only operations on the matrix of a zone.
//
// A Graph has the places that were met, each once. It belongs to one goroutine.

// Place is a row of locations with known data.
type Place struct {
	ID        int // from 0, in the order in which they were met
	Locations []int
	Counts    []int // of the messages in queues

	graph  *Graph
	values []int      // by slot: a number for the value; 0 for clocks
	queues string     // the messages in them
	stay   conditions // under which time passes
	steps  []Step
	ready  bool // steps were found
}

// Step is what a move does from a place.
type Step struct {
	Move *sts.Move
	To   *Place // nil if the effect on zones is not known without terms, or the move is impossible

	Impossible bool // whatever the clocks are
	action     action
	before     *zone.Zone // see Before; nil if it was not needed yet
}

// Graph finds places, and the steps between them.
type Graph struct {
	space      *Space
	places     map[string]*Place
	moves      []*plan                           // by number; nil if it was not needed yet
	conditions map[*term.Term]*table[conditions] // of moves, before the delay
	invariants map[*term.Term]*table[conditions] // of states
	stays      [][]*table[conditions]            // by machine and location
	meeting    *table[conditions]                // an urgent meeting lets no time pass
	numbers    []map[string]int                  // by slot: numbers of values, from 1
	terms      [][]*term.Term                    // by slot and number
	possible   []*sts.Move                       // buffer
	key        []byte                            // buffer
}

// NewGraph returns a graph without places.
func (s *Space) NewGraph() *Graph {
	n := len(s.system.Slots)
	g := &Graph{space: s, places: map[string]*Place{}, moves: make([]*plan, len(s.system.Moves())), conditions: map[*term.Term]*table[conditions]{},
		invariants: map[*term.Term]*table[conditions]{},
		numbers:    make([]map[string]int, n), terms: make([][]*term.Term, n)}
	for i := range n {
		g.numbers[i], g.terms[i] = map[string]int{}, []*term.Term{nil}
	}
	g.findStays()
	return g
}

// Place returns the place of a state; nil if some of its data are not known.
func (g *Graph) Place(st *sts.SymbolicState) *Place {
	values := make([]int, len(st.Store))
	for i, cell := range st.Store {
		if g.space.system.Slots[i].Clock {
			continue
		}
		if !cell.IsConst() {
			return nil
		}
		values[i] = g.number(i, cell)
	}
	queues, known := encodeQueues(st.Queues)
	if !known {
		return nil
	}
	counts := make([]int, len(st.Queues))
	for i, q := range st.Queues {
		counts[i] = q.Count
	}
	return g.place(st.Locations, values, counts, queues)
}

// encodeQueues returns the contents of queues as a text, if they are known.
func encodeQueues(queues []sts.Queue[*term.Term]) (text string, known bool) {
	var out []byte
	for _, q := range queues {
		out = binary.AppendUvarint(out, uint64(q.Count))
		for _, item := range q.Items {
			if !item.IsConst() {
				return "", false
			}
			out = append(append(out, item.Value().Encode()...), 0)
		}
	}
	return string(out), true
}

// number returns the number of a value of a slot.
func (g *Graph) number(slot int, value *term.Term) int {
	text := value.Value().Encode()
	n, known := g.numbers[slot][text]
	if !known {
		n = len(g.terms[slot])
		g.numbers[slot][text], g.terms[slot] = n, append(g.terms[slot], value)
	}
	return n
}

// place returns the place with these parts.
func (g *Graph) place(locations, values, counts []int, queues string) *Place {
	key := g.key[:0]
	for _, l := range locations {
		key = binary.AppendUvarint(key, uint64(l))
	}
	for _, v := range values {
		key = binary.AppendUvarint(key, uint64(v))
	}
	key = append(key, queues...)
	g.key = key
	if p := g.places[string(key)]; p != nil {
		return p
	}
	p := &Place{ID: len(g.places), Locations: locations, Counts: counts, graph: g, values: values, queues: queues}
	g.places[string(key)] = p
	p.stay = g.stay(p)
	return p
}

// Steps returns the steps from the place, one for each move that its locations and queues allow.
func (p *Place) Steps() []Step {
	if g := p.graph; !p.ready {
		p.ready = true
		g.possible = g.space.system.Possible(g.possible[:0], p.Locations, func(queue int) int { return p.Counts[queue] })
		p.steps = make([]Step, 0, len(g.possible))
		for _, m := range g.possible {
			p.steps = append(p.steps, g.step(p, m))
		}
	}
	return p.steps
}

// Known reports whether the effects of letting time pass are known.
func (p *Place) Known() bool { return !p.stay.unknown }

// Stops reports whether time cannot pass forever, whatever the values of the clocks are.
func (p *Place) Stops() bool {
	return p.stay.atOnce || slices.ContainsFunc(p.stay.bounds, func(b bound) bool { return b.x != 0 && b.y == 0 })
}

// Later lets time pass: from the values on entry to all those that are possible before a step.
func (p *Place) Later(z *zone.Zone) *zone.Zone {
	out := z.Clone()
	if !p.stay.atOnce {
		out.Up()
	}
	for _, b := range p.stay.bounds {
		out.Constrain(b.x, b.y, b.b)
	}
	return out
}

// After returns the values after a step, from those before it, when time has passed.
func (s *Step) After(later *zone.Zone) *zone.Zone {
	out := later.Clone()
	for _, b := range s.action.conditions {
		out.Constrain(b.x, b.y, b.b)
	}
	for _, as := range s.action.copies {
		out.Assign(as.x, as.y, as.c)
	}
	for _, as := range s.action.resets {
		out.Assign(as.x, as.y, as.c)
	}
	return out
}

// Always reports whether the step can be taken at once from all values of a zone.
func (s *Step) Always(z *zone.Zone) bool {
	return !s.Impossible && !slices.ContainsFunc(s.action.conditions, func(b bound) bool { return b.b < z.Bound(b.x, b.y) })
}

// AnyTime reports whether the step can be taken sooner or later from all values of the clocks.
func (s *Step) AnyTime() bool {
	return s.To != nil && !slices.ContainsFunc(s.action.conditions, func(b bound) bool { return b.x != 0 })
}

// Before returns the values of the clocks from which the step can be taken from the place, now or later.
func (p *Place) Before(s *Step) *zone.Zone {
	if s.before == nil {
		s.before = p.Sooner(p.taking(s, zone.Universe(len(p.graph.space.slots))))
	}
	return s.before
}

// origin returns the values of the clocks that the assignments of a step turn into those of a zone.
func (s *Step) origin(after *zone.Zone) *zone.Zone {
	if len(s.action.copies) == 0 || after.IsEmpty() || after.Refused() {
		return s.unset(after)
	}
	n := after.Clocks()
	out := zone.Universe(n)
	from := make([]assignment, n+1)
	for x := range from {
		from[x] = assignment{x, x, 0}
	}
	for _, as := range slices.Concat(s.action.copies, s.action.resets) {
		from[as.x] = as
	}
	for x := range n + 1 {
		for y := range n + 1 {
			b := after.Bound(x, y)
			if x == y || b == zone.Infinity {
				continue
			}
			out.Constrain(from[x].y, from[y].y, b.Minus(from[x].c-from[y].c))
		}
	}
	return out
}

// unset is origin for a step that assigns no clock to a clock.
func (s *Step) unset(after *zone.Zone) *zone.Zone {
	out := after.Clone()
	for _, as := range s.action.resets {
		out.Constrain(as.x, 0, zone.AtMost(as.c))
		out.Constrain(0, as.x, zone.AtMost(-as.c))
	}
	for _, as := range s.action.resets {
		out.Free(as.x)
	}
	return out
}

// Surely reports whether a condition on data and clocks is known to hold for all values of a zone.
func (p *Place) Surely(cond *term.Term, z *zone.Zone) bool {
	c := p.graph.invariant(cond).at(p.graph, p.values, p.graph.reader(nil, true))
	return !c.unknown && !c.impossible && !slices.ContainsFunc(c.bounds, func(b bound) bool { return b.b < z.Bound(b.x, b.y) })
}

// MayRepeat reports whether steps that lead from a place back to it may be taken in no time from values of a zone, such that the clocks have the
// same values after them.
func MayRepeat(z *zone.Zone, steps []*Step) bool {
	last := map[int]int64{}
	for _, s := range steps {
		if len(s.action.copies) > 0 {
			return true // that is not looked at closely
		}
		for _, as := range s.action.resets {
			last[as.x] = as.c
		}
	}
	z = z.Clone()
	for x, c := range last {
		z.Constrain(x, 0, zone.AtMost(c))
		z.Constrain(0, x, zone.AtMost(-c))
	}
	for _, s := range steps {
		z = s.After(z)
	}
	return !z.IsEmpty()
}

// Graph returns the graph of the place.
func (p *Place) Graph() *Graph { return p.graph }
