package testgen_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/testing/script"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// build explores level by level and chooses a suite.
func build(t *testing.T, s *sts.System, depth int, options testgen.Options) *testgen.Suite {
	t.Helper()
	return buildUnder(t, s, nil, depth, options)
}

// explored is the tree of a system, explored level by level with contracts in force, and a solver.
func explored(t *testing.T, s *sts.System, contracts map[*sts.Extern]*sts.Contract, depth int) (*explore.Tree, smt.Solver) {
	t.Helper()
	solver, newSolver := testkit.Solvers(t)
	tree, err := explore.Run(context.Background(), s, explore.Options{Strategy: explore.BreadthFirst, Depth: depth, States: 3000,
		NewSolver: newSolver, Contracts: contracts})
	if err != nil {
		t.Fatal(err)
	}
	return tree, solver
}

// buildUnder is build with contracts in force.
func buildUnder(t *testing.T, s *sts.System, contracts map[*sts.Extern]*sts.Contract, depth int, options testgen.Options) *testgen.Suite {
	t.Helper()
	tree, solver := explored(t, s, contracts, depth)
	return buildFrom(t, tree, solver, options)
}

// buildFrom chooses a suite from a tree.
func buildFrom(t *testing.T, tree *explore.Tree, solver smt.Solver, options testgen.Options) *testgen.Suite {
	t.Helper()
	options.Solver = solver
	suite, err := testgen.Build(context.Background(), tree, tree.Result(), options)
	if err != nil {
		t.Fatal(err)
	}
	return suite
}

// replays runs a test in the interpreter: each step must be possible and send what is expected.
func replays(t *testing.T, s *sts.System, test script.Test) {
	t.Helper()
	in := sts.NewInterpreter(s)
	steps := test.Run.Steps()
	c, err := in.Start(steps[0].Params)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range steps[1:] {
		step, err := in.Try(c, w.Move, w.Params)
		if err != nil || step.Outcome != sts.Done || w.Move.Name != test.Transitions()[i] {
			t.Fatalf("step %d, %s, of %v: outcome %d, %v", i+1, w.Move.Name, test.Transitions(), step.Outcome, err)
		}
		if !slices.EqualFunc(step.Outputs, w.Outputs, term.Value.Equal) {
			t.Errorf("step %d of %v sends other values than expected", i+1, test.Transitions())
		}
		c = step.Next
	}
}

// Every test that is generated for an example can be run, for every criterion. A normal run tries every second criterion for an example, and
// every second example for a criterion; with SEXTANT_LONG set they have all.
func TestExamplesReplay(t *testing.T) {
	files, err := filepath.Glob(testkit.Example("*/*.sxt"))
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for i, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if slices.Contains([]string{"controller.sxt", "channels.sxt"}, filepath.Base(file)) {
				t.Skip("a part of other models")
			}
			if filepath.Base(file) == "memcached.sxt" && !testkit.Long() {
				t.Skip("words and 64 bits take the solver long; its suite is replayed in examples")
			}
			s := testkit.Load(t, file, compile.Options{})
			depth := 4
			if s.HasCollections() && !testkit.Long() {
				depth = 2 // searches for boundary values of collections are slow
			}
			tree, solver := explored(t, s, nil, depth)
			for k, criterion := range testgen.Criteria {
				if (i+k)%2 == 1 && !testkit.Long() || criterion == testgen.Purposes && len(s.Purposes) == 0 {
					continue
				}
				if criterion == testgen.Boundary && filepath.Base(file) == "collections.sxt" && !testkit.Long() {
					continue // its 235 boundary values take longer than all other goals of all examples
				}
				suite := buildFrom(t, tree, solver, testgen.Options{Criterion: criterion})
				if suite.Covered+len(suite.Missing) != suite.Goals {
					t.Errorf("%s: %d covered, %d missing, %d goals", criterion, suite.Covered, len(suite.Missing), suite.Goals)
				}
				for _, m := range suite.Missing {
					if m.Reason == "" {
						t.Errorf("%s: %s has no reason", criterion, m.Name)
					}
				}
				for _, test := range suite.Tests {
					replays(t, s, test)
				}
			}
		})
	}
}

// expects prints the outputs of each step of a test.
func expects(t *testing.T, s *sts.System, test script.Test) []string {
	t.Helper()
	steps := follow(t, s, test.Inputs(), test.Transitions())
	out := []string{}
	for _, step := range steps.Steps {
		var sent []string
		for _, o := range step.Outputs {
			sent = append(sent, o.String())
		}
		out = append(out, strings.Join(sent, ", "))
	}
	return out
}

const kiosk = `system Kiosk
input coin(cents: nat)
output cup()
var sum: nat = 0
initial idle
insert: idle -> idle in coin(cents) do sum := sum + cents
serve:  idle -> idle when sum >= 100 do sum := sum - 100 out cup()
stop:   idle -> off when sum > 1000
never:  off -> idle when false
purpose both = transitions insert, serve
purpose rich = location idle when sum == 150
purpose twice = sequence serve, serve
purpose apart = sequence serve, insert, *, serve
purpose dark = location off
purpose poor = location idle when sum < 0
`

func TestPurposes(t *testing.T) {
	s := testkit.LoadText(t, kiosk)
	tests := []struct{ purpose, transitions, expect, missing string }{
		{"both", "insert, serve", "/cup()", ""},
		{"rich", "insert", "", ""},
		{"twice", "insert, serve, serve", "/cup()/cup()", ""},
		{"apart", "insert, serve, insert, serve", "/cup()//cup()", ""},
		{"dark", "insert, stop", "/", ""},
		{"poor", "", "", "not reached within the bound: depth 5"},
	}
	for _, test := range tests {
		t.Run(test.purpose, func(t *testing.T) {
			suite := build(t, s, 5, testgen.Options{Criterion: testgen.Purposes, Purpose: test.purpose})
			if test.missing != "" {
				if len(suite.Tests) != 0 || suite.Missing[0].Reason != test.missing {
					t.Errorf("%+v", suite)
				}
				return
			}
			if len(suite.Tests) != 1 {
				t.Fatalf("%d tests", len(suite.Tests))
			}
			got := suite.Tests[0]
			replays(t, s, got)
			if diff := cmp.Diff(test.transitions+"\n"+test.expect, strings.Join(got.Transitions(), ", ")+"\n"+strings.Join(expects(t, s, got), "/")); diff != "" {
				t.Error(diff)
			}
		})
	}
	rich := build(t, s, 5, testgen.Options{Criterion: testgen.Purposes, Purpose: "rich"}).Tests[0]
	if in := rich.Inputs(); len(in) != 1 || in[0].Channel.Name != "coin" || in[0].Values[0].Format(in[0].Channel.Payload[0].Scalar) != "150" {
		t.Errorf("inputs %v", in)
	}
}

func TestMisses(t *testing.T) {
	s := testkit.LoadText(t, kiosk)
	missing := func(c testgen.Criterion) map[string]string {
		out := map[string]string{}
		for _, m := range build(t, s, 3, testgen.Options{Criterion: c}).Missing {
			out[m.Name] = m.Reason
		}
		return out
	}
	tests := []struct {
		criterion testgen.Criterion
		want      map[string]string
	}{
		{testgen.Transitions, map[string]string{"never": "proved unreachable: its guard is false"}},
		{testgen.Locations, map[string]string{}},
		{testgen.Paths, map[string]string{}},
		{testgen.Pairs, map[string]string{"stop then never": "never is proved unreachable: its guard is false",
			"never then insert": "never is proved unreachable: its guard is false", "never then serve": "never is proved unreachable: its guard is false",
			"never then stop": "never is proved unreachable: its guard is false"}},
	}
	for _, test := range tests {
		t.Run(string(test.criterion), func(t *testing.T) {
			if diff := cmp.Diff(test.want, missing(test.criterion)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
