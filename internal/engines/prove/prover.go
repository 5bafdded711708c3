package prove

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove/sample"
)

// Options bound the work. Zero means the default, in parentheses.
type Options struct {
	Queries  int // maximum number of solver queries, over all targets (20,000)
	Unknowns int // maximum number of queries that the solver leaves undecided, each of which may use its whole time limit (20)
	Work     int // maximum of edges times variables: larger models are declined (10,000,000)
	Depth    int // the largest k of k-induction (4)
	Paths    int // maximum number of paths that are followed backwards, per target (40)

	// SelfContained gives answers about transitions the whole invariant that the proof needs, as those about goals have it, and not only what
	// contradicts the guard.
	SelfContained bool

	// Promises returns what a move may assume of the results of its externs, over slots and parameters; nil is nothing.
	Promises func(*sts.Move) []*term.Term
}

// Brief returns bounds of proofs that must not take much longer than the work that they follow.
func Brief(queries int) Options { return Options{Queries: queries, Unknowns: 3, Work: 1_000_000} }

// withDefaults replaces what is not positive.
func (o Options) withDefaults() Options {
	for _, option := range []struct {
		value *int
		usual int
	}{{&o.Queries, 20_000}, {&o.Unknowns, 20}, {&o.Work, 10_000_000}, {&o.Depth, 4}, {&o.Paths, 40}} {
		if *option.value <= 0 {
			*option.value = option.usual
		}
	}
	return o
}

// prover holds the data that all targets share.
type prover struct {
	*graph
	invariants *houdini // of the places
	solver     smt.Solver
	options    Options
	flow       *flow
	sampler    *sample.Sampler
	hints      []*term.Term // proposed at every place, with the rows
	answered   map[*term.Term]smt.Answer
	backs      map[backKey]*path.Back
	queries    int
	unknown    int  // single queries that the solver left undecided
	guessing   bool // candidates are guesses: queries have little time, and no models of large collections are looked for
}

func newProver(system *sts.System, solver smt.Solver, options Options) *prover {
	g := newGraph(system, options.Promises)
	edges := []Edge{initialEdge(system)}
	for _, e := range g.edges {
		edges = append(edges, Edge{From: e.from, To: e.to, Premises: g.premises(e.move), After: afterMove(system, e.move)})
	}
	return &prover{graph: g, invariants: newHoudini(system.Store, len(g.places), edges), solver: solver, options: options.withDefaults(),
		flow: newFlow(g), sampler: g.sampler(), answered: map[*term.Term]smt.Answer{}, backs: map[backKey]*path.Back{}}
}

// initialEdge stands for the initial states.
func initialEdge(s *sts.System) Edge {
	start, _ := s.StartSymbolic()
	return Edge{From: Outside, Premises: []*term.Term{s.Apply(s.Assume, &start)},
		After: func(c *term.Term) *term.Term { return s.Apply(c, &start) }}
}

// afterMove returns the condition before a move under which another holds after it.
func afterMove(s *sts.System, m *sts.Move) func(*term.Term) *term.Term {
	updates := s.Assigned(m.Updates)
	return func(c *term.Term) *term.Term { return replace(s.Store, c, updates) }
}

// replace substitutes what a condition mentions.
func replace(s *term.Store, cond *term.Term, by map[*term.Term]*term.Term) *term.Term {
	if !touches(cond, by) {
		return cond
	}
	return s.Substitute(cond, by)
}

// touches reports whether a condition mentions what is assigned.
func touches(cond *term.Term, updates map[*term.Term]*term.Term) bool {
	return slices.ContainsFunc(cond.Vars(), func(v *term.Term) bool { return updates[v] != nil })
}

// These end the work early.
var (
	errQueries = errors.New("the limit on solver queries was reached")
	errUnknown = errors.New("the solver left too many queries undecided")
	errSize    = errors.New("the model is too large for invariants")
)

// guessTime is the time limit of queries about guesses.
const guessTime = 100 * time.Millisecond

// check sends a query to the solver, within the bounds; what was decided before is not queried again. A query for values that
// remains undecided does not count as one of the Unknowns, since single queries follow.
func (p *prover) check(ctx context.Context, q smt.Query) (smt.Answer, error) {
	whole := p.system.Store.And(p.system.InNormalForm(q.Conjuncts)...)
	switch {
	case whole.IsFalse():
		return smt.Answer{Status: smt.Unsat}, nil
	case whole.IsTrue():
		return smt.Answer{Status: smt.Sat, Model: smt.Model{}}, nil
	}
	if answer, ok := p.answered[whole]; ok && (len(q.Values) == 0 || answer.Status == smt.Unsat) && (q.Provisional || !answer.Unconfirmed) {
		return answer, nil
	}
	if p.queries >= p.options.Queries {
		return smt.Answer{}, errQueries
	}
	p.queries++
	q.Conjuncts, q.Kind, q.Refute = whole.Conjuncts(), smt.Proof, p.guessing || len(q.Values) == 0
	if p.guessing {
		q.Timeout, q.Work = guessTime, smt.WorkIn(guessTime)
	}
	answer, err := p.solver.Check(ctx, q)
	if err != nil {
		return answer, err
	}
	if answer.Status == smt.Unknown && len(q.Values) == 0 && !answer.Untried {
		if p.unknown++; p.unknown > p.options.Unknowns {
			return answer, errUnknown
		}
	}
	if answer.Status == smt.Unknown && p.guessing {
		return answer, nil // there may be an answer with more time
	}
	p.answered[whole] = smt.Answer{Status: answer.Status, Reason: answer.Reason, Unconfirmed: answer.Unconfirmed}
	return answer, nil
}

// unsat reports whether conditions are known to contradict each other.
func (p *prover) unsat(ctx context.Context, conditions []*term.Term) (bool, error) {
	answer, err := p.check(ctx, smt.Query{Conjuncts: conditions})
	return answer.Status == smt.Unsat, err
}

// induce adds those candidates to the invariants that are inductive.
func (p *prover) induce(ctx context.Context, propose func(place int) []*term.Term) error {
	return p.invariants.induce(propose, func(q smt.Query) (smt.Answer, error) { return p.check(ctx, q) })
}
