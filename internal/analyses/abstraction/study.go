package abstraction

import "context"

// Plan lists the steps of the work on an abstraction.
type Plan struct {
	Repeat int  `flag:"uses" was:"repeat" usual:"yes" min:"1" replay:"search" help:"maximum number of uses of an abstract transition in a chain"` // m of the paper
	Search int  `flag:"queries" was:"search" group:"search" min:"0" replay:"search" help:"maximum number of solver queries of a guided search for abstract transitions that the chains do not cover"`
	Refine int  `flag:"refine" group:"search" min:"0" replay:"search" help:"maximum number of predicates to add in order to find more tests"`
	Prove  int  `flag:"prove" group:"search" min:"0" replay:"search" help:"maximum number of solver queries to prove uncovered abstract transitions unreachable; 0 turns this off"`
	Reduce bool `flag:"reduce" replay:"search" help:"leave out tests that do not add to the coverage of the others"`
}

// Study is the result of a plan: an abstraction with its chains and tests.
type Study struct {
	Derived *Derived
	Chains  []*Chain
	All     bool     // there are no more chains
	Tests   []*Test  // first those of the chains, then those of refinement and search
	Added   []string // predicates that refinement added
	Doubts  []Doubt  // of tests
}

// Study makes the chains and the tests of an abstraction. If it is interrupted, the study has what was found until then, and the
// error is that of the context.
func (s *Session) Study(ctx context.Context, a *Abstraction, reach *Reach, plan Plan) (*Study, error) {
	s.meter.study(a)
	d, err := s.Derive(ctx, a, reach)
	if d == nil {
		return nil, err
	}
	study := &Study{Derived: d}
	if err == nil {
		study.Chains, study.All = s.Chains(d, plan.Repeat)
		err = s.test(ctx, study, plan)
	}
	if plan.Reduce {
		study.Tests = d.reduce(study.Tests)
	}
	return study, err
}

// test makes the tests of a study.
func (s *Session) test(ctx context.Context, study *Study, plan Plan) (err error) {
	if study.Tests, study.Doubts, err = s.Instantiate(ctx, study.Derived, study.Chains); err != nil {
		return err
	}
	s.meter.covered(len(study.covered().transitions))
	if err := s.refine(ctx, study, plan); err != nil {
		return err
	}
	if plan.Search > 0 {
		tests, doubts, err := s.search(ctx, study.Derived, study.Tests, plan.Search)
		study.Tests = append(study.Tests, tests...)
		study.Doubts = append(study.Doubts, doubts...)
		if err != nil {
			return err
		}
	}
	if plan.Prove == 0 {
		return nil
	}
	return s.proveRest(ctx, study.Derived, study.Tests, plan.Prove)
}

// covered returns what the tests cover.
func (s *Study) covered() *coverage { return s.Derived.cover(s.Tests) }
