package operations

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// That no run fires all transitions. Two of them that exclude each other are the best reason, so pairs are tried first: those of a transition that the
// best run does not fire, and another. A pair excludes each other if no state has the marks of both; where a transition is only to be
// taken once, by a place or by a value, the invariants of places show it. Otherwise it is proved of all together.

// mostPairs bounds the pairs that are tried.
const mostPairs = 60

// apart tries to prove that no run fires all of some transitions, and says how many runs are needed at least.
func (x *search) apart(ctx context.Context, live []*sts.Transition) error {
	if len(x.report.Excluding) == 0 && ctx.Err() == nil {
		if err := x.provePairs(ctx, live); err != nil {
			return err
		}
	}
	if pairs := x.report.Excluding; len(pairs) > 0 {
		x.report.Together = refuted(pairs[0].Proof.Method, fmt.Sprintf("no run fires both %s and %s", pairs[0].Transitions[0].Name, pairs[0].Transitions[1].Name))
		x.report.Together.Proof = pairs[0].Proof
	}
	if x.report.Together.Status != result.Unreachable && ctx.Err() == nil {
		if err := x.proveAll(ctx, live); err != nil {
			return err
		}
	}
	if x.report.Together.Status == result.Unreachable {
		x.report.Least = max(2, x.clique())
	}
	return nil
}

// provePairs looks for pairs of transitions that exclude each other.
func (x *search) provePairs(ctx context.Context, live []*sts.Transition) error {
	open, pairs := x.notInRuns(), [][2]*sts.Transition{}
	for i, t := range live {
		for _, u := range live[i+1:] {
			if len(pairs) < mostPairs && (slices.Contains(open, t) || slices.Contains(open, u)) {
				pairs = append(pairs, [2]*sts.Transition{t, u})
			}
		}
	}
	k := keep(x.system, live)
	var goals []prove.Goal
	for _, p := range pairs {
		goals = append(goals, prove.Goal{When: k.fired(p[:]...).Conjuncts()})
	}
	answers, err := x.impossible(ctx, k, goals)
	if err != nil {
		return err
	}
	for i, a := range answers {
		if a.Proved {
			x.report.Excluding = append(x.report.Excluding, Exclusion{pairs[i], refutedBy(&a)})
		}
	}
	return nil
}

// refuted is the status of what no run does; the detail says how that was proved.
func refuted(method result.Method, detail string) result.Why {
	return result.Why{Status: result.Unreachable, Reason: "proved: " + detail, Proof: &result.Proof{Method: method}}
}

// refutedBy is the status of what a proof shows that no run does.
func refutedBy(a *prove.Answer) result.Why {
	why := refuted(a.Method, a.Explain())
	why.Proof = proved(a).Proof
	return why
}

// impossible tries to prove that goals are never met.
func (x *search) impossible(ctx context.Context, k *keeping, goals []prove.Goal) (answers []prove.Answer, err error) {
	err = x.withSolver(func(solver smt.Solver) error {
		answers, err = prove.Impossible(ctx, k.System, goals, x.hints(), solver, prove.Brief(x.options.Queries))
		return err
	})
	return answers, err
}

// proveAll tries to prove that no run fires all of some transitions; or finds one among all concrete states.
func (x *search) proveAll(ctx context.Context, live []*sts.Transition) error {
	k := keep(x.system, live)
	answers, err := x.impossible(ctx, k, []prove.Goal{{When: k.fired(live...).Conjuncts()}})
	if err != nil {
		return err
	}
	if answers[0].Proved {
		x.report.Together = refutedBy(&answers[0])
		return nil
	}
	k.Invariants = []sts.Named{{Name: "not all", Cond: k.Store.Not(k.fired(live...))}}
	space, err := x.enumerate(ctx, k)
	if space == nil || err != nil {
		return err
	}
	for _, f := range space.Findings {
		if f.Invariant == nil {
			continue
		}
		w, err := x.replay(ctx, f.Run)
		if err != nil {
			return err
		}
		x.report.Together = result.Why{Status: result.Covered}
		x.report.Runs = []Run{newRun(w)}
		return nil
	}
	if space.Stop == result.StopExhausted {
		x.report.Together = refuted(result.ByExploration, fmt.Sprintf("none of the %d states, with what has fired before, is one where all have", space.States))
	}
	return nil
}

// clique is the size of a large set of transitions all of which exclude each other.
func (x *search) clique() int {
	excludes, most := map[[2]*sts.Transition]bool{}, 0
	var all []*sts.Transition
	for _, e := range x.report.Excluding {
		t, u := e.Transitions[0], e.Transitions[1]
		excludes[[2]*sts.Transition{t, u}], excludes[[2]*sts.Transition{u, t}] = true, true
		for _, v := range e.Transitions {
			if !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	for _, first := range all {
		clique := []*sts.Transition{first}
		for _, t := range all {
			if !slices.ContainsFunc(clique, func(u *sts.Transition) bool { return !excludes[[2]*sts.Transition{t, u}] }) {
				clique = append(clique, t)
			}
		}
		most = max(most, len(clique))
	}
	return most
}
