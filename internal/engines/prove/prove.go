package prove

import (
	"context"
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove/sample"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Goal is a situation to be proved impossible: a move that begins where conditions hold, or any state where they do.
type Goal struct {
	Move *sts.Move    // nil is any state
	When []*term.Term // over the slots and the parameters of the move
}

// Unreachable tries to prove of each target that no run takes it. Invariants are found once for all of them. An error is a failure of the
// environment, such as a missing solver; if ctx ends or a bound is reached, targets are left unproved with that reason.
func Unreachable(ctx context.Context, system *sts.System, targets []*sts.Transition, solver smt.Solver, options Options) ([]Answer, error) {
	p := newProver(system, solver, options)
	attempts := make([]*attempt, len(targets))
	for i, t := range targets {
		attempts[i] = &attempt{target: p.transitionTarget(t), Answer: p.byGraph(t)}
	}
	answers, err := p.prove(ctx, attempts)
	if err == nil && options.SelfContained {
		p.complete(ctx, attempts, answers)
	}
	return answers, err
}

// complete gives the answers about what was proved the whole invariant that the proof needs.
func (p *prover) complete(ctx context.Context, attempts []*attempt, answers []Answer) {
	for i, a := range attempts {
		if a.Proved {
			answers[i].Invariant = p.clauses(p.support(ctx, p.grounds(ctx, a)))
		}
	}
}

// Impossible tries to prove of each goal that no run reaches it. Hints are conditions over the slots that may hold everywhere; they are
// proposed as candidates and need not be true. The invariant of an answer is self-contained: the initial states satisfy it, every move keeps
// it, and it alone contradicts the goal or, of k-induction, the paths to it. Errors are those of Unreachable.
func Impossible(ctx context.Context, system *sts.System, goals []Goal, hints []*term.Term, solver smt.Solver, options Options) ([]Answer, error) {
	p := newProver(system, solver, options)
	p.hints = distinct(hints)
	attempts := make([]*attempt, len(goals))
	for i, g := range goals {
		a := &attempt{target: p.goalTarget(g)}
		if len(a.spots) == 0 {
			a.Proved, a.Method, a.Reason = true, result.ByGraph, NeverBegins
		}
		attempts[i] = a
	}
	answers, err := p.prove(ctx, attempts)
	if err != nil {
		return nil, err
	}
	p.complete(ctx, attempts, answers)
	return answers, nil
}

// prove tries all methods other than the graph.
func (p *prover) prove(ctx context.Context, attempts []*attempt) ([]Answer, error) {
	err := p.byInvariants(ctx, attempts)
	if err == nil {
		err = p.byInduction(ctx, attempts)
	}
	if err == nil {
		err = p.byRelations(ctx, attempts)
	}
	bound := boundOf(ctx, err)
	if err != nil && bound == "" {
		return nil, err
	}
	var answers []Answer
	for _, a := range attempts {
		if !a.Proved && a.Reason == "" {
			a.Reason = bound
		}
		answers = append(answers, a.Answer)
	}
	return answers, nil
}

// byInvariants finds invariants in stages, each only if targets are left: what rows propose, then that guards do not hold, then
// comparisons from guards, then what is in collections.
func (p *prover) byInvariants(ctx context.Context, attempts []*attempt) error {
	if len(unsettled(attempts)) == 0 {
		return nil
	}
	err := p.byRows(ctx, attempts)
	if err == nil {
		p.bySamples(ctx, attempts)
	}
	for _, conditions := range []func(*term.Store, []*attempt) []*term.Term{contradictions, comparisons} {
		if left := unsettled(attempts); err == nil && len(left) > 0 {
			err = p.stage(ctx, p.everywhere(conditions(p.system.Store, left)), attempts)
		}
	}
	if err == nil {
		err = p.byElements(ctx, attempts)
	}
	return err
}

// bySamples takes samples, if targets are left, and gives up those that a sample meets. It continues as long as that gives results.
func (p *prover) bySamples(ctx context.Context, attempts []*attempt) {
	left := unsettled(attempts)
	for round := 0; round < sample.Rounds && len(left) > 0 && ctx.Err() == nil; round++ {
		p.sampler.Run(ctx, p.solver)
		for _, a := range left {
			if ctx.Err() == nil && a.transition != nil && p.isTaken(&a.target) {
				a.Reason = Taken
			}
		}
		before := len(left)
		if left = unsettled(left); len(left) == before {
			return
		}
	}
}

// isTaken reports whether the transition that is a target is taken from a sample.
func (p *prover) isTaken(t *target) bool {
	static := p.system.Store.And(t.static...)
	return slices.ContainsFunc(p.of[t.transition], func(e *edge) bool { return p.sampler.Takes(e.from, e.move, static) })
}

// rowsAndHints proposes the conditions that follow from the row of a place, and the hints that the row does not contradict.
func (p *prover) rowsAndHints(place int) []*term.Term {
	return append(p.flow.candidates(place), p.everywhere(p.hints)(place)...)
}

// stage keeps the candidates that are invariant, and finds what they make unreachable.
func (p *prover) stage(ctx context.Context, candidates func(place int) []*term.Term, attempts []*attempt) error {
	if err := p.induce(ctx, candidates); err != nil {
		return err
	}
	return p.settle(ctx, attempts)
}

// settle finds what the invariants make unreachable.
func (p *prover) settle(ctx context.Context, attempts []*attempt) error {
	if err := p.exclude(ctx, attempts); err != nil {
		return err
	}
	return p.cutOff(ctx, attempts)
}

// cutOff looks for places to which the graph leads only over targets that were proved unreachable, and answers the targets there.
func (p *prover) cutOff(ctx context.Context, attempts []*attempt) error {
	dead := map[*sts.Transition]bool{}
	for _, a := range attempts {
		dead[a.transition] = a.Proved
	}
	entered := p.entered(func(e *edge) bool {
		return p.invariants.neverEntered(e.from) || slices.ContainsFunc(e.move.Parts, func(t *sts.Transition) bool { return dead[t] })
	})
	found := false
	err := p.induce(ctx, func(place int) []*term.Term {
		if entered[place] || p.invariants.neverEntered(place) {
			return nil
		}
		found = true
		return []*term.Term{p.system.Store.False()}
	})
	if err != nil || !found {
		return err
	}
	return p.exclude(ctx, attempts)
}

// exclude answers the targets that the invariants contradict.
func (p *prover) exclude(ctx context.Context, attempts []*attempt) error {
	return p.each(attempts, func(a *attempt) error {
		for _, s := range a.spots {
			if closed, err := p.closed(ctx, openPath{place: s.place, conditions: s.conditions}); err != nil || !closed {
				return err
			}
		}
		a.Proved, a.Method, a.Invariant = true, result.ByInvariant, p.contradiction(ctx, &a.target)
		return nil
	})
}

// byInduction tries k-induction on the remaining targets.
func (p *prover) byInduction(ctx context.Context, attempts []*attempt) error {
	return p.each(attempts, func(a *attempt) error { return p.induct(ctx, a) })
}

// each tries to prove what is not proved, and counts the queries.
func (p *prover) each(attempts []*attempt, try func(*attempt) error) error {
	for _, a := range unsettled(attempts) {
		queries, unknown := p.queries, p.unknown
		if err := try(a); err != nil {
			return err
		}
		a.Queries += p.queries - queries
		a.Undecided += p.unknown - unknown
	}
	return nil
}

// boundOf returns the bound that was reached, or nothing if an error is trouble with the environment.
func boundOf(ctx context.Context, err error) Reason {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return OutOfTime
	case ctx.Err() != nil:
		return Interrupted
	case errors.Is(err, errQueries):
		return TooManyQueries
	case errors.Is(err, errUnknown):
		return TooManyUndecided
	case errors.Is(err, errSize):
		return TooLarge
	}
	return ""
}

// byGraph checks whether any place has the target.
func (p *prover) byGraph(t *sts.Transition) Answer {
	a := Answer{Transition: t}
	switch machine := p.system.Machines[t.Machine]; {
	case t.Guard.IsFalse() && !t.GuardHasValue():
		a.Reason = FalseOrUndefined
	case t.Guard.IsFalse():
		a.Reason = FalseGuard
	case !p.reached[t.Machine][t.From]:
		a.Reason, a.Location = NoPath, machine.Locations[t.From].Name
	case len(p.of[t]) == 0:
		a.Reason = NoPartner
	default:
		return a
	}
	a.Proved, a.Method = true, result.ByGraph
	return a
}
