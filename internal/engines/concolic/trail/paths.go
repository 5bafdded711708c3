package trail

import (
	"github.com/sextant-mbt/sextant/internal/base/priority"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// maxTrails bounds a queue.
const maxTrails = 20_000

// Queue is a priority queue of trails: those of the smallest rank first, among equals the one that was pushed first.
type Queue struct {
	items *priority.Queue[ranked]
	rank  func(*Trail) float64
	next  int
}

type ranked struct {
	trail *Trail
	rank  float64
	order int
}

// NewQueue returns an empty queue.
func NewQueue(rank func(*Trail) float64) *Queue {
	return &Queue{rank: rank, items: priority.New(func(a, b ranked) bool {
		return a.rank < b.rank || a.rank == b.rank && a.order < b.order
	})}
}

// Len returns the number of trails.
func (q *Queue) Len() int { return q.items.Len() }

// Full reports whether trails that are pushed are dropped.
func (q *Queue) Full() bool { return q.items.Len() >= maxTrails }

// Push adds a trail, unless the queue is full.
func (q *Queue) Push(t *Trail) {
	if !q.Full() {
		q.items.Push(ranked{t, q.rank(t), q.next})
		q.next++
	}
}

// Pop removes the first trail.
func (q *Queue) Pop() *Trail { return q.items.Pop().trail }

// ByWeight is the rank of Algorithm 2: the largest consumed weight first.
func ByWeight(t *Trail) float64 { return -t.Consumed }

// HeaviestPaths returns trails to a move in the order in which Algorithm 2 takes them from its queue, without a solver: only
// paths that are contradictory as written are left out.
func HeaviestPaths(s *sts.System, d *Dependencies, target *sts.Move, count int) []*Trail {
	b := NewBuilder(s, d, nil)
	p := NewQueue(ByWeight)
	if t, ok := b.Start(target); ok {
		p.Push(t)
	}
	var out []*Trail
	for p.Len() > 0 && len(out) < count {
		t := p.Pop()
		out = append(out, t)
		for _, longer := range b.Extensions(t) {
			p.Push(longer)
		}
	}
	return out
}
