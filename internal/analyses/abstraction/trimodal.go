package abstraction

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The tri-modal transition system (definition 3 of paper 4). The may transitions out of an abstract state by an event are
// found like the states: the solver returns a step, the interpreter takes it, and the next query excludes the abstract state
// where it leads. Each may is then claimed to be a must+ and a must-.

// Transition is an abstract transition.
type Transition struct {
	From      *State // nil for q_d0
	Move      *sts.Move
	To        *State
	Example   *run.Witness // ends with a step that shows the may; out of q_d0 it is a whole run
	MustPlus  Verdict
	MustMinus Verdict

	plus, minus *claim
}

// Source returns the name of the state that the transition leaves.
func (t *Transition) Source() string {
	if t.From == nil {
		return derivedName
	}
	return t.From.Name()
}

// derivedName is the name of the abstract state of all states that the tree reaches.
const derivedName = "qd0"

// String returns the transition with its marks.
func (t *Transition) String() string {
	return fmt.Sprintf("%s -%s%s-> %s", t.Source(), t.Move.Name, t.Marks(), t.To.Name())
}

// Marks returns + for a must+ and - for a must-.
func (t *Transition) Marks() string {
	marks := ""
	if t.MustPlus.Answer == result.AnswerProved {
		marks += "+"
	}
	if t.MustMinus.Answer == result.AnswerProved {
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
		if t.MustPlus.Answer == result.AnswerProved {
			c.MustPlus++
		}
		if t.MustMinus.Answer == result.AnswerProved {
			c.MustMinus++
		}
	}
	return c
}

// Abstract divides the states by a set of predicates. If it is interrupted, the abstraction has what was found until then, and
// the error is that of the context.
func (s *Session) Abstract(ctx context.Context, set sts.PredicateSet) (*Abstraction, error) {
	s.meter.begin(FindingStates, 0)
	w := s.worker(ctx)
	space, doubt, err := w.findStates(ctx, set.Conds, s.options.States, s.meter)
	s.end(w)
	if err != nil {
		return nil, err
	}
	a := &Abstraction{System: s.system, Predicates: set, States: space.states, space: space}
	a.doubt("whether there are more abstract states", doubt)
	err = s.fill(ctx, a)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	a.complete = len(a.Doubts) == 0 && err == nil
	a.Doubts = append(a.Doubts, doubtsOf(a.Transitions)...)
	return a, err
}

// doubt adds a doubt, if there is one.
func (a *Abstraction) doubt(about string, reason error) {
	if reason != nil {
		a.Doubts = append(a.Doubts, Doubt{About: about, Reason: reason.Error()})
	}
}

// fill computes the initial states and the transitions.
func (s *Session) fill(ctx context.Context, a *Abstraction) error {
	s.meter.begin(FindingInitial, 0)
	w := s.worker(ctx)
	doubt, err := w.markInitial(ctx, a)
	s.end(w)
	a.doubt("which abstract states are initial", doubt)
	if err != nil {
		return err
	}
	var doubts []Doubt
	a.Transitions, doubts, err = s.findMays(ctx, a.space, a.origins())
	a.Doubts = append(a.Doubts, doubts...)
	if err != nil {
		return err
	}
	s.meter.connected(len(a.Transitions))
	if err := s.claimMusts(ctx, a.Transitions, nil); err != nil {
		return err
	}
	return s.findBreaches(ctx, a)
}

// doubtsOf returns the undecided musts.
func doubtsOf(transitions []*Transition) []Doubt {
	var out []Doubt
	add := func(t *Transition, must string, v Verdict) {
		if v.Answer != result.AnswerProved && v.Answer != result.AnswerRefuted {
			out = append(out, Doubt{About: fmt.Sprintf("whether %s is %s", t, must), Reason: cmp.Or(v.Reason, "it was not examined")})
		}
	}
	for _, t := range transitions {
		add(t, "must+", t.MustPlus)
		add(t, "must-", t.MustMinus)
	}
	return out
}

// markInitial finds the abstract states that have initial states.
func (w *worker) markInitial(ctx context.Context, a *Abstraction) (doubt, err error) {
	symbolic, free := w.system.StartSymbolic()
	formula := append(w.model.apply(w.model.invariant, &symbolic), w.system.Apply(w.system.Assume, &symbolic))
	return w.findTargets(ctx, a.space, formula, &symbolic, func(values smt.Model) (*run.Witness, error) {
		return w.executor.Begin(run.Values(values, free, run.DefaultStart(w.system)))
	}, func(q *State, _ *run.Witness) { q.Initial = true })
}

// origin is where the may transitions by a move come from: an abstract state, or the nodes of the tree.
type origin struct {
	name    string
	from    *State // nil for q_d0
	sources []*source
	move    *sts.Move
	targets int // there are no more
}

// origins returns all pairs of abstract states and moves.
func (a *Abstraction) origins() []origin {
	var out []origin
	for _, q := range a.States {
		for _, m := range a.System.Possible(nil, q.Locations, noMessages) {
			out = append(out, origin{q.Name(), q, []*source{q.source}, m, math.MaxInt})
		}
	}
	return out
}

// findMays finds all may transitions.
func (s *Session) findMays(ctx context.Context, sp *space, origins []origin) (out []*Transition, open []Doubt, err error) {
	found, doubts := make([][]*Transition, len(origins)), make([][]Doubt, len(origins))
	err = s.each(ctx, FindingMays, len(origins), func(ctx context.Context, w *worker, i int) (err error) {
		found[i], doubts[i], err = w.maysOf(ctx, sp, origins[i])
		return err
	})
	return slices.Concat(found...), slices.Concat(doubts...), err
}

// maysOf finds the may transitions of an origin, by the first source that has them.
func (w *worker) maysOf(ctx context.Context, sp *space, o origin) (out []*Transition, doubts []Doubt, err error) {
	classifier := w.classifier(sp.conds)
	for _, src := range o.sources {
		if len(out) >= o.targets {
			break
		}
		n, ok := w.model.from(src, o.move)
		if !ok {
			continue
		}
		if out, err = w.maysOfTree(sp, classifier, o, src, out); err != nil {
			return out, doubts, err
		}
		formula := slices.Concat(src.cond, n.needs, n.invariant)
		for _, t := range out {
			formula = append(formula, otherThan(w.store, w.model.apply(sp.conds, &n.after), t.To.Truth))
		}
		doubt, err := w.findTargets(ctx, sp, formula, &n.after, func(values smt.Model) (*run.Witness, error) {
			return w.checkedTake(ctx, sp, classifier, n, values)
		}, func(q *State, end *run.Witness) {
			out = append(out, &Transition{From: o.from, Move: o.move, To: q, Example: end})
		})
		if doubt != nil {
			doubts = append(doubts, Doubt{About: "where " + o.move.Name + " leads from " + o.name, Reason: doubt.Error()})
		}
		if err != nil {
			return out, doubts, err
		}
	}
	slices.SortFunc(out, func(t, u *Transition) int { return cmp.Compare(t.To.ID, u.To.ID) })
	return out, doubts, nil
}

// maysOfTree adds the may transitions of an origin that the tree of reachable states has taken.
func (w *worker) maysOfTree(sp *space, c *classifier, o origin, src *source, out []*Transition) ([]*Transition, error) {
	for _, child := range src.next {
		if child.Move != o.move || child.Witness() == nil {
			continue
		}
		q, err := w.stateOf(sp, c, child.Witness().Config)
		if err != nil {
			return out, err
		}
		if q != nil && !slices.ContainsFunc(out, func(t *Transition) bool { return t.To == q }) {
			out = append(out, &Transition{From: o.from, Move: o.move, To: q, Example: child.Witness()})
		}
	}
	return out, nil
}

// checkedTake takes a step that starts in the abstract state of its source, if it has one.
func (w *worker) checkedTake(ctx context.Context, sp *space, c *classifier, n *step, values smt.Model) (*run.Witness, error) {
	end, err := w.take(ctx, n, values, nil)
	if err != nil || n.source.abstract == nil {
		return end, err
	}
	if q, err := w.stateOf(sp, c, end.Parent.Config); err != nil || q != n.source.abstract {
		return nil, cmp.Or(err, errReplay)
	}
	return end, nil
}

// claimMusts examines whether may transitions are must+ and must-; reach is needed for those out of q_d0.
func (s *Session) claimMusts(ctx context.Context, transitions []*Transition, reach *Reach) error {
	return s.each(ctx, ClaimingMusts, 2*len(transitions), func(ctx context.Context, w *worker, i int) (err error) {
		t := transitions[i/2]
		sources, complete := t.sources(reach)
		if i%2 == 0 {
			t.MustPlus, err = w.provePlus(ctx, t, sources, complete)
			return err
		}
		t.minus = w.minusClaim(ctx, t, sources)
		if t.MustMinus, err = w.prove(ctx, t.minus); t.MustMinus.Answer == result.AnswerRefuted {
			values := run.Values(t.MustMinus.against, t.minus.outer, run.DefaultStart(w.system))
			t.MustMinus.Against = &sts.Config{Locations: t.To.Locations, Values: values}
		}
		return err
	})
}

// sources returns the states that a transition leaves, and whether these are all.
func (t *Transition) sources(reach *Reach) ([]*source, bool) {
	if t.From == nil {
		return reach.sources, reach.Complete
	}
	return []*source{t.From.source}, true
}

// provePlus claims that every state of the sources has a step into the target.
func (w *worker) provePlus(ctx context.Context, t *Transition, sources []*source, complete bool) (Verdict, error) {
	sum := Verdict{Answer: result.AnswerProved}
	if !complete {
		sum = Verdict{Reason: "the tree of reachable states is not complete"}
	}
	for _, src := range sources {
		v, err := w.provePlusOf(ctx, t, src)
		v.Queries += sum.Queries
		switch {
		case err != nil:
			return v, err
		case v.Answer == result.AnswerRefuted, len(sources) == 1 && complete:
			return v, nil
		case v.Answer == result.AnswerUnknown:
			sum.Answer, sum.Reason = result.AnswerUnknown, v.Reason
		}
		sum.Queries = v.Queries
	}
	return sum, nil
}

// provePlusOf claims that every state of a source has a step into the target.
func (w *worker) provePlusOf(ctx context.Context, t *Transition, src *source) (Verdict, error) {
	n, ok := w.model.from(src, t.Move)
	if !ok || !slices.Equal(n.after.Locations, t.To.Locations) {
		return Verdict{Answer: result.AnswerRefuted, Against: src.node.Witness().Config}, nil
	}
	c := &claim{premise: src.cond, outer: w.model.slots, ways: []*way{w.newWay(n, w.model.into(n, t.To), n.params, n.params)}}
	if src.node != nil {
		c.outer = term.Variables(src.cond, src.state.Store)
	} else {
		t.plus = c
	}
	v, err := w.prove(ctx, c)
	if v.Answer == result.AnswerRefuted {
		against, startErr := w.start(ctx, src, v.against, nil)
		if startErr != nil {
			return Verdict{Reason: startErr.Error(), Queries: v.Queries}, ctx.Err()
		}
		v.Against = against.Config
	}
	return v, err
}

// minusClaim is the claim that every state of the target is reached from some source.
func (w *worker) minusClaim(ctx context.Context, t *Transition, sources []*source) *claim {
	outer := w.model.primed
	primed := sts.SymbolicState{Store: outer}
	c := &claim{premise: w.model.apply(slices.Concat(w.model.states, t.To.cond), &primed), outer: outer}
	for _, src := range sources {
		if ctx.Err() != nil {
			break // the proof will not begin
		}
		n, ok := w.model.from(src, t.Move)
		if !ok || !slices.Equal(n.after.Locations, t.To.Locations) {
			continue
		}
		body := slices.Concat(src.cond, n.needs)
		for i, v := range n.after.Store {
			body = append(body, w.store.Eq(outer[i], v))
		}
		inner := without(term.Variables(body), outer...)
		choices := inner
		if src.node == nil {
			choices = n.params
		}
		c.ways = append(c.ways, w.newWay(n, body, inner, choices))
	}
	return c
}
