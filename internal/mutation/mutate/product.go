package mutate

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// The inductive product argument. Two systems run side by side: the implementation, which moves as it likes, and the
// specification, which must be able to follow. A node of the product is a pair of controls with the relations between the
// slots of both (relation.go) that are proved to hold whenever the pair is reached; everything else is unknown, except for the
// invariants of one side. At each node every step of the implementation must be matched:
//
//	an input that the specification accepts: whatever step the implementation takes, the specification has one with the
//	same outputs; if the implementation ignores the input, the specification must be able to send nothing;
//	an output: the specification has a step with the same output;
//	an internal step (τ): the specification has one too;
//	silence: if the implementation can take no step without input, the specification cannot either.
//
// The nodes reached by matching pairs of steps are checked in turn; a pair of controls that is reached again with fewer
// relations is checked again with those. If every check succeeds, this is a simulation, so every trace of the implementation
// is one of the specification, and silence is matched by silence: the implementation conforms (ioco). The sets of relations
// only shrink, so this ends. A slot that no guard and no output looks at may well differ: that is how assignments to dead
// variables are proved harmless.
//
// In the strict form no input may be ignored that the specification accepts. Two systems that follow each other strictly
// accept the same inputs and send the same outputs: they are equivalent.

// maxNodes bounds the pairs of controls.
const maxNodes = 200

// product is one such argument.
type product struct {
	asker
	specification, implementation *sts.System
	known                         *invariants // of the original
	onSpecification               bool        // the original is the specification
	strict                        bool        // no input may be ignored
	equalities                    bool        // try no other relations: that is cheaper, and mostly enough
	relations                     []relation
	nodes                         map[string]*node
	waiting                       []*node
}

// node is a pair of controls with the relations that hold.
type node struct {
	spec, impl sts.SymbolicState // the controls; the stores are made from the relations
	holds      []bool            // by relation
	queued     bool
}

// simulates tells whether it is proved that the specification can follow the implementation.
func (p *product) simulates() bool {
	p.nodes = map[string]*node{}
	spec, _ := p.specification.StartSymbolic()
	impl, _ := p.implementation.StartSymbolic()
	p.waiting = nil
	p.relations = equalities(p.specification)
	if !p.equalities {
		p.relations = append(p.relations, otherRelations(p.specification, p.implementation)...)
	}
	holds := make([]bool, len(p.relations))
	for i := range holds {
		holds[i] = true // both start with the same values
	}
	p.reach(spec, impl, holds)
	for len(p.waiting) > 0 {
		n := p.waiting[0]
		p.waiting = p.waiting[1:]
		n.queued = false
		if len(p.nodes) > maxNodes || p.err != nil || !p.check(n) {
			return false
		}
	}
	return p.err == nil
}

// reach notes that a pair of controls is reached with these relations.
func (p *product) reach(spec, impl sts.SymbolicState, holds []bool) {
	key := nodeKey(&spec, &impl)
	n := p.nodes[key]
	if n == nil {
		n = &node{spec: spec, impl: impl, holds: holds, queued: true}
		p.nodes[key] = n
		p.waiting = append(p.waiting, n)
		return
	}
	shrunk := false
	for i, h := range holds {
		if n.holds[i] && !h {
			n.holds[i], shrunk = false, true
		}
	}
	if shrunk && !n.queued {
		n.queued = true
		p.waiting = append(p.waiting, n)
	}
}

func nodeKey(spec, impl *sts.SymbolicState) string {
	return control(spec.Locations, spec.Queues) + " | " + control(impl.Locations, impl.Queues)
}

// facing is a node with symbolic states: equal slots are the same variable on both sides, the other relations and the
// invariants are hypotheses.
type facing struct {
	node       *node
	spec, impl sts.SymbolicState
	hypotheses []*term.Term
}

func (p *product) face(n *node) *facing {
	f := &facing{node: n, spec: n.spec, impl: n.impl}
	f.spec.Store = p.specification.SlotTerms()
	f.impl.Store = primed(p.specification)
	for i, r := range p.relations {
		if r.slot >= 0 && n.holds[i] {
			f.impl.Store[r.slot] = f.spec.Store[r.slot]
		}
	}
	values := sides(p.specification, f.spec.Store, f.impl.Store)
	for i, r := range p.relations {
		if r.slot < 0 && n.holds[i] {
			f.hypotheses = append(f.hypotheses, p.store.Substitute(r.cond, values))
		}
	}
	f.spec.Queues = anyQueues(p.store, n.spec.Queues)
	f.impl.Queues = anyQueues(p.store, n.impl.Queues)
	f.hypotheses = append(f.hypotheses, p.invariants(f)...)
	return f
}

// invariants are what is known of all states of the original, said of its side.
func (p *product) invariants(f *facing) []*term.Term {
	original := &f.impl
	if p.onSpecification {
		original = &f.spec
	}
	by := map[*term.Term]*term.Term{}
	for i, slot := range p.specification.Slots {
		by[slot.Term] = original.Store[i]
	}
	var out []*term.Term
	for _, c := range p.known.of(original) {
		out = append(out, p.store.Substitute(c, by))
	}
	return out
}

// check proves that every step of the implementation at a node is matched, and reaches what follows.
func (p *product) check(n *node) bool {
	if len(n.spec.Queues) != len(n.impl.Queues) {
		return false
	}
	for i, q := range n.spec.Queues {
		if n.impl.Queues[i].Count != q.Count {
			return false
		}
	}
	f := p.face(n)
	for _, c := range p.specification.Channels {
		if c.Direction == sts.Input && !p.inputMatched(f, c) {
			return false
		}
	}
	return p.spontaneousMatched(f)
}

// inputMatched proves that every reaction to an input that the specification accepts is allowed.
func (p *product) inputMatched(f *facing, c *sts.Channel) bool {
	received := payload(p.store, c, 0)
	specs := takeAll(p.specification, &f.spec, c.Name, 0, received, unmarked)
	if len(specs) == 0 {
		return true
	}
	impls := takeAll(p.implementation, &f.impl, c.Name, 0, received, markResults)
	accepted := make([]*term.Term, len(specs))
	for i := range specs {
		accepted[i] = specs[i].possible()
	}
	accepts := []*term.Term{p.store.Or(accepted...)}
	for k := range impls {
		if !p.matched(f, accepts, specs, &impls[k]) {
			return false
		}
	}
	return p.ignored(f, specs, impls)
}

// matched proves that a step of the implementation has a matching one among those of the specification, and reaches the
// nodes after each matching pair.
func (p *product) matched(f *facing, accepts []*term.Term, specs []taken, impl *taken) bool {
	hypotheses := append(f.hypotheses[:len(f.hypotheses):len(f.hypotheses)], impl.cond...)
	hypotheses = append(hypotheses, accepts...)
	unmatched := []*term.Term{}
	var partners []*taken
	for i := range specs {
		spec := &specs[i]
		if spec.outputChannels() != impl.outputChannels() {
			continue
		}
		hypotheses = append(hypotheses, congruence(spec, impl)...)
		partners = append(partners, spec)
		unmatched = append(unmatched, p.store.Not(p.together(spec, impl)))
	}
	if !p.impossible(hypotheses, unmatched) {
		return false
	}
	for _, spec := range partners {
		conds := append(hypotheses[:len(hypotheses):len(hypotheses)], p.together(spec, impl))
		if !p.impossible(conds) && !p.follow(conds, spec.effect.State, impl.effect.State) {
			return false
		}
	}
	return true
}

// together is the condition that the specification takes a step and sends what the implementation sends.
func (p *product) together(spec, impl *taken) *term.Term {
	return p.store.And(p.store.And(spec.cond...), p.store.Not(differ(p.store, spec.effect.Outputs, impl.effect.Outputs)))
}

// ignored proves that where the implementation ignores an input, the specification may send nothing.
func (p *product) ignored(f *facing, specs, impls []taken) bool {
	refusal := p.none(impls)
	for i := range specs {
		conds, ok := term.Conjoin(f.hypotheses, specs[i].cond, refusal)
		if !ok || p.impossible(conds) {
			continue
		}
		if p.strict || len(specs[i].move.Outputs) > 0 || !p.follow(conds, specs[i].effect.State, f.impl) {
			return false
		}
	}
	return true
}

// none is the condition that no step can be taken.
func (p *product) none(steps []taken) []*term.Term {
	out := make([]*term.Term, len(steps))
	for i := range steps {
		out[i] = p.store.Not(steps[i].possible())
	}
	return out
}

// spontaneousMatched proves that outputs, internal steps and silence are allowed.
func (p *product) spontaneousMatched(f *facing) bool {
	specs := takeAll(p.specification, &f.spec, "", 0, nil, unmarked)
	impls := takeAll(p.implementation, &f.impl, "", 0, nil, markResults)
	for k := range impls {
		if !p.matched(f, nil, specs, &impls[k]) {
			return false
		}
	}
	silent := p.none(impls)
	for i := range specs {
		if !p.impossible(f.hypotheses, silent, []*term.Term{specs[i].move.EnabledIn(&f.spec)}) {
			return false
		}
	}
	return true
}

// follow reaches the pair of states after a step, with the relations that are proved to hold under the conditions.
func (p *product) follow(conds []*term.Term, spec, impl sts.SymbolicState) bool {
	for i, q := range spec.Queues {
		if impl.Queues[i].Count != q.Count || !p.impossible(conds, []*term.Term{differ(p.store, q.Items, impl.Queues[i].Items)}) {
			return false
		}
	}
	n := p.nodes[nodeKey(&spec, &impl)]
	holds := make([]bool, len(p.relations))
	values := sides(p.specification, spec.Store, impl.Store)
	for i, r := range p.relations {
		if n == nil || n.holds[i] {
			holds[i] = p.impossible(conds, []*term.Term{p.store.Not(p.store.Substitute(r.cond, values))})
		}
	}
	p.reach(spec, impl, holds)
	return p.err == nil
}
