package prove

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Options bound the work. The zero value means the defaults.
type Options struct {
	Queries int // questions to the solver, over all targets
	Depth   int // the largest k of k-induction
	Paths   int // followed backwards, per target
}

// The defaults of Options.
const (
	DefaultQueries = 20_000
	DefaultDepth   = 4
	DefaultPaths   = 40
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

// Clause is a condition that holds whenever a place is entered.
type Clause struct {
	Place     string
	Condition string
}

// Unreachable tries to prove of each target that no run takes it. Invariants are found once for all of them. An error is
// trouble with the environment, such as a solver that is missing; if ctx ends or a bound is reached, targets are left unproved
// with that reason.
func Unreachable(ctx context.Context, system *sts.System, targets []*sts.Transition, solver smt.Solver, options Options) ([]Answer, error) {
	p := newProver(ctx, system, solver, options)
	answers := make([]Answer, len(targets))
	var open []*sts.Transition
	for i, t := range targets {
		answers[i] = p.byGraph(t)
		if !answers[i].Proved {
			open = append(open, t)
		}
	}
	if len(open) == 0 {
		return answers, nil
	}
	failure := p.findInvariants(open)
	for i := range answers {
		if answers[i].Proved {
			continue
		}
		if failure == nil {
			failure = p.answer(&answers[i])
		}
		if failure != nil && !answers[i].Proved {
			if !isBound(ctx, failure) {
				return answers, failure
			}
			answers[i].Reason = "not proved: " + describe(ctx, failure)
		}
	}
	return answers, nil
}

func newProver(ctx context.Context, system *sts.System, solver smt.Solver, options Options) *prover {
	if options.Queries <= 0 {
		options.Queries = DefaultQueries
	}
	if options.Depth <= 0 {
		options.Depth = DefaultDepth
	}
	if options.Paths <= 0 {
		options.Paths = DefaultPaths
	}
	g := newGraph(system)
	return &prover{graph: g, ctx: ctx, solver: solver, options: options, flow: newFlow(g)}
}

// isBound tells a bound that was reached from trouble with the environment.
func isBound(ctx context.Context, err error) bool {
	return errors.Is(err, errBudget{}) || ctx.Err() != nil
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
	if len(p.of(t)) > 0 {
		return a
	}
	a.Proved, a.Method = true, ByGraph
	machine := p.system.Machines[t.Machine]
	switch {
	case t.Guard.IsFalse():
		a.Reason = "its guard is false"
	case !machine.Reachable()[t.From]:
		a.Reason = "no path in the graph leads to " + machine.Locations[t.From].Name
	default:
		a.Reason = "no path in the graph leads to where another machine takes part in it"
	}
	return a
}

// answer tries invariants and then k-induction.
func (p *prover) answer(a *Answer) error {
	before := p.queries
	defer func() { a.Queries = p.queries - before }()
	excluded, err := p.excluded(a.Transition)
	if err != nil {
		return err
	}
	if excluded {
		a.Proved, a.Method, a.Invariant = true, ByInvariant, p.clauses(a.Transition)
		a.Reason = inWords(a.Invariant)
		return nil
	}
	k, reason, err := p.induct(a.Transition)
	if err != nil {
		return err
	}
	if reason != "" {
		a.Reason = "not proved: " + reason
		return nil
	}
	a.Proved, a.Method, a.K = true, ByInduction, k
	a.Reason = fmt.Sprintf("by %d-induction: every path of %s that ends with it contradicts a guard on it or what always holds where it begins", k, steps(k+1))
	return nil
}

func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// maxShrunk is how many conditions are tried to be left out of a certificate.
const maxShrunk = 24

// clauses lists, for the places that have the target, invariants that contradict its guard.
func (p *prover) clauses(t *sts.Transition) []Clause {
	var out []Clause
	for _, e := range p.of(t) {
		if p.invariants[e.from].isFalse() {
			out = append(out, Clause{p.places[e.from].name, "false"})
			continue
		}
		guard := e.move.Conjuncts()
		for _, c := range p.needed(guard, p.strengthen(e.from, guard)[len(guard):]) {
			out = append(out, Clause{p.places[e.from].name, c.String()})
		}
	}
	return out
}

// needed leaves out of an invariant what is not needed to contradict the guard, one condition after the other. A question that
// cannot be answered leaves its condition in.
func (p *prover) needed(guard, invariant []*term.Term) []*term.Term {
	for i := 0; i < len(invariant) && len(invariant) <= maxShrunk; {
		fewer := slices.Concat(invariant[:i], invariant[i+1:])
		if enough, err := p.unsat(slices.Concat(guard, fewer)); err == nil && enough {
			invariant = fewer
		} else {
			i++
		}
	}
	return invariant
}

// inWords tells a certificate.
func inWords(clauses []Clause) string {
	if len(clauses) == 0 {
		return "its guard is never true"
	}
	var places []string
	conditions := map[string][]string{}
	for _, c := range clauses {
		if conditions[c.Place] == nil {
			places = append(places, c.Place)
		}
		conditions[c.Place] = append(conditions[c.Place], c.Condition)
	}
	var parts []string
	for _, place := range places {
		if conditions[place][0] == "false" {
			parts = append(parts, "no run comes to "+place)
			continue
		}
		parts = append(parts, "in "+place+" always "+strings.Join(conditions[place], " and "))
	}
	return strings.Join(parts, "; ")
}
