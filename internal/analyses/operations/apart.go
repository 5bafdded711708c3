package operations

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Proofs that no run fires all transitions. Two transitions that exclude each other are the best reason, so pairs are tried first: those of a
// transition that the best run does not fire, and another. A pair excludes each other if no state has the marks of both; if a location or a
// value allows a transition only once, the invariants of places show it. Otherwise it is proved of all together.

// mostPairs bounds the pairs that are tried.
const mostPairs = 60

// apart tries to prove that no run fires all of some transitions, and returns a lower bound on the number of runs.
func (x *search) apart(ctx context.Context, live []*sts.Transition) error {
	if len(x.report.Excluding) == 0 && ctx.Err() == nil {
		if err := x.provePairs(ctx, live); err != nil {
			return err
		}
	}
	if pairs := x.report.Excluding; len(pairs) > 0 {
		x.report.Together = noRun(pairs[0].Proof.Method, fmt.Sprintf("no run fires both %s and %s", pairs[0].Transitions[0].Name, pairs[0].Transitions[1].Name))
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
	for _, p := range pairs {
		k.Invariants = append(k.Invariants, sts.Named{Name: "not both", Cond: k.Store.Not(k.fired(p[:]...))})
	}
	reply, err := x.ask(ctx, k.question(result.InductionEngine))
	if err != nil {
		return err
	}
	for i := range reply.Answers {
		if a := &reply.Answers[i]; !a.Open() {
			x.report.Excluding = append(x.report.Excluding, Exclusion{pairs[i], refuted(a)})
		}
	}
	return nil
}

// question asks some engines for runs that break the invariants of the system.
func (k *keeping) question(engines ...result.SearchEngine) reach.Question {
	q := reach.Question{System: k.System, Only: engines}
	for i := range k.Invariants {
		q.Goals = append(q.Goals, reach.Goal{Invariant: &k.Invariants[i]})
	}
	return q
}

// noRun is the status of a goal that no run reaches; the detail describes the proof.
func noRun(method result.Method, detail string) result.Why {
	return result.Why{Status: result.Unreachable, Reason: "proved: " + detail, Proof: &result.Proof{Method: method}}
}

// refuted is the status of a goal that an answer has proved impossible.
func refuted(a *reach.Answer) result.Why {
	why := noRun(a.Why.Proof.Method, a.How)
	why.Proof = a.Why.Proof
	return why
}

// proveAll tries to prove that no run fires all of some transitions; or finds one among all concrete states.
func (x *search) proveAll(ctx context.Context, live []*sts.Transition) error {
	k := keep(x.system, live)
	k.Invariants = []sts.Named{{Name: "not all", Cond: k.Store.Not(k.fired(live...))}}
	reply, err := x.ask(ctx, k.question(result.InductionEngine, result.StatesEngine))
	if err != nil {
		return err
	}
	a := &reply.Answers[0]
	switch {
	case a.Open():
		return nil
	case a.Run == nil:
		x.report.Together = refuted(a)
		if a.Engine == result.StatesEngine {
			x.report.Together = noRun(result.ByExploration, fmt.Sprintf("none of the %d states, with what has fired before, is one where all have", reply.States()))
		}
		return nil
	}
	w, err := x.replay(ctx, a.Run)
	if err == nil {
		x.report.Together = result.Why{Status: result.Covered}
		x.report.Runs = []Run{newRun(w)}
	}
	return err
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
