package explore

import (
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/priority"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore/compact"
)

// Strategy is the order in which states are expanded.
type Strategy string

// The strategies.
const (
	Cover        Strategy = "cover"  // nearest to an uncovered transition first; stops when all are covered
	BreadthFirst Strategy = "bfs"    // level by level
	DepthFirst   Strategy = "dfs"    // latest first
	Random       Strategy = "random" // any, by the seed
	BestFirst    Strategy = "best"   // lowest score first, see Options.Score; not for flags
)

// strategies lists them for checking flags.
var strategies = []Strategy{Cover, BreadthFirst, DepthFirst, Random}

// Known reports whether s is one of the strategies.
func (s Strategy) Known() bool { return slices.Contains(strategies, s) }

// frontier holds the states that wait. take removes at most limit of them, and returns their numbers.
type frontier interface {
	put(*State)
	take(limit int) []int
	len() int
}

func (s *search) newFrontier() frontier {
	switch s.options.Strategy {
	case BreadthFirst:
		return &queue{tree: s.tree}
	case DepthFirst:
		return &stack{}
	case Random:
		return &lottery{random: rand.New(rand.NewPCG(uint64(s.options.Seed), 0))}
	case BestFirst:
		return &scored{score: s.options.Score, waiting: priority.New(scoredBefore)}
	}
	return newGuided(s)
}

// queue is breadth-first. States are added in the order of their numbers, so it keeps only the range of numbers in the tree, from the first
// state that waits; states in the range that do not wait are skipped.
type queue struct {
	tree    *Tree
	next    int // the first that may wait
	waiting int
}

func (q *queue) put(st *State) { q.waiting, st.waits = q.waiting+1, true }
func (q *queue) len() int      { return q.waiting }

// take never mixes levels, so that a level is complete before the next begins.
func (q *queue) take(limit int) []int {
	limit = min(limit, q.waiting)
	out, level := make([]int, 0, limit), 0
	for ; len(out) < limit; q.next++ {
		waits, depth := q.look(q.next)
		if !waits {
			continue
		}
		if len(out) > 0 && depth != level {
			break
		}
		out, level = append(out, q.next), depth
	}
	q.waiting -= len(out)
	return out
}

// look reports whether a state waits, and its depth.
func (q *queue) look(number int) (waits bool, depth int) {
	st, bud := q.tree.states.look(number)
	if bud != nil {
		return bud.Has(compact.Waits), int(bud.Depth)
	}
	return st.waits, st.Depth
}

// stack is depth-first.
type stack struct{ waiting []int }

func (s *stack) put(st *State) { s.waiting = append(s.waiting, st.ID) }
func (s *stack) len() int      { return len(s.waiting) }

func (s *stack) take(limit int) []int {
	k := max(len(s.waiting)-limit, 0)
	out := slices.Clone(s.waiting[k:])
	s.waiting = s.waiting[:k]
	slices.Reverse(out)
	return out
}

// lottery draws at random.
type lottery struct {
	waiting []int
	random  *rand.Rand
}

func (l *lottery) put(st *State) { l.waiting = append(l.waiting, st.ID) }
func (l *lottery) len() int      { return len(l.waiting) }

func (l *lottery) take(limit int) []int {
	var out []int
	for len(l.waiting) > 0 && len(out) < limit {
		i, last := l.random.IntN(len(l.waiting)), len(l.waiting)-1
		out = append(out, l.waiting[i])
		l.waiting[i] = l.waiting[last]
		l.waiting = l.waiting[:last]
	}
	return out
}

// scored is ordered by the scores that the caller gives to states.
type scored struct {
	score   func(*State) int
	waiting *priority.Queue[scoredState]
}

type scoredState struct {
	state     *State
	score     int
	locations []int // of the state, also if its content was dropped; nil if the score never changes
}

func scoredBefore(a, b scoredState) bool {
	return a.score < b.score || a.score == b.score && a.state.ID < b.state.ID
}

func (s *scored) put(st *State) { s.waiting.Push(scoredState{state: st, score: s.score(st)}) }
func (s *scored) len() int      { return s.waiting.Len() }

func (s *scored) take(limit int) []int {
	var out []int
	for s.waiting.Len() > 0 && len(out) < limit {
		out = append(out, s.waiting.Pop().state.ID)
	}
	return out
}

// guided is coverage-guided: a state is rated by the number of transitions between it and the nearest uncovered one in the graph, plus its
// depth, so that a useless loop is left after a few rounds.
//
// Distances only grow, and scores with them. So a state waits with the score that it had when it was last looked at, and is looked at again
// when it comes to the front: if its score has grown it waits further.
type guided struct {
	search  *search
	waiting *priority.Queue[scoredState]
	near    []*sts.Nearest // by machine
	covered int            // how many transitions were covered, or settled for all products, when the distances were right
}

func newGuided(s *search) *guided {
	g := &guided{search: s, waiting: priority.New(scoredBefore)}
	for _, m := range s.system.Machines {
		g.near = append(g.near, m.Nearest(s.wants))
	}
	return g
}

func (g *guided) len() int { return g.waiting.Len() }

// score is lower for better states.
func (g *guided) score(st *State, locations []int) int {
	nearest := sts.FarAway
	for i, l := range locations {
		nearest = min(nearest, g.near[i].Distance(l))
	}
	return 2*nearest + st.Depth
}

func (g *guided) put(st *State) {
	g.refresh()
	locations := st.Locations()
	g.waiting.Push(scoredState{st, g.score(st, locations), locations})
}

func (g *guided) take(limit int) []int {
	g.refresh()
	var out []int
	for g.waiting.Len() > 0 && len(out) < limit {
		first := g.waiting.Pop()
		if now := g.score(first.state, first.locations); now > first.score {
			first.score = now
			g.waiting.Push(first)
			continue
		}
		out = append(out, first.state.ID)
	}
	return out
}

// refresh forgets distances after the coverage has grown.
func (g *guided) refresh() {
	covered := g.search.covered
	if g.search.family != nil {
		covered += g.search.family.settled
	}
	if g.covered == covered {
		return
	}
	g.covered = covered
	for _, n := range g.near {
		n.Forget()
	}
}
