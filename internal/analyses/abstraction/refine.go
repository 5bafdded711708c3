package abstraction

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction/predicate"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Refinement. A chain ends where no must+ leads on: q -e-> q' was refuted because some states of q have no such step, though others have. A
// predicate that distinguishes a state without the step from one with it divides q, and one part may have the must+. Such predicates are
// looked for among the atoms of the weakest precondition: of the guard of e, of its condition over the state, and of q' and the invariant
// after the update. The refined abstraction has chains of its own; of its tests, those are kept that cover new parts of the abstraction that
// the user requested. The report covers the user's abstraction.
//
// Where to divide: tests that reach q and cannot continue are stuck there, so transitions out of covered states come first, and of these the
// requested ones. A division then makes the step before it a failed must+ out of a covered state, and so on backwards to where the chains
// begin.

// refiner adds predicates to the abstraction of a study.
type refiner struct {
	session *Session
	worker  *worker
	study   *Study
	plan    Plan
	current *Derived // the refined abstraction
}

// refine looks for more tests with at most as many more predicates as the plan allows.
func (s *Session) refine(ctx context.Context, study *Study, plan Plan) error {
	w := s.worker(ctx)
	defer s.end(w)
	r := &refiner{session: s, worker: w, study: study, plan: plan, current: study.Derived}
	for range plan.Refine {
		if len(study.covered().open()) == 0 {
			return nil
		}
		if more, err := r.round(ctx); !more || err != nil {
			return err
		}
	}
	return nil
}

// round adds one predicate and the tests that it brings; false if there is none to add.
func (r *refiner) round(ctx context.Context) (bool, error) {
	set, ok, err := r.divide()
	if !ok || err != nil {
		return false, err
	}
	a, err := r.session.Abstract(ctx, set)
	if many := (*ErrTooManyStates)(nil); errors.As(err, &many) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if r.current, err = r.session.Derive(ctx, a, r.study.Derived.Reach); err != nil {
		return false, err
	}
	r.study.Added = append(r.study.Added, set.Texts[len(set.Texts)-1])
	return true, r.adopt(ctx)
}

// divide finds the predicate to add.
func (r *refiner) divide() (sts.PredicateSet, bool, error) {
	stuck, err := r.stuck()
	if err != nil {
		return sts.PredicateSet{}, false, err
	}
	for _, t := range stuck {
		if p := r.dividing(t); p != nil {
			set := r.current.Abstraction.Predicates
			set.Conds = append(slices.Clone(set.Conds), p)
			set.Texts = append(slices.Clone(set.Texts), p.String())
			return set, true, nil
		}
	}
	return sts.PredicateSet{}, false, nil
}

// stuck returns the uncovered transitions that are not must+, the most important first.
func (r *refiner) stuck() ([]*Transition, error) {
	tests, err := r.worker.classifyAll(r.current.Abstraction, r.study.Tests)
	if err != nil {
		return nil, err
	}
	covered, wanted := r.current.cover(tests), r.study.covered()
	var ranks [3][]*Transition
	for _, t := range r.current.Abstraction.Transitions {
		if t.MustPlus.Answer != result.AnswerRefuted || covered.transitions[t] {
			continue
		}
		original := r.study.Derived.transition(r.original(t.From), t.Move, r.original(t.To))
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

// original returns the state of the user's abstraction that a refined one is a part of.
func (r *refiner) original(q *State) *State {
	user := r.study.Derived.Abstraction.space
	return user.byKey[truthKey(q.Locations, q.Truth[:len(user.conds)])]
}

// dividing returns an atom that has different values in the state with a step and the state without; nil if there is none.
func (r *refiner) dividing(t *Transition) *term.Term {
	model := r.worker.model
	for _, c := range append([]*term.Term{t.Move.Enabled}, model.into(model.moves[t.Move.ID], t.To)...) {
		for _, atom := range append(c.Atoms(), c) {
			if predicate.Useful(model.system, r.current.Abstraction.Predicates, atom) && r.disagree(t.Example.Parent.Config, t.MustPlus.Against, atom) {
				return atom
			}
		}
	}
	return nil
}

// disagree reports whether a condition holds in one of two states only.
func (r *refiner) disagree(a, b *sts.Config, cond *term.Term) bool {
	inA, errA := r.worker.executor.Holds(a, cond)
	inB, errB := r.worker.executor.Holds(b, cond)
	return errA == nil && errB == nil && inA != inB
}

// adopt adds the tests of the refined abstraction that cover more of the user's.
func (r *refiner) adopt(ctx context.Context) error {
	chains, _ := r.session.Chains(r.current, r.plan.Repeat)
	tests, doubts, err := r.session.Instantiate(ctx, r.current, chains)
	r.study.Doubts = append(r.study.Doubts, doubts...)
	if err != nil {
		return err
	}
	own, err := r.worker.classifyAll(r.study.Derived.Abstraction, tests)
	if err != nil {
		return err
	}
	known := r.study.covered().transitions
	for _, t := range own {
		before := len(known)
		maps.Copy(known, r.study.Derived.cover([]*Test{t}).transitions)
		if len(known) > before {
			r.study.Tests = append(r.study.Tests, t)
		}
	}
	r.session.meter.covered(len(known))
	return nil
}

// classifyAll follows the runs of tests through another abstraction, in which they have no chains.
func (w *worker) classifyAll(a *Abstraction, tests []*Test) ([]*Test, error) {
	var out []*Test
	for _, t := range tests {
		own := &Test{Chain: &Chain{}, Prefix: t.Prefix, Run: t.Run}
		if err := w.verify(a, own); err != nil {
			return nil, err
		}
		out = append(out, own)
	}
	return out, nil
}
