package mutate

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
)

// The inductive product argument. Two systems run side by side: the implementation, which moves freely, and the specification, which must be
// able to follow. A node of the product is a pair of controls with the relations between the slots of both (relation.go) that are proved to
// hold whenever the pair is reached; apart from these only the invariants of one side are known. At each node every step of the
// implementation must be matched:
//
//	an input that the specification accepts: whatever step the implementation takes, the specification has one with the
//	same outputs; if the implementation ignores the input, the specification must be able to send nothing;
//	an output: the specification has a step with the same output;
//	an internal step (τ): the specification has one too;
//	silence: if the implementation can take no step without input, the specification cannot either;
//	a model error: the specification has one too; but with an input that it does not accept the implementation may do anything.
//
// The nodes reached by matching pairs of steps are checked in turn; a pair of controls that is reached again with fewer relations is checked
// again with those. If every check succeeds, this is a simulation, so every trace of the implementation is one of the specification, and
// silence is matched by silence: the implementation conforms (ioco). The sets of relations only shrink, so this ends. A slot that no guard
// and no output reads may differ: so assignments to dead variables are proved harmless.
//
// In the strict form no input may be ignored that the specification accepts, and the implementation may have no model error that the specification
// does not have. Two systems that follow each other strictly accept the same inputs and send the same outputs: they are equivalent.

// maxNodes bounds the pairs of controls.
const maxNodes = 200

// product is one such argument.
type product struct {
	*querier
	specification, implementation *sts.System
	known                         *invariants // of the original
	onSpecification               bool        // the original is the specification
	strict                        bool        // no input may be ignored
	allRelations                  bool        // not only equalities, which are cheaper, and usually enough
	primed, relations             []*term.Term
	nodes                         map[string]*node
	waiting                       []*node
	obstacle                      string // the first thing that was not proved; empty if nothing was
}

// fails records the obstacle to the proof.
func (p *product) fails(format string, args ...any) bool {
	if p.obstacle == "" {
		p.obstacle = fmt.Sprintf(format, args...)
	}
	return false
}

// node is a pair of controls with the relations that hold.
type node struct {
	spec, impl sts.SymbolicState // the controls; the stores are made from the relations
	relations  []*term.Term
	queued     bool
}

// simulates reports whether it is proved that the specification can follow the implementation.
func (p *product) simulates() bool {
	p.nodes, p.waiting, p.primed, p.obstacle = map[string]*node{}, nil, primed(p.specification), ""
	p.relations = equalities(p.specification, p.primed)
	if p.allRelations {
		p.relations = append(p.relations, otherRelations(p.specification, p.implementation, p.primed)...)
	}
	p.relations, _ = term.Conjoin(p.relations) // each once
	spec, _ := p.specification.StartSymbolic()
	impl, _ := p.implementation.StartSymbolic()
	p.reach(spec, impl, p.relations) // both start with the same values
	for len(p.waiting) > 0 {
		n := p.waiting[0]
		p.waiting = p.waiting[1:]
		n.queued = false
		if len(p.nodes) > maxNodes {
			return p.fails("there are more than %d pairs of locations", maxNodes)
		}
		if p.err != nil || !p.matches(n) {
			return false
		}
	}
	return p.err == nil
}

// reach notes that a pair of controls is reached with these relations; others that it had are dropped.
func (p *product) reach(spec, impl sts.SymbolicState, relations []*term.Term) {
	key := nodeKey(&spec, &impl)
	n := p.nodes[key]
	if n == nil {
		n = &node{spec: spec, impl: impl}
		p.nodes[key] = n
	} else if len(relations) == len(n.relations) {
		return
	}
	n.relations = relations
	if !n.queued {
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
	spec, impl sts.SymbolicState
	hypotheses []*term.Term
}

func (p *product) face(n *node) *facing {
	f := &facing{spec: n.spec, impl: n.impl}
	f.spec.Store, f.impl.Store = p.specification.SlotTerms(), slices.Clone(p.primed)
	holds := map[*term.Term]bool{}
	for _, r := range n.relations {
		holds[r] = true
	}
	for i, equal := range equalities(p.specification, p.primed) {
		if holds[equal] {
			f.impl.Store[i] = f.spec.Store[i]
		}
	}
	for _, r := range n.relations {
		f.hypotheses = append(f.hypotheses, p.said(r, f.spec.Store, f.impl.Store))
	}
	f.spec.Queues, f.impl.Queues = anyQueues(p.store, n.spec.Queues), anyQueues(p.store, n.impl.Queues)
	original := &f.impl
	if p.onSpecification {
		original = &f.spec
	}
	for _, c := range p.known.of(original) { // invariants of the original, over the slots of its side
		f.hypotheses = append(f.hypotheses, p.said(c, original.Store, nil))
	}
	return f
}

// said instantiates a relation with given values of both sides.
func (p *product) said(relation *term.Term, spec, impl []*term.Term) *term.Term {
	return p.store.Substitute(relation, sides(p.specification, p.primed, spec, impl))
}

// matches proves that every step of the implementation at a node is matched, and reaches the following nodes.
func (p *product) matches(n *node) bool {
	if !slices.EqualFunc(n.spec.Queues, n.impl.Queues, func(a, b sts.Queue[*term.Term]) bool { return a.Count == b.Count }) {
		return p.fails("the queues may have different lengths")
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
	tested := p.accepts(specs)
	if p.strict {
		tested = p.store.True()
	}
	if !p.errorsMatched(f, c.Name, received, tested) {
		return false
	}
	if len(specs) == 0 {
		return true
	}
	impls := takeAll(p.implementation, &f.impl, c.Name, 0, received, markResults)
	for k := range impls {
		if !p.matched(f, p.accepts(specs), specs, &impls[k]) {
			return false
		}
	}
	return p.ignored(f, specs, impls)
}

// accepts is the condition that one of the steps can be taken.
func (p *product) accepts(steps []taken) *term.Term {
	return p.store.Not(p.store.And(noneOf(p.store, steps)...))
}

// errorsMatched proves that, under a condition, the specification runs into a model error where the implementation does.
func (p *product) errorsMatched(f *facing, channel string, received []*term.Term, cond *term.Term) bool {
	impls, fails := failing(p.implementation, &f.impl, channel, received, markResults)
	if len(impls) == 0 {
		return true
	}
	specs, also := failing(p.specification, &f.spec, channel, received, unmarked)
	hypotheses := slices.Clone(f.hypotheses)
	for i := range impls {
		for k := range specs {
			hypotheses = append(hypotheses, prove.Congruence(p.store, specs[k].Calls(), impls[i].Calls())...)
		}
	}
	return p.impossible(hypotheses, []*term.Term{cond, fails, p.store.Not(also)}) ||
		p.fails("%s may run into a model error where the original does not", text.Or(moveNames(impls)))
}

// matched proves that a step of the implementation has a matching one among those of the specification, and reaches the
// nodes after each matching pair.
func (p *product) matched(f *facing, accepts *term.Term, specs []taken, impl *taken) bool {
	hypotheses := slices.Concat(f.hypotheses, impl.cond, []*term.Term{accepts})
	var unmatched []*term.Term
	var partners []*taken
	for i := range specs {
		if spec := &specs[i]; sameChannels(spec.Move.Outputs, impl.Move.Outputs) {
			hypotheses = append(hypotheses, prove.Congruence(p.store, spec.Calls(), impl.Calls())...)
			partners = append(partners, spec)
			unmatched = append(unmatched, p.store.Not(p.together(spec, impl)))
		}
	}
	if !p.impossible(hypotheses, unmatched) {
		return p.fails("%s may do what the original does not", impl.Move.Name)
	}
	for _, spec := range partners {
		conds := append(slices.Clone(hypotheses), p.together(spec, impl))
		if !p.impossible(conds) && !p.follow(conds, spec.after(), impl.after()) {
			return p.fails("after %s the queues may differ", impl.Move.Name)
		}
	}
	return true
}

// moveNames lists the moves of steps, each once.
func moveNames(steps []taken) []string {
	var out []string
	for i := range steps {
		if name := steps[i].Move.Name; !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// together is the condition that the specification takes a step and sends what the implementation sends.
func (p *product) together(spec, impl *taken) *term.Term {
	return p.store.And(p.store.And(spec.cond...), p.store.Not(prove.Differ(p.store, spec.Effect().Outputs, impl.Effect().Outputs)))
}

// ignored proves that where the implementation ignores an input, the specification may send nothing.
func (p *product) ignored(f *facing, specs, impls []taken) bool {
	refusal := noneOf(p.store, impls)
	for i := range specs {
		conds := slices.Concat(f.hypotheses, specs[i].cond, refusal)
		if p.impossible(conds) {
			continue
		}
		if p.strict || len(specs[i].Move.Outputs) > 0 || !p.follow(conds, specs[i].after(), f.impl) {
			return p.fails("it may ignore the input of %s", specs[i].Move.Name)
		}
	}
	return true
}

// spontaneousMatched proves that outputs, internal steps and silence are allowed.
func (p *product) spontaneousMatched(f *facing) bool {
	specs := takeAll(p.specification, &f.spec, "", 0, nil, unmarked)
	impls := takeAll(p.implementation, &f.impl, "", 0, nil, markResults)
	if !p.errorsMatched(f, "", nil, p.store.True()) {
		return false
	}
	for k := range impls {
		if !p.matched(f, p.store.True(), specs, &impls[k]) {
			return false
		}
	}
	silent := noneOf(p.store, impls)
	for _, spec := range specs {
		if !p.impossible(f.hypotheses, silent, []*term.Term{spec.Move.EnabledIn(&f.spec)}) {
			return p.fails("it may be silent where the original can take %s", spec.Move.Name)
		}
	}
	return true
}

// follow reaches the pair of states after a step, with the relations that are proved to hold under the conditions: of those that
// the pair had before, what Houdini's algorithm keeps of them for this one step.
func (p *product) follow(conds []*term.Term, spec, impl sts.SymbolicState) bool {
	for i, q := range spec.Queues {
		if impl.Queues[i].Count != q.Count || !p.impossible(conds, []*term.Term{prove.Differ(p.store, q.Items, impl.Queues[i].Items)}) {
			return false
		}
	}
	relations := p.relations
	if n := p.nodes[nodeKey(&spec, &impl)]; n != nil {
		relations = n.relations
	}
	step := prove.Edge{From: prove.Outside, Premises: conds, After: func(r *term.Term) *term.Term { return p.said(r, spec.Store, impl.Store) }}
	kept, err := prove.Inductive(p.store, []prove.Edge{step}, [][]*term.Term{relations}, p.forHoudini)
	if err != nil {
		return false
	}
	p.reach(spec, impl, kept[0])
	return true
}
