package invariant

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// A claim may hold though plain induction does not show it: often the step that breaks it begins in a state that no run reaches,
// since a variable has only some of its values in a location. Package prove finds such invariants of locations, and follows steps
// backwards where these are not enough. So every claim that is not inductive becomes goals for it:
//
//	an invariant J   no state violates J
//	the types        no move runs into a model error, one goal for each move of which that is not known
//
// What prove finds is proved there from the initial states on. It does not rest on the hypothesis of this package, so a claim
// that is proved so holds whether the other claims do or not.
//
// If promises of functions are among the means, what is proved with them holds for functions that keep these contracts.

// Copy is a report that can be strengthened apart from this one.
func (r *Report) Copy() *Report {
	return &Report{Answers: slices.Clone(r.Answers), Verdicts: slices.Clone(r.Verdicts)}
}

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

// Proof is how a claim was proved that is not inductive on its own.
type Proof struct {
	Method    prove.Method
	K         int            // of k-induction
	Auxiliary []prove.Clause // what the proof rests on; of k-induction, besides the steps
	Contracts []string       // externs that must keep theirs
	Queries   int

	known map[told]bool // what is in Auxiliary
}

// told is a condition at a place.
type told struct {
	place string
	cond  *term.Term
}

// Means are what Strengthen may use.
type Means struct {
	prove.Options
	Contracts []string // externs whose contracts are the promises of the options
}

// goal is one of prove, with the claim that it is about.
type goal struct {
	prove.Goal
	verdict *Verdict
}

// Strengthen tries to prove what Check left open. Claims that the solver could not decide are tried last, lest they use up its
// patience. An error is trouble with the environment.
func (r *Report) Strengthen(ctx context.Context, system *sts.System, solver smt.Solver, means Means) error {
	c := newChecker(ctx, system, solver)
	var first, last []goal
	for i := range r.Verdicts {
		switch v := &r.Verdicts[i]; {
		case v.Holds():
		case v.Status == Unknown:
			last = append(last, c.goals(r, i)...)
		default:
			first = append(first, c.goals(r, i)...)
		}
	}
	for _, goals := range [][]goal{first, last} {
		if err := c.pursue(r, goals, means); err != nil {
			return err
		}
	}
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		v.Status = worst(slices.DeleteFunc(slices.Clone(r.Answers), func(a Answer) bool { return a.Claim != v.Claim }))
	}
	r.settleRelative(means.Contracts)
	return nil
}

// goals are what is to be impossible if a claim holds.
func (c *checker) goals(r *Report, i int) []goal {
	k, v := c.claims[i], &r.Verdicts[i]
	if k.named != nil {
		return []goal{{prove.Goal{When: []*term.Term{c.store.Not(c.store.And(k.conds...))}}, v}}
	}
	settled := r.settled()
	var out []goal
	for _, m := range c.system.Moves() {
		if !settled[m] {
			out = append(out, goal{prove.Goal{Move: m, When: append(c.modelError(m), c.determinism(m)...)}, v})
		}
	}
	return out
}

// settled tells of which moves it is known that they keep the types: if all invariants are inductive, the proofs with their help
// count.
func (r *Report) settled() map[*sts.Move]bool {
	out := map[*sts.Move]bool{}
	if slices.ContainsFunc(r.Verdicts, func(v Verdict) bool { return v.Invariant != nil && !v.Inductive }) {
		return out
	}
	for _, a := range r.Answers {
		if a.Claim == Types && a.Status == Proved {
			out[a.Move] = true
		}
	}
	return out
}

// pursue asks prove about goals, and notes what it finds.
func (c *checker) pursue(r *Report, goals []goal, means Means) error {
	if len(goals) == 0 || c.ctx.Err() != nil {
		return nil
	}
	var asked []prove.Goal
	for _, g := range goals {
		asked = append(asked, g.Goal)
	}
	answers, err := prove.Impossible(c.ctx, c.system, asked, c.hints(r), c.solver, means.Options)
	if err != nil {
		return err
	}
	failed := map[*Verdict]bool{}
	for i, g := range goals {
		if a := answers[i]; !a.Proved && !failed[g.verdict] {
			failed[g.verdict], g.verdict.Reason = true, strings.TrimPrefix(a.Reason, "not proved: ")
		}
	}
	for i, g := range goals {
		if !failed[g.verdict] {
			g.verdict.add(answers[i], means.Contracts)
		}
	}
	byGoal := map[about]prove.Answer{}
	for i, g := range goals {
		if answers[i].Proved && (len(means.Contracts) == 0 || !failed[g.verdict]) {
			byGoal[about{g.verdict.Claim, g.Move}] = answers[i]
		}
	}
	r.improve(byGoal)
	return nil
}

// about is a claim and the move that a goal is about; nil is all moves.
type about struct {
	claim string
	move  *sts.Move
}

// improve turns answers into proofs where goals show that they are some.
func (r *Report) improve(byGoal map[about]prove.Answer) {
	for i := range r.Answers {
		a := &r.Answers[i]
		found, ok := byGoal[about{a.Claim, a.Move}]
		if !ok {
			found, ok = byGoal[about{a.Claim, nil}]
		}
		if ok {
			a.improve(found)
		}
	}
}

// hints are the claims themselves, as far as the solver could decide them, and what is assumed of frozen constants.
func (c *checker) hints(r *Report) []*term.Term {
	out := slices.Clone(c.frozen)
	for i, k := range c.claims {
		if r.Verdicts[i].Status != Unknown {
			out = append(out, c.store.And(k.conds...).Conjuncts()...)
		}
	}
	return out
}

// improve notes that a goal shows the answer to be a proof.
func (a *Answer) improve(found prove.Answer) {
	if a.Status == Proved {
		return
	}
	a.Status, a.Step = Proved, nil
	a.Reason = "by what always holds where it begins"
	if found.Method == prove.ByInduction {
		a.Reason = fmt.Sprintf("by %d-induction", found.K)
	}
}

// add joins the proof of a goal to that of the claim.
func (v *Verdict) add(a prove.Answer, contracts []string) {
	if v.Proof == nil {
		v.Proof, v.Reason = &Proof{Method: prove.ByInvariant, Contracts: contracts, known: map[told]bool{}}, ""
	}
	p := v.Proof
	if a.Method == prove.ByInduction {
		p.Method, p.K = a.Method, max(p.K, a.K)
	}
	p.Queries += a.Queries
	for _, clause := range a.Invariant {
		if key := (told{clause.Place, clause.Term}); !p.known[key] {
			p.known[key] = true
			p.Auxiliary = append(p.Auxiliary, clause)
		}
	}
}

// settleRelative looks again at claims that are kept as long as the others hold: if these do, the claims do.
func (r *Report) settleRelative(contracts []string) {
	isRelative := func(v *Verdict) bool { return v.Status == Proved && !v.Holds() }
	for i := range r.Verdicts {
		if v := &r.Verdicts[i]; !v.Holds() && !isRelative(v) {
			return
		}
	}
	for i := range r.Verdicts {
		switch v := &r.Verdicts[i]; {
		case !isRelative(v):
		case len(contracts) > 0:
			v.Proof, v.Reason = &Proof{Method: prove.ByInvariant, Contracts: contracts}, ""
		default:
			v.Inductive, v.Reason = true, ""
		}
	}
}
