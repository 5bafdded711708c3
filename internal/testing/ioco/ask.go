package ioco

import (
	"context"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/witness"
)

// Searching for inputs is not judging: an answer that takes long is not worth it. So what a search may cost is bounded. Cost is not counted
// in seconds, because the same seed is to give the same inputs on any machine, but in queries: those that calculate with texts are much
// harder for solvers, and those without an answer harder still. Texts that are only compared, such as keys of maps, are nearly as easy
// as numbers.

// The costs of queries.
const (
	equalTextCost = 6
	textCost      = 60
	unknownCost   = 800
)

// haste is the time whose work a query of a search may cost the solver. The time itself is limited by patience, which a solver that counts its
// work does not come to, so that the same seed gives the same inputs on a busy machine.
const (
	haste    = 100 * time.Millisecond
	patience = 20 * haste
)

// maxWeight bounds the constants of a query of a search: states may hold texts of many thousand characters, with which solvers compute for seconds,
// whatever they are allowed.
const maxWeight = 256

// heavy is the answer to a query of a search that is not sent.
var heavy = smt.Answer{Status: smt.Unknown, Reason: "the query has very large constants"}

// asker asks a solver.
type asker struct {
	Solver smt.Solver
	store  *term.Store
	hasty  bool                // queries are given up soon
	cost   int                 // of all queries; see Cost
	texts  map[*term.Term]bool // which terms calculate with texts
}

// Hastily calls f, in which queries are given up soon, and returns what they cost.
func (a *asker) Hastily(f func() error) (cost int, err error) {
	before, hasty := a.cost, a.hasty
	a.hasty = true
	defer func() { a.hasty = hasty }()
	err = f()
	return a.cost - before, err
}

// Cost returns what all queries have cost so far.
func (a *asker) Cost() int { return a.cost }

// Ask passes a query on to the solver.
func (a *asker) Ask(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if a.hasty && weightOf(q.Conjuncts, map[*term.Term]bool{}) > maxWeight {
		a.cost += equalTextCost
		return heavy, nil
	}
	if a.hasty {
		q.Timeout, q.Work = patience, smt.WorkIn(haste)
	}
	answer, err := a.Solver.Check(ctx, q)
	a.cost += a.costOf(q, answer.Status)
	return answer, err
}

func (a *asker) costOf(q smt.Query, s smt.Status) int {
	if s == smt.Unknown {
		return unknownCost
	}
	cost := 1
	for _, c := range q.Conjuncts {
		if slices.ContainsFunc(c.Vars(), isText) {
			cost = equalTextCost
		}
		if a.CalculatesText(c) {
			return textCost
		}
	}
	return cost
}

func isText(t *term.Term) bool { return t.Sort().Kind == term.KindString }

// weightOf returns the sum of the weights of the constants in terms, each counted once.
func weightOf(list []*term.Term, seen map[*term.Term]bool) int {
	sum := 0
	for _, t := range list {
		switch {
		case seen[t]:
		case t.IsConst():
			sum += t.Value().Weight()
		default:
			sum += weightOf(t.Args(), seen)
		}
		seen[t] = true
	}
	return sum
}

// CalculatesText reports whether a term does more with texts that depend on variables than compare, choose and keep them in collections.
func (a *asker) CalculatesText(c *term.Term) bool {
	known, ok := a.texts[c]
	if ok || len(c.Vars()) == 0 {
		return known
	}
	compares := c.Op() == term.OpEq || c.Op() == term.OpIte || c.Op() >= term.OpTuple
	known = !compares && slices.ContainsFunc(c.Args(), isText) || slices.ContainsFunc(c.Args(), a.CalculatesText)
	if a.texts == nil {
		a.texts = map[*term.Term]bool{}
	}
	a.texts[c] = known
	return known
}

// Feasible returns conditions together with more of them, and reports whether they can hold. What the solver cannot decide
// counts as possible, so that no system is blamed for it.
func (a *asker) Feasible(ctx context.Context, conds []*term.Term, more ...*term.Term) ([]*term.Term, bool, error) {
	all, ok := term.Conjoin(conds, more)
	if ok {
		var err error
		if ok, err = a.check(ctx, all); err != nil {
			return nil, false, err
		}
	}
	return all, ok, nil
}

// check reports whether the solver finds conditions possible, or cannot decide it. A search tries a few texts before: for one of some hundred
// characters a solver takes many seconds, whatever it is allowed.
func (a *asker) check(ctx context.Context, conds []*term.Term) (bool, error) {
	if len(conds) == 0 {
		return true, nil
	}
	if a.hasty && slices.ContainsFunc(conds, a.CalculatesText) {
		if _, found := witness.Near(a.store, conds); found {
			a.cost += textCost
			return true, nil
		}
	}
	answer, err := a.Ask(ctx, smt.Query{Conjuncts: conds})
	return answer.Status != smt.Unsat, err
}
