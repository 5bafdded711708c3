package mutate

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/joint"
	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// The search for a test that distinguishes a mutant from the original. As long as a path does not use a changed move, both are in the
// same symbolic state: the tree of the original has these states, and those where a changed move may come next are the seeds. From
// there original and mutant go on as a pair, on the same inputs, breadth first. A step of the pair is a step of each, or of one while
// the other stays silent or ignores the input. Where the two steps send different messages, or values for which they differ can be
// found by the solver, its model is a test. A pair whose states have become the same again is dropped. A test counts only if the
// judge decides that the mutant fails it.

// Limits of the search for one mutant.
const (
	maxSeeds     = 400
	enoughPairs  = 40 // that wait: above this no further seeds are processed
	maxPairs     = 400
	maxPairDepth = 12 // steps after the seed
	maxAlike     = 16 // pairs with the same controls and the same slots that differ
	maxTries     = 40 // tests that are tried
)

// received is an input of a path: the channel and the terms of its payload; the zero value is no input.
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
	*querier
	original *sts.System
	mutant   *mutant.Mutant
	mark     string                                                           // whether the mutant makes the same choices as the original
	try      func(inputs []sut.Message, plan *joint.Difference) (bool, error) // reports whether the mutant fails the test, in a run by the plan or another
	alike    map[string]int
	queue    []*pair
	pairs    int
	tries    int
	found    bool
}

// run searches from the seeds, and reports whether a test was found.
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

// goOn expands the pairs that wait, and reports whether a test was found.
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
	clean := make([]bool, tree.Size())
	var out []*pair
	for _, st := range tree.States() {
		if st.Parent != nil && (!clean[st.Parent.ID] || s.changed(st.Move, nil)) {
			continue
		}
		clean[st.ID] = true
		if locations, ok := joint.Translate(s.original, s.mutant.System, st.Symbolic().Locations); ok {
			out = append(out, pairAt(st, locations))
		}
	}
	slices.SortStableFunc(out, func(a, b *pair) int { return a.steps - b.steps })
	return out
}

// changed reports whether a move of the original, or one of the mutant, is changed; nil is none.
func (s *search) changed(original, mutant *sts.Move) bool {
	return original != nil && s.mutant.Changes.Original[original.Name] != nil || mutant != nil && s.mutant.Changes.Mutant[mutant.Name] != nil
}

// changedHere reports whether a changed move may be taken in a pair.
func (s *search) changedHere(p *pair) bool {
	return s.mayTake(p, s.changed)
}

// changedBy reports whether a changed move that takes the input, or none if channel is empty, may be taken in a pair.
func (s *search) changedBy(p *pair, channel string) bool {
	return s.mayTake(p, func(original, mutant *sts.Move) bool {
		return s.changed(original, mutant) && channelName(cmp.Or(original, mutant).Input) == channel
	})
}

// mayTake reports whether the control of a pair allows a move of the original, or one of the mutant, for which is holds; nil is none.
func (s *search) mayTake(p *pair, is func(original, mutant *sts.Move) bool) bool {
	return slices.ContainsFunc(s.original.Possible(nil, p.original.Locations, p.original.Count), func(m *sts.Move) bool { return is(m, nil) }) ||
		slices.ContainsFunc(s.mutant.System.Possible(nil, p.mutant.Locations, p.mutant.Count), func(m *sts.Move) bool { return is(nil, m) })
}

// pairAt is the pair in a state of the tree.
func pairAt(st *explore.State, locations []int) *pair {
	p := &pair{original: *st.Symbolic(), mutant: *st.Symbolic(), conds: st.Condition(), steps: st.Depth}
	p.mutant.Locations = locations
	for _, step := range st.Path() {
		if step.Move == nil {
			continue
		}
		if step.Move.Input != nil {
			p.inputs = append(p.inputs, received{step.Move.Input, term.Pick(step.Params(), step.Move.InputArgs)})
		}
		for _, c := range step.Calls() {
			p.calls = append(p.calls, smt.Call{Function: c.Extern.Name, Args: c.Args, Results: c.Results})
		}
	}
	return p
}

// expand takes every step of a pair; at a seed only those with a changed move.
func (s *search) expand(p *pair, seed bool) {
	for _, c := range s.original.Channels {
		if c.Direction == sts.Input {
			s.expandWith(p, received{c, payload(s.store, c, p.steps)}, seed)
		}
	}
	s.expandWith(p, received{}, seed)
}

// expandWith takes the steps for an input, or those without input. Inputs are sent only if the original accepts them.
func (s *search) expandWith(p *pair, in received, seed bool) {
	if s.over() || seed && !s.changedBy(p, channelName(in.channel)) {
		return
	}
	originals := takeAll(s.original, &p.original, channelName(in.channel), p.steps, in.terms, unmarked)
	mutants := takeAll(s.mutant.System, &p.mutant, channelName(in.channel), p.steps, in.terms, s.mark)
	refusal, silence := noneOf(s.store, mutants), noneOf(s.store, originals)
	for i := range originals {
		o := &originals[i]
		for k := range mutants {
			if seed && !s.changed(o.Move, mutants[k].Move) {
				continue
			}
			if next := s.joint(p, in, o, &mutants[k], true); next != nil {
				next.depth++
				s.push(next)
			}
		}
		if !seed || s.changed(o.Move, nil) {
			s.alone(p, in, o, refusal, func(next *pair) { next.original = o.after() })
		}
	}
	for k := range mutants {
		if m := &mutants[k]; in.channel == nil && (!seed || s.changed(nil, m.Move)) {
			s.alone(p, in, m, silence, func(next *pair) { next.mutant = m.after() })
		}
	}
}

// joint is the pair after a step of original and mutant with which they send the same; nil if they cannot. If their outputs may differ, a
// test for that is proposed.
func (s *search) joint(p *pair, in received, original, mutant *taken, propose bool) *pair {
	conds, ok := term.Conjoin(p.conds, original.cond, mutant.cond, prove.Congruence(s.store, original.Calls(), mutant.Calls()))
	if !ok || s.over() {
		return nil
	}
	next := p.after(in, original, conds)
	different := s.store.True()
	if sameChannels(original.Move.Outputs, mutant.Move.Outputs) {
		different = prove.Differ(s.store, original.Effect().Outputs, mutant.Effect().Outputs)
	}
	if propose && !different.IsFalse() {
		s.propose(next, different)
	}
	next.original, next.mutant = original.after(), mutant.after()
	if next.conds, ok = term.Conjoin(conds, []*term.Term{s.store.Not(different)}); !ok {
		return nil
	}
	return next
}

// alone takes a step of one side while the other ignores the input, or is silent; an internal step may come first in any case. An output on
// one side gives a test.
func (s *search) alone(p *pair, in received, step *taken, other []*term.Term, move func(next *pair)) {
	if step.Move.IsInternal() {
		other = nil
	}
	conds, ok := term.Conjoin(p.conds, step.cond, other)
	if !ok || s.over() {
		return
	}
	next := p.after(in, step, conds)
	next.depth++
	move(next)
	if len(step.Move.Outputs) > 0 {
		s.propose(next, s.store.True())
		return
	}
	s.push(next)
}

// after is a pair one step later, with the states as they were.
func (p *pair) after(in received, step *taken, conds []*term.Term) *pair {
	next := &pair{original: p.original, mutant: p.mutant, conds: conds, inputs: p.inputs, calls: slices.Concat(p.calls, step.calls()),
		steps: p.steps + 1, depth: p.depth}
	if in.channel != nil {
		next.inputs = append(slices.Clone(p.inputs), in)
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

// propose asks the solver for values for which the pair differs, and tries the resulting test.
func (s *search) propose(p *pair, different *term.Term) {
	conds := append(slices.Clone(p.conds), different)
	model, ok := s.solution(smt.Query{Values: p.wanted(conds), Calls: p.calls}, conds)
	if !ok {
		return
	}
	test, err := concrete(s.store, p.inputs, model)
	if err != nil {
		s.undecided++ // a quantifier in a payload that cannot be evaluated
		return
	}
	s.attempt(test, s.beginning(model))
}

// beginning is a plan of which only the initial values are given, those of a model; nil if there is only one initial state. Which product of a
// product line a mutant is decides what it can do.
func (s *search) beginning(model smt.Model) *joint.Difference {
	_, free := s.mutant.System.StartSymbolic()
	if !slices.ContainsFunc(free, func(v *term.Term) bool { return v != nil }) {
		return nil
	}
	return &joint.Difference{Start: run.Values(model, free, run.DefaultStart(s.mutant.System))}
}

// attempt tries a test.
func (s *search) attempt(test []sut.Message, plan *joint.Difference) {
	s.tries++
	var err error
	if s.found, err = s.try(test, plan); errors.Is(err, term.ErrUndecided) {
		s.undecided++
	} else if s.err == nil {
		s.err = err
	}
}

// wanted are the variables of conditions and of the inputs of the path: an argument of a function may be in no condition.
func (p *pair) wanted(conds []*term.Term) []*term.Term {
	lists := [][]*term.Term{conds}
	for _, in := range p.inputs {
		lists = append(lists, in.terms)
	}
	return term.Variables(lists...)
}

// concrete are the inputs of a path for the values of a model; inputs without a value in the model get default values.
func concrete(store *term.Store, inputs []received, model smt.Model) ([]sut.Message, error) {
	values := smt.Model{}
	maps.Copy(values, model)
	var out []sut.Message
	for _, in := range inputs {
		m := sut.Message{Channel: in.channel}
		for _, t := range in.terms {
			for _, v := range t.Vars() {
				if _, ok := values[v]; !ok {
					values[v] = v.Sort().Default()
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
