package abstraction

import (
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Claims: for all x with P(x) there is y with B(x, y). A must+ is such a claim (x the state before, y the parameters), a must-
// too (x the state after, y the parameters and what was before), and so is a must- from the reachable states (y the inputs of
// one of many paths: a claim has several ways to be met).
//
// A solver that is given the quantifier often gives up. So it is first asked questions without quantifiers:
//
//  1. Is there x with P(x) and not B(x, t) for every instance t(x) found so far? If not, the claim is proved: for every x one
//     of the instances will do.
//  2. If so, is there y with B(x, y) for this x, which is a row of constants now? If not, x refutes the claim.
//  3. If so, y is generalised to a term over x (see instance.go), which is a new instance, and we ask again.
//
// Finite choices are so written out as far as needed and no further, and most claims that do not hold are refuted by two
// questions. After some rounds the quantified question is asked after all, first with little time. The instances of a proof
// are worth keeping: they say which y to take for any x, so that chains are made concrete mostly without a solver.

// claim says that for all values of outer that satisfy the premise there is a way to satisfy a body.
type claim struct {
	premise []*term.Term
	outer   []*term.Term
	ways    []*way
}

// way is one way to meet a claim.
type way struct {
	body   []*term.Term
	inner  []*term.Term        // what may be chosen
	choice map[*term.Term]bool // inner variables that are best tried one value after the other
	solved []solution          // inner variables that were eliminated, in the order of elimination
	node   *explore.State      // of the tree, if the way begins with a path through it
}

// solution is a variable that must equal a term over the variables that were eliminated later and those that are left.
type solution struct{ variable, value *term.Term }

// Status is the answer to a claim.
type Status uint8

// The answers; the zero value is Unknown.
const (
	Unknown Status = iota
	Proved
	Refuted
)

// String is the word that reports have for an answer.
func (s Status) String() string {
	return [...]string{"unknown", "proved", "refuted"}[s]
}

// Verdict is the answer to a claim with its evidence.
type Verdict struct {
	Status     Status
	Reason     string      // why it is unknown
	Against    *sts.Config // if refuted: a state that shows it
	Questions  int         // asked of the solver
	Quantified bool        // a question with quantifiers was asked

	against   smt.Model  // if refuted: values of the outer variables for which there is no way
	instances []instance // if proved: what to choose
}

// After fewInstances rounds the quantified question is asked with a time limit of briefly, after maxInstances without.
const (
	fewInstances = 16
	maxInstances = 80
	briefly      = 300 * time.Millisecond
)

// prover is a claim being examined.
type prover struct {
	*worker
	*claim
	verdict Verdict
	open    []*term.Term // premise, and that no instance applies
	last    smt.Model    // the last counterexample to the instances
}

// prove examines a claim. The error is about the environment only.
func (w *worker) prove(c *claim) (Verdict, error) {
	p := &prover{worker: w, claim: c, open: append([]*term.Term(nil), c.premise...)}
	for i := range maxInstances {
		done, err := p.round()
		if i == fewInstances && !done && err == nil {
			done, err = p.quantified(briefly)
		}
		if done || err != nil {
			return p.verdict, err
		}
	}
	_, err := p.quantified(0)
	return p.verdict, err
}

// round looks for a counterexample to the instances so far, and makes an instance of it if it is none to the claim.
func (p *prover) round() (done bool, err error) {
	answer, err := p.counterexample()
	if err != nil || answer.Status != smt.Sat {
		return p.decide(answer, err)
	}
	against := answer.Model
	p.last = against
	if holds, err := p.holds(p.store.And(p.premise...), against); err != nil || !holds {
		return p.unknown(errReplay.Error(), p.ctx.Err())
	}
	k, values, answer, err := p.meet(p.claim, against)
	p.verdict.Questions++
	switch {
	case err != nil:
		return true, err
	case answer.Status == smt.Unsat:
		p.verdict.Status, p.verdict.Reason, p.verdict.against = Refuted, "", against
		return true, nil
	case answer.Status != smt.Sat:
		return p.unknown(answer.Reason, nil)
	}
	return p.learn(k, against, values)
}

// counterexample looks for values that no instance covers. In rounds 1, 2, 4, 8 and so on it looks for some that are unlike the
// last: solvers name neighbours one after the other, and what refutes a claim is often far from what they begin with.
func (p *prover) counterexample() (smt.Answer, error) {
	round := len(p.verdict.instances)
	if len(p.outer) >= fewOuter && round > 0 && round&(round-1) == 0 {
		answer, err := p.ask(append(p.open[:len(p.open):len(p.open)], p.unlike()), briefly)
		if err != nil || answer.Status == smt.Sat {
			return answer, err
		}
	}
	return p.ask(p.open, 0)
}

// fewOuter is the number of variables below which there is no far and near.
const fewOuter = 6

// unlike says that half of the outer variables have other values than last time.
func (p *prover) unlike() *term.Term {
	differ := make([]*term.Term, len(p.outer))
	for i, v := range p.outer {
		same := p.store.Eq(v, p.store.Const(v.Sort(), p.last[v]))
		differ[i] = p.store.Ite(same, p.store.Int(0), p.store.Int(1))
	}
	return p.store.Le(p.store.Int(int64(len(p.outer)/2)), p.store.Add(differ...))
}

// ask asks for values of the outer variables.
func (p *prover) ask(conjuncts []*term.Term, limit time.Duration) (smt.Answer, error) {
	p.verdict.Questions++
	return p.solver.Check(p.ctx, smt.Query{Conjuncts: conjuncts, Values: p.outer, Timeout: limit})
}

// decide ends with the answer to a question whose solutions are counterexamples.
func (p *prover) decide(answer smt.Answer, err error) (bool, error) {
	switch {
	case err != nil:
		return true, err
	case answer.Status == smt.Unsat:
		p.verdict.Status, p.verdict.Reason = Proved, ""
		return true, nil
	}
	return p.unknown(answer.Reason, nil)
}

// unknown ends without an answer; an error is that of the context.
func (p *prover) unknown(reason string, err error) (bool, error) {
	p.verdict.Status, p.verdict.Reason = Unknown, reason
	return true, err
}

// learn adds an instance that covers the counterexample.
func (p *prover) learn(k int, against, values smt.Model) (bool, error) {
	instance, body, err := p.generalise(p.ways[k], against, values)
	if err != nil {
		return p.unknown(err.Error(), p.ctx.Err())
	}
	instance.way = k
	p.verdict.instances = append(p.verdict.instances, instance)
	p.open = append(p.open, p.store.Not(body))
	return false, nil
}

// quantified asks the solver for a counterexample with the quantifiers in place; done is that it has an answer.
func (p *prover) quantified(limit time.Duration) (done bool, err error) {
	conjuncts := append([]*term.Term(nil), p.premise...)
	for _, way := range p.ways {
		conjuncts = append(conjuncts, p.store.Not(p.store.Exists(way.inner, p.store.And(way.body...))))
	}
	p.verdict.Quantified = true
	answer, err := p.ask(conjuncts, limit)
	if err != nil || answer.Status != smt.Sat {
		_, err = p.decide(answer, err)
		return p.verdict.Status == Proved, err
	}
	confirmed, err := p.confirm(answer.Model)
	if confirmed {
		p.verdict.Status, p.verdict.Reason, p.verdict.against = Refuted, "", answer.Model
		return true, nil
	}
	p.verdict.Reason = "the solver names a counterexample that is none"
	return false, err
}

// confirm tells whether a counterexample is one: the premise holds, and there is no way.
func (p *prover) confirm(against smt.Model) (bool, error) {
	if holds, err := p.holds(p.store.And(p.premise...), against); err != nil || !holds {
		return false, p.ctx.Err()
	}
	p.verdict.Questions++
	_, _, answer, err := p.meet(p.claim, against)
	return err == nil && answer.Status == smt.Unsat, err
}

// meet looks for a way that works for given values of the outer variables, and for what to choose. The ways share the names
// of their variables, which is no harm: there is a choice for one of them exactly if the disjunction has a solution.
func (w *worker) meet(c *claim, outer smt.Model) (k int, values smt.Model, answer smt.Answer, err error) {
	fixed := w.constants(c.outer, outer)
	bodies := make([]*term.Term, len(c.ways))
	for i, way := range c.ways {
		bodies[i] = w.store.And(substituteAll(w.store, way.body, fixed)...)
	}
	some := w.store.Or(bodies...)
	answer, err = w.check(some.Conjuncts(), term.Variables(bodies))
	if err != nil || answer.Status != smt.Sat {
		return 0, nil, answer, err
	}
	for i, body := range bodies {
		if body.IsFalse() {
			continue
		}
		if holds, err := w.holds(body, answer.Model); err == nil && holds {
			return i, c.ways[i].complete(answer.Model), answer, nil
		}
	}
	return 0, nil, smt.Answer{Reason: errReplay.Error()}, w.ctx.Err()
}

// complete gives the inner variables that the model leaves open any value.
func (y *way) complete(values smt.Model) smt.Model {
	out := make(smt.Model, len(y.inner))
	for _, v := range y.inner {
		value, ok := values[v]
		if !ok {
			value = explore.DefaultValue(v.Sort())
		}
		out[v] = value
	}
	return out
}

// choose finds values of all inner variables, also of those that were eliminated, for given values of the outer variables:
// by an instance of a proof, or else by the solver.
func (w *worker) choose(c *claim, v Verdict, outer smt.Model) (k int, values smt.Model, err error) {
	for _, instance := range v.instances {
		if values, ok := w.applyInstance(c.ways[instance.way], instance, outer); ok {
			return instance.way, values, nil
		}
	}
	k, inner, answer, err := w.meet(c, outer)
	switch {
	case err != nil:
		return 0, nil, err
	case answer.Status != smt.Sat:
		return 0, nil, fmt.Errorf("the solver does not find a step that should exist (%s) %s", answer.Status, answer.Reason)
	}
	values, err = w.restore(c.ways[k], outer, inner)
	return k, values, err
}
