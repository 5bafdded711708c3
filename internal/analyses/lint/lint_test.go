package lint_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/lint"
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
)

// findings lints a model that must compile, with a real solver.
func findings(t *testing.T, text string) []diag.Diagnostic {
	t.Helper()
	var list diag.List
	options := compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}
	m, err := compile.Load("m.sxt", options, &list)
	if err != nil || m.System == nil {
		t.Fatalf("%v %v\n%s", err, list.Sorted(), text)
	}
	solver := testkit.Solver(t, smt.Config{Store: m.System.Store, Cache: smt.NewCache(100)})
	err = lint.Check(context.Background(), m.System, solver, &list)
	var missing *smt.ErrNoSolver
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return list.Sorted()
}

func find(found []diag.Diagnostic, code diag.Code) []string {
	var messages []string
	for _, d := range found {
		if d.Code == code {
			messages = append(messages, d.Message)
		}
	}
	return messages
}

// TestCodeExamples runs the examples of the codes that need a solver.
func TestCodeExamples(t *testing.T) {
	for _, info := range codes.Section(t, codes.Model) {
		if info.Code == diag.CodeOverlap || info.Code == diag.CodeMissingElse || info.Code == diag.CodeWhileViolated {
			if found := findings(t, info.Example); len(find(found, info.Code)) != 1 {
				t.Errorf("%s: got %v", info.Code, found)
			}
		}
	}
}

func TestFindings(t *testing.T) {
	head := "input i(x: int)\ninput j()\nvar n: int = 0\ninitial s\n"
	for _, row := range []struct {
		name, text string
		code       diag.Code
		want       []string // fragments, one per finding
	}{
		{"contradiction", "t: s -> s in i(x) when x > n and x < n\n", diag.CodeGuardFalse, []string{"the guard of t is never true"}},
		{"overlap", "t: s -> s in i(x) when x > n\nu: s -> s in i(y) when y == 5\n", diag.CodeOverlap, []string{"t and u can both be taken, for instance when n = "}},
		{"apart", "t: s -> s in i(x) when x > n\nu: s -> s in i(y) when y <= n\n", diag.CodeOverlap, nil},
		{"complete", "t: s -> s in i(x) when x > n\nu: s -> s in i(y) when y <= n\n", diag.CodeMissingElse, nil},
		{"gap", "t: s -> s in i(x) when x > n\nu: s -> s in i(y) when y < n\n", diag.CodeMissingElse, []string{"in s no transition accepts i"}},
		{"else", "t: s -> s in i(x) when x > n\nu: s -> s in i(_) when else\n", diag.CodeMissingElse, nil},
		{"two inputs", "t: s -> s in i(x) when x > n\nu: s -> s in j\n", diag.CodeOverlap, nil},
		{"chosen", "t: s -> s any k: 0..9 in j when k > n\nu: s -> s in j when n > 5\n", diag.CodeOverlap, []string{"t and u"}},
		{"gap without input", "t: s -> s when n > 0\n", diag.CodeMissingElse, []string{"in s no transition can be taken"}},
		{"gap beside an input", "t: s -> s when n > 0\nu: s -> s in j\n", diag.CodeMissingElse, []string{"in s no transition without input can be taken"}},
		{"never true where it has a value", "t: s -> s in i(x) when 10 / n == x and n == 0\n", diag.CodeGuardFalse, []string{"the guard of t is never true"}},
		{"no overlap in a model error", "t: s -> s in j when 10 / n != 5 and n == 0\nu: s -> s in j\n", diag.CodeOverlap, nil},
		{"no gap in a model error", "t: s -> s in i(x) when 10 / n > x\nu: s -> s in i(y) when n != 0 and 10 / n <= y\n", diag.CodeMissingElse, nil},
		{"apart by a function", "extern F(k: int) -> int\nt: s -> s in j when F(0) > 5\nu: s -> s in j when F(0) < 3\n", diag.CodeOverlap, nil},
		{"apart by a function of the input", "extern F(k: int) -> int\nt: s -> s in i(x) when F(x) > 5\nu: s -> s in i(y) when F(y) < 3\n", diag.CodeOverlap, nil},
		{"overlap of a function", "extern F(k: int) -> int\nt: s -> s in j when F(0) > 5\nu: s -> s in j when F(1) < 3\n", diag.CodeOverlap, []string{"t and u"}},
		{"no gap where time closes it", "clock c\nlocation s while c <= 5\nt: s -> s when c >= 3 do c := 0\n", diag.CodeMissingElse, nil},
		{"gap that time does not close", "clock c\nlocation s while c <= 5\nt: s -> s when c >= 3 and n > 0 do c := 0\n", diag.CodeMissingElse, []string{"in s no transition can be taken, for instance when "}},
		{"input at the wrong time", "clock c\nt: s -> s in j when c >= 3 do c := 0\n", diag.CodeMissingElse, []string{"no transition accepts j, for instance when c = "}},
		{"input within the time of the location", "clock c\nlocation s while c <= 5\nt: s -> s in j when c <= 6 do c := 0\n", diag.CodeMissingElse, nil},
		{"never true while in the location", "clock c\nlocation s while c <= 5\nt: s -> s when c >= 6\n", diag.CodeGuardFalse, []string{"the guard of t is never true"}},
		{"apart by the time of the location", "clock c\nlocation s while c <= 5\nt: s -> s in j when c >= 4 and n > 0\nu: s -> s in j when c <= 3 or c > 5\n", diag.CodeOverlap, nil},
		{"entered too late", "clock c\nlocation q while c <= 2\nt: s -> q in j when c >= 1\nu: q -> s\n", diag.CodeWhileViolated, []string{"t cannot be taken where it would enter q against its condition c <= 2.0, for instance when c = "}},
		{"entered with a clock that was reset", "clock c\nlocation q while c <= 2\nt: s -> q in j when c >= 1 do c := 0\nu: q -> s\n", diag.CodeWhileViolated, nil},
		{"entered with what was received", "clock c\nlocation q while c <= n\nt: s -> q in i(x) when c <= x do n := x\nv: s -> q in i(y) when c <= 1 do n := y\nu: q -> s\n", diag.CodeWhileViolated, []string{"v cannot be taken"}},
		{"values by their types", "type Item = record { name: string, count: 1..9 }\nvar last: Item? = none, all: Item[..1] = []\nt: s -> s in j when last == none\nu: s -> s in j when len(all) == 1 and all[0].count == 3\n",
			diag.CodeOverlap, []string{`for instance when all = [Item{name: "", count: 3}], last = none`}},
		{"a union", "type Reply = ok{value: int} | busy\ninput r(reply: Reply, note: string?)\nt: s -> s in r(x, note) when x is ok and note == none\nu: s -> s in r(x, y) when x is ok and x.value == 5\n",
			diag.CodeOverlap, []string{`for instance when note = none, x = ok{value: 5}`}},
		{"value of an absent optional", "var v: (0..2)? = none\nt: s -> s in j when v != none and get(v, 7) == 7\n", diag.CodeGuardFalse, []string{"the guard of t is never true"}},
		{"optional value without zero", "var v: (1..2)? = none\nt: s -> s in j when get(v, 1) < 1\nu: s -> s in j\n", diag.CodeOverlap, nil},
		{"field of another alternative", "type Reply = ok{value: 1..2} | busy\nvar v: Reply = busy\nt: s -> s in j when v != busy and not (v is ok)\n", diag.CodeGuardFalse, []string{"the guard of t is never true"}},
		{"a part of a record", "var p: record { x: int, y: int[2] }\nt: s -> s in j when p.y[1] == 3\nu: s -> s in j when p.y[1] > 2\n", diag.CodeOverlap, []string{"for instance when p.y[1] = 3"}},
		{"no product", "feature A, B\nfeatures valid when A and not B and (A => B)\nt: s -> s for A and B\n", diag.CodeNoProduct, []string{"no product is valid"}},
		{"no product has the guard", "feature A, B\nfeatures valid when A and not B and (A => B)\nt: s -> s for A and B\n", diag.CodeGuardFalse, nil},
		{"dead feature", "feature A, B\nfeatures valid when A => not A\nt: s -> s for A or B\n", diag.CodeDeadFeature, []string{`no product has the feature "A"`}},
		{"requires in a cycle", "feature A, B, C\nfeatures valid when (A => B) and (B => C) and (C => A)\nt: s -> s for A or B or C\n", diag.CodeDeadFeature, nil},
		{"always on", "feature A, B\nfeatures valid when (B => A) and (A or B)\nt: s -> s for A or B\n", diag.CodeFeatureAlways, []string{`every product has the feature "A"`}},
		{"of no product", "feature A, B\nfeatures valid when not (A and B)\nt: s -> s for A and B when n > 0\nu: s -> s for A\n", diag.CodeNoOwner, []string{"no product has the transition t"}},
		{"apart by products", "feature A, B\nfeatures valid when not (A and B)\nt: s -> s for A\nu: s -> s for B\n", diag.CodeOverlap, nil},
		{"chosen gap", "t: s -> s any k: 0..9 in j when k > n\n", diag.CodeMissingElse, []string{"no transition accepts j"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := find(findings(t, head+row.text), row.code)
			if len(got) != len(row.want) {
				t.Fatalf("got %q, want %q", got, row.want)
			}
			for i, want := range row.want {
				if !strings.Contains(got[i], want) {
					t.Errorf("got %q, want %q", got[i], want)
				}
			}
		})
	}
}

// TestEventsNeedNoElse: the events of a system without locations need not cover all states.
func TestEventsNeedNoElse(t *testing.T) {
	found := findings(t, "var n: int = 0\nevent e: when n > 0 do n := n - 1\n")
	if got := find(found, diag.CodeMissingElse); len(got) > 0 {
		t.Errorf("got %q", got)
	}
}

// answering is a solver that gives the same answer to every query.
type answering struct {
	smt.Solver
	status smt.Status
	asked  int
}

func (s *answering) Check(context.Context, smt.Query) (smt.Answer, error) {
	s.asked++
	return smt.Answer{Status: s.status}, nil
}

// answered lints a model of locations s0, s1, ... with n transitions each, by a solver that gives one answer. The guards are such that no values
// are found without it.
func answered(t *testing.T, locations, n int, status smt.Status) ([]diag.Diagnostic, int) {
	t.Helper()
	text := "input i(x: int)\ninitial s0\n"
	for at := range locations {
		for k := range n {
			text += fmt.Sprintf("t%d_%d: s%d -> s%d in i(x) when x * x > %d\n", at, k, at, (at+1)%locations, k)
		}
	}
	var list diag.List
	m, err := compile.Load("m.sxt", compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}, &list)
	if err != nil || m.System == nil {
		t.Fatalf("%v %v\n%s", err, list.Sorted(), text)
	}
	solver := &answering{status: status}
	if err := lint.Check(context.Background(), m.System, solver, &list); err != nil {
		t.Fatal(err)
	}
	return list.Sorted(), solver.asked
}

// TestGapsAreReported: queries that were not sent, or not decided, are reported.
func TestGapsAreReported(t *testing.T) {
	for _, row := range []struct {
		locations, n int
		status       smt.Status
		want         string
	}{
		{1, 41, smt.Unsat, "not asked: 820 questions about guards, since the model is large (at most 1,000 questions, and the guards of at most 40 transitions of one location and input are compared)"},
		{2, 40, smt.Unsat, "not asked: 640 questions about guards"}, // of 80 guards and 2 * 780 comparisons
		{1, 3, smt.Unknown, "left open by the solver: 7 questions about guards"},
	} {
		found, _ := answered(t, row.locations, row.n, row.status)
		if got := find(found, diag.CodeLintIncomplete); len(got) != 1 || !strings.HasPrefix(got[0], row.want) {
			t.Errorf("%d locations with %d transitions: got %q, want %q", row.locations, row.n, got, row.want)
		}
	}
}

// TestWarningsAreAskedFirst: queries for notes do not use up the budget of those for warnings.
func TestWarningsAreAskedFirst(t *testing.T) {
	found, asked := answered(t, 2, 40, smt.Unsat)
	if got := find(found, diag.CodeGuardFalse); len(got) != 80 {
		t.Errorf("%d guards of 80 are never true; %d questions were asked", len(got), asked)
	}
}
