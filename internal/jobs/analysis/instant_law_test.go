package analysis_test

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/analyses/family/ladder"
	"github.com/sextant-mbt/sextant/internal/analyses/operations"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/invariants"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/timed"
)

// Of so many models, the slower engines judge one, and all engines have time for queries that hardly any solver answers.
const (
	seldom = 8
	rarely = 50
)

// TestInvariantsHoldAtEveryInstant compares what all engines say of the invariants of random timed models with the regions of their clocks, in which every
// instant is looked at, also those within delays. What holds is never broken, what is broken is, at the instant that the run ends with, and an
// exploration to the end leaves nothing open.
func TestInvariantsHoldAtEveryInstant(t *testing.T) {
	testkit.Sequential(t)
	testkit.NeedsSolver(t)
	models := testkit.Models() / 6
	if testkit.Long() {
		models = 5000
	}
	count := map[string]int{}
	draw := rapid.Custom(timed.DrawWithInvariants)
	brief, patient := openEngines(t, 20*time.Millisecond, 5*time.Millisecond), openEngines(t, 200*time.Millisecond, 20*time.Millisecond)
	brief.ladder = ladder.Options{Nodes: 60, Queries: 500}
	for seed, compared := 0, 0; compared < models; seed++ {
		m := draw.Example(seed)
		j := judged{t: t, model: m, want: m.Explore(), count: count, engines: brief}
		if len(j.want.States) == 0 {
			continue // the condition of an initial location is false at the start
		}
		j.system = testkit.LoadText(t, m.Text())
		if compared++; compared%rarely == 0 {
			j.engines = patient
		}
		j.byExploration()
		j.byProof()
		j.byLadder()
		if compared%seldom == 0 {
			j.byAbstraction()
			j.byOperations()
		}
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, m.Text())
		}
	}
	for _, what := range slices.Sorted(maps.Keys(count)) {
		t.Logf("%6d %s", count[what], what)
	}
	for _, what := range []string{"tree: holds", "tree: broken", "tree: broken within a delay", "proof: holds", "proof: broken", "family: proved", "family: violated"} {
		if count[what] < models/10 {
			t.Errorf("%q only %d times", what, count[what])
		}
	}
}

// judged is a model whose invariants engines judge.
type judged struct {
	t      *testing.T
	model  *timed.Model
	system *sts.System
	want   *timed.Reached
	count  map[string]int
	engines
}

// engines is how long the engines may try. What they do not decide they do not claim, so more time compares little more.
type engines struct {
	solver smt.Solver // of all engines, one after the other, since starting one takes longer than its queries
	brief  smt.Solver // of the engines some of whose queries no solver answers
	ladder ladder.Options
}

// openEngines starts the solvers, with limits for each query.
func openEngines(t *testing.T, limit, brief time.Duration) engines {
	open := func(limit time.Duration) smt.Solver {
		solver, err := testkit.SteadySolver(limit, smt.Config{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { solver.Close() })
		return solver
	}
	return engines{solver: open(limit), brief: open(brief)}
}

// shared is a solver that stays open.
type shared struct{ smt.Solver }

// Close does nothing.
func (shared) Close() error { return nil }

func (e engines) newSolver() (smt.Solver, error) { return shared{e.solver}, nil }

func (e engines) newBrief() (smt.Solver, error) { return shared{e.brief}, nil }

// judge compares an answer of an engine about an invariant.
func (j *judged) judge(engine string, invariant int, answer string, holds, broken bool) {
	j.count[engine+": "+answer]++
	if holds && j.want.Broken[invariant] || broken && !j.want.Broken[invariant] {
		j.t.Errorf("%s: %s is %s, but the regions say %v", engine, timed.Name(invariant), answer, j.want.Broken[invariant])
	}
}

// byExploration explores to the end, with each way of pruning, and for a few steps without.
func (j *judged) byExploration() {
	for _, way := range []struct {
		name    string
		options explore.Options
		whole   bool
	}{
		{"tree", explore.Options{Prune: true, Depth: 1000, States: 20000}, true},
		{"reach", explore.Options{Prune: true, Reach: true, Depth: 1000, States: 20000}, true},
		{"short", explore.Options{Depth: 2, States: 50}, false},
	} {
		way.options.Strategy, way.options.Workers, way.options.NewSolver = explore.BreadthFirst, 1, j.newSolver
		tree, err := explore.Run(j.t.Context(), j.system, way.options)
		if err != nil {
			j.t.Fatal(err)
		}
		if way.whole && (tree.Stop != result.StopExhausted || len(tree.Doubts) > 0) {
			j.t.Errorf("%s: it stops by %s with %d doubts", way.name, tree.Stop, len(tree.Doubts))
		}
		for i := range j.model.Invariants {
			found, _ := tree.Breaking(timed.Name(i))
			answer := map[bool]string{true: "holds", false: "broken"}[found == nil]
			j.judge(way.name, i, answer, way.whole && found == nil, found != nil)
			j.breaks(way.name, i, found)
		}
	}
}

// breaks checks that an invariant does not hold at the end of a run, which the conditions of locations allow.
func (j *judged) breaks(engine string, invariant int, w *run.Witness) {
	if w == nil {
		return
	}
	wait := new(big.Rat)
	if w.Wait != nil {
		wait = w.Wait
	}
	end := j.instant(w.Config, wait)
	if end.Holds(j.model.Invariants[invariant]) || !end.Allowed(j.model) {
		j.t.Errorf("%s: %s does not break after %s, in %v", engine, timed.Name(invariant), wait.RatString(), end)
	}
	if wait.Sign() > 0 {
		j.count[engine+": broken within a delay"]++
	}
}

// instant is a configuration after some time.
func (j *judged) instant(c *sts.Config, wait *big.Rat) timed.Instant {
	out := timed.Instant{At: c.Locations}
	for i, slot := range j.system.Slots {
		switch {
		case slot.Clock:
			out.Clocks = append(out.Clocks, new(big.Rat).Add(c.Values[i].Rat(), wait))
		case slot.Name == "v":
			v, _ := c.Values[i].Small()
			out.V = int(v)
		}
	}
	return out
}

// byProof checks whether the steps keep the invariants.
func (j *judged) byProof() {
	found, _, err := invariants.Check(j.t.Context(), j.system, invariants.Options{Depth: 10, Workers: 1, NewSolver: j.newSolver})
	if err != nil {
		j.t.Fatal(err)
	}
	for i := range j.model.Invariants {
		v := found.Verdicts[i].Verdict
		j.judge("proof", i, string(v), v == result.InvariantHolds, v == result.InvariantBroken)
	}
}

// byLadder asks all engines of product lines, of which the model is one with a single product.
func (j *judged) byLadder() {
	options := j.ladder
	options.Workers, options.NewSolver = 1, j.newBrief
	for i := range j.model.Invariants {
		ledger, err := ladder.Decide(j.t.Context(), j.system, &j.system.Invariants[i], j.brief, options)
		if err != nil {
			j.t.Fatal(err)
		}
		for _, e := range ledger.Leaves() {
			proved, violated := e.Outcome == result.FamilyProved, e.Outcome == result.FamilyViolated
			j.judge("family", i, string(e.Outcome), proved, violated)
			if violated {
				j.breaks("family", i, e.Run)
			}
		}
	}
}

// byAbstraction looks for steps that break the invariants: if there are none, they hold.
func (j *judged) byAbstraction() {
	session, err := abstraction.Open(j.system, abstraction.Options{Workers: 1, NewSolver: j.newBrief})
	if err != nil {
		j.t.Fatal(err)
	}
	clock := j.system.Slots[j.system.Clocks()[0]].Term
	predicate := j.system.Store.Le(clock, j.system.Store.Const(clock.Sort(), term.IntValue(1)))
	a, err := session.Abstract(j.t.Context(), sts.PredicateSet{Name: "half", Conds: []*term.Term{predicate}, Texts: []string{"half"}})
	if err != nil {
		j.t.Fatal(err)
	}
	j.count[fmt.Sprintf("abstraction: preserved %v", len(a.Breaches) == 0)]++
	if len(a.Breaches) == 0 && slices.Contains(j.want.Broken, true) {
		j.t.Errorf("abstraction: the invariants are preserved, but the regions say %v", j.want.Broken)
	}
}

// byOperations looks for runs that keep the invariants: they do at each instant.
func (j *judged) byOperations() {
	found, err := operations.Check(j.t.Context(), j.system, operations.Options{Queries: 100, NewSolver: j.newBrief,
		Explore: explore.Options{Depth: 6, States: 100, Workers: 1, NewSolver: j.newBrief}})
	if err != nil {
		j.t.Fatal(err)
	}
	for _, r := range found.Runs {
		j.count["operations: runs"]++
		j.keeps(r.Witness)
	}
}

// keeps checks that the invariants hold at each instant of a run: at the ends of delays, and at quarters of units in between, of which one is
// on each side of a whole number.
func (j *judged) keeps(w *run.Witness) {
	steps := w.Steps()
	for i, step := range steps {
		delay := new(big.Rat)
		if i+1 < len(steps) {
			delay = steps[i+1].Delay().Rat()
		}
		for at := new(big.Rat); at.Cmp(delay) <= 0; at.Add(at, big.NewRat(1, 4)) {
			for k, invariant := range j.model.Invariants {
				if !j.instant(step.Config, at).Holds(invariant) {
					j.t.Errorf("operations: a run breaks %s, %s after step %d", timed.Name(k), at.RatString(), i)
				}
			}
		}
	}
}
