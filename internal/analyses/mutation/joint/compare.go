package joint

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Mutant is a system with the slots of the original.
type Mutant struct {
	System   *sts.System
	Replaced map[string]*sts.Move // moves of the original that it lacks or has in another form, by name
	Changed  map[string]*sts.Move // its own moves that the original lacks or has in another form, by name
}

// Result is the result of a comparison.
type Result uint8

// The results.
const (
	Nothing    Result = iota // there are differences, or too many states
	Erring                   // the original allows whatever can be observed of the mutant, but the mutant runs into model errors where the original does not
	Conforming               // the original allows whatever can be observed of the mutant
	Equivalent               // the same can be observed of both, and they accept the same inputs
)

// Difference is a run of a mutant that ends with an output, or with a silence, that the original does not allow.
type Difference struct {
	Start  []term.Value // of the mutant: the initial values, by slot
	Inputs []Input
	Steps  []Step // of the mutant
}

// Step is a step of a mutant.
type Step struct {
	Move *sts.Move
	Next *sts.Config
}

// Compare compares a mutant with the original. It calls visit with differences, shortest first, until visit reports that no more are
// wanted; pairs is the number of pairs that were visited.
func (p *Space) Compare(ctx context.Context, m Mutant, visit func(Difference) (done bool)) (found Result, pairs int) {
	p.tried, p.full = 0, false
	defer func() {
		if p.full {
			p.fulls++
		}
	}()
	mutant, ok := p.sideOf(m)
	if !ok {
		return Nothing, 0
	}
	forth := &comparison{Space: p, spec: p.original, impl: mutant, visit: visit}
	if !forth.run(ctx) {
		if forth.doubtful && !forth.differs && !p.full {
			found = Erring
		}
		return found, len(forth.pairs)
	}
	none := func(Difference) bool { return true }
	strict := &comparison{Space: p, spec: p.original, impl: mutant, strict: true, visit: none}
	back := &comparison{Space: p, spec: mutant, impl: p.original, strict: true, visit: none}
	if strict.run(ctx) && back.run(ctx) {
		return Equivalent, len(forth.pairs)
	}
	return Conforming, len(forth.pairs)
}

// IsGivenUp reports whether too many limits were reached, so that no other mutant is compared.
func (p *Space) IsGivenUp() bool { return p.fulls >= maxFull }

// side is a system that is compared, and the states in which it may begin.
type side struct {
	*observer
	own   *stepper
	start beginning
}

// sideOf returns a mutant as a side: it has the unchanged moves of the original, and its own. It reports false if its own moves or its initial
// states cannot be listed, or if it has no initial state.
func (p *Space) sideOf(m Mutant) (*side, bool) {
	var changed []*sts.Move
	for _, move := range m.System.Moves() {
		if m.Changed[move.Name] != nil {
			changed = append(changed, move)
		}
	}
	own, err := p.newStepper(m.System, changed)
	if err != nil {
		return nil, false
	}
	start, err := p.beginningOf(own)
	of := func(ctx context.Context, state int) []edge {
		kept := slices.DeleteFunc(slices.Clone(p.original.of(ctx, state)), func(e edge) bool { return m.Replaced[e.move.Name] != nil })
		if len(changed) == 0 {
			return kept
		}
		return inOrder(append(kept, p.try(ctx, own, state)...))
	}
	return &side{newObserver(p, of), own, start}, err == nil && len(start.states) > 0
}

// comparison is one run through the pairs.
type comparison struct {
	*Space
	spec, impl *side
	strict     bool // both sides must ignore and accept the same inputs, and have the same model errors
	visit      func(Difference) bool
	pairs      []pair
	known      map[[2]int]bool
	differs    bool
	doubtful   bool // only the implementation has a model error, or the sides differ in what a strict comparison demands
	stopped    bool
}

// pair is a belief of the specification and a situation of the implementation, and how they were reached.
type pair struct {
	spec, impl int
	before     int  // the index of the pair before; -1 - i is start i of the implementation
	input      int  // that was sent; 0 is none
	step       edge // of the implementation; none if there is no move
}

// run visits all pairs, and reports whether the implementation conforms.
func (c *comparison) run(ctx context.Context) bool {
	c.known = map[[2]int]bool{}
	var first []int
	for _, state := range c.spec.start.states {
		first = append(first, c.situationAt(state, nil))
	}
	for i, state := range c.impl.start.states {
		c.reach(pair{spec: c.beliefOf(first), impl: c.situationAt(state, nil), before: -1 - i})
	}
	c.doubtful = !slices.Equal(c.spec.start.bad, c.impl.start.bad)
	for i := 0; i < len(c.pairs) && !c.stopped && !(c.strict && c.doubtful); i++ {
		c.full = c.full || len(c.pairs) > maxPairs || c.tried > maxTried || ctx.Err() != nil
		if c.full {
			return false
		}
		c.check(ctx, i)
	}
	return !c.differs && !c.doubtful && !c.full
}

// reach adds a pair, unless it is known.
func (c *comparison) reach(p pair) {
	if key := [2]int{p.spec, p.impl}; !c.known[key] {
		c.known[key] = true
		c.pairs = append(c.pairs, p)
	}
}

// check follows the implementation from a pair.
func (c *comparison) check(ctx context.Context, i int) {
	p := c.pairs[i]
	belief := c.spec.settle(ctx, p.spec)
	if belief.erring && !c.strict {
		return
	}
	if pending := c.situations[p.impl].pending; len(pending) > 0 {
		if next := c.spec.hear(ctx, belief, pending[0]); next == none {
			c.differ(i)
		} else {
			c.reach(pair{spec: next, impl: c.situationAt(c.situations[p.impl].state, pending[1:]), before: i})
		}
		return
	}
	spontaneous, receiving := c.impl.edges(ctx, p.impl)
	taken := done(spontaneous)
	c.doubtful = c.doubtful || len(taken) < len(spontaneous) && !belief.erring
	for _, e := range taken {
		c.reach(pair{spec: p.spec, impl: c.impl.after(e), before: i, step: e})
	}
	switch {
	case !c.impl.mayRest(ctx, p.impl):
	case belief.silent == none:
		c.differ(i)
	default:
		for input := 1; input < len(c.inputs); input++ {
			c.send(ctx, i, belief, input, withInput(receiving, input))
		}
	}
}

// send follows both sides after an input that comes in a silence.
func (c *comparison) send(ctx context.Context, i int, belief *settlement, input int, steps []edge) {
	reaction, taken := c.spec.tell(ctx, belief, input), done(steps)
	erring := len(taken) < len(steps) && !reaction.erring
	if c.strict && (erring || reaction.accepted != (len(taken) > 0)) {
		c.doubtful = true
		return
	}
	if !reaction.accepted || reaction.erring && !c.strict {
		return
	}
	c.doubtful = c.doubtful || erring
	for _, e := range taken {
		c.reach(pair{spec: reaction.belief, impl: c.impl.after(e), before: i, input: input, step: e})
	}
	if len(taken) == 0 { // it is ignored
		c.reach(pair{spec: reaction.belief, impl: c.pairs[i].impl, before: i, input: input})
	}
}

// differ proposes the run to a difference.
func (c *comparison) differ(i int) {
	c.differs = true
	var d Difference
	for ; i >= 0; i = c.pairs[i].before {
		p := c.pairs[i]
		if p.input > 0 {
			d.Inputs = append(d.Inputs, c.inputs[p.input])
		}
		if p.step.move != nil {
			d.Steps = append(d.Steps, Step{p.step.move, c.config(p.step.next)})
		}
	}
	d.Start = c.impl.start.values[-1-i]
	slices.Reverse(d.Inputs)
	slices.Reverse(d.Steps)
	c.stopped = c.visit(d)
}
