package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// Chance: transitions with branches, each of which becomes a transition of the core, and transitions with a rate. The clauses that are common to
// all branches are lowered for each of them, so that each has parameters of its own; the first parameters of all are the same.

// lowerBranches lowers a transition, or each branch of it.
func (m *machineLowering) lowerBranches(d *syntax.TransitionDecl) []*transitionLowering {
	out := make([]*transitionLowering, max(1, len(d.Branches)))
	for i := range out {
		out[i] = m.lowerTransition(d, i)
	}
	unusedParameters(out)
	if len(d.Branches) > 0 {
		sameMeetings(out)
	}
	return out
}

// beginBranch makes the transition one branch of the declaration.
func (tl *transitionLowering) beginBranch(i int) {
	d := tl.decl
	tl.branch = &d.Branches[i]
	tl.t.Choice = &sts.Choice{Name: tl.t.Name, Index: i, Branches: len(d.Branches)}
	tl.t.Name, tl.t.To = sts.BranchName(tl.t.Name, i), tl.machine.Place[tl.branch.To.Text]
	tl.t.Source.Weight = print.Expr(tl.branch.Weight)
}

// clauses returns the clauses of the transition and of its branch: conditions and choices first, then effects. Assignments of the branch come
// after the common ones, and so do its outputs.
func (tl *transitionLowering) clauses() (head, effects []syntax.Clause) {
	if tl.branch == nil {
		return tl.decl.Clauses, nil
	}
	for _, c := range slices.Concat(tl.decl.Clauses, tl.branch.Clauses) {
		if effectRank(c) == 0 {
			head = append(head, c)
		} else {
			effects = append(effects, c)
		}
	}
	slices.SortStableFunc(effects, func(a, b syntax.Clause) int { return effectRank(a) - effectRank(b) })
	return head, effects
}

// effectRank is 1 for assignments, 2 for outputs, and 0 for other clauses.
func effectRank(c syntax.Clause) int {
	switch c.(type) {
	case *syntax.DoClause:
		return 1
	case *syntax.OutClause:
		return 2
	}
	return 0
}

// joined is two texts with a separator, if there are two.
func joined(first, separator, second string) string {
	if first == "" {
		return second
	}
	return first + separator + second
}

// weigh lowers the weights of all branches, over the state before the step and the parameters of this branch.
func (tl *transitionLowering) weigh() {
	tl.t.Choice.Common = len(tl.t.Params)
	for i, b := range tl.decl.Branches {
		weight := tl.l.Quantity(b.Weight, "a probability")
		if weight == nil {
			weight = tl.l.Store.Const(term.Real, term.IntValue(1))
			tl.weights = nil
			tl.t.Choice.Weight = weight
			return
		}
		tl.weights = append(tl.weights, weight)
		if i == tl.t.Choice.Index {
			tl.t.Choice.Weight = weight
		}
	}
}

// demandChance adds the obligation that the weights are a distribution, and excludes branches whose weight is 0. It runs when the guards of
// siblings with "else" are known, since these concern the whole transition.
func (tl *transitionLowering) demandChance() {
	if tl.branch == nil || len(tl.weights) == 0 {
		return
	}
	store, zero := tl.l.Store, tl.l.Store.Const(term.Real, term.IntValue(0))
	tl.l.Safety, tl.l.Under = &tl.t.GuardSafety, tl.guard
	var least []*term.Term
	for _, w := range tl.weights {
		least = append(least, store.Le(zero, w))
	}
	at := tl.decl.Branches[0].Weight.Span().To(tl.decl.Branches[len(tl.decl.Branches)-1].Weight.Span())
	name := tl.decl.Name.Text
	sum := store.Eq(store.Add(tl.weights...), store.Const(term.Real, term.IntValue(1)))
	positive := tl.l.Demand(sts.BadWeights, store.And(least...), at, diag.CodeWeights, "a probability of "+name+" is negative")
	if positive && tl.l.Demand(sts.BadWeights, sum, at, diag.CodeWeights, "the probabilities of "+name+" do not add up to 1") {
		tl.t.Guard = store.And(tl.t.Guard, store.Lt(zero, tl.t.Choice.Weight))
	}
}

// isLaterBranch reports whether it is a branch of a transition, but not the first.
func (tl *transitionLowering) isLaterBranch() bool {
	return tl.t.Choice != nil && tl.t.Choice.Index > 0
}

// rateClause lowers a rate. The transition has to be internal.
func (tl *transitionLowering) rateClause(clause *syntax.RateClause) {
	if tl.decl.IsEvent {
		tl.l.List.Errorf(diag.CodeRate, clause.Span(), "an event is seen by its name, so it has no rate: only internal transitions have")
		return
	}
	if tl.t.Rate = tl.l.Quantity(clause.Value, "a rate"); tl.t.Rate == nil {
		return
	}
	zero := tl.l.Store.Const(term.Real, term.IntValue(0))
	tl.l.Demand(sts.BadRate, tl.l.Store.Lt(zero, tl.t.Rate), clause.Value.Span(), diag.CodeRate, "the rate of "+tl.decl.Name.Text+" is not positive")
}

// checkRate reports a rate of a transition that is not internal: inputs and outputs happen at instants of their own.
func (tl *transitionLowering) checkRate() {
	if tl.t.Rate == nil {
		return
	}
	const hint = "let an internal transition have the rate, and receive or send in the next one"
	i := slices.IndexFunc(tl.decl.Clauses, func(c syntax.Clause) bool { _, rate := c.(*syntax.RateClause); return rate })
	at := tl.decl.Clauses[i].Span()
	if r := tl.t.Receive; r != nil {
		tl.l.List.ErrorHint(diag.CodeRate, at, hint, "%q receives %s, so it has no rate: only internal transitions have", tl.decl.Name.Text, r.Name)
	}
	for _, m := range tl.t.Sends {
		if m.Channel.Capacity == 0 {
			tl.l.List.ErrorHint(diag.CodeRate, at, hint, "%q sends %s, so it has no rate: only internal transitions have", tl.decl.Name.Text, m.Channel.Name)
			return
		}
	}
}

// sameMeetings checks that all branches meet other machines on the same channel, or none does: whether another machine is ready must not
// depend on chance.
func sameMeetings(branches []*transitionLowering) {
	first := branches[0]
	for _, b := range branches[1:] {
		if b.meetsOn() != first.meetsOn() {
			first.l.List.ErrorHint(diag.CodeRendezvous, b.branch.To.Span(), "branch to a location of its own, and meet in the next transition",
				"all branches of %q have to send on the same channel without a queue, or none", b.decl.Name.Text)
			return
		}
	}
}

// meetsOn is the channel without a queue that the transition sends on, or nil.
func (tl *transitionLowering) meetsOn() *sts.Channel {
	for _, m := range tl.t.Sends {
		if m.Channel.Direction == sts.Internal && m.Channel.Capacity == 0 {
			return m.Channel
		}
	}
	return nil
}
