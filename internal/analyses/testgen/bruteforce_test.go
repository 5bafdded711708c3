package testgen

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// drawFinite makes a model so small that all its runs can be listed.
func drawFinite(t *rapid.T) *sts.System {
	pick := func(from ...string) string { return rapid.SampledFrom(from).Draw(t, "word") }
	var guard func(depth int) string
	guard = func(depth int) string {
		if depth == 0 || rapid.Bool().Draw(t, "atom") {
			return pick("a", "b", "p", "a + b") + pick(" <= ", " < ", " == ", " != ") + pick("0", "1", "2", "b", "p")
		}
		return "(" + guard(depth-1) + pick(" and ", " or ") + guard(depth-1) + ")"
	}
	var b strings.Builder
	b.WriteString("system Finite\ninput go(p: 0..2)\noutput o(a: int)\nvar a: 0..2 = 0, b: 0..2 = 1\ninitial s\n")
	for i := range rapid.IntRange(1, 3).Draw(t, "transitions") {
		fmt.Fprintf(&b, "t%d: %s -> %s in go(p) when %s do a := %s out o(%s)\n", i, pick("s", "r"), pick("s", "r"), guard(2), pick("p", "b", "2"), pick("a", "min(a, 1)"))
	}
	b.WriteString("x: s -> r in go(p) when else do b := p out o(0)\ny: r -> s in go(p) when p == 0 out o(1)\nz: r -> s in go(p) when else out o(2)\n")
	if !strings.Contains(b.String(), ": s -> ") || strings.Count(b.String(), ": s -> ") == 1 {
		return nil // else needs a sibling
	}
	return testkit.LoadText(t, b.String())
}

// allRuns visits every step of every run up to a depth.
func allRuns(t *rapid.T, in *sts.Interpreter, s *sts.System, at *run.Witness, depth int, visit func(step *run.Witness)) {
	if depth == 0 {
		return
	}
	for _, m := range s.Possible(nil, at.Config.Locations, at.Config.Count) {
		for _, p := range m.Params[0].Sort.Values(3) {
			params := []term.Value{p}
			step, err := in.Try(at.Config, m, params)
			if err != nil {
				t.Fatal(err)
			}
			if step.Outcome != sts.Done {
				continue
			}
			next := &run.Witness{Parent: at, Move: m, Params: params, Config: step.Next, Outputs: step.Outputs}
			visit(next)
			allRuns(t, in, s, next, depth-1, visit)
		}
	}
}

// On models whose runs can all be listed, a suite covers exactly the goals that some run meets.
func TestValuesAgreeWithBruteForce(t *testing.T) {
	solver, newSolver := testkit.Solvers(t)
	const depth = 3
	rapid.Check(t, func(t *rapid.T) {
		s := drawFinite(t)
		if s == nil {
			return
		}
		tree, err := explore.Run(context.Background(), s, explore.Options{Strategy: explore.BreadthFirst, Depth: depth, NewSolver: newSolver})
		if err != nil {
			t.Fatal(err)
		}
		for _, criterion := range []Criterion{Boundary, MCDC} {
			suite, err := Build(context.Background(), tree, tree.Result(), Options{Criterion: criterion, Solver: solver})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(reachable(t, s, criterion, depth), covered(suite)); diff != "" {
				t.Errorf("%s: %s", criterion, diff)
			}
		}
	})
}

// reachable lists the goals that some run meets.
func reachable(t *rapid.T, s *sts.System, criterion Criterion, depth int) map[string]bool {
	in := sts.NewInterpreter(s)
	start, err := in.Start(make([]term.Value, len(s.Slots)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	goals := deriveGoals(s, criterion)
	allRuns(t, in, s, &run.Witness{Config: start}, depth, func(step *run.Witness) {
		alone := &run.Witness{Parent: &run.Witness{Config: step.Parent.Config}, Move: step.Move, Params: step.Params, Config: step.Config}
		for name := range metBy(t, s, goals, alone) {
			out[name] = true
		}
	})
	return out
}

func covered(suite *Suite) map[string]bool {
	out := map[string]bool{}
	for _, test := range suite.Tests {
		for _, name := range test.Covers {
			out[name] = true
		}
	}
	return out
}
