package ioco

import (
	"context"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
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

// Hastily calls f, in which queries are given up soon, and returns what they cost.
func (t *Tracker) Hastily(f func() error) (cost int, err error) {
	before, hasty := t.cost, t.hasty
	t.hasty = true
	defer func() { t.hasty = hasty }()
	err = f()
	return t.cost - before, err
}

// Cost returns what all queries have cost so far.
func (t *Tracker) Cost() int { return t.cost }

// Ask passes a query on to the solver.
func (t *Tracker) Ask(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if t.hasty {
		q.Timeout, q.Work = patience, smt.WorkIn(haste)
	}
	answer, err := t.Solver.Check(ctx, q)
	t.cost += t.costOf(q, answer.Status)
	return answer, err
}

func (t *Tracker) costOf(q smt.Query, s smt.Status) int {
	if s == smt.Unknown {
		return unknownCost
	}
	cost := 1
	for _, c := range q.Conjuncts {
		if slices.ContainsFunc(c.Vars(), isText) {
			cost = equalTextCost
		}
		if t.CalculatesText(c) {
			return textCost
		}
	}
	return cost
}

func isText(t *term.Term) bool { return t.Sort().Kind == term.KindString }

// CalculatesText reports whether a term does more with texts that depend on variables than compare, choose and keep them in collections.
func (t *Tracker) CalculatesText(c *term.Term) bool {
	known, ok := t.texts[c]
	if ok || len(c.Vars()) == 0 {
		return known
	}
	compares := c.Op() == term.OpEq || c.Op() == term.OpIte || c.Op() >= term.OpTuple
	known = !compares && slices.ContainsFunc(c.Args(), isText) || slices.ContainsFunc(c.Args(), t.CalculatesText)
	if t.texts == nil {
		t.texts = map[*term.Term]bool{}
	}
	t.texts[c] = known
	return known
}
