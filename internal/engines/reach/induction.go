package reach

import (
	"context"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Induction: invariants of locations, by Houdini's algorithm, and k-induction; see package prove.

func refuseInduction(q *Question) *result.Unsupported {
	if q.Proofs == nil {
		return &result.Unsupported{By: "proofs by induction", Feature: result.NoProofs, Text: "no queries are allowed for proofs"}
	}
	return nil
}

func (s *session) askInduction(ctx context.Context, open []*Answer, use *result.EngineUse) error {
	solver, err := s.NewSolver()
	if err != nil {
		return err
	}
	defer solver.Close()
	before := solver.Stats()
	defer func() { s.count(use, solver.Stats().Since(before)) }()
	for _, try := range []func(context.Context, []*Answer, smt.Solver) error{s.refuteGuards, s.refuteSteps, s.refuteBreaking} {
		if err := try(ctx, open, solver); err != nil {
			return err
		}
	}
	return nil
}

// refuteGuards tries to prove that the guards of transitions are never true where they begin.
func (s *session) refuteGuards(ctx context.Context, open []*Answer, solver smt.Solver) error {
	about, targets := transitions(open)
	if len(targets) == 0 {
		return nil
	}
	answers, err := prove.Unreachable(ctx, s.System, targets, solver, *s.Proofs)
	for i := range answers {
		about[i].refuted(answers[i])
	}
	return err
}

// refuteSteps tries to prove of all moves with a transition that they always end in a model error, if that was requested.
func (s *session) refuteSteps(ctx context.Context, open []*Answer, solver smt.Solver) error {
	if !s.Failing {
		return nil
	}
	var goals []prove.Goal
	begin := map[*Answer]int{} // its first goal
	left := slices.DeleteFunc(slices.Clone(open), func(a *Answer) bool { return !a.Open() || a.Goal.Transition == nil })
	for _, a := range left {
		begin[a] = len(goals)
		goals = append(goals, s.stepsWith(a.Goal.Transition)...)
	}
	if len(goals) == 0 {
		return nil
	}
	answers, err := prove.Impossible(ctx, s.System, goals, s.Hints, solver, *s.Proofs)
	if err != nil {
		return err
	}
	for _, a := range left {
		a.refuted(answers[begin[a]:][:len(s.stepsWith(a.Goal.Transition))]...)
	}
	return nil
}

// stepsWith are the moves that take a transition, with the conditions under which they do so without a model error.
func (s *session) stepsWith(t *sts.Transition) []prove.Goal {
	var out []prove.Goal
	for _, m := range s.System.Moves() {
		if slices.Contains(m.Parts, t) {
			when := slices.Concat(sts.Conditions(m.GuardSafety), m.Conjuncts(), sts.Conditions(m.StepSafety))
			out = append(out, prove.Goal{Move: m, When: when})
		}
	}
	return out
}

// refuteBreaking tries to prove that no run breaks invariants.
func (s *session) refuteBreaking(ctx context.Context, open []*Answer, solver smt.Solver) error {
	about := invariants(open)
	if len(about) == 0 {
		return nil
	}
	var goals []prove.Goal
	for _, a := range about {
		broken := s.System.Store.Not(s.System.HoldsThroughout(a.Goal.Invariant))
		goals = append(goals, prove.Goal{When: broken.Conjuncts()})
	}
	answers, err := prove.Impossible(ctx, s.System, goals, s.Hints, solver, *s.Proofs)
	for i := range answers {
		about[i].refuted(answers[i])
	}
	return err
}

// refuted takes over proofs that all ways to the goal are impossible, or why there are none.
func (a *Answer) refuted(ways ...prove.Answer) {
	if len(ways) == 0 { // no move has it
		a.impossible(result.InductionEngine, result.ByGraph, "no other machine takes part in it")
		return
	}
	var texts []string
	for i := range ways {
		if !ways[i].Proved {
			a.How = ways[i].Explain()
			return
		}
		if text := ways[i].Explain(); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	first := &ways[0]
	a.impossible(result.InductionEngine, first.Method, strings.Join(texts, "; "))
	a.Why.Proof, a.Invariant = certificate(first), first.Invariant
}

// certificate is the certificate of a proof as plain data.
func certificate(a *prove.Answer) *result.Proof {
	out := &result.Proof{Method: a.Method, K: a.K, Queries: a.Queries}
	for _, c := range a.Invariant {
		out.Invariant = append(out.Invariant, result.Clause{Location: c.Place, Condition: c.Term.String()})
	}
	return out
}
