package prove

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// The rows of locations are bounded, and so are the edges between them, and what is known of all variables
// at all of them.
const (
	maxPlaces = 5_000
	maxEdges  = 20_000
	maxCells  = 2_000_000
)

// graph is the places of a system and the edges between them. Guards are looked at only if they are false as written.
type graph struct {
	system   *sts.System
	places   []place
	edges    []*edge
	into     [][]*edge // by place
	out      [][]*edge
	of       map[*sts.Transition][]*edge // on which a transition is taken
	starts   map[*sts.Move][]int         // the places where a move begins
	reached  [][]bool                    // by machine and location: whether the graph of the machine alone leads there
	together bool                        // one place stands for all: there are too many rows of locations
	promises func(*sts.Move) []*term.Term
	known    map[int][]*term.Term // premises by move
}

// place is a row of locations.
type place struct {
	locations []int
	name      string
}

// edge is a move between two places.
type edge struct {
	move     *sts.Move
	from, to int
}

// newGraph finds the places of a system, the initial one first.
func newGraph(s *sts.System) *graph {
	g := &graph{system: s, known: map[int][]*term.Term{}}
	if !g.walk() {
		*g = graph{system: s, known: g.known, together: true, places: []place{{name: "every location"}}}
		for _, m := range s.Moves() {
			g.edges = append(g.edges, &edge{move: m})
		}
	}
	g.into, g.out, g.of = make([][]*edge, len(g.places)), make([][]*edge, len(g.places)), map[*sts.Transition][]*edge{}
	g.starts = map[*sts.Move][]int{}
	for _, e := range g.edges {
		g.starts[e.move] = append(g.starts[e.move], e.from)
		g.into[e.to] = append(g.into[e.to], e)
		g.out[e.from] = append(g.out[e.from], e)
		for _, part := range e.move.Parts {
			g.of[part] = append(g.of[part], e)
		}
	}
	for _, m := range s.Machines {
		g.reached = append(g.reached, m.Reachable())
	}
	return g
}

// walk follows the moves from the initial place; false if there are too many places.
func (g *graph) walk() bool {
	byLocation := movesBySource(g.system)
	known := map[string]int{}
	g.place(g.system.Initial(), known)
	for from := 0; from < len(g.places); from++ {
		if len(g.places) > maxPlaces || len(g.edges) > maxEdges || len(g.places)*len(g.system.Slots) > maxCells {
			return false
		}
		for machine, location := range g.places[from].locations {
			for _, m := range byLocation[machine][location] {
				if !g.possible(m, g.places[from].locations) {
					continue
				}
				to := g.place(m.Target(g.places[from].locations), known)
				g.edges = append(g.edges, &edge{m, from, to})
			}
		}
	}
	return true
}

// movesBySource lists the moves by the machine and location of their first part.
func movesBySource(s *sts.System) []map[int][]*sts.Move {
	out := make([]map[int][]*sts.Move, len(s.Machines))
	for i := range out {
		out[i] = map[int][]*sts.Move{}
	}
	for _, m := range s.Moves() {
		first := m.Parts[0]
		out[first.Machine][first.From] = append(out[first.Machine][first.From], m)
	}
	return out
}

func (g *graph) possible(m *sts.Move, locations []int) bool {
	for _, part := range m.Parts {
		if locations[part.Machine] != part.From {
			return false
		}
	}
	return !m.Guard.IsFalse()
}

// place is the number of a row of locations, which is added if it is new.
func (g *graph) place(locations []int, known map[string]int) int {
	key := fmt.Sprint(locations)
	if i, ok := known[key]; ok {
		return i
	}
	known[key] = len(g.places)
	g.places = append(g.places, place{locations: slices.Clone(locations), name: g.system.LocationName(locations)})
	return len(g.places) - 1
}

// entered reports for each place whether the graph leads to it without certain edges.
func (g *graph) entered(without func(*edge) bool) []bool {
	out := make([]bool, len(g.places))
	out[0] = true
	for stack := []int{0}; len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range g.out[p] {
			if !out[e.to] && !without(e) {
				out[e.to] = true
				stack = append(stack, e.to)
			}
		}
	}
	return out
}

// premises are what holds when a move is taken: the guard, all obligations, and what is promised.
func (g *graph) premises(m *sts.Move) []*term.Term {
	if g.known[m.ID] != nil {
		return g.known[m.ID]
	}
	g.known[m.ID] = slices.Concat(taken(m), g.promised(m))
	return g.known[m.ID]
}

// taken are the guard and all obligations of a move.
func taken(m *sts.Move) []*term.Term {
	return slices.Concat(m.Conjuncts(), conditions(m.GuardSafety), conditions(m.StepSafety))
}

func conditions(obligations []sts.Obligation) []*term.Term {
	var out []*term.Term
	for _, o := range obligations {
		out = append(out, o.Cond.Conjuncts()...)
	}
	return out
}

// promised is what a move may assume of results.
func (g *graph) promised(m *sts.Move) []*term.Term {
	if g.promises == nil || m == nil {
		return nil
	}
	return g.promises(m)
}

// updatesOf returns the new values of what a move assigns, by slot.
func updatesOf(s *sts.System, m *sts.Move) map[*term.Term]*term.Term {
	out := map[*term.Term]*term.Term{}
	for _, u := range m.Updates {
		out[s.Slots[u.Slot].Term] = u.Value
	}
	return out
}
