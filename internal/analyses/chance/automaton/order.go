package automaton

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/base/priority"
)

// Unknowns of a block are eliminated one after the other: the equation of one is put into all equations that use it. Which numbers that
// makes depends on the order only, and is found before any number is computed, so that the same pattern serves for floating-point numbers
// and for integers modulo a prime. The next unknown is the one whose elimination takes the fewest products.

// pattern is where the elimination of a block has numbers, for one scheduler. Unknowns are numbered from 0 within the block.
type pattern struct {
	block []int     // by unknown: its row
	order []int32   // in which the unknowns are eliminated
	lower [][]int32 // by unknown: those before it whose equations are put into its own, in their order
	upper [][]int32 // by unknown: those after it that its equation has when it is eliminated
	work  int       // products of an elimination
}

// patternOf returns the pattern of a block; nil if it has more than a number of products.
func (e *equations) patternOf(ctx context.Context, block []int, scheduler []int, limit int) *pattern {
	n := len(block)
	p := &ordering{pattern: pattern{block: block, order: make([]int32, 0, n), lower: make([][]int32, n), upper: make([][]int32, n)},
		before: make([][]int32, n), done: make([]bool, n), mark: make([]int32, n)}
	p.connect(e, scheduler)
	waiting := priority.New(func(a, b candidate) bool { return a.weight < b.weight || a.weight == b.weight && a.unknown < b.unknown })
	for v := range int32(n) {
		waiting.Push(candidate{p.weight(v), v})
	}
	for len(p.order) < n {
		first := waiting.Pop()
		if p.done[first.unknown] || first.weight != p.weight(first.unknown) {
			continue
		}
		if p.work += first.weight + 1; p.work > limit || len(p.order)%1024 == 0 && ctx.Err() != nil {
			return nil
		}
		p.eliminate(first.unknown)
		for _, list := range [][]int32{p.before[first.unknown], p.upper[first.unknown]} {
			for _, u := range list {
				waiting.Push(candidate{p.weight(u), u})
			}
		}
	}
	return &p.pattern
}

// candidate is an unknown with the number of products that its elimination takes, or took before.
type candidate struct {
	weight  int
	unknown int32
}

// ordering is the search for an order.
type ordering struct {
	pattern
	before [][]int32 // by unknown: those that use it and are not eliminated
	done   []bool
	mark   []int32
	stamp  int32
}

// connect fills in which unknown uses which in the equations of a scheduler.
func (p *ordering) connect(e *equations, scheduler []int) {
	number := make(map[int]int32, len(p.block))
	for v, r := range p.block {
		number[r] = int32(v)
	}
	for v, r := range p.block {
		for _, t := range e.rows[r].options[scheduler[r]].terms {
			if u, inside := number[t.row]; inside && u != int32(v) {
				p.upper[v] = append(p.upper[v], u)
				p.before[u] = append(p.before[u], int32(v))
			}
		}
	}
}

func (p *ordering) weight(v int32) int { return len(p.before[v]) * len(p.upper[v]) }

func (p *ordering) eliminate(v int32) {
	p.order, p.done[v] = append(p.order, v), true
	for _, u := range p.before[v] {
		p.lower[u] = append(p.lower[u], v)
		p.upper[u] = p.join(p.upper[u], p.upper[v], v, u)
	}
	for _, u := range p.upper[v] {
		p.before[u] = p.join(p.before[u], p.before[v], v, u)
	}
}

// join adds the elements of a list to another, without v and self.
func (p *ordering) join(to, from []int32, v, self int32) []int32 {
	p.stamp++
	kept := to[:0]
	for _, u := range to {
		if u != v {
			p.mark[u] = p.stamp
			kept = append(kept, u)
		}
	}
	for _, u := range from {
		if u != self && p.mark[u] != p.stamp {
			kept = append(kept, u)
		}
	}
	return kept
}
