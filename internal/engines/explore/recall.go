package explore

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore/compact"
)

// Recall. Where all cells of a state have known values, the state stands for one concrete state, and if moreover its steps have no parameters
// and conditions, its subtree depends on that concrete state alone: not on the path, and not on the run. Then the expansion of the first such
// state is remembered as a point of a graph, and all others that stand for the same concrete state are expanded from it: their children are
// record-only states, called buds (states.go), created without evaluating the model. The point of a bud follows from the point of its parent
// and the move, without its content. So the tree of machines without data is the unfolding of a much smaller graph.
//
// An expansion is remembered if it was quiet: it had no findings, no undecided queries and no solver calls. Known findings are not looked for
// again, so a quiet expansion stays quiet. Cycles of internal steps are looked for along the run, so steps that may end one are not quiet.
// Checks of invariants are quiet, since they depend on the cells alone.

// newGraph returns the graph by which states are recalled; nil if the search evaluates each of its states, or does not proceed level by
// level.
func (s *search) newGraph() *compact.Graph {
	o := &s.options
	if o.forgets || !s.skips() || o.Strategy != BreadthFirst || len(o.Path) > 0 || o.States > compact.MaxStates || len(s.system.Moves()) > compact.MaxMove {
		return nil
	}
	return compact.NewGraph()
}

// recall returns the point from which a state can be expanded; 0 if there is none.
func (s *search) recall(number int) uint32 {
	if s.graph == nil {
		return 0
	}
	st, bud := s.tree.states.look(number)
	switch {
	case bud != nil:
		if bud.Point == 0 {
			bud.Point = s.graph.Target(s.point(int(bud.Parent)), bud.Move())
		}
		return bud.Point
	case st.point == 0 && st.Parent != nil:
		st.point = s.graph.Target(st.Parent.point, st.Move.ID)
	}
	return st.point
}

// point returns the point of a state, as far as it is known.
func (s *search) point(number int) uint32 {
	st, bud := s.tree.states.look(number)
	if bud != nil {
		return bud.Point
	}
	return st.point
}

// isPlain reports whether the state after the step, to which a run leads, is determined by its parent and move alone.
func (x *stepping) isPlain(w *run.Witness) bool {
	return x.search.graph != nil && len(x.added) == 0 && len(w.Params) == 0 && w.Parent == x.from.Witness()
}

// looksBack reports whether a check depends on the path to the state after the step.
func (x *stepping) looksBack() bool { return !x.search.options.PathsOnly && x.mayCycle() }

// costs is the work done before the expansion of a state that stands for one concrete state.
type costs struct {
	noted         bool // the expansion may be remembered
	hits, queries int
}

func (w *worker) costs(st *State) costs {
	if graph := w.search.graph; graph == nil || graph.Full() || !isConcrete(st.Symbolic()) {
		return costs{}
	}
	return costs{noted: true, hits: w.witnessHits, queries: w.queries()}
}

// queries returns how many queries were made.
func (w *worker) queries() int {
	used := w.solver.Stats()
	return used.Calls + used.CacheHits + used.Refuted + used.Satisfied
}

// isRecallable reports whether an expansion can be remembered.
func (w *worker) isRecallable(out *expansion, before costs) bool {
	quiet := !out.varied && len(out.findings)+len(out.doubts)+len(out.blocked)+len(out.outside) == 0 && out.err == nil
	return before.noted && quiet && w.queries() == before.queries
}

// isConcrete reports whether all cells have known values.
func isConcrete(st *sts.SymbolicState) bool {
	isConst := func(cells []*term.Term) bool {
		return !slices.ContainsFunc(cells, func(c *term.Term) bool { return !c.IsConst() })
	}
	return isConst(st.Store) && !slices.ContainsFunc(st.Queues, func(q sts.Queue[*term.Term]) bool { return !isConst(q.Items) })
}

// remember adds the expansion of a state to the graph.
func (s *search) remember(st *State, out *expansion) {
	p := compact.Point{Infeasible: out.infeasible, Hits: out.hits, Terminal: out.terminal, Next: make([]compact.Successor, len(out.children))}
	for i, c := range out.children {
		p.Next[i].Move = c.move.ID
	}
	st.point = s.graph.Number(out.key, p)
	if st.Parent != nil {
		s.graph.Link(st.Parent.point, st.Move.ID, st.point)
	}
}

// mergeRecalled adds the children of a state that was expanded from its point.
func (s *search) mergeRecalled(number int, p *compact.Point) {
	s.tree.Infeasible += p.Infeasible
	s.tree.WitnessHits += p.Hits
	depth := s.expandAs(number, p)
	for i := range p.Next {
		if s.isLarge() {
			s.expandNot(number)
			return
		}
		s.addBud(number, depth+1, s.system.Moves()[p.Next[i].Move], p.Next[i].To)
	}
}

// expandAs marks a state as expanded, and returns its depth.
func (s *search) expandAs(number int, p *compact.Point) int {
	st, bud := s.tree.states.look(number)
	if bud == nil {
		st.Expanded, st.Terminal, st.Followed = true, p.Terminal, len(p.Next) > 0 && !s.isLarge()
		s.dropOld(st)
		return st.Depth
	}
	bud.Set(compact.Expanded)
	if p.Terminal {
		bud.Set(compact.Terminal)
	}
	if len(p.Next) > 0 && !s.isLarge() {
		bud.Set(compact.Followed)
	}
	return int(bud.Depth)
}

// expandNot marks a state as not expanded: there was no room for all its children.
func (s *search) expandNot(number int) {
	if st, bud := s.tree.states.look(number); bud == nil {
		st.Expanded = false
	} else {
		bud.Clear(compact.Expanded)
	}
}

// addBud adds a record-only state. It is opened if it is the first to cover a transition.
func (s *search) addBud(parent, depth int, move *sts.Move, point uint32) {
	bud := compact.NewRecord(parent, depth, move.ID)
	bud.Point = point
	if depth < s.options.Depth {
		bud.Set(compact.Waits)
		s.line.waiting++
	}
	s.tree.states.addBud(bud)
	if slices.ContainsFunc(move.Parts, func(t *sts.Transition) bool { return s.hits[t.ID] == nil || depth < s.hits[t.ID].Depth }) {
		s.cover(s.tree.states.at(s.tree.Size() - 1))
	}
}
