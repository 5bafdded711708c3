package prove

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// A claim may hold though plain induction does not show it: often the step that breaks it begins in a state that no run reaches,
// since a variable has only some of its values in a location. So every claim that is not inductive becomes goals, which invariants
// of locations or k-induction may show to be impossible:
//
//	an invariant J   no state violates J
//	the types        no move runs into a model error: one goal for each move for which this is unknown
//
// These proofs start at the initial states, without the hypothesis of CheckInvariants, so a claim proved in this way holds whether the other
// claims do or not. Proofs with promises of functions hold for functions that keep these contracts.

// Copy returns a report that can be strengthened independently of this one.
func (r *Report) Copy() *Report {
	return &Report{Answers: slices.Clone(r.Answers), Verdicts: slices.Clone(r.Verdicts)}
}

// Proof is how a claim was proved that is not inductive on its own.
type Proof struct {
	Method    result.Method
	K         int      // of k-induction
	Auxiliary []Clause // what the proof uses; of k-induction, apart from the steps
	Contracts []string // externs that must keep theirs
	Queries   int
}

// Means configures Strengthen.
type Means struct {
	Options
	Contracts []string // externs whose contracts are the promises of the options
}

// claimGoal is a goal with the claim that it is about.
type claimGoal struct {
	Goal
	verdict *Verdict
}

// Strengthen tries to prove the claims that CheckInvariants left open. Claims that the solver could not decide are tried last, since they may
// use up the limit on undecided queries. An error is trouble with the environment.
func (r *Report) Strengthen(ctx context.Context, system *sts.System, solver smt.Solver, means Means) error {
	c := newChecker(ctx, system, solver)
	var first, last []claimGoal
	for i := range r.Verdicts {
		switch v := &r.Verdicts[i]; {
		case v.Holds():
		case v.Status == Unknown:
			last = append(last, c.goals(r, i)...)
		default:
			first = append(first, c.goals(r, i)...)
		}
	}
	for _, goals := range [][]claimGoal{first, last} {
		if err := c.pursue(ctx, r, goals, means); err != nil {
			return err
		}
	}
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		v.Status = worst(slices.DeleteFunc(slices.Clone(r.Answers), func(a StepAnswer) bool { return a.Claim != v.Claim }))
	}
	r.settleRelative(means.Contracts)
	return nil
}

// goals returns the goals that are impossible if a claim holds.
func (c *checker) goals(r *Report, i int) []claimGoal {
	k, v := c.claims[i], &r.Verdicts[i]
	if k.named != nil {
		return []claimGoal{{Goal{When: []*term.Term{c.store.Not(k.holds)}}, v}}
	}
	if slices.ContainsFunc(r.Answers, func(a StepAnswer) bool { return a.Claim == Types && a.Move == nil && a.Status != Proved }) {
		return nil // there are initial values for which no steps make up
	}
	settled := r.settled()
	var out []claimGoal
	for _, m := range c.system.Moves() {
		if !settled[m] {
			out = append(out, claimGoal{Goal{Move: m, When: append(c.modelError(m), c.determinism(m)...)}, v})
		}
	}
	return out
}

// settled reports of which moves it is known that they keep the types: if all invariants are inductive, the proofs with their help
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

// pursue tries to prove goals, and notes the results. A claim is proved if all its goals are.
func (c *checker) pursue(ctx context.Context, r *Report, goals []claimGoal, means Means) error {
	if len(goals) == 0 || ctx.Err() != nil {
		return nil
	}
	var plain []Goal
	for _, g := range goals {
		plain = append(plain, g.Goal)
	}
	answers, err := Impossible(ctx, c.system, plain, c.hints(r), c.solver, means.Options)
	if err != nil {
		return err
	}
	failed := map[*Verdict]bool{}
	for i, g := range goals {
		if a := &answers[i]; !a.Proved && !failed[g.verdict] {
			failed[g.verdict], g.verdict.Failed = true, a
		}
	}
	for i, g := range goals {
		if !failed[g.verdict] {
			g.verdict.add(answers[i], means.Contracts)
		}
		if answers[i].Proved && (len(means.Contracts) == 0 || !failed[g.verdict]) {
			r.improve(g, &answers[i])
		}
	}
	return nil
}

// improve replaces answers by the proofs that a goal provides; a goal without move is about all of a claim.
func (r *Report) improve(g claimGoal, proof *Answer) {
	for i := range r.Answers {
		a := &r.Answers[i]
		if a.Claim == g.verdict.Claim && (g.Move == nil || a.Move == g.Move) && a.Status != Proved {
			a.Status, a.Step, a.Proof = Proved, nil, proof
		}
	}
}

// hints are the claims themselves, as far as the solver could decide them, and what is assumed of frozen constants.
func (c *checker) hints(r *Report) []*term.Term {
	out := slices.Clone(c.frozen)
	for i, k := range c.claims {
		if r.Verdicts[i].Status != Unknown {
			out = append(out, k.holds.Conjuncts()...)
		}
	}
	return out
}

// add joins the proof of a goal to that of the claim.
func (v *Verdict) add(a Answer, contracts []string) {
	if v.Proof == nil {
		v.Proof, v.Failed = &Proof{Method: result.ByInvariant, Contracts: contracts}, nil
	}
	p := v.Proof
	if a.Method == result.ByKInduction {
		p.Method, p.K = a.Method, max(p.K, a.K)
	}
	p.Queries += a.Queries
	for _, clause := range a.Invariant {
		if !slices.ContainsFunc(p.Auxiliary, func(c Clause) bool { return c.Place == clause.Place && c.Term == clause.Term }) {
			p.Auxiliary = append(p.Auxiliary, clause)
		}
	}
}

// settleRelative checks again the claims that are kept as long as the others hold: if those hold, so do these.
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
			v.Proof, v.Failed = &Proof{Method: result.ByInvariant, Contracts: contracts}, nil
		default:
			v.Inductive, v.Failed = true, nil
		}
	}
}
