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

// refinement proposes a predicate that divides an abstract state where a must+ fails, best where tests are missing.
func (s *Session) refinement(d *Derived, covered *coverage) (sts.PredicateSet, bool) {
	w := s.workers[0]
	for _, wanted := range []bool{true, false} {
		for _, t := range d.Transitions {
			if t.MustPlus.Status != Refuted || covered.transitions[t] == wanted {
				continue
			}
			if p := w.dividing(d.Predicates, t); p != nil {
				set := d.Predicates
				set.Conds = append(slices.Clone(set.Conds), p)
				set.Texts = append(slices.Clone(set.Texts), p.String())
				return set, true
			}
		}
	}
	return sts.PredicateSet{}, false
}

// dividing is an atom that the state with a step and the state without do not agree on, nil if there is none.
func (w *worker) dividing(set sts.PredicateSet, t *Transition) *term.Term {
	id := t.Move.ID
	conditions := join([]*term.Term{t.Move.Enabled}, w.model.guards[id], w.model.substituteAll(t.To.cond, w.model.updates[id]), w.model.after[id])
	for _, c := range conditions {
		for _, atom := range append(collectAtoms(c, nil), c) {
			if !usefulPredicate(w.system, set, atom) {
				continue
			}
			with, err := w.interpreter.Holds(t.Example.From, atom)
			without, err2 := w.interpreter.Holds(t.MustPlus.Against, atom)
			if err == nil && err2 == nil && with != without {
				return atom
			}
		}
	}
	return nil
}

// refine looks for more tests with at most so many more predicates. The tests are those of the refined abstractions that cover
// more of d than the tests before them.
func (s *Session) refine(ctx context.Context, study *Study, plan Plan) error {
	current := study.Derived
	for range plan.Refine {
		covered := study.Derived.cover(study.Tests)
		if covered.complete() {
			return nil
		}
		set, ok := s.refinement(current, current.cover(study.Tests))
		if !ok {
			return nil
		}
		a, err := s.Abstract(ctx, set)
		if many := (*ErrTooManyStates)(nil); errors.As(err, &many) {
			return nil
		}
		if err != nil {
			return err
		}
		if current, err = s.Derive(ctx, a, study.Reach); err != nil {
			return err
		}
		study.Added = append(study.Added, set.Texts[len(set.Texts)-1])
		if err := s.adopt(ctx, study, current, plan); err != nil {
			return err
		}
	}
	return nil
}

// adopt adds the tests of a refined abstraction that cover more.
func (s *Session) adopt(ctx context.Context, study *Study, refined *Derived, plan Plan) error {
	chains, _ := s.Chains(refined, plan.Repeat)
	tests, doubts, err := s.Instantiate(ctx, refined, chains)
	study.Doubts = append(study.Doubts, doubts...)
	if err != nil {
		return err
	}
	w := s.first(ctx)
	for _, t := range tests {
		known := study.cover(study.Tests)
		own := &Test{Chain: &Chain{}, Prefix: t.Prefix, Run: t.Run}
		if err := w.verify(study.Derived, own); err != nil {
			return err
		}
		for x := range study.cover([]*Test{own}).transitions {
			if !known.transitions[x] {
				study.Tests = append(study.Tests, own)
				break
			}
		}
	}
	return nil
}
