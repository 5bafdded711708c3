package prove

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/text"
)

// Options bound the work. The zero value means the defaults.
type Options struct {
	Queries  int // questions to the solver, over all targets
	Unknowns int // questions that the solver may leave open, each of which may take its time limit
	Work     int // edges times variables: larger models are declined
	Depth    int // the largest k of k-induction
	Paths    int // followed backwards, per target

	// Promises are what a move may take for granted of the results of its externs, over slots and parameters; nil is nothing.
	Promises func(*sts.Move) []*term.Term
}

// The defaults of Options.
const (
	DefaultQueries  = 20_000
	DefaultUnknowns = 20
	DefaultWork     = 10_000_000
	DefaultDepth    = 4
	DefaultPaths    = 40
)

// Method is how a proof was found.
type Method string

// The methods.
const (
	ByGraph     Method = "graph"
	ByInvariant Method = "invariant"
	ByInduction Method = "k-induction"
)

// Answer says whether a target is proved to be unreachable.
type Answer struct {
	Transition *sts.Transition
	Proved     bool
	Method     Method   // if proved
	K          int      // steps before the target, of k-induction
	Invariant  []Clause // what the proof rests on besides the guards
	Reason     string   // the proof in words, or why there is none
	Queries    int      // asked for this target alone; the invariants are shared
}

// Unreachable tries to prove of each target that no run takes it. Invariants are found once for all of them. An error is
// trouble with the environment, such as a solver that is missing; if ctx ends or a bound is reached, targets are left unproved
// with that reason.
func Unreachable(ctx context.Context, system *sts.System, targets []*sts.Transition, solver smt.Solver, options Options) ([]Answer, error) {
	p := newProver(ctx, system, solver, options)
	attempts := make([]*attempt, len(targets))
	for i, t := range targets {
		attempts[i] = &attempt{target: p.transitionTarget(t), Answer: p.byGraph(t)}
	}
	return p.prove(attempts)
}

// prove tries all that is left after the graph was looked at.
func (p *prover) prove(attempts []*attempt) ([]Answer, error) {
	err := p.byInvariants(attempts)
	if err == nil {
		err = p.byInduction(attempts)
	}
	if err != nil && !isBound(p.ctx, err) {
		return nil, err
	}
	var answers []Answer
	for _, a := range attempts {
		if a.Reason == "" {
			a.Reason = "not proved: " + describe(p.ctx, err)
		}
		answers = append(answers, a.Answer)
	}
	return answers, nil
}

// byInvariants finds invariants in stages, each only if targets are left: what rows propose, then that guards do not hold, then
// comparisons from guards.
func (p *prover) byInvariants(attempts []*attempt) error {
	if len(open(attempts)) == 0 {
		return nil
	}
	if len(p.edges)*len(p.system.Slots) > p.options.Work {
		return errSize
	}
	if err := p.flow.run(p.ctx); err != nil {
		return err
	}
	for _, propose := range []proposals{
		func([]*attempt) func(int) []candidate { return p.rowsAndHints },
		func(left []*attempt) func(int) []candidate {
			return p.flow.everywhere(contradictions(p.system.Store, left))
		},
		func(left []*attempt) func(int) []candidate {
			return p.flow.everywhere(comparisons(p.system.Store, left))
		},
	} {
		left := open(attempts)
		if len(left) == 0 {
			return nil
		}
		if err := p.stage(propose(left), attempts); err != nil {
			return err
		}
	}
	return nil
}

// proposals are what may be invariant at each place, thinking of the targets that are left.
type proposals func(left []*attempt) func(place int) []candidate

// stage keeps the candidates that are invariant, and finds what they make unreachable.
func (p *prover) stage(candidates func(place int) []candidate, attempts []*attempt) error {
	if err := p.induce(candidates); err != nil {
		return err
	}
	if err := p.exclude(attempts); err != nil {
		return err
	}
	return p.cutOff(attempts)
}

// cutOff looks for places to which the graph leads only over targets that were proved unreachable, and answers what is there.
func (p *prover) cutOff(attempts []*attempt) error {
	dead := map[*sts.Transition]bool{}
	for _, a := range attempts {
		dead[a.transition] = a.Proved
	}
	entered := p.entered(func(e *edge) bool {
		return p.neverEntered(e.from) || slices.ContainsFunc(e.move.Parts, func(t *sts.Transition) bool { return dead[t] })
	})
	never := candidate{cond: p.system.Store.False()}
	found := false
	err := p.induce(func(place int) []candidate {
		if entered[place] || p.neverEntered(place) {
			return nil
		}
		found = true
		return []candidate{never}
	})
	if err != nil || !found {
		return err
	}
	return p.exclude(attempts)
}

// exclude answers the targets that the invariants contradict.
func (p *prover) exclude(attempts []*attempt) error {
	for _, a := range attempts {
		if a.Proved {
			continue
		}
		before := p.queries
		excluded, err := p.excluded(&a.target)
		if err != nil {
			return err
		}
		if excluded {
			a.Proved, a.Method, a.Invariant = true, ByInvariant, p.clauses(&a.target)
			a.Reason = inWords(a.Invariant)
		}
		a.Queries += p.queries - before
	}
	return nil
}

// byInduction tries k-induction on what is left.
func (p *prover) byInduction(attempts []*attempt) error {
	for _, a := range attempts {
		if a.Proved {
			continue
		}
		before := p.queries
		k, reason, err := p.induct(a)
		if err != nil {
			return err
		}
		a.Queries += p.queries - before
		if reason != "" {
			a.Reason = "not proved: " + reason
			continue
		}
		a.Proved, a.Method, a.K = true, ByInduction, k
		a.Reason = fmt.Sprintf("by %d-induction: every path of %s that ends with it contradicts a guard on it, or what always holds where it begins", k, text.Count(k+1, "step"))
	}
	return nil
}

// isBound tells a bound that was reached from trouble with the environment.
func isBound(ctx context.Context, err error) bool {
	return errors.Is(err, errQueries) || errors.Is(err, errUnknown) || errors.Is(err, errSize) || ctx.Err() != nil
}

func describe(ctx context.Context, err error) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return "the time was up"
	}
	if ctx.Err() != nil {
		return "the search was interrupted"
	}
	return err.Error()
}

// byGraph looks whether any place has the target.
func (p *prover) byGraph(t *sts.Transition) Answer {
	a := Answer{Transition: t}
	machine := p.system.Machines[t.Machine]
	switch {
	case t.Guard.IsFalse():
		a.Reason = "its guard is false"
	case !p.reached[t.Machine][t.From]:
		a.Reason = "no path in the graph leads to " + machine.Locations[t.From].Name
	case len(p.of[t]) == 0:
		a.Reason = "no path in the graph leads to where another machine takes part in it"
	default:
		return a
	}
	a.Proved, a.Method = true, ByGraph
	return a
}
