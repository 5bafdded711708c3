package ioco

import (
	"context"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Searching for inputs is not judging: an answer that takes long is not worth it. So what a search may cost is bounded. Cost is not counted
// in seconds, because the same seed is to give the same inputs on any machine, but in queries: those about texts are much harder for
// solvers, and those without an answer harder still.

// The costs of queries.
const (
	textCost    = 60
	unknownCost = 800
)

// haste is how long a query of a search may take.
const haste = 100 * time.Millisecond

// Hastily calls f, in which queries are given up soon, and returns what they cost.
func (t *Tracker) Hastily(f func() error) (cost int, err error) {
	before := t.cost
	t.hasty = true
	defer func() { t.hasty = false }()
	err = f()
	return t.cost - before, err
}

// Cost returns what all queries have cost so far.
func (t *Tracker) Cost() int { return t.cost }

// Ask passes a query on to the solver.
func (t *Tracker) Ask(ctx context.Context, q smt.Query) (smt.Answer, error) {
	if t.hasty {
		q.Timeout = haste
	}
	answer, err := t.Solver.Check(ctx, q)
	t.cost += costOf(q, answer.Status)
	return answer, err
}

func costOf(q smt.Query, s smt.Status) int {
	switch {
	case s == smt.Unknown:
		return unknownCost
	case slices.ContainsFunc(q.Conjuncts, mentionsText):
		return textCost
	}
	return 1
}

func mentionsText(c *term.Term) bool {
	return slices.ContainsFunc(c.Vars(), func(v *term.Term) bool { return v.Sort().Kind == term.KindString })
}
