package step_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/sextant-mbt/sextant/internal/externs/sandbox/script" // functions in Starlark
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/step"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

func open(t *testing.T, path string) *step.Session {
	t.Helper()
	testkit.NeedsSolver(t)
	l, err := model.Load(testkit.Example(path), model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := step.Open(t.Context(), l, model.BackendDefaults())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// must is a state that must be there, and fulfil the wish.
func must(t *testing.T) func(*result.StepState, error) *result.StepState {
	return func(state *result.StepState, err error) *result.StepState {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if state.Error != "" {
			t.Fatal(state.Error)
		}
		return state
	}
}

// refused is the reason why a wish was not fulfilled.
func refused(t *testing.T) func(*result.StepState, error) string {
	return func(state *result.StepState, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if state.Error == "" {
			t.Error("the wish was fulfilled")
		}
		return state.Error
	}
}

func find(t *testing.T, state *result.StepState, name string) result.StepChoice {
	t.Helper()
	i := slices.IndexFunc(state.Choices, func(c result.StepChoice) bool { return c.Transition == name })
	if i < 0 {
		t.Fatalf("no choice %s in %+v", name, state.Choices)
	}
	return state.Choices[i]
}

func value(list []result.NamedText, name string) string {
	for _, n := range list {
		if n.Name == name {
			return n.Value
		}
	}
	return ""
}

// TestVendingMachine goes through the vending machine with given values, wrong ones, and back.
func TestVendingMachine(t *testing.T) {
	ctx, s := t.Context(), open(t, "vending/vending.sxt")
	ok, no := must(t), refused(t)
	ok(s.Take(ctx, "start", nil))
	if reason := no(s.Take(ctx, "insert", map[string]any{"x": -3})); !strings.Contains(reason, "x is not a value of nat") {
		t.Error(reason)
	}
	if reason := no(s.Take(ctx, "insert", map[string]any{"y": 3})); !strings.Contains(reason, `takes no value called "y"; it takes x`) {
		t.Error(reason)
	}
	if reason := no(s.Take(ctx, "choose", nil)); reason != "choose cannot be taken here; there are: insert" {
		t.Error(reason)
	}
	state := ok(s.Take(ctx, "insert", map[string]any{"x": 160}))
	if value(state.Concrete, "m") != "160" || value(state.Symbolic, "m") != "x@2" {
		t.Errorf("m is %s and %s", value(state.Concrete, "m"), value(state.Symbolic, "m"))
	}
	ok(s.Take(ctx, "choose", map[string]any{"drink": "coffee"}))
	ok(s.Take(ctx, "price", map[string]any{"Price": step.Text("170")}))
	state = ok(s.State(ctx))
	deliver := find(t, state, "deliver")
	if deliver.Answer != result.StepInfeasible || len(deliver.Conflict) != 1 || deliver.Conflict[0] != "p <= m where m = 160, p = 170" || deliver.Reason == "" {
		t.Errorf("deliver: %+v", deliver)
	}
	if reason := no(s.Take(ctx, "deliver", nil)); reason != "deliver cannot be taken: p <= m where m = 160, p = 170 does not hold" {
		t.Error(reason)
	}
	state = ok(s.Take(ctx, "add", nil))
	if last := state.Trace.Steps[len(state.Trace.Steps)-1]; last.Outputs[0].Text != `screen("Add")` || last.Location != "q0" {
		t.Errorf("the last step is %+v", last)
	}
	if state = ok(s.Jump(ctx, 2)); len(state.Trace.Steps) != 2 || state.Location != "q1" {
		t.Errorf("after jump: %+v", state)
	}
	if state = ok(s.Jump(ctx, 5)); len(state.Trace.Steps) != 5 || state.Location != "q0" {
		t.Errorf("after jumping forward: %+v", state)
	}
	no(s.Jump(ctx, 6))
	for range 5 {
		ok(s.Undo(ctx))
	}
	no(s.Undo(ctx))
}

// openText begins a walk through a model that is a text.
func openText(t *testing.T, text string) *step.Session {
	t.Helper()
	testkit.NeedsSolver(t)
	path := filepath.Join(t.TempDir(), "model.sxt")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := model.Load(path, model.LoadOptions{})
	if err != nil || l.Usable() != nil {
		t.Fatal(err, l.List.Sorted())
	}
	s, err := step.Open(t.Context(), l, model.BackendDefaults())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestGivenValuesAreChecked: a value that the guard excludes is refused with the conditions that exclude it, and nothing is lost.
func TestGivenValuesAreChecked(t *testing.T) {
	s := openText(t, `system S
input a(x: int, y: int)
output b(x: int)
var n: int = 5
initial q
sum: q -> r in a(x, y) when x + y < n and y > x do n := x out b(n)
invariant positive: n > 0
`)
	if reason := refused(t)(s.Take(t.Context(), "sum", map[string]any{"x": 9})); reason != "sum cannot be taken with these values: these conditions cannot hold together: y@1 <= -5; y@1 >= 10" {
		t.Error(reason)
	}
	state := must(t)(s.Take(t.Context(), "sum", map[string]any{"x": -3}))
	if value(state.Concrete, "n") != "-3" || !slices.Equal(state.Broken, []string{"positive"}) {
		t.Errorf("n is %s, and %q is broken", value(state.Concrete, "n"), state.Broken)
	}
}

// TestManyChoices: in a place with very many transitions not all are checked, but all can be taken.
func TestManyChoices(t *testing.T) {
	text := "system S\noutput b(x: int)\ninitial q\n"
	for i := range 150 {
		text += fmt.Sprintf("t%d: q -> q out b(%d)\n", i, i)
	}
	s := openText(t, text)
	state := must(t)(s.State(t.Context()))
	if len(state.Choices) != 150 || state.Choices[99].Answer != result.StepFeasible || state.Choices[149].Answer != result.StepUnknown {
		t.Errorf("%d choices, the last is %+v", len(state.Choices), state.Choices[149])
	}
	if state = must(t)(s.Take(t.Context(), "t149", nil)); state.Trace.Steps[0].Outputs[0].Text != "b(149)" {
		t.Errorf("%+v", state.Trace)
	}
}

// TestChosenByTheSolver: without inputs, values are found with which the transition can be taken, and shown as examples.
func TestChosenByTheSolver(t *testing.T) {
	ctx, s := t.Context(), open(t, "vending/vending.sxt")
	ok := must(t)
	for _, name := range []string{"start", "insert", "choose"} {
		ok(s.Take(ctx, name, nil))
	}
	price := find(t, ok(s.State(ctx)), "price")
	if price.Input == nil || len(price.Input.Parameters) != 1 || price.Input.Parameters[0].Name != "Price" || price.Input.Parameters[0].Example == "" {
		t.Errorf("price takes %+v", price.Input)
	}
	if price.Line == 0 || !strings.HasSuffix(price.File, "vending.sxt") {
		t.Errorf("price is written at %+v", price.Source)
	}
	ok(s.Take(ctx, "price", map[string]any{"Price": 150}))
	state := ok(s.State(ctx))
	if find(t, state, "add").Answer == find(t, state, "deliver").Answer {
		t.Error("one of add and deliver can be taken, and the other cannot")
	}
}

// TestSavedAsTest: the inputs of a walk are those of the stored test.
func TestSavedAsTest(t *testing.T) {
	ctx, s := t.Context(), open(t, "vending/vending.sxt")
	ok, path := must(t), filepath.Join(t.TempDir(), "walk.json")
	refused(t)(s.Save(ctx, path))
	ok(s.Take(ctx, "start", nil))
	ok(s.Take(ctx, "insert", map[string]any{"x": json.Number("7")}))
	if state := ok(s.Save(ctx, path)); state.Saved != path {
		t.Errorf("saved as %q", state.Saved)
	}
	test, err := store.ReadTest(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(test.Inputs) != 1 || test.Inputs[0].Channel != "coins" || string(test.Inputs[0].Payload[0]) != "7" || !slices.Equal(test.Transitions, []string{"start", "insert"}) {
		t.Errorf("the test is %+v", test)
	}
	refused(t)(s.Save(ctx, filepath.Join(t.TempDir(), "no", "such", "folder.json")))
}

// TestDelayIsAnInput: in a model with clocks the user may say how much time passes.
func TestDelayIsAnInput(t *testing.T) {
	ctx, s := t.Context(), open(t, "atmtimed/atmtimed.sxt")
	state := must(t)(s.State(ctx))
	c := state.Choices[0]
	if c.Input == nil || c.Input.Parameters[len(c.Input.Parameters)-1].Name != "delay" {
		t.Fatalf("%s takes %+v", c.Transition, c.Input)
	}
	state = must(t)(s.Take(ctx, c.Transition, map[string]any{"delay": "2.5"}))
	if state.Trace.Steps[0].At != "2.5" {
		t.Errorf("the first step is at %q", state.Trace.Steps[0].At)
	}
	reason := refused(t)(s.Take(ctx, state.Choices[0].Transition, map[string]any{"delay": -1}))
	if !strings.Contains(reason, "cannot be taken with these values") {
		t.Error(reason)
	}
}

// TestFunctionsAreRun: results of functions that are known are those of the table or the function.
func TestFunctionsAreRun(t *testing.T) {
	ctx, s := t.Context(), open(t, "microgrid/microgrid.sxt")
	ok := must(t)
	ok(s.Take(ctx, "request", nil))
	ok(s.Take(ctx, "measure", map[string]any{"measure": 123}))
	ok(s.Take(ctx, "request", nil))
	ok(s.Take(ctx, "measure", map[string]any{"measure": 96}))
	state := ok(s.Take(ctx, "integrate", nil))
	found := false
	for _, n := range state.Concrete {
		found = found || n.Value == "228"
	}
	if !found {
		t.Errorf("INTGR([123, 96]) is 228 in the table, but the values are %v", state.Concrete)
	}
}

// ordering has an input with a value of each form that is not a scalar.
const ordering = `system Ordering
type Line = record { product: string, pieces: 1..9 }
type Answer = accepted{total: nat} | refused
input order(lines: Line[], first: Line, coupons: set int, prices: map string -> nat, note: string?, answer: Answer, pair: int[2])
output sum(total: nat)
var total: nat = 0
initial open
order: open -> open in order(lines, first, coupons, prices, note, answer, pair)
  when answer is accepted and first.pieces < 9
  do total := answer.total + len(lines) + len(coupons)
  out sum(total)
`

// TestTextsOfData: values of every form are given as the language writes them, and those that cannot be read are all named.
func TestTextsOfData(t *testing.T) {
	s := openText(t, ordering)
	values := map[string]any{
		"lines": step.Text(`[Line{product: "tea", pieces: 2}, {pieces: 1, product: "milk"}]`), "first": step.Text(` Line{product: "tea", pieces: 2} `),
		"coupons": step.Text(`{3, 5}`), "prices": step.Text(`{"tea": 150}`), "note": step.Text("none"), "answer": step.Text("accepted{total: 7}"), "pair": step.Text("[1, -2]"),
	}
	state := must(t)(s.Take(t.Context(), "order", values))
	want := `order([Line{product: "tea", pieces: 2}, Line{product: "milk", pieces: 1}], Line{product: "tea", pieces: 2}, {3, 5}, {"tea": 150}, none, accepted{total: 7}, [1, -2])`
	if last := state.Trace.Steps[0]; last.Input.Text != want || last.Outputs[0].Text != "sum(11)" {
		t.Errorf("taken as %+v", last)
	}
	for _, p := range find(t, state, "order").Input.Parameters {
		if p.Syntax == "" || p.Example == "" {
			t.Errorf("the parameter is %+v", p)
		}
	}
	values["first"], values["coupons"], values["lines"] = step.Text(`Line{product: "tea", peices: 2}`), step.Text("{3, 3}"), step.Text("Line{}")
	state, err := s.Take(t.Context(), "order", values)
	if err != nil {
		t.Fatal(err)
	}
	faults := []result.StepFault{
		{Name: "coupons", Message: "coupons is not a value of set int: the set has an element twice; give each element once"},
		{Name: "first", Message: "first is not a value of Line: Line has no field `peices`; did you mean pieces?"},
		{Name: "lines", Message: "lines is not a value of Line[]: expected `[`, found `Line{}`; a value of type Line[] looks like [Line{product: \"text\", pieces: 1}]"},
	}
	if !slices.Equal(state.Faults, faults) || !strings.Contains(state.Error, faults[1].Message) || len(state.Trace.Steps) != 1 {
		t.Errorf("got the faults %+v and the error %q", state.Faults, state.Error)
	}
}
