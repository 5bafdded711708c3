package prove

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove/sample"
)

// The rows of locations are bounded, and so are the edges between them, and what is known of all variables
// at all of them.
const (
	maxPlaces = 5_000
	maxEdges  = 20_000
	maxCells  = 2_000_000
)

// graph holds the places of a system and the edges between them. It ignores guards, except those that are false as written. If there are too
// many rows of locations, one place stands for all.
type graph struct {
	system   *sts.System
	places   []place
	edges    []*edge
	into     [][]*edge // by place
	out      [][]*edge
	of       map[*sts.Transition][]*edge // on which a transition is taken
	starts   map[*sts.Move][]int         // the places where a move begins, or would if its guard were not false: the guard may fail to have a value there
	reached  [][]bool
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
func newGraph(s *sts.System, promises func(*sts.Move) []*term.Term) *graph {
	g := &graph{system: s, reached: reachable(s), promises: promises, known: map[int][]*term.Term{}, of: map[*sts.Transition][]*edge{}, starts: map[*sts.Move][]int{}}
	if !g.walk() {
		g.places, g.edges = []place{{name: "every location"}}, nil
		for _, m := range s.Moves() {
			g.starts[m] = []int{0}
			g.edges = append(g.edges, &edge{move: m})
		}
	}
	g.into, g.out = make([][]*edge, len(g.places)), make([][]*edge, len(g.places))
	for _, e := range g.edges {
		g.into[e.to] = append(g.into[e.to], e)
		g.out[e.from] = append(g.out[e.from], e)
		for _, part := range e.move.Parts {
			g.of[part] = append(g.of[part], e)
		}
	}
	return g
}

// walk follows the moves from the initial place; false if there are too many places.
func (g *graph) walk() bool {
	known := map[string]int{}
	g.place(g.system.Initial(), known)
	for from := 0; from < len(g.places); from++ {
		if len(g.places) > maxPlaces || len(g.edges) > maxEdges || len(g.places)*len(g.system.Slots) > maxCells {
			return false
		}
		for _, m := range g.system.Possible(nil, g.places[from].locations, nil) {
			g.starts[m] = append(g.starts[m], from)
			if !m.Guard.IsFalse() {
				g.edges = append(g.edges, &edge{m, from, g.place(m.Target(g.places[from].locations), known)})
			}
		}
	}
	return true
}

// reachable reports, by machine and location, whether the graph of the machine alone leads there.
func reachable(s *sts.System) [][]bool {
	var out [][]bool
	for _, m := range s.Machines {
		out = append(out, m.Reachable())
	}
	return out
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

// premises returns the conditions that hold when a move is taken: the guard, all obligations, and promises.
func (g *graph) premises(m *sts.Move) []*term.Term {
	if g.known[m.ID] == nil {
		g.known[m.ID] = slices.Concat(Premises(m), g.promised(m))
	}
	return g.known[m.ID]
}

// Premises returns the conditions that hold whenever a move is taken: the conjuncts of its guard and of all obligations.
func Premises(m *sts.Move) []*term.Term {
	return slices.Concat(m.Conjuncts(), conditions(m.GuardSafety), conditions(m.StepSafety))
}

func conditions(obligations []sts.Obligation) []*term.Term {
	var out []*term.Term
	for _, o := range obligations {
		out = append(out, o.Cond.Conjuncts()...)
	}
	return out
}

// promised returns the conditions that a move may assume of results.
func (g *graph) promised(m *sts.Move) []*term.Term {
	if g.promises == nil || m == nil {
		return nil
	}
	return g.promises(m)
}

// sampler takes random runs through the places. Results of which only a contract is known are not sampled.
func (g *graph) sampler() *sample.Sampler {
	var places [][]int
	for _, p := range g.places {
		places = append(places, p.locations)
	}
	return sample.New(g.system, places, g.promises == nil)
}
