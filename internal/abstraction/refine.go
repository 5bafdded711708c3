package abstraction

import (
	"context"
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Refinement. A chain ends where no must+ leads on: q -e-> q' was refuted because some states of q have no such step, though
// others have. A predicate that tells a state without from a state with the step divides q, and one part may have the must+.
// Such predicates are looked for among the atoms of the weakest precondition: of the guard of e, of its condition over the
// state, and of q' and the invariant after the update. The refined abstraction has chains of its own; those of its tests are
// kept that cover what no other test covers of the abstraction that the user asked for. So what is reported stays the user's.
//
// Where to divide: tests that come to q and cannot go on are stuck there, so transitions out of covered states come first, and
// of these the ones that the user wants. A division then makes the step before it a failed must+ out of a covered state, and so
// on backwards to where the chains begin.

// refiner adds predicates to the abstraction of a study.
type refiner struct {
	*worker
	study   *Study
	plan    Plan
	current *Derived // the refined abstraction
}

// refine looks for more tests with at most as many more predicates as the plan allows.
func (s *Session) refine(ctx context.Context, study *Study, plan Plan) error {
	r := &refiner{worker: s.first(ctx), study: study, plan: plan, current: study.Derived}
	for range plan.Refine {
		if study.cover(study.Tests).complete() {
			return nil
		}
		if more, err := r.round(); !more || err != nil {
			return err
		}
	}
	return nil
}

// round adds one predicate and the tests that it brings; false if there is none to add.
func (r *refiner) round() (bool, error) {
	set, ok, err := r.divide()
	if !ok || err != nil {
		return false, err
	}
	a, err := r.Abstract(r.ctx, set)
	if many := (*ErrTooManyStates)(nil); errors.As(err, &many) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if r.current, err = r.Derive(r.ctx, a, r.study.Reach); err != nil {
		return false, err
	}
	r.study.Added = append(r.study.Added, set.Texts[len(set.Texts)-1])
	return true, r.adopt()
}

// divide finds the predicate to add.
func (r *refiner) divide() (sts.PredicateSet, bool, error) {
	stuck, err := r.stuck()
	if err != nil {
		return sts.PredicateSet{}, false, err
	}
	for _, t := range stuck {
		if p := r.dividing(t); p != nil {
			set := r.current.Predicates
			set.Conds = append(slices.Clone(set.Conds), p)
			set.Texts = append(slices.Clone(set.Texts), p.String())
			return set, true, nil
		}
	}
	return sts.PredicateSet{}, false, nil
}

// stuck lists the transitions that are no must+ and not covered, those that matter most first.
func (r *refiner) stuck() ([]*Transition, error) {
	tests, err := r.classifyAll(r.current, r.study.Tests)
	if err != nil {
		return nil, err
	}
	covered, wanted := r.current.cover(tests), r.study.cover(r.study.Tests)
	var ranks [3][]*Transition
	for _, t := range r.current.Transitions {
		if t.MustPlus.Status != Refuted || covered.transitions[t] {
			continue
		}
		original := r.study.transition(r.original(t.From), t.Move.ID, r.original(t.To))
		switch {
		case covered.states[t.From] && !wanted.transitions[original]:
			ranks[0] = append(ranks[0], t)
		case covered.states[t.From]:
			ranks[1] = append(ranks[1], t)
		default:
			ranks[2] = append(ranks[2], t)
		}
	}
	return slices.Concat(ranks[0], ranks[1], ranks[2]), nil
}

// original is the state of the user's abstraction that a refined one is a part of.
func (r *refiner) original(q *State) *State {
	return r.study.space.byKey[truthKey(q.Locations, q.Truth[:len(r.study.Predicates.Conds)])]
}

// dividing is an atom that the state with a step and the state without do not agree on, nil if there is none.
func (r *refiner) dividing(t *Transition) *term.Term {
	id := t.Move.ID
	conditions := join([]*term.Term{t.Move.Enabled}, r.model.guards[id], r.model.substituteAll(t.To.cond, r.model.updates[id]), r.model.after[id])
	for _, c := range conditions {
		for _, atom := range append(c.Atoms(), c) {
			if usefulPredicate(r.system, r.current.Predicates, atom) && r.disagree(t.Example.From, t.MustPlus.Against, atom) {
				return atom
			}
		}
	}
	return nil
}

// disagree tells whether a condition holds in one of two states only.
func (r *refiner) disagree(a, b *sts.Config, cond *term.Term) bool {
	inA, errA := r.interpreter.Holds(a, cond)
	inB, errB := r.interpreter.Holds(b, cond)
	return errA == nil && errB == nil && inA != inB
}

// adopt adds the tests of the refined abstraction that cover more of the user's.
func (r *refiner) adopt() error {
	chains, _ := r.Chains(r.current, r.plan.Repeat)
	tests, doubts, err := r.Instantiate(r.ctx, r.current, chains)
	r.study.Doubts = append(r.study.Doubts, doubts...)
	if err != nil {
		return err
	}
	own, err := r.classifyAll(r.study.Derived, tests)
	if err != nil {
		return err
	}
	known := r.study.cover(r.study.Tests)
	for _, t := range own {
		new := false
		for x := range r.study.cover([]*Test{t}).transitions {
			new = new || !known.transitions[x]
			known.transitions[x] = true
		}
		if new {
			r.study.Tests = append(r.study.Tests, t)
		}
	}
	return nil
}

// classifyAll follows the runs of tests through another abstraction, in which they have no chains.
func (w *worker) classifyAll(d *Derived, tests []*Test) ([]*Test, error) {
	var out []*Test
	for _, t := range tests {
		own := &Test{Chain: &Chain{}, Prefix: t.Prefix, Run: t.Run}
		if err := w.verify(d, own); err != nil {
			return nil, err
		}
		out = append(out, own)
	}
	return out, nil
}
