package classes

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// What the tree leaves open is asked of the portfolio.

// Bounds of the questions to the portfolio. Where there are more tuples, any other than the known ones is a goal, and is asked for again when
// one was found.
const (
	mostGoals  = 256
	mostRounds = 50
)

// isOpen reports whether there may be classes that the tree does not show.
func (s *search) isOpen(ctx context.Context) bool {
	stop := s.reason(ctx)
	return !stop.Early() && stop != result.StopClasses && stop != result.StopExhausted
}

// ask asks the portfolio whether there are runs with other tuples, or without a tuple.
func (s *search) ask(ctx context.Context) error {
	over := &reach.Over{Least: s.options.Least, Most: s.options.Most, Terms: s.lowered}
	for range mostRounds {
		if !s.isOpen(ctx) {
			return nil
		}
		goals, all := s.goals(over)
		question := *s.options.Ask
		question.System, question.Goals, question.AnyProduct = s.system, goals, true
		reply, err := reach.Ask(ctx, question)
		if err != nil {
			return err
		}
		s.out.Engines = result.AddUses(s.out.Engines, reply.Engines)
		s.out.Solver.Add(reply.Solver)
		found, err := s.take(reply)
		if err != nil {
			return err
		}
		if all || !found {
			s.decided = len(reply.Open()) == 0
			return nil
		}
	}
	return nil
}

// lowered returns the values of the classifiers, and last the condition that they have values.
func (s *search) lowered(past sts.Past) ([]*term.Term, error) {
	v, err := over(s.system, past)
	return append(v.terms, s.system.Store.And(sts.Conditions(v.safety)...)), err
}

// goals are that a run has no tuple, and each tuple that is not known; or, if these are too many, that a run has a tuple that is not known. All
// reports whether the tuples were listed.
func (s *search) goals(over *reach.Over) (goals []reach.Goal, all bool) {
	last, store := len(s.system.Classifiers), s.system.Store
	add := func(cond func(terms []*term.Term) *term.Term) {
		goals = append(goals, reach.Goal{Past: &reach.Past{Over: over, Cond: cond}})
	}
	add(func(terms []*term.Term) *term.Term { return store.Not(terms[last]) })
	if n := s.out.Combinations - len(s.out.Classes); s.out.Combinations == 0 || n > mostGoals {
		add(func(terms []*term.Term) *term.Term {
			return store.And(terms[last], store.And(s.unknown(terms[:last])...))
		})
		return goals, false
	}
	for _, values := range s.out.missing(s.system) {
		add(func(terms []*term.Term) *term.Term { return store.And(terms[last], s.has(values, terms)) })
	}
	return goals, true
}

// take adds the classes of the runs that the portfolio has found; it reports whether one of them is new.
func (s *search) take(reply *reach.Reply) (found bool, err error) {
	for _, a := range reply.Answers {
		if a.Run == nil || s.full() {
			continue
		}
		isNew, err := s.add(a.Run)
		if err != nil {
			return false, err
		}
		found = found || isNew
	}
	return found, nil
}
