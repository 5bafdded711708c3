package abstraction

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/result"
)

// The reachable state tree RST n (definition 5 of paper 4) is the symbolic execution tree of all paths of at most n steps: a
// node is a path with its condition, and stands for the states that the path can end in. Package explore builds it.

// Reach is a reachable state tree.
type Reach struct {
	Depth    int
	Nodes    []*explore.State // of at most Depth steps, shortest paths first
	Tree     *explore.Tree
	Complete bool // no node is missing: no bound was met and no step was left open
}

// Reach builds the tree of all paths of at most depth steps. Several abstractions may use it.
func (s *Session) Reach(ctx context.Context, depth int) (*Reach, error) {
	tree, err := explore.Run(ctx, s.system, explore.Options{Strategy: explore.BreadthFirst, Depth: max(depth, 1), States: s.options.Nodes,
		Workers: s.options.Workers, NewSolver: s.options.NewSolver})
	if err != nil {
		return nil, err
	}
	s.reached.Add(tree.Solver)
	r := &Reach{Depth: depth, Tree: tree}
	for _, st := range tree.States {
		if st.Depth <= depth {
			r.Nodes = append(r.Nodes, st)
		}
	}
	r.Complete = depth == 0 || len(tree.Doubts) == 0 && (tree.Stop == result.StopDepth || tree.Stop == result.StopExhausted)
	return r, ctx.Err()
}
