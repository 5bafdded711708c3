package concolic

import (
	"container/heap"
	"context"

	"github.com/sextant-mbt/sextant/internal/sts"
)

// WeightedPath is a path that ends with a target, with its weights.
type WeightedPath struct {
	Moves    []*sts.Move
	Weight   Distribution // P
	Consumed float64      // C
}

// HeaviestPaths lists paths to a move in the order in which Algorithm 2 takes them from its queue, without asking a solver:
// only paths that are contradictory as written are left out.
func HeaviestPaths(s *sts.System, d *Dependencies, target *sts.Move, count int) []WeightedPath {
	b := newBackward(&campaign{ctx: context.Background(), system: s, depends: d})
	p := &queue{}
	if t, ok := b.start(target); ok {
		heap.Push(p, t)
	}
	var out []WeightedPath
	for p.Len() > 0 && len(out) < count {
		t := heap.Pop(p).(*trail)
		out = append(out, WeightedPath{t.moves(), t.weight, t.consumed})
		for _, m := range b.before(t) {
			if longer, ok := b.extend(t, m); ok && p.Len() < maxTrails {
				heap.Push(p, longer)
			}
		}
	}
	return out
}
