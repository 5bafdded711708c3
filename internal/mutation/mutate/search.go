package mutate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/term"
)

// The search for a test that tells a mutant from the original. As long as a path does not use a changed move, both are in the
// same symbolic state: the tree of the original has these states, and those where a changed move may come next are the seeds.
// From there original and mutant go on as a pair, on the same inputs, breadth first. A step of the pair is a step of each, or
// of one while the other stays silent or ignores the input. Where the two steps send different messages, or values for which
// they differ can be found by the solver, its model is a test. A pair whose states have become the same again is dropped.
// A test counts only when the judge says that the mutant fails it.

// Limits of the search for one mutant.
const (
	maxSeeds     = 400
	enoughPairs  = 40 // that wait: then no further seeds are looked at
	maxPairs     = 400
	maxPairDepth = 12 // steps after the seed
	maxAlike     = 16 // pairs with the same controls and the same slots that differ
	maxTries     = 40 // tests that are tried
)

// received is an input of a path: the channel and the terms of its payload.
type received struct {
	channel *sts.Channel
	terms   []*term.Term
}

// pair is original and mutant after the same inputs.
type pair struct {
	original, mutant sts.SymbolicState
	conds            []*term.Term
	inputs           []received
	calls            []smt.Call
	steps            int
	depth            int
}

// search looks for a test against one mutant.
type search struct {
	asker
	original *sts.System
	mutant   *mutant.Mutant
	mark     string                                   // whether the mutant makes the same choices as the original
	try      func(inputs []sut.Message) (bool, error) // tells whether the mutant fails the test
	alike    map[string]int
	queue    []*pair
	pairs    int
	tries    int
	found    bool
}

// run goes on from the seeds; it tells whether a test was found.
func (s *search) run(seeds []*pair) bool {
	s.alike, s.queue = map[string]int{}, nil
	for _, seed := range seeds[:min(len(seeds), maxSeeds)] {
		s.expand(seed, true)
		if s.over() || len(s.queue) >= enoughPairs {
			break
		}
	}
	return s.goOn()
}

// goOn expands the pairs that wait; it tells whether a test was found.
func (s *search) goOn() bool {
	for len(s.queue) > 0 && s.pairs < maxPairs && !s.over() {
		next := s.queue[0]
		s.queue = s.queue[1:]
		s.pairs++
		s.expand(next, false)
	}
	return s.found
}

func (s *search) over() bool { return s.found || s.err != nil || s.tries >= maxTries }

// cleanStates are the states of the tree that are reached without changed moves, as pairs, shortest first.
func (s *search) cleanStates(tree *explore.Tree) []*pair {
	translate := locationMap(s.original, s.mutant.System)
	clean := make([]bool, len(tree.States))
	var out []*pair
	for _, st := range tree.States {
		if st.Parent != nil && (!clean[st.Parent.ID] || s.mutant.Changes.Original[st.Move.Name] != nil) {
			continue
		}
		clean[st.ID] = true
		if locations, ok := translate(st.Symbolic.Locations); ok {
			out = append(out, pairAt(st, locations))
		}
	}
	slices.SortStableFunc(out, func(a, b *pair) int { return a.steps - b.steps })
	return out
}

// seedsOf are the pairs where a changed move may come next.
func (s *search) seedsOf(states []*pair) []*pair {
	var out []*pair
	for _, p := range states {
		if s.changedHere(p) {
			out = append(out, p)
		}
	}
	return out
}

// changedHere tells whether a changed move may be taken in a pair.
func (s *search) changedHere(p *pair) bool {
	for _, m := range s.original.Possible(nil, p.original.Locations, p.original.Count) {
		if s.mutant.Changes.Original[m.Name] != nil {
			return true
		}
	}
	for _, m := range s.mutant.System.Possible(nil, p.mutant.Locations, p.mutant.Count) {
		if s.mutant.Changes.Mutant[m.Name] != nil {
			return true
		}
	}
	return false
}

// pairAt is the pair in a state of the tree.
func pairAt(st *explore.State, locations []int) *pair {
	p := &pair{original: st.Symbolic, mutant: st.Symbolic, conds: st.Condition(), steps: st.Depth}
	p.mutant.Locations = locations
	for _, step := range st.Path() {
		if step.Move == nil {
			continue
		}
		if step.Move.Input != nil {
			in := received{channel: step.Move.Input}
			for _, a := range step.Move.InputArgs {
				in.terms = append(in.terms, step.Params[a])
			}
			p.inputs = append(p.inputs, in)
		}
		for _, c := range step.Calls {
			p.calls = append(p.calls, smt.Call{Function: c.Extern.Name, Args: c.Args, Results: c.Results})
		}
	}
	return p
}

// expand takes every step of a pair; at a seed only those with a changed move.
func (s *search) expand(p *pair, seed bool) {
	for _, c := range s.original.Channels {
		if c.Direction == sts.Input && !s.over() {
			s.expandInput(p, c, seed)
		}
	}
	if !s.over() {
		s.expandSpontaneous(p, seed)
	}
}

// expandInput takes the steps for an input that the original accepts.
func (s *search) expandInput(p *pair, c *sts.Channel, seed bool) {
	in := received{c, payload(s.store, c, p.steps)}
	originals := takeAll(s.original, &p.original, c.Name, p.steps, in.terms, unmarked)
	mutants := takeAll(s.mutant.System, &p.mutant, c.Name, p.steps, in.terms, s.mark)
	refusal := noneOf(s.store, mutants)
	for i := range originals {
		for k := range mutants {
			if s.of(seed, originals[i].move, mutants[k].move) {
				s.both(p, &in, &originals[i], &mutants[k])
			}
		}
		if s.of(seed, originals[i].move, nil) {
			s.alone(p, &in, &originals[i], refusal)
		}
	}
}

// expandSpontaneous takes the steps without input.
func (s *search) expandSpontaneous(p *pair, seed bool) {
	originals := takeAll(s.original, &p.original, "", p.steps, nil, unmarked)
	mutants := takeAll(s.mutant.System, &p.mutant, "", p.steps, nil, s.mark)
	refusal := noneOf(s.store, mutants)
	for i := range originals {
		for k := range mutants {
			if s.of(seed, originals[i].move, mutants[k].move) {
				s.both(p, nil, &originals[i], &mutants[k])
			}
		}
		if s.of(seed, originals[i].move, nil) {
			s.alone(p, nil, &originals[i], unless(originals[i].move.IsInternal(), refusal))
		}
	}
	silence := noneOf(s.store, originals)
	for k := range mutants {
		if s.of(seed, nil, mutants[k].move) {
			s.extra(p, &mutants[k], unless(mutants[k].move.IsInternal(), silence))
		}
	}
}

// unless drops the condition that the other side can take no step for internal steps: they may come first in any case.
func unless(internal bool, conds []*term.Term) []*term.Term {
	if internal {
		return nil
	}
	return conds
}

// of tells whether a pair of moves is to be taken: at a seed one of them must be changed.
func (s *search) of(seed bool, original, mutant *sts.Move) bool {
	return !seed || original != nil && s.mutant.Changes.Original[original.Name] != nil ||
		mutant != nil && s.mutant.Changes.Mutant[mutant.Name] != nil
}

// noneOf is the condition that no step can be taken.
func noneOf(store *term.Store, steps []taken) []*term.Term {
	out := make([]*term.Term, len(steps))
	for i := range steps {
		out[i] = store.Not(steps[i].possible())
	}
	return out
}

// both takes a step of original and mutant. If what they send differs, that is a test; if it may be the same, the pair goes on.
func (s *search) both(p *pair, in *received, original, mutant *taken) {
	if s.over() {
		return
	}
	conds, ok := term.Conjoin(p.conds, original.cond, mutant.cond, congruence(original, mutant))
	if !ok {
		return
	}
	next := p.after(in, original, conds)
	if original.outputChannels() != mutant.outputChannels() {
		s.propose(next, nil)
		return
	}
	different := differ(s.store, original.effect.Outputs, mutant.effect.Outputs)
	if !different.IsFalse() {
		s.propose(next, different)
	}
	next.conds, ok = term.Conjoin(conds, []*term.Term{s.store.Not(different)})
	next.original, next.mutant = original.effect.State, mutant.effect.State
	if ok {
		s.push(next)
	}
}

// alone takes a step of the original while the mutant ignores the input, or is silent.
func (s *search) alone(p *pair, in *received, original *taken, refusal []*term.Term) {
	conds, ok := term.Conjoin(p.conds, original.cond, refusal)
	if !ok || s.over() {
		return
	}
	next := p.after(in, original, conds)
	next.original = original.effect.State
	if len(original.move.Outputs) > 0 {
		s.propose(next, nil)
		return
	}
	s.push(next)
}

// extra takes a step of the mutant while the original can take none.
func (s *search) extra(p *pair, mutant *taken, silence []*term.Term) {
	conds, ok := term.Conjoin(p.conds, mutant.cond, silence)
	if !ok || s.over() {
		return
	}
	next := p.after(nil, mutant, conds)
	next.mutant = mutant.effect.State
	if len(mutant.move.Outputs) > 0 {
		s.propose(next, nil)
		return
	}
	s.push(next)
}

// after is a pair one step later, with the states as they were.
func (p *pair) after(in *received, step *taken, conds []*term.Term) *pair {
	next := &pair{original: p.original, mutant: p.mutant, conds: conds, inputs: p.inputs[:len(p.inputs):len(p.inputs)],
		calls: append(p.calls[:len(p.calls):len(p.calls)], step.calls()...), steps: p.steps + 1, depth: p.depth + 1}
	if in != nil {
		next.inputs = append(next.inputs, *in)
	}
	return next
}

// push keeps a pair if it can be reached, if the states differ, and if not many alike were kept.
func (s *search) push(p *pair) {
	key := s.difference(p)
	if key == "" || p.depth > maxPairDepth || s.alike[key] >= maxAlike {
		return
	}
	if _, ok := s.solution(smt.Query{Calls: p.calls}, p.conds); ok {
		s.alike[key]++
		s.queue = append(s.queue, p)
	}
}

// difference names how the states of a pair differ; empty if they do not.
func (s *search) difference(p *pair) string {
	var b strings.Builder
	same := true
	for i, l := range p.original.Locations {
		m := s.mutant.System.Machines[i].Locations[p.mutant.Locations[i]].Name
		same = same && s.original.Machines[i].Locations[l].Name == m
		fmt.Fprintf(&b, "%d/%s ", l, m)
	}
	for i, t := range p.original.Store {
		if p.mutant.Store[i] != t {
			same = false
			fmt.Fprintf(&b, "%d ", i)
		}
	}
	for i, q := range p.original.Queues {
		other := p.mutant.Queues[i]
		same = same && q.Count == other.Count && slices.Equal(q.Items, other.Items)
		fmt.Fprintf(&b, "q%d/%d ", q.Count, other.Count)
	}
	if same {
		return ""
	}
	return b.String()
}

// propose asks for values for which the pair differs, and tries the test that they make.
func (s *search) propose(p *pair, different *term.Term) {
	conds := p.conds
	if different != nil {
		conds = append(conds[:len(conds):len(conds)], different)
	}
	wanted := term.Variables(conds)
	model, ok := s.solution(smt.Query{Values: wanted, Calls: p.calls}, conds)
	if !ok {
		return
	}
	test, err := concrete(s.store, p.inputs, model)
	if err != nil {
		return // a quantifier in a payload that cannot be evaluated
	}
	s.tries++
	s.found, err = s.try(test)
	if s.err == nil {
		s.err = err
	}
}

// concrete are the inputs of a path for the values of a model; what the model leaves open gets default values.
func concrete(store *term.Store, inputs []received, model smt.Model) ([]sut.Message, error) {
	values := map[*term.Term]term.Value{}
	for v, value := range model {
		values[v] = value
	}
	var out []sut.Message
	for _, in := range inputs {
		m := sut.Message{Channel: in.channel}
		for _, t := range in.terms {
			for _, v := range t.Vars() {
				if _, ok := values[v]; !ok {
					values[v] = explore.DefaultValue(v.Sort())
				}
			}
			value, err := store.Evaluate(t, values)
			if err != nil {
				return nil, err
			}
			m.Values = append(m.Values, value)
		}
		out = append(out, m)
	}
	return out, nil
}
