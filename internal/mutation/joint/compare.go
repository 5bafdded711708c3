package joint

import (
	"context"
	"math"
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
)

// Mutant is a system that begins as the original does, and has the same slots.
type Mutant struct {
	System   *sts.System
	Replaced map[string]*sts.Move // moves of the original that it does not have so, by name
	Changed  map[string]*sts.Move // its own moves that the original does not have so, by name
}

// Result is what a comparison shows.
type Result uint8

// The results.
const (
	Nothing    Result = iota // there are differences, or too many states
	Conforming               // the original follows the mutant
	Equivalent               // they follow each other, and accept the same inputs
)

// Compare compares a mutant with the original. It calls visit with the inputs of each difference, shortest first, until visit
// reports that no more are wanted; pairs is the number of pairs that were visited.
func (p *Space) Compare(ctx context.Context, m Mutant, visit func([]Input) (done bool)) (found Result, pairs int) {
	if p.fulls >= maxFull || !p.fits(m) {
		return Nothing, 0
	}
	p.tried, p.full = 0, false
	defer func() {
		if p.full {
			p.fulls++
		}
	}()
	side := &side{space: p, mutant: m, in: sts.NewInterpreter(m.System)}
	forth := &comparison{Space: p, spec: p.of, impl: side.of, visit: visit}
	if !forth.run(ctx) {
		return Nothing, len(forth.pairs)
	}
	none := func([]Input) bool { return true }
	strict := &comparison{Space: p, spec: p.of, impl: side.of, strict: true, visit: none}
	back := &comparison{Space: p, spec: side.of, impl: p.of, strict: true, visit: none}
	if strict.run(ctx) && back.run(ctx) {
		return Equivalent, len(forth.pairs)
	}
	return Conforming, len(forth.pairs)
}

// side is a mutant: the unchanged moves of the original, and its own.
type side struct {
	space  *Space
	mutant Mutant
	in     *sts.Interpreter
}

// of returns the steps of the mutant from a state.
func (d *side) of(ctx context.Context, state int) []edge {
	kept := slices.DeleteFunc(slices.Clone(d.space.of(ctx, state)), func(e edge) bool { return d.mutant.Replaced[e.move.Name] != nil })
	if len(d.mutant.Changed) == 0 {
		return kept
	}
	return inOrder(append(kept, d.space.try(ctx, d.in, d.mutant.System, state, d.mutant.Changed)...))
}

// comparison is one run through the pairs.
type comparison struct {
	*Space
	spec, impl func(context.Context, int) []edge
	strict     bool // no input may be ignored, and no model error is the implementation's alone
	visit      func([]Input) bool
	pairs      []pair
	known      map[[2]int]bool
	differs    bool
	stopped    bool
}

// pair is a state of each side, and how it was reached.
type pair struct {
	spec, impl int
	before     int // the index of the pair before
	input      int
}

// run visits all pairs, and reports whether there is no difference in any of them.
func (c *comparison) run(ctx context.Context) bool {
	c.known = map[[2]int]bool{}
	c.reach(pair{c.start, c.start, -1, 0})
	for i := 0; i < len(c.pairs) && !c.stopped; i++ {
		if len(c.pairs) > maxPairs || c.full || ctx.Err() != nil {
			return false
		}
		c.check(ctx, i)
	}
	return !c.differs && !c.full
}

// reach adds a pair, unless it is known.
func (c *comparison) reach(p pair) {
	if key := [2]int{p.spec, p.impl}; !c.known[key] {
		c.known[key] = true
		c.pairs = append(c.pairs, p)
	}
}

// check compares the steps of both sides from a pair.
func (c *comparison) check(ctx context.Context, i int) {
	spec, impl := c.spec(ctx, c.pairs[i].spec), c.impl(ctx, c.pairs[i].impl)
	for input := 0; input == 0 || len(spec)+len(impl) > 0; {
		if c.full || c.stopped {
			return
		}
		var some, others []edge
		some, spec = cut(spec, input)
		others, impl = cut(impl, input)
		if !c.matched(i, input, some, others) {
			c.differ(i, input)
		}
		input = nextInput(spec, impl)
	}
}

// cut divides edges, which are in the order of inputs, into those with an input and those after it.
func cut(edges []edge, input int) (some, rest []edge) {
	n := 0
	for n < len(edges) && edges[n].input == input {
		n++
	}
	return edges[:n], edges[n:]
}

// nextInput returns the smallest input of some edges, which are in the order of inputs.
func nextInput(lists ...[]edge) int {
	next := math.MaxInt
	for _, list := range lists {
		if len(list) > 0 {
			next = min(next, list[0].input)
		}
	}
	return next
}

// matched reports whether the specification can follow the steps with one input, or without one, and reaches the pairs after them.
func (c *comparison) matched(i, input int, spec, impl []edge) bool {
	specFails, implFails := fails(spec), fails(impl)
	spec, impl = done(spec), done(impl)
	tested := input == 0 || len(spec) > 0
	if implFails && !specFails && (tested || c.strict) {
		return false
	}
	if !tested {
		return true
	}
	for _, step := range impl {
		if !c.follow(i, step, spec) {
			return false
		}
	}
	switch {
	case len(impl) > 0:
		return true
	case input == 0:
		return len(spec) == 0 && !specFails
	}
	return c.ignored(i, input, spec)
}

// follow reaches the pairs after a step and each step of the specification that sends the same; false if there is none.
func (c *comparison) follow(i int, step edge, spec []edge) bool {
	followed := false
	for _, s := range spec {
		if s.outputs == step.outputs {
			followed = true
			c.reach(pair{s.next, step.next, i, step.input})
		}
	}
	return followed
}

// ignored reports whether the implementation may ignore an input: the specification sends nothing.
func (c *comparison) ignored(i, input int, spec []edge) bool {
	for _, s := range spec {
		if c.strict || s.outputs != "" {
			return false
		}
		c.reach(pair{s.next, c.pairs[i].impl, i, input})
	}
	return true
}

// differ proposes the inputs to a difference.
func (c *comparison) differ(i, input int) {
	c.differs = true
	var inputs []Input
	if input > 0 {
		inputs = append(inputs, c.inputs[input])
	}
	for ; i >= 0; i = c.pairs[i].before {
		if c.pairs[i].input > 0 {
			inputs = append(inputs, c.inputs[c.pairs[i].input])
		}
	}
	slices.Reverse(inputs)
	c.stopped = c.visit(inputs)
}

// fails reports whether some step runs into a model error.
func fails(edges []edge) bool {
	return slices.ContainsFunc(edges, func(e edge) bool { return e.next == unsafe })
}

// done returns the steps that are taken.
func done(edges []edge) []edge {
	if !fails(edges) {
		return edges
	}
	return slices.DeleteFunc(slices.Clone(edges), func(e edge) bool { return e.next == unsafe })
}
