package invariant

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Proof obligations as in the B method. For every claim J and every move with guard G and update u, the solver is asked for
//
//	I and G and not J[u]      I the conjunction of all invariants
//
// and, for the initial states, for init and not J. Unsat proves the claim for the move. Sat is a step that breaks it, which is
// shown after the interpreter has taken it.
//
// A claim may be proved only thanks to an invariant that is itself not kept. So when all answers are in, what is not kept is
// dropped from the hypothesis and the rest is asked again, until nothing is dropped (Houdini's algorithm): what remains holds
// in every state that can be reached; what was dropped in a later round holds only as long as the others do.

// Types is the name of the claim about declared types. No invariant can be called so.
const Types = "(types)"

// Status is the answer to one question.
type Status uint8

// The answers; the zero value is Unknown.
const (
	Unknown Status = iota
	Proved
	Broken
)

// String is the word that reports have for an answer.
func (s Status) String() string { return [...]string{"unknown", "proved", "broken"}[s] }

// Answer says whether a move keeps a claim.
type Answer struct {
	Claim  string
	Move   *sts.Move // nil for the initial states
	Status Status
	Reason string // why it is unknown, or why there was nothing to ask
	Step   *Step  // if broken
}

// Verdict is what the answers about a claim come to.
type Verdict struct {
	Claim     string
	Invariant *sts.Named // nil for the claim about types
	Status    Status     // broken if one answer is, proved if all are
	Inductive bool       // it holds in every state that can be reached, by induction over the steps
	Proof     *Proof     // it holds there by other means; nil if it does not, or need not
	Reason    string     // why these means have failed
}

// Holds tells whether a claim holds in every state that can be reached.
func (v *Verdict) Holds() bool { return v.Inductive || v.Proof != nil }

// Report has an answer for every claim and every move, and a verdict for every claim.
type Report struct {
	Answers  []Answer
	Verdicts []Verdict
}

// Broken tells whether some claim is not kept.
func (r *Report) Broken() bool {
	return slices.ContainsFunc(r.Verdicts, func(v Verdict) bool { return v.Status == Broken && !v.Holds() })
}

// Holds tells whether all claims hold.
func (r *Report) Holds() bool {
	return !slices.ContainsFunc(r.Verdicts, func(v Verdict) bool { return !v.Holds() })
}

// claim is an invariant with the conditions under which it has a value, or the declared types.
type claim struct {
	name  string
	named *sts.Named // nil for the types
	conds []*term.Term
}

type checker struct {
	ctx         context.Context
	system      *sts.System
	store       *term.Store
	solver      smt.Solver
	interpreter *sts.Interpreter
	claims      []claim
	frozen      []*term.Term       // what is assumed of frozen constants
	hypothesis  []*term.Term       // assumed before each step
	cut         map[*sts.Move]bool // those that the graph does not reach
}

// Check asks whether all moves keep all invariants of a system. The error is trouble with the environment, such as a solver
// that is missing; when ctx ends, what is left is unknown.
func Check(ctx context.Context, system *sts.System, solver smt.Solver) (*Report, error) {
	c := newChecker(ctx, system, solver)
	c.assume(func(claim) bool { return true })
	r := &Report{}
	for _, k := range c.claims {
		answers, err := c.ask(k)
		if err != nil {
			return nil, err
		}
		r.Answers = append(r.Answers, answers...)
		r.Verdicts = append(r.Verdicts, Verdict{Claim: k.name, Invariant: k.named, Status: worst(answers)})
	}
	return r, c.induce(r)
}

func newChecker(ctx context.Context, system *sts.System, solver smt.Solver) *checker {
	c := &checker{ctx: ctx, system: system, store: system.Store, solver: solver, interpreter: sts.NewInterpreter(system), cut: map[*sts.Move]bool{}}
	c.interpreter.Decide = c.decide
	c.collect()
	return c
}

// collect lists the claims, and what bounds the steps.
func (c *checker) collect() {
	for i := range c.system.Invariants {
		named := &c.system.Invariants[i]
		k := claim{name: named.Name, named: named}
		for _, o := range named.Safety {
			k.conds = append(k.conds, o.Cond)
		}
		k.conds = append(k.conds, named.Cond)
		c.claims = append(c.claims, k)
	}
	c.claims = append(c.claims, claim{name: Types})
	reachable := make([][]bool, len(c.system.Machines))
	for i, m := range c.system.Machines {
		reachable[i] = m.Reachable()
	}
	for _, m := range c.system.Moves() {
		c.cut[m] = slices.ContainsFunc(m.Parts, func(t *sts.Transition) bool { return !reachable[t.Machine][t.From] })
	}
	c.frozen = frozenAssumptions(c.system)
}

// frozenAssumptions are the conjuncts of what is assumed that speak of frozen constants only, and so hold in every state.
func frozenAssumptions(s *sts.System) []*term.Term {
	frozen := map[*term.Term]bool{}
	for _, v := range s.Vars {
		for i := range v.Type.Size() {
			frozen[s.Slots[v.First+i].Term] = v.Frozen
		}
	}
	var out []*term.Term
	for _, cond := range s.Assume.Conjuncts() {
		if !slices.ContainsFunc(cond.Vars(), func(v *term.Term) bool { return !frozen[v] }) {
			out = append(out, cond)
		}
	}
	return out
}

// assume makes the hypothesis of those claims that are kept.
func (c *checker) assume(kept func(claim) bool) {
	c.hypothesis = slices.Clone(c.frozen)
	for _, k := range c.claims {
		if kept(k) {
			for _, cond := range k.conds {
				c.hypothesis = append(c.hypothesis, cond.Conjuncts()...)
			}
		}
	}
}

// ask asks whether the initial states meet a claim and whether every move keeps it.
func (c *checker) ask(k claim) ([]Answer, error) {
	var answers []Answer
	if k.named != nil {
		a, err := c.initial(k)
		if err != nil {
			return nil, err
		}
		answers = append(answers, a)
	}
	for _, m := range c.system.Moves() {
		a, err := c.move(k, m)
		if err != nil {
			return nil, err
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// worst is broken if one answer is, else unknown if one is, else proved.
func worst(answers []Answer) Status {
	status := Proved
	for _, a := range answers {
		if a.Status == Broken || a.Status == Unknown && status == Proved {
			status = a.Status
		}
	}
	return status
}

// induce finds which of the proved claims are inductive, by dropping what is not from the hypothesis until nothing is dropped.
func (c *checker) induce(r *Report) error {
	dropped := map[string]bool{}
	for _, v := range r.Verdicts {
		dropped[v.Claim] = v.Status != Proved && v.Invariant != nil
	}
	again := slices.ContainsFunc(r.Verdicts, func(v Verdict) bool { return dropped[v.Claim] })
	for again {
		again = false
		c.assume(func(k claim) bool { return !dropped[k.name] })
		for _, k := range c.claims {
			if dropped[k.name] || k.named == nil {
				continue
			}
			answers, err := c.ask(k)
			if err != nil {
				return err
			}
			if worst(answers) != Proved {
				dropped[k.name], again = true, true
			}
		}
	}
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		v.Inductive = v.Status == Proved && !dropped[v.Claim]
	}
	return c.induceTypes(r, dropped)
}

// induceTypes asks about the types again, if they were proved with invariants that are not inductive.
func (c *checker) induceTypes(r *Report, dropped map[string]bool) error {
	v := &r.Verdicts[len(r.Verdicts)-1]
	if !v.Inductive || !slices.ContainsFunc(c.claims, func(k claim) bool { return dropped[k.name] }) {
		return nil
	}
	answers, err := c.ask(c.claims[len(c.claims)-1])
	v.Inductive = worst(answers) == Proved
	return err
}

// decide answers a closed formula by the solver, for the interpreter.
func (c *checker) decide(closed *term.Term) (bool, error) {
	return smt.Decide(c.ctx, c.solver, closed, 0)
}
