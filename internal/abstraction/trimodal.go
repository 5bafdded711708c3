package abstraction

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// The tri-modal transition system (definition 3 of paper 4). The may transitions out of an abstract state by an event are
// found like the states: the solver names a step, the interpreter takes it and says where it leads, and the next question
// excludes that target. Each may is then claimed to be a must+ and a must-.

// Transition is an abstract transition.
type Transition struct {
	From      *State // nil for q_d0
	Move      *sts.Move
	To        *State
	Example   Step // shows the may
	MustPlus  Verdict
	MustMinus Verdict

	plus, minus *claim
	run         *explore.Witness // from q_d0: the run that ends with Example
}

// Source names the state that the transition leaves.
func (t *Transition) Source() string {
	if t.From == nil {
		return derivedName
	}
	return t.From.Name()
}

// derivedName is the name of the abstract state of all states that the tree reaches.
const derivedName = "qd0"

// String writes the transition with its marks.
func (t *Transition) String() string {
	return fmt.Sprintf("%s -%s%s-> %s", t.Source(), t.Move.Name, t.Marks(), t.To.Name())
}

// Marks are + for a must+ and - for a must-.
func (t *Transition) Marks() string {
	marks := ""
	if t.MustPlus.Status == Proved {
		marks += "+"
	}
	if t.MustMinus.Status == Proved {
		marks += "-"
	}
	return marks
}

// Abstraction is a 3MTS.
type Abstraction struct {
	System      *sts.System
	Predicates  sts.PredicateSet
	States      []*State
	Transitions []*Transition // by From, Move and To
	Breaches    []Breach      // where the invariant is not preserved
	Doubts      []Doubt

	space    *space
	complete bool // all states and may transitions are known
}

// Count counts abstract transitions by modality.
type Count struct{ May, MustPlus, MustMinus int }

// CountOf counts transitions.
func CountOf(transitions []*Transition) Count {
	c := Count{May: len(transitions)}
	for _, t := range transitions {
		if t.MustPlus.Status == Proved {
			c.MustPlus++
		}
		if t.MustMinus.Status == Proved {
			c.MustMinus++
		}
	}
	return c
}

// Abstract divides the states by a set of predicates. If it is interrupted, the abstraction has what was found until then, and
// the error is that of the context.
func (s *Session) Abstract(ctx context.Context, set sts.PredicateSet) (*Abstraction, error) {
	space, err := s.first(ctx).findStates(set)
	if err != nil {
		return nil, err
	}
	a := &Abstraction{System: s.system, Predicates: set, States: space.states, space: space}
	err = s.fill(ctx, a)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	a.Doubts = append(a.Doubts, space.doubts...)
	a.complete = len(a.Doubts) == 0 && err == nil
	a.Doubts = append(a.Doubts, doubtsOf(a.Transitions)...)
	return a, err
}

// fill finds what belongs to the states.
func (s *Session) fill(ctx context.Context, a *Abstraction) error {
	if err := s.first(ctx).markInitial(a); err != nil {
		return err
	}
	if err := s.findMays(ctx, a); err != nil {
		return err
	}
	if err := s.claimMusts(ctx, a.Transitions); err != nil {
		return err
	}
	return s.findBreaches(ctx, a)
}

// doubtsOf lists the musts that are not known.
func doubtsOf(transitions []*Transition) []Doubt {
	var out []Doubt
	add := func(t *Transition, must string, v Verdict) {
		if v.Status == Unknown {
			out = append(out, Doubt{fmt.Sprintf("whether %s is %s", t, must), cmp.Or(v.Reason, "it was not examined")})
		}
	}
	for _, t := range transitions {
		add(t, "must+", t.MustPlus)
		add(t, "must-", t.MustMinus)
	}
	return out
}

// markInitial finds the abstract states that have initial states.
func (w *worker) markInitial(a *Abstraction) error {
	symbolic, free := w.system.StartSymbolic()
	f := finder{worker: w, space: a.space, about: "which abstract states are initial"}
	f.fixed = append(f.fixed, w.system.Apply(w.system.Assume, &symbolic).Conjuncts()...)
	f.fixed = append(f.fixed, w.applyAll(w.model.invariant, &symbolic)...)
	f.predicates = w.applyAll(a.Predicates.Conds, &symbolic)
	defer func() { a.Doubts = append(a.Doubts, f.doubts...) }()
	return f.run(func(values smt.Model) (*sts.Config, error) { return w.start(free, values) }, func(q *State) { q.Initial = true })
}

// finder finds the abstract states that some solutions of a formula belong to.
type finder struct {
	*worker
	space      *space
	fixed      []*term.Term // the formula
	predicates []*term.Term // the predicates as terms over its variables
	about      string
	doubts     []Doubt
}

// run asks until there is no further state; state runs a solution, found is told each abstract state once.
func (f *finder) run(state func(smt.Model) (*sts.Config, error), found func(*State)) error {
	open := f.store.And(f.fixed...).Conjuncts()
	classifier := f.classifier(f.space.predicates.Conds)
	known := map[*State]bool{}
	for {
		answer, err := f.check(open, term.Variables(open, f.predicates))
		if err != nil || answer.Status == smt.Unsat {
			return err
		}
		if answer.Status != smt.Sat {
			return f.doubt(answer.Reason)
		}
		q, err := f.classify(classifier, answer.Model, state)
		if err != nil {
			return f.doubt(err.Error())
		}
		if q == nil {
			return f.doubt("it leads to a state of which the abstract state is not known")
		}
		if known[q] {
			return f.doubt(errReplay.Error())
		}
		known[q] = true
		found(q)
		open = append(open, otherThan(f.store, f.predicates, q.Truth))
	}
}

// doubt ends the search with a question open, unless it was interrupted.
func (f *finder) doubt(reason string) error {
	f.doubts = append(f.doubts, Doubt{f.about, reason})
	return f.ctx.Err()
}

// classify runs a solution and finds the abstract state that it ends in.
func (f *finder) classify(c *classifier, values smt.Model, state func(smt.Model) (*sts.Config, error)) (*State, error) {
	config, err := state(values)
	if err != nil {
		return nil, err
	}
	return f.stateOf(f.space, c, config)
}

// source is an abstract state and a move that its locations allow.
type source struct {
	state *State
	move  *sts.Move
}

// sources lists all pairs of states and moves.
func (a *Abstraction) sources() []source {
	var out []source
	none := func(int) int { return 0 }
	for _, q := range a.States {
		for _, m := range a.System.Possible(nil, q.Locations, none) {
			out = append(out, source{q, m})
		}
	}
	return out
}

// findMays finds all may transitions.
func (s *Session) findMays(ctx context.Context, a *Abstraction) error {
	sources := a.sources()
	found := make([][]*Transition, len(sources))
	doubts := make([][]Doubt, len(sources))
	err := s.each(ctx, len(sources), func(w *worker, i int) (err error) {
		found[i], doubts[i], err = w.maysOf(a, sources[i])
		return err
	})
	for i := range sources {
		slices.SortFunc(found[i], func(t, u *Transition) int { return cmp.Compare(t.To.ID, u.To.ID) })
		a.Transitions = append(a.Transitions, found[i]...)
		a.Doubts = append(a.Doubts, doubts[i]...)
	}
	return err
}

// maysOf finds the may transitions out of one state by one move.
func (w *worker) maysOf(a *Abstraction, from source) ([]*Transition, []Doubt, error) {
	id := from.move.ID
	f := finder{worker: w, space: a.space, about: fmt.Sprintf("where %s leads from %s", from.move.Name, from.state.Name())}
	f.fixed = join(w.model.invariant, from.state.cond, w.model.guards[id], w.model.after[id])
	f.predicates = w.model.substituteAll(a.Predicates.Conds, w.model.updates[id])
	classifier := w.classifier(a.Predicates.Conds)
	var out []*Transition
	var last Step
	err := f.run(func(values smt.Model) (*sts.Config, error) {
		all := complete(append(params(from.move), w.model.slots...), values)
		before := w.config(from.state.Locations, w.model.slots, all)
		if q, err := w.stateOf(a.space, classifier, before); err != nil || q != from.state {
			return nil, cmp.Or(err, errReplay)
		}
		step, err := w.step(before, from.move, all)
		last = step
		return step.To, err
	}, func(q *State) {
		out = append(out, &Transition{From: from.state, Move: from.move, To: q, Example: last})
	})
	return out, f.doubts, err
}

// claimMusts examines whether may transitions are must+ and must-.
func (s *Session) claimMusts(ctx context.Context, transitions []*Transition) error {
	return s.each(ctx, 2*len(transitions), func(w *worker, i int) (err error) {
		t := transitions[i/2]
		if i%2 == 0 {
			t.plus = w.plusClaim(t)
			t.MustPlus, err = w.proveAbout(t.plus, t.From.Locations)
		} else {
			t.minus = w.minusClaim(t)
			t.MustMinus, err = w.proveAbout(t.minus, t.To.Locations)
		}
		return err
	})
}

// proveAbout examines a claim whose outer variables are the slots of a state.
func (w *worker) proveAbout(c *claim, locations []int) (Verdict, error) {
	v, err := w.prove(c)
	if v.Status == Refuted {
		v.Against = w.config(locations, c.outer, v.against)
	}
	return v, err
}

// plusClaim says that every state of From has a step into To.
func (w *worker) plusClaim(t *Transition) *claim {
	id := t.Move.ID
	after := w.model.substituteAll(t.To.cond, w.model.updates[id])
	body := join(w.model.guards[id], after, w.model.after[id])
	inner := params(t.Move)
	return &claim{premise: join(w.model.invariant, t.From.cond), outer: w.model.slots, ways: []*way{w.newWay(body, inner, inner)}}
}

// minusClaim says that every state of To has a step from From that leads to it.
func (w *worker) minusClaim(t *Transition) *claim {
	outer := w.model.primed()
	body, inner := w.model.backwards(t.Move, outer, join(w.model.invariant, t.From.cond))
	return &claim{premise: w.primedState(t.To, outer), outer: outer, ways: []*way{w.newWay(body, inner, params(t.Move))}}
}

// primedState is the condition of an abstract state, with the invariant, over the primed slots.
func (w *worker) primedState(q *State, primed []*term.Term) []*term.Term {
	by := map[*term.Term]*term.Term{}
	for i, v := range w.model.slots {
		by[v] = primed[i]
	}
	return w.model.substituteAll(join(w.model.invariant, q.cond), by)
}
