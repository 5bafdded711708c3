package concolic

import (
	"container/heap"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// EC: Algorithms 1 and 2 of paper 3.
//
// Algorithm 1 searches long-range until no new transition was taken for some steps (inactivity), then wide-width around the
// targets, and goes back to the long-range search as soon as one of them was reached.
//
// Algorithm 2, multi-level backjumping: a priority queue p holds trails with their weight distribution w and consumed weight
// c. It starts with the target alone, where w̄ is 1 for each variable of the target's guard. The trail of the largest c is
// taken. If the solver refutes it on its own (line 6), it is dropped with everything before it. If its first move has consumed
// weight (line 7), it is tried from every stored configuration of its first location (lines 8 to 10). Then it is prolonged by
// every move that ends where it starts (lines 11 to 13).
//
// The paper gives Algorithm 2 a time limit per target. Here it is a number of questions, which doubles each time a target is
// tried again.

// firstEffort is how many questions a target is worth at first, most how many at most.
const (
	firstEffort = 64
	mostEffort  = 4096
)

// stepsPerQuestion is how many concrete steps take about as long as a question and the work around it.
const stepsPerQuestion = 100

// popsPerQuestion bounds how many trails are looked at for each question that a target is worth: not all need one.
const popsPerQuestion = 8

// maxTrails bounds the priority queue.
const maxTrails = 20_000

// queue is p: trails, those of the largest consumed weight first, among equals the one that was pushed first.
type queue struct {
	items []*trail
	order []int
	next  int
}

func (q *queue) Len() int { return len(q.items) }

func (q *queue) Less(i, j int) bool {
	if q.items[i].consumed != q.items[j].consumed {
		return q.items[i].consumed > q.items[j].consumed
	}
	return q.order[i] < q.order[j]
}

func (q *queue) Swap(i, j int) {
	q.items[i], q.items[j] = q.items[j], q.items[i]
	q.order[i], q.order[j] = q.order[j], q.order[i]
}

// Push adds a trail, for package heap.
func (q *queue) Push(x any) {
	q.items = append(q.items, x.(*trail))
	q.order = append(q.order, q.next)
	q.next++
}

// Pop takes the last trail, for package heap.
func (q *queue) Pop() any {
	n := len(q.items) - 1
	t := q.items[n]
	q.items, q.order = q.items[:n], q.order[:n]
	return t
}

// concolicEngine is EC: Algorithm 1. The inactivity that ends a long-range search is counted in steps; it is prolonged by what
// the wide-width search before it took, so that neither starves when efforts grow.
func (w *walker) concolicEngine() error {
	j := w.newJumper()
	effort := make([]int, len(w.system.Transitions()))
	for patience := w.options.Inactivity; !w.over(); {
		covered := w.coverage()
		if err := w.longRangeSearch(patience); err != nil {
			return w.endOfSearch(err)
		}
		asked := w.queries.Load()
		hit, err := j.wideWidth(effort)
		patience = w.options.Inactivity + stepsPerQuestion*int(w.queries.Load()-asked)
		if hit {
			err = w.walkOn(episode) // from the target
		}
		if err != nil {
			return w.endOfSearch(err)
		}
		if w.coverage() > covered {
			renew(effort)
		}
	}
	return nil
}

// renew lets the targets be tried once more, now that there is something new to start from.
func renew(effort []int) {
	for i := range effort {
		effort[i] = min(effort[i], mostEffort/2)
	}
}

// wideWidth tries the targets that were tried least, in turn, until one is reached.
func (j *jumper) wideWidth(effort []int) (hit bool, err error) {
	frontier := j.frontier()
	least := mostEffort
	for _, t := range frontier {
		least = min(least, effort[t.ID])
	}
	for _, t := range frontier {
		if effort[t.ID] != least || least == mostEffort || j.over() {
			continue
		}
		effort[t.ID] = next(least)
		if hit, err = j.backjump(t, effort[t.ID]); hit || err != nil {
			return hit, err
		}
		if j.open >= maxOpen {
			effort[t.ID] = mostEffort // the solver will not do better next time
		}
	}
	return false, nil
}

// next is the effort after a level.
func next(level int) int {
	if level == 0 {
		return firstEffort
	}
	return level * 2
}

// backjump is Algorithm 2 for one target.
func (j *jumper) backjump(target *sts.Transition, effort int) (bool, error) {
	p := &queue{}
	for _, m := range j.movesOf(target) {
		if t, ok := j.back.start(m); ok {
			heap.Push(p, t)
		}
	}
	j.open = 0
	limit := j.queries.Load() + int64(effort)
	for popped := 0; p.Len() > 0 && j.queries.Load() < limit && popped < popsPerQuestion*effort && j.open < maxOpen && !j.over(); popped++ {
		t := heap.Pop(p).(*trail)
		possible, err := j.possible(t)
		if err != nil {
			return false, err
		}
		if !possible {
			continue
		}
		if t.gained {
			if done, err := j.from(t, "multi-level backjumping"); done || err != nil {
				return done, err
			}
		}
		for _, m := range j.back.before(t) {
			if longer, ok := j.back.extend(t, m); ok && p.Len() < maxTrails {
				heap.Push(p, longer)
			}
		}
	}
	if !j.over() {
		j.giveUp(target, p.Len() == 0, effort, "multi-level backjumping")
	}
	return false, nil
}

// giveUp keeps why a search did not reach a target, unless the solver had a reason of its own.
func (j *jumper) giveUp(target *sts.Transition, exhausted bool, effort int, how string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case j.why[target.ID].Status != "" && j.why[target.ID].Status != result.NotReached:
	case exhausted:
		j.why[target.ID] = notReached("no path that ends with it and depends on inputs can be followed from a stored configuration")
	default:
		j.why[target.ID] = notReached(fmt.Sprintf("%s with at most %d queries found no way", how, effort))
	}
}
