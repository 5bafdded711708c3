package abstraction

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Claims: for all x with P(x) there is y with B(x, y). A must+ is such a claim (x the state before, y the parameters), a must-
// too (x the state after, y the parameters and the state before), and so is a must- from the reachable states (y the inputs of
// one of many paths: a claim has several ways to be met).
//
// Solvers often give up on the quantified formula. So the first queries have no quantifiers:
//
//  1. Is there x with P(x) and not B(x, t) for every instance t(x) found so far? If not, the claim is proved: for every x one
//     of the instances is a choice.
//  2. If so, is there y with B(x, y) for this x, which is a row of constants now? If not, x refutes the claim.
//  3. If so, y is generalised to a term over x (see instance.go), which is a new instance, and the next round begins.
//
// So finite choices are enumerated only as far as needed, and most claims that do not hold are refuted by two queries. After some
// rounds the quantified query is sent after all, first with little time. The instances of a proof are kept: they say which y to
// take for any x, so that chains are made concrete mostly without a solver.

// claim is the statement that for all values of outer that satisfy the premise there is a way to satisfy a body.
type claim struct {
	premise []*term.Term
	outer   []*term.Term
	ways    []*way
}

// way is one way to satisfy a claim.
type way struct {
	body   []*term.Term
	inner  []*term.Term        // what may be chosen
	choice map[*term.Term]bool // inner variables whose values are best enumerated
	solved []solution          // inner variables that were eliminated, in the order of elimination
	step   *step               // that the way takes
}

// solution is a variable that must equal a term over the variables that were eliminated later and those that are left.
type solution struct{ variable, value *term.Term }

// Verdict is the answer to a claim with its evidence.
type Verdict struct {
	Answer     result.Answer // proved, refuted or unknown; also the zero value is unknown
	Reason     string        // why it is unknown
	Against    *sts.Config   // if refuted: a state that shows it
	Queries    int           // sent to the solver
	Quantified bool          // a query with quantifiers was sent

	against   smt.Model  // if refuted: values of the outer variables for which there is no way
	instances []instance // if proved: what to choose
}

// After fewInstances rounds the quantified query is sent with a time limit of briefly, after maxInstances without. A claim about collections
// gets only listInstances rounds, and little time at the end, since a claim without a counterexample among short collections is rarely
// proved for all lengths.
const (
	fewInstances  = 16
	maxInstances  = 80
	listInstances = 8
	briefly       = 300 * time.Millisecond
)

// proof is a claim being examined.
type proof struct {
	worker  *worker
	store   *term.Store
	claim   *claim
	verdict Verdict
	open    []*term.Term // the premise, and the condition that no instance applies
	last    smt.Model    // the last counterexample to the instances
}

// prove examines a claim. The error concerns only the environment.
func (w *worker) prove(ctx context.Context, c *claim) (Verdict, error) {
	p := &proof{worker: w, store: w.store, claim: c, open: slices.Clone(c.premise)}
	rounds, last := maxInstances, time.Duration(0)
	if c.hasLists() {
		rounds, last = listInstances, briefly
	}
	for i := range rounds {
		done, err := p.round(ctx)
		if i == fewInstances && !done && err == nil {
			done, err = p.quantified(ctx, briefly)
		}
		if done || err != nil {
			return p.verdict, err
		}
	}
	_, err := p.quantified(ctx, last)
	return p.verdict, err
}

// hasLists reports whether a claim is about collections.
func (c *claim) hasLists() bool {
	isList := func(v *term.Term) bool { return !v.Sort().IsScalar() }
	return slices.ContainsFunc(c.outer, isList) || slices.ContainsFunc(c.ways, func(w *way) bool { return slices.ContainsFunc(w.inner, isList) })
}

// conclude sets the verdict.
func (p *proof) conclude(answer result.Answer, reason string) bool {
	p.verdict.Answer, p.verdict.Reason = answer, reason
	return true
}

// refute sets the verdict and its evidence.
func (p *proof) refute(against smt.Model) bool {
	p.verdict.against = against
	return p.conclude(result.AnswerRefuted, "")
}

// round looks for a counterexample to the instances so far, and makes an instance of it if it is none to the claim.
func (p *proof) round(ctx context.Context) (done bool, err error) {
	answer, err := p.counterexample(ctx)
	if err != nil || answer.Status != smt.Sat {
		return p.decide(answer, err)
	}
	p.last = answer.Model
	if !p.satisfiesPremise(p.last) {
		return p.conclude(result.AnswerUnknown, errReplay.Error()), ctx.Err()
	}
	p.verdict.Queries++
	k, values, answer, err := p.worker.meet(ctx, p.claim, p.last)
	switch {
	case err != nil:
		return true, err
	case answer.Status == smt.Unsat:
		return p.refute(p.last), nil
	case answer.Status != smt.Sat:
		return p.conclude(result.AnswerUnknown, answer.Reason), nil
	}
	return p.learn(ctx, k, values)
}

// satisfiesPremise evaluates the premise.
func (p *proof) satisfiesPremise(outer smt.Model) bool {
	holds, err := p.worker.holds(p.store.And(p.claim.premise...), outer)
	return err == nil && holds
}

// counterexample looks for values that no instance covers. In rounds 1, 2, 4, 8 and so on it looks for values unlike the last ones, since
// solvers tend to return neighbouring solutions, and values that refute a claim are often far from the first ones.
func (p *proof) counterexample(ctx context.Context) (smt.Answer, error) {
	round := len(p.verdict.instances)
	if len(p.claim.outer) >= fewOuter && round > 0 && round&(round-1) == 0 {
		answer, err := p.query(ctx, append(slices.Clone(p.open), p.unlike()), briefly)
		if err != nil || answer.Status == smt.Sat {
			return answer, err
		}
	}
	return p.query(ctx, p.open, 0)
}

// fewOuter is the number of variables below which unlike is not used.
const fewOuter = 6

// unlike is the condition that half of the outer variables have other values than last time.
func (p *proof) unlike() *term.Term {
	differ := make([]*term.Term, len(p.claim.outer))
	for i, v := range p.claim.outer {
		same := p.store.Eq(v, p.store.Const(v.Sort(), p.last[v]))
		differ[i] = p.store.Ite(same, p.store.Int(0), p.store.Int(1))
	}
	return p.store.Le(p.store.Int(int64(len(differ)/2)), p.store.Add(differ...))
}

// query looks for values of the outer variables.
func (p *proof) query(ctx context.Context, conjuncts []*term.Term, limit time.Duration) (smt.Answer, error) {
	p.verdict.Queries++
	return p.worker.solver.Check(ctx, smt.Query{Conjuncts: conjuncts, Values: p.claim.outer, Timeout: limit, Work: smt.WorkIn(limit)})
}

// decide ends with the answer to a query whose solutions are counterexamples.
func (p *proof) decide(answer smt.Answer, err error) (bool, error) {
	if err == nil && answer.Status == smt.Unsat {
		return p.conclude(result.AnswerProved, ""), nil
	}
	return p.conclude(result.AnswerUnknown, answer.Reason), err
}

// learn adds an instance that covers the last counterexample.
func (p *proof) learn(ctx context.Context, k int, values smt.Model) (bool, error) {
	instance, body, err := p.worker.generalise(p.claim.ways[k], p.last, values)
	if err != nil {
		return p.conclude(result.AnswerUnknown, err.Error()), ctx.Err()
	}
	instance.way = k
	p.verdict.instances = append(p.verdict.instances, instance)
	p.open = append(p.open, p.store.Not(body))
	return false, nil
}

// quantified asks the solver for a counterexample to the quantified formula; done reports whether there is an answer.
func (p *proof) quantified(ctx context.Context, limit time.Duration) (done bool, err error) {
	conjuncts := slices.Clone(p.claim.premise)
	for _, way := range p.claim.ways {
		conjuncts = append(conjuncts, p.store.Not(p.store.Exists(way.inner, p.store.And(way.body...))))
	}
	p.verdict.Quantified = true
	answer, err := p.query(ctx, conjuncts, limit)
	if err != nil || answer.Status != smt.Sat {
		_, err = p.decide(answer, err)
		return p.verdict.Answer == result.AnswerProved, err
	}
	if !p.satisfiesPremise(answer.Model) {
		err = ctx.Err()
	} else {
		p.verdict.Queries++
		var met smt.Answer
		if _, _, met, err = p.worker.meet(ctx, p.claim, answer.Model); err == nil && met.Status == smt.Unsat {
			return p.refute(answer.Model), nil
		}
	}
	p.conclude(result.AnswerUnknown, "the solver returned a counterexample that is none")
	return false, err
}

// meet looks for a way that works for given values of the outer variables, and for the values to choose. The ways share the names of their
// variables, which is harmless: there is a choice for one of them exactly if the disjunction has a solution.
func (w *worker) meet(ctx context.Context, c *claim, outer smt.Model) (k int, values smt.Model, answer smt.Answer, err error) {
	fixed := make(map[*term.Term]*term.Term, len(c.outer))
	for _, v := range c.outer {
		fixed[v] = w.store.Const(v.Sort(), outer[v])
	}
	bodies := make([]*term.Term, len(c.ways))
	for i, way := range c.ways {
		bodies[i] = w.store.And(substituteAll(w.store, way.body, fixed)...)
	}
	answer, err = w.check(ctx, w.store.Or(bodies...).Conjuncts(), term.Variables(bodies))
	if err != nil || answer.Status != smt.Sat {
		return 0, nil, answer, err
	}
	for i, body := range bodies {
		if body.IsFalse() {
			continue
		}
		if holds, err := w.holds(body, answer.Model); err == nil && holds {
			return i, complete(c.ways[i].inner, answer.Model), answer, nil
		}
	}
	return 0, nil, smt.Answer{Reason: errReplay.Error()}, ctx.Err()
}

// substituteAll replaces variables in every condition.
func substituteAll(store *term.Store, conds []*term.Term, by map[*term.Term]*term.Term) []*term.Term {
	out := make([]*term.Term, len(conds))
	for i, c := range conds {
		out[i] = store.Substitute(c, by)
	}
	return out
}

// complete gives every variable a value: that of a model, or a default.
func complete(vars []*term.Term, values smt.Model) smt.Model {
	out := make(smt.Model, len(vars))
	for _, v := range vars {
		value, ok := values[v]
		if !ok {
			value = v.Sort().Default()
		}
		out[v] = value
	}
	return out
}

// witness finds values of all inner variables, also of those that were eliminated, for given values of the outer variables:
// by an instance of a proof, or else by the solver.
func (w *worker) witness(ctx context.Context, c *claim, v Verdict, outer smt.Model) (k int, values smt.Model, err error) {
	for _, instance := range v.instances {
		if values, ok := w.applyInstance(c.ways[instance.way], instance, outer); ok {
			return instance.way, values, nil
		}
	}
	k, inner, answer, err := w.meet(ctx, c, outer)
	switch {
	case err != nil:
		return 0, nil, err
	case answer.Status != smt.Sat:
		return 0, nil, fmt.Errorf("the solver does not find a step that should exist (%s) %s", answer.Status, answer.Reason)
	}
	values, err = w.restore(c.ways[k], outer, inner)
	return k, values, err
}

// applyInstance computes all inner variables by an instance; false if it is not valid for the outer values.
func (w *worker) applyInstance(y *way, x instance, outer smt.Model) (smt.Model, bool) {
	inner := make(smt.Model, len(y.inner))
	for _, v := range y.inner {
		value, err := w.store.Evaluate(x.term[v], outer)
		if err != nil || !v.Sort().Contains(value) {
			return nil, false
		}
		inner[v] = value
	}
	all, err := w.restore(y, outer, inner)
	if err != nil {
		return nil, false
	}
	holds, err := w.holds(w.store.And(y.body...), all)
	return all, err == nil && holds
}

// restore adds the values of the variables that were eliminated.
func (w *worker) restore(y *way, outer, inner smt.Model) (smt.Model, error) {
	all := union(outer, inner)
	for _, solved := range slices.Backward(y.solved) {
		value, err := w.store.Evaluate(solved.value, all)
		if err != nil {
			return nil, err
		}
		all[solved.variable] = value
	}
	return all, nil
}

// union returns the values of two models together.
func union(outer, inner smt.Model) smt.Model {
	out := make(smt.Model, len(outer)+len(inner))
	maps.Copy(out, outer)
	maps.Copy(out, inner)
	return out
}
