package testgen

import (
	"encoding/binary"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// A second tree is useful only if it has paths of a smaller suite than the known one, and the graphs of the machines give a lower bound on
// the size of suites. Every wanted transition is taken once; where more of them lead away from a location than to it, paths must reach it
// by other transitions: from locations where more end, or from the start by another test. The least cost of these is a flow of minimum cost
// in the graph. It is computed for each machine alone; a step that several machines take together is shared between them.
//
// The same holds for the rest of a suite after the first steps of one of its tests: the goals that these have not covered, from the state
// where they end. So a state from which no smaller suite can come is not expanded, and if the initial state is one, there is no second tree.

// Improvement determines which paths may belong to a suite that is smaller than a known one.
type Improvement struct {
	system *sts.System
	wanted []bool // by transition
	price  []int  // of a transition, in shares of a step
	start  int    // the share of a machine in the price of another test
	best   int    // the steps and tests of the smallest known suite
	known  []map[string]int
	flows  []*flow // by machine, used again and again

	missing []bool // buffer
	key     []byte // buffer
}

// step is the price of a step. Shares are rounded down, so that the sum is a lower bound.
const step = 720720

// maxTransitions bounds the graphs that are analysed: the time for a flow grows with the square.
const maxTransitions = 600

// NewImprovement returns the possible improvement of a suite; nil if the graph gives no bound, since longer paths may cover more, or since
// goals are not transitions.
func NewImprovement(s *sts.System, criterion Criterion, suite *Suite) *Improvement {
	open := func(m result.Miss) bool { return m.Status != result.Unreachable }
	if criterion != Transitions || slices.ContainsFunc(suite.Missing, open) || len(s.Transitions()) > maxTransitions {
		return nil
	}
	p := &Improvement{system: s, wanted: make([]bool, len(s.Transitions())), start: step / len(s.Machines),
		best: suite.Steps() + len(suite.Tests)}
	for _, m := range s.Machines {
		p.known, p.flows = append(p.known, map[string]int{}), append(p.flows, newFlow(len(m.Locations)+2))
	}
	for _, t := range suite.Tests {
		for w := t.Run; w.Move != nil; w = w.Parent {
			for _, part := range w.Move.Parts {
				p.wanted[part.ID] = true
			}
		}
	}
	p.setPrices()
	return p
}

// setPrices gives each transition its share of the largest step that it is a part of.
func (p *Improvement) setPrices() {
	p.price = slices.Repeat([]int{step}, len(p.wanted))
	for _, m := range p.system.Moves() {
		for _, part := range m.Parts {
			p.price[part.ID] = min(p.price[part.ID], step/len(m.Parts))
		}
	}
}

// Possible reports whether there may be a smaller suite at all.
func (p *Improvement) Possible() bool {
	locations := make([]int, len(p.system.Machines))
	for i, m := range p.system.Machines {
		locations[i] = m.Initial
	}
	return p.useful(0, locations, p.wanted)
}

// Useful reports whether a path that continues from a state may belong to a smaller suite. A path that covers all by itself is one.
func (p *Improvement) Useful(st *explore.State) bool {
	p.missing = append(p.missing[:0], p.wanted...)
	missing := p.missing
	for s := st; s.Move != nil; s = s.Parent {
		for _, part := range s.Move.Parts {
			missing[part.ID] = false
		}
	}
	if !slices.Contains(missing, true) {
		p.best = min(p.best, st.Depth+1)
		return false
	}
	return p.useful(st.Depth, st.Symbolic().Locations, missing)
}

func (p *Improvement) useful(depth int, locations []int, missing []bool) bool {
	rest := 0
	for i, m := range p.system.Machines {
		rest += p.rest(m, i, locations[i], missing)
	}
	return depth+1+(rest+step-1)/step < p.best
}

// rest is a lower bound on the price of taking the missing transitions of a machine, by a path that is at a location and by other tests.
func (p *Improvement) rest(m *sts.Machine, number, location int, missing []bool) int {
	p.key = appendKey(p.key[:0], m, location, missing)
	price, ok := p.known[number][string(p.key)]
	if !ok {
		price = p.leastFlow(m, p.flows[number], location, missing)
		p.known[number][string(p.key)] = price
	}
	return price
}

// appendKey appends what is the same for the same location and the same missing transitions of a machine.
func appendKey(key []byte, m *sts.Machine, location int, missing []bool) []byte {
	key = binary.AppendUvarint(key, uint64(location))
	bits := byte(0)
	for i, t := range m.Transitions {
		if missing[t.ID] {
			bits |= 1 << (i % 8)
		}
		if i%8 == 7 {
			key, bits = append(key, bits), 0
		}
	}
	return append(key, bits)
}

// leastFlow computes rest. The source sends units to where paths end, the sink takes them from where paths are missing.
func (p *Improvement) leastFlow(m *sts.Machine, f *flow, location int, missing []bool) int {
	source, sink := len(m.Locations), len(m.Locations)+1
	f.clear()
	price, more := 0, make([]int, len(m.Locations)) // by location: how many more paths come than go on
	more[location]++
	for _, t := range m.Transitions {
		f.connect(t.From, t.To, many, p.price[t.ID])
		if missing[t.ID] {
			price += p.price[t.ID]
			more[t.To]++
			more[t.From]--
		}
	}
	f.connect(source, m.Initial, many, p.start)
	units := 0
	for l, n := range more {
		if n > 0 {
			f.connect(source, l, n, 0)
		} else if n < 0 {
			f.connect(l, sink, -n, 0)
			units -= n
		}
	}
	cost, possible := f.send(source, sink, units)
	if !possible {
		return price // a transition of the known suite always has a way from the start
	}
	return price + cost
}
