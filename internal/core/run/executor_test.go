package run_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

const till = `system Till
extern Price(n: int) -> int
input buy(int)
input both(int, int)
channel queue(int) fifo 2
output bill(int)
var start: 0..9, total: int = 0
assume start > 4
initial s
order: s -> s in buy(n) do total := total + Price(n) out queue(n)
ship:  s -> s in queue(n) do total := total - n out bill(total)
pair:  s -> s in both(a, b) do total := Price(a) + Price(b)
`

// doubling has the function Price, which doubles its argument; the result for 13 is unknown.
type doubling struct{ calls int }

func (d *doubling) Knows(*sts.Extern) bool             { return true }
func (d *doubling) Whole() bool                        { return false }
func (d *doubling) Ran(*sts.Extern, []term.Value) bool { return true }
func (d *doubling) Lookup(*sts.Extern, []term.Value) ([]term.Value, bool) {
	return nil, false
}
func (d *doubling) Result(_ context.Context, _ *sts.Extern, args []term.Value) ([]term.Value, bool, error) {
	d.calls++
	n := args[0].Big().Int64()
	return testkit.Ints(2 * n), n != 13, nil
}

// begin makes an executor and a run without steps.
func begin(t *testing.T, functions run.Functions) (*sts.System, *run.Executor, *run.Witness) {
	t.Helper()
	s := testkit.LoadText(t, till)
	e := run.NewExecutor(s, functions, nil)
	w, err := e.Begin(testkit.Ints(5, 0))
	if err != nil {
		t.Fatal(err)
	}
	return s, e, w
}

// A run does not begin where an initial value is undefined or out of range; assumptions come first.
func TestBadStart(t *testing.T) {
	s := testkit.LoadText(t, "const k: 0..5\nvar x: 0..3 = k + 1, y: int = 10 / k\nassume k < 5\ninitial s\nt: s -> s")
	e := run.NewExecutor(s, nil, nil)
	for k, want := range map[int64]string{
		0: "model.sxt:2:36: division by zero: model error with k = 0",
		3: "model.sxt:2:15: the initial value of x must stay within 0..3: model error with k = 3",
		5: run.ErrAssumed.Error(),
		2: "",
	} {
		_, err := e.Begin(testkit.Ints(k, 0, 0))
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("k = %d: %v, want %s", k, err, want)
		}
		if bad := new(run.ErrBadStart); errors.As(err, &bad) != (k == 0 || k == 3) {
			t.Errorf("k = %d: %v", k, err)
		}
	}
}

// MustStart returns an error for models that have no run.
func TestMustStart(t *testing.T) {
	for text, want := range map[string]string{
		"const k: 0..3\nvar x: 0..3 = k + 1":    "",
		"const k: int\nvar x: 0..3 = k * k + 4": "model.sxt:2:15: the initial value of x must stay within 0..3: model error with k = ",
		"const k: int\nassume k > 3 and k < 2":  run.ErrNoInitialState.Error(),
	} {
		s := testkit.LoadText(t, text+"\ninput i()\ninitial s\nt: s -> s in i")
		err := run.MustStart(t.Context(), s, testkit.Solver(t, smt.Config{Store: s.Store}))
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// move finds a move by its name.
func move(t *testing.T, s *sts.System, name string) *sts.Move {
	t.Helper()
	for _, m := range s.Moves() {
		if m.Name == name {
			return m
		}
	}
	t.Fatalf("no move is called %s", name)
	return nil
}

// total is the value of the variable total at the end of a run.
func total(w *run.Witness) int64 { return w.Config.Values[1].Big().Int64() }

func TestBeginChecksAssumptions(t *testing.T) {
	_, e, _ := begin(t, nil)
	if _, err := e.Begin(testkit.Ints(4, 0)); !errors.Is(err, run.ErrAssumed) {
		t.Errorf("start = 4 under assume start > 4: error %v", err)
	}
}

// The real result of a function replaces the one that the solver assumed, and the message that waits in a queue replaces its parameter.
func TestExtendUsesRealResults(t *testing.T) {
	s, e, w := begin(t, &doubling{})
	w, err := e.Extend(t.Context(), w, move(t, s, "order"), testkit.Ints(21, 1000))
	if err != nil || total(w) != 42 {
		t.Fatalf("total %v, error %v, want Price(21) = 42", total(w), err)
	}
	w, err = e.Extend(t.Context(), w, move(t, s, "ship"), testkit.Ints(999))
	if err != nil || total(w) != 21 || !term.SameValues(w.Outputs, testkit.Ints(21)) {
		t.Errorf("after ship: total %v, outputs %v, error %v", total(w), w.Outputs, err)
	}
	again, err := e.Replay(t.Context(), nil, w.Steps())
	if err != nil || !again.Config.Equal(w.Config) {
		t.Errorf("the replay differs: error %v", err)
	}
}

func TestExtendNeedsResults(t *testing.T) {
	s, e, w := begin(t, &doubling{})
	w, err := e.Extend(t.Context(), w, move(t, s, "order"), testkit.Ints(13, 0))
	var missing *run.ErrNoResult
	if !errors.As(err, &missing) || missing.Extern != "Price" || w.Config != nil {
		t.Errorf("a call without a result: error %v", err)
	}
}

// An unknown function may return anything, but the same value for equal arguments along a run.
func TestAssumedResultsAgree(t *testing.T) {
	s, e, w := begin(t, nil)
	order := move(t, s, "order")
	w, err := e.Extend(t.Context(), w, order, testkit.Ints(3, 10))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Extend(t.Context(), w, order, testkit.Ints(3, 11)); !errors.Is(err, run.ErrResults) {
		t.Errorf("Price(3) = 10 and 11: error %v", err)
	}
	if _, err := e.Extend(t.Context(), w, move(t, s, "pair"), testkit.Ints(7, 7, 4, 5)); !errors.Is(err, run.ErrResults) {
		t.Errorf("Price(7) = 4 and 5 in one step: error %v", err)
	}
	if w, err = e.Extend(t.Context(), w, order, testkit.Ints(3, 10)); err != nil || total(w) != 20 {
		t.Errorf("Price(3) = 10 twice: total %d, error %v", total(w), err)
	}
}

func TestStepResolvesCalls(t *testing.T) {
	s, _, _ := begin(t, nil)
	start, _ := s.StartSymbolic()
	functions := &doubling{}
	order := move(t, s, "order")
	for _, test := range []struct {
		name  string
		known map[int]*term.Term
		open  bool
		calls int
	}{
		{"argument open", nil, true, 0},
		{"argument known", map[int]*term.Term{0: s.Store.Int(21)}, false, 1},
		{"result not known", map[int]*term.Term{0: s.Store.Int(13)}, true, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			functions.calls = 0
			step, err := run.Step(t.Context(), functions, s, order, &start, 0, test.known)
			if err != nil {
				t.Fatal(err)
			}
			result := step.Calls()[0].Results[0]
			if diff := cmp.Diff([]any{test.open, test.calls}, []any{!result.IsConst(), functions.calls}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A step that overwrites the configuration leads to the same run as one that does not; a step that cannot be taken leaves it as it is.
func TestExtendOver(t *testing.T) {
	s, e, w := begin(t, &doubling{})
	_, _, over := begin(t, &doubling{})
	for _, step := range []struct {
		move   int
		params []term.Value
	}{{0, testkit.Ints(3, 0)}, {0, testkit.Ints(4, 0)}, {1, testkit.Ints(0)}, {2, testkit.Ints(1, 2, 0, 0)}} {
		before := over.Config.Values
		next, err := e.Extend(t.Context(), w, s.Moves()[step.move], step.params)
		other, failed := e.ExtendOver(t.Context(), over, s.Moves()[step.move], step.params)
		if err != nil || failed != nil {
			t.Fatal(err, failed)
		}
		if !next.Config.Equal(other.Config) || !term.SameValues(next.Outputs, other.Outputs) {
			t.Errorf("%s leads to %v, and not to %v", s.Moves()[step.move].Name, other.Config, next.Config)
		}
		if &other.Config.Values[0] != &before[0] || &next.Config.Values[0] == &w.Config.Values[0] {
			t.Errorf("%s overwrites the wrong configuration", s.Moves()[step.move].Name)
		}
		w, over = next, other
	}
	values := term.Pick(over.Config.Values, []int{0, 1})
	if _, err := e.ExtendOver(t.Context(), over, s.Moves()[0], testkit.Ints(13, 0)); err == nil || !term.SameValues(values, over.Config.Values) {
		t.Errorf("a price that is not known: %v, %v", err, over.Config)
	}
}
