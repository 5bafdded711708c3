package prove

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Proof obligations of declared invariants, as in the B method. For every claim J and every move with guard G and update u, the
// solver is queried for
//
//	I and G and not J[u]      I the conjunction of all invariants
//
// and, for the initial states, for init and not J. Unsat proves the claim for the move. Sat is a step that breaks it, which is
// shown after the interpreter has taken it.
//
// The proof of a claim may depend on an invariant that is itself not kept. So Houdini's algorithm finds which of the proved claims hold
// without the others: these hold in every reachable state; the rest only as long as the others do.

// Types is the name of the claim about declared types. No invariant can have this name.
const Types = "(types)"

// Status is the answer to one obligation.
type Status uint8

// The answers; the zero value is Unknown.
const (
	Unknown Status = iota
	Proved
	Broken
)

// String returns the word for the answer in reports.
func (s Status) String() string { return [...]string{"unknown", "proved", "broken"}[s] }

// StepAnswer is the answer whether a move keeps a claim.
type StepAnswer struct {
	Claim  string
	Move   *sts.Move // nil for the initial states
	Status Status
	Reason Reason        // why it is unknown, or why no query was needed
	Detail string        // of an unknown: the message of the solver or the interpreter
	Proof  *Answer       // by which it was proved after all
	Step   *BreakingStep // if broken
}

// Explain returns why there is no answer, or how it was found without this query.
func (a *StepAnswer) Explain() string {
	switch {
	case a.Proof != nil && a.Proof.Method == result.ByKInduction:
		return fmt.Sprintf("by %d-induction", a.Proof.K)
	case a.Proof != nil:
		return "by what always holds where it begins"
	case a.Reason == Interrupted:
		return "the check was interrupted"
	}
	return explanations[a.Reason] + a.Detail
}

// Verdict sums up the answers about a claim.
type Verdict struct {
	Claim     string
	Invariant *sts.Named // nil for the claim about types
	Status    Status     // broken if one answer is, proved if all are
	Inductive bool       // it holds in every state that can be reached, by induction over the steps
	Proof     *Proof     // it holds there by other means; nil if there is no such proof, or none is needed
	Failed    *Answer    // why other means have failed; nil if they have not, or were not tried
}

// Holds reports whether a claim holds in every state that can be reached.
func (v *Verdict) Holds() bool { return v.Inductive || v.Proof != nil }

// Report has an answer for every claim and every move, and a verdict for every claim.
type Report struct {
	Answers  []StepAnswer
	Verdicts []Verdict
}

// Broken reports whether some claim is not kept.
func (r *Report) Broken() bool {
	return slices.ContainsFunc(r.Verdicts, func(v Verdict) bool { return v.Status == Broken && !v.Holds() })
}

// Holds reports whether all claims hold.
func (r *Report) Holds() bool { return r.Proofs() == len(r.Verdicts) }

// Proofs counts the claims that hold.
func (r *Report) Proofs() int {
	count := 0
	for i := range r.Verdicts {
		if r.Verdicts[i].Holds() {
			count++
		}
	}
	return count
}

// claim is an invariant with the conditions under which it has a value, or the declared types.
type claim struct {
	name  string
	named *sts.Named // nil for the types
	holds *term.Term // in a state that is entered, and for as long as time may pass there
}

type checker struct {
	system      *sts.System
	store       *term.Store
	solver      smt.Solver
	interpreter *sts.Interpreter
	claims      []claim      // the one about types is last
	frozen      []*term.Term // what is assumed of frozen constants
	hypothesis  []*term.Term // assumed before each step
	reachable   [][]bool     // by machine and location
}

// CheckInvariants checks whether all moves keep all invariants of a system. The error is a failure of the environment, such as a missing
// solver; when ctx ends, the remaining answers are unknown.
func CheckInvariants(ctx context.Context, system *sts.System, solver smt.Solver) (*Report, error) {
	c := newChecker(ctx, system, solver)
	c.assume(nil)
	r := &Report{}
	for _, k := range c.claims {
		answers, err := c.answers(ctx, k)
		if err != nil {
			return nil, err
		}
		r.Answers = append(r.Answers, answers...)
		r.Verdicts = append(r.Verdicts, Verdict{Claim: k.name, Invariant: k.named, Status: worst(answers)})
	}
	return r, c.induce(ctx, r)
}

// newChecker lists the claims, and the conditions on steps. Quantifiers in the interpreter are decided within ctx.
func newChecker(ctx context.Context, system *sts.System, solver smt.Solver) *checker {
	c := &checker{system: system, store: system.Store, solver: solver, interpreter: sts.NewInterpreter(system), frozen: frozenAssumptions(system), reachable: reachable(system)}
	c.interpreter.Decide = func(closed *term.Term) (bool, error) { return smt.Decide(ctx, solver, closed, 0) }
	for i := range system.Invariants {
		named := &system.Invariants[i]
		c.claims = append(c.claims, claim{named.Name, named, system.HoldsThroughout(named)})
	}
	c.claims = append(c.claims, claim{Types, nil, system.Store.True()})
	return c
}

// neverBegins reports whether the graph of some machine has no path to the source of a move.
func (c *checker) neverBegins(m *sts.Move) bool {
	return slices.ContainsFunc(m.Parts, func(t *sts.Transition) bool { return !c.reachable[t.Machine][t.From] })
}

// frozenAssumptions returns the conjuncts of the assumptions that mention only frozen constants, and so hold in every state.
func frozenAssumptions(s *sts.System) []*term.Term {
	changing := map[*term.Term]bool{}
	for _, v := range s.Vars {
		for i := range v.Type.Size() {
			changing[s.Slots[v.First+i].Term] = !v.Frozen
		}
	}
	return slices.DeleteFunc(slices.Clone(s.Assume.Conjuncts()), func(c *term.Term) bool { return c.MentionsIn(changing) })
}

// assume builds the hypothesis from all claims except dropped ones.
func (c *checker) assume(dropped map[string]bool) {
	c.hypothesis = slices.Clone(c.frozen)
	for _, k := range c.claims {
		if !dropped[k.name] {
			c.hypothesis = append(c.hypothesis, k.holds.Conjuncts()...)
		}
	}
}

// answers checks whether the initial states meet a claim and whether every move keeps it.
func (c *checker) answers(ctx context.Context, k claim) ([]StepAnswer, error) {
	var out []StepAnswer
	if k.named != nil || len(c.system.Start.Safety) > 0 {
		a, err := c.initial(ctx, k)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	for _, m := range c.system.Moves() {
		a, err := c.move(ctx, k, m)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// worst returns broken if one answer is broken, else unknown if one is unknown, else proved.
func worst(answers []StepAnswer) Status {
	status := Proved
	for _, a := range answers {
		if a.Status == Broken || a.Status == Unknown && status == Proved {
			status = a.Status
		}
	}
	return status
}

// induce finds which of the proved claims are inductive without those that are not proved.
func (c *checker) induce(ctx context.Context, r *Report) (err error) {
	var kept []*term.Term
	for i, v := range r.Verdicts {
		if v.Status == Proved {
			kept = append(kept, c.claims[i].holds)
		}
	}
	if slices.ContainsFunc(r.Verdicts, func(v Verdict) bool { return v.Invariant != nil && v.Status != Proved }) {
		if kept, err = c.inductive(ctx, kept); err != nil {
			return err
		}
	}
	dropped := map[string]bool{}
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		v.Inductive = v.Status == Proved && slices.Contains(kept, c.claims[i].holds)
		dropped[v.Claim] = !v.Inductive && v.Invariant != nil
	}
	return c.induceTypes(ctx, r, dropped)
}

// inductive returns the claims that are inductive without the others; when ctx ends, none.
func (c *checker) inductive(ctx context.Context, claims []*term.Term) ([]*term.Term, error) {
	kept, err := Inductive(c.store, c.edges(), [][]*term.Term{claims}, func(q smt.Query) (smt.Answer, error) {
		q.Conjuncts = c.store.And(c.system.InNormalForm(q.Conjuncts)...).Conjuncts()
		return c.solver.Check(ctx, q)
	})
	switch {
	case ctx.Err() != nil:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return kept[0], nil
}

// edges are the initial states and the moves, for Houdini's algorithm at a single place.
func (c *checker) edges() []Edge {
	out := []Edge{initialEdge(c.system)}
	for _, m := range c.system.Moves() {
		if !c.neverBegins(m) {
			out = append(out, Edge{Premises: slices.Concat(c.frozen, Premises(m), c.determinism(m)), After: afterMove(c.system, m)})
		}
	}
	return out
}

// induceTypes checks the types again, if they were proved with invariants that are not inductive.
func (c *checker) induceTypes(ctx context.Context, r *Report, dropped map[string]bool) error {
	v := &r.Verdicts[len(r.Verdicts)-1]
	if !v.Inductive || !slices.ContainsFunc(c.claims, func(k claim) bool { return dropped[k.name] }) {
		return nil
	}
	c.assume(dropped)
	answers, err := c.answers(ctx, c.claims[len(c.claims)-1])
	v.Inductive = worst(answers) == Proved
	return err
}
