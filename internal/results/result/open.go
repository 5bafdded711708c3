package result

import "slices"

// Questions that an analysis has not decided. Documents that can leave questions open have a method LeftOpen; if it returns any, and there is
// no finding, the exit code is 2. The bounds of a search, such as a depth, are part of the question: goals beyond them are not left open, but
// reported as not reached.

// Subject is the kind of an open question.
type Subject int

// The subjects.
const (
	SubjectTransition Subject = iota
	SubjectGoal               // of a suite
	SubjectQuery              // to the solver: about a step, a deadlock, a class, an abstract state
	SubjectInvariant
	SubjectProducts // a set of products
	SubjectValue    // of a probability or an expectation
	SubjectProperty // of a contract
	SubjectPaths    // a set of paths
	SubjectDemand   // on a function
	SubjectMutant
	SubjectVerdict // on a system, a log, or the operations of a model
	SubjectPlan    // of a campaign
)

// Open is a number of subjects that are left open.
type Open struct {
	Subject Subject
	Count   int
}

// openOf is a number of subjects, or nothing if there are none.
func openOf(s Subject, count int) []Open {
	if count == 0 {
		return nil
	}
	return []Open{{s, count}}
}

// count returns the number of items that satisfy a condition.
func count[T any](items []T, isOpen func(T) bool) int {
	n := 0
	for _, item := range items {
		if isOpen(item) {
			n++
		}
	}
	return n
}

// unknown counts the misses that are neither explained by the bounds nor proved.
func (t *Tally) unknown() int {
	return count(t.Missing, func(m Miss) bool { return m.Status == Unknown })
}

// LeftOpen returns transitions and invariants that are unknown, and steps within the bounds that were not decided, unless the search was
// over because everything is covered.
func (r *Explore) LeftOpen() []Open {
	unknown := func(i ExploredInvariant) bool { return i.Verdict == InvariantUnknown }
	out := append(openOf(SubjectTransition, r.Coverage.Transitions.unknown()), openOf(SubjectInvariant, count(r.Invariants, unknown))...)
	if r.Stop != StopCovered {
		out = append(out, openOf(SubjectQuery, r.Answers.Unknown)...)
	}
	return out
}

// LeftOpen returns the goals that are unknown.
func (s *Suite) LeftOpen() []Open {
	covered := s.Covered()
	return openOf(SubjectGoal, covered.unknown())
}

// LeftOpen returns the transitions that are unknown after every engine.
func (c *Concolic) LeftOpen() []Open {
	least := 0
	for i, name := range c.Order {
		unknown := c.Engines[name].Coverage.Transitions.unknown()
		if i == 0 || unknown < least {
			least = unknown
		}
	}
	return openOf(SubjectTransition, least)
}

// LeftOpen returns the invariants that are neither proved nor broken, and whether the consistency of the operations is undecided.
func (r *Check) LeftOpen() []Open {
	var out []Open
	if r.Invariants != nil {
		undecided := func(v InvariantVerdict) bool {
			return v.Verdict == InvariantUnknown || v.Verdict == InvariantBounded || v.Open != nil
		}
		out = append(out, openOf(SubjectInvariant, count(r.Invariants.Verdicts, undecided))...)
	}
	if r.Operations != nil && r.Operations.Verdict == OperationsUnknown {
		out = append(out, Open{SubjectVerdict, 1})
	}
	return out
}

// LeftOpen returns the sets of products for which the property is undecided, even if only in the comparison with single products.
func (r *Family) LeftOpen() []Open {
	n := count(r.Answers, func(a FamilyAnswer) bool { return a.Outcome == FamilyUnknown })
	if r.Alone != nil {
		n += count(r.Alone.Compared, func(c FamilyComparison) bool { return c.Agreement == AgreeOnlyTogether })
	}
	return openOf(SubjectProducts, n)
}

// LeftOpen returns the queries that the solver did not answer.
func (r *Classes) LeftOpen() []Open { return openOf(SubjectQuery, len(r.Doubts)) }

// LeftOpen returns the queries that the solver did not answer, and the tests that were played without a verdict.
func (r *Abstract) LeftOpen() []Open {
	queries, verdicts := 0, 0
	for _, s := range slices.Concat([]AbstractSet{r.AbstractSet}, r.More) {
		queries += len(s.Unknown)
		verdicts += count(s.Tests, func(t AbstractTest) bool { return t.Played != nil && t.Played.Verdict == Inconclusive })
	}
	return append(openOf(SubjectQuery, queries), openOf(SubjectVerdict, verdicts)...)
}

// LeftOpen returns the values that are not known.
func (r *Chance) LeftOpen() []Open {
	n := 0
	for _, g := range r.Goals {
		for _, value := range []*ChanceRange{&g.Probability, g.Steps, g.Time} {
			if value != nil && (value.Minimum.Kind == ChanceUnknown || value.Maximum.Kind == ChanceUnknown) {
				n++
			}
		}
	}
	return openOf(SubjectValue, n)
}

// LeftOpen returns the properties of contracts that were not decided.
func (r *ContractChecks) LeftOpen() []Open {
	n := 0
	for _, c := range r.Contracts {
		n += count([]Property{c.Disjoint, c.Complete, c.Satisfiable}, func(p Property) bool { return p.Decision == Undecided })
	}
	return openOf(SubjectProperty, n)
}

// LeftOpen reports whether it is undecided if some implementation makes the paths feasible.
func (r *FeasiblePaths) LeftOpen() []Open {
	if r.Feasible != FeasibilityUnknown {
		return nil
	}
	return openOf(SubjectPaths, 1)
}

// LeftOpen reports whether it is not known if some implementation lets the paths be followed.
func (r *Inferred) LeftOpen() []Open {
	if r.Together != FeasibilityUnknown {
		return nil
	}
	return openOf(SubjectPaths, 1)
}

// LeftOpen returns the demands that are neither met nor violated.
func (r *ContractTests) LeftOpen() []Open {
	n := 0
	for _, e := range r.Exercises {
		n += count(e.Behaviors, func(b ExercisedBehavior) bool { return b.Outcome == DemandOpen })
	}
	return openOf(SubjectDemand, n)
}

// LeftOpen returns the mutants that are undecided because of the solver or an undecided step.
func (r *Mutate) LeftOpen() []Open {
	return openOf(SubjectMutant, count(r.Mutants, func(m MutantOutcome) bool { return m.Cause == CauseSolver || m.Cause == CauseRun }))
}

// LeftOpen reports whether there is no verdict on the system, or no number of runs in a plan.
func (r *Run) LeftOpen() []Open {
	if r.Plan != nil && r.Plan.Runs == 0 {
		return openOf(SubjectPlan, 1)
	}
	return openVerdict(r.Verdict)
}

// LeftOpen reports whether there is no verdict on the system.
func (r *Replay) LeftOpen() []Open { return openVerdict(r.Verdict) }

// LeftOpen reports whether there is no verdict on the log.
func (r *Conform) LeftOpen() []Open { return openVerdict(r.Verdict) }

func openVerdict(v Verdict) []Open {
	if v != Inconclusive {
		return nil
	}
	return openOf(SubjectVerdict, 1)
}
