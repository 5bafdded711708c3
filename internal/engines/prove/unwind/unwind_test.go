package unwind_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/engines/prove/unwind"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

func TestProve(t *testing.T) {
	testkit.NeedsSolver(t)
	for _, test := range []struct {
		name, model string
		facts       bool // that x is not negative
		options     unwind.Options
		status      unwind.Status
		reason      unwind.Reason
		path        string
	}{
		{name: "a counter", status: unwind.Proved, model: `
			var x: int = 0
			initial s
			up: s -> s when x < 5 do x := x + 1
			reset: s -> s when x >= 3 do x := 0
			invariant p: x <= 5`},
		{name: "two counters", status: unwind.Proved, model: `
			var x: int = 0, y: int = 0
			initial s
			up: s -> t when x < 3 do x := x + 1
			both: t -> s do y := x
			invariant p: y <= 3`},
		{name: "a violation", status: unwind.Violated, path: "up up up", model: `
			var x: int = 0
			initial s
			up: s -> s do x := x + 2
			down: s -> s when x > 9 do x := 0
			invariant p: x <= 5`},
		{name: "inputs", status: unwind.Proved, model: `
			input i(n: int)
			var x: int = 0
			initial s
			take: s -> t in i(n) when n > 3 do x := n
			give: t -> s do x := x - 4
			invariant p: x >= 0`},
		{name: "an error is no step", status: unwind.Proved, model: `
			var x: 0..5 = 0
			initial s
			up: s -> s do x := x + 1
			invariant p: x <= 5`},
		{name: "a fact", facts: true, status: unwind.Proved, model: `
			var x: int = 7
			initial s
			down: s -> s when x != 0 do x := x - 1
			invariant p: x >= 0`},
		{name: "bounds", status: unwind.Open, reason: unwind.TooManyNodes, options: unwind.Options{Nodes: 1}, model: `
			var x: int = 0
			initial s
			up: s -> s when x < 5 do x := x + 1
			invariant p: x <= 5`},
		{name: "queries", status: unwind.Open, reason: unwind.TooManyQueries, options: unwind.Options{Queries: 3}, model: `
			var x: int = 0
			initial s
			up: s -> s when x < 50 do x := x + 1
			invariant p: x <= 50`},
		{name: "queues", status: unwind.Open, reason: unwind.HasQueues, model: `
			channel c(n: int) fifo 2
			var x: int = 0
			machine a {
				initial s
				send: s -> s out c(1)
			}
			machine b {
				initial s
				take: s -> s in c(x)
			}
			instance one = a
			instance two = b
			invariant p: x <= 1`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := testkit.LoadText(t, test.model)
			solver, err := testkit.NewSolver()
			if err != nil {
				t.Fatal(err)
			}
			defer solver.Close()
			var facts []prove.Clause
			if test.facts {
				facts = []prove.Clause{{Locations: []int{0}, Term: s.Store.Le(s.Store.Int(0), s.Slots[0].Term)}}
			}
			out, err := unwind.Prove(t.Context(), s, s.Invariants[0].Cond, facts, solver, test.options)
			if err != nil {
				t.Fatal(err)
			}
			var path []string
			for _, m := range out.Path {
				path = append(path, m.Name)
			}
			if out.Status != test.status || out.Reason != test.reason || test.path != "" && strings.Join(path, " ") != test.path {
				t.Errorf("got %d %q %v, want %d %q %s", out.Status, out.Reason, path, test.status, test.reason, test.path)
			}
		})
	}
}

// TestPredicates: the predicates of a proof come from the spurious paths.
func TestPredicates(t *testing.T) {
	testkit.NeedsSolver(t)
	s := testkit.LoadText(t, `
		var x: int = 0, y: int = 0
		initial s
		set: s -> t do x := 1
		use: t -> u when x == 0 do y := 9
		invariant p: y <= 5`)
	solver, err := testkit.NewSolver()
	if err != nil {
		t.Fatal(err)
	}
	defer solver.Close()
	out, err := unwind.Prove(t.Context(), s, s.Invariants[0].Cond, nil, solver, unwind.Options{})
	if err != nil || out.Status != unwind.Proved {
		t.Fatal(out, err)
	}
	var got []string
	for _, c := range out.Predicates {
		got = append(got, fmt.Sprintf("%s: %s", c.Place, c.Term))
	}
	if out.Refinements == 0 || !slices.Contains(got, "t: y <= 5") {
		t.Errorf("%d refinements, %v", out.Refinements, got)
	}
}
