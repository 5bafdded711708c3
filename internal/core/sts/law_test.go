package sts_test

import (
	"errors"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/core"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
	"pgregory.net/rapid"
)

// load compiles a text; nil if it has errors, which random models may have (a division by what is certainly zero, say).
func load(t interface{ Fatalf(string, ...any) }, text string, raw bool) (*sts.System, []diag.Diagnostic) {
	var list diag.List
	options := compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}
	if raw {
		options.Store = term.NewRawStore()
	}
	m, err := compile.Load("m.sxt", options, &list)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if m.System == nil {
		return nil, list.Sorted()
	}
	if err := core.Validate(m.System); err != nil {
		t.Fatalf("the core is not valid: %v\n%s", err, text)
	}
	return m.System, nil
}

// walk is one run of a system, concretely and symbolically in step.
type walk struct {
	system   *sts.System
	in       *sts.Interpreter
	config   *sts.Config
	symbolic sts.SymbolicState
	values   map[*term.Term]term.Value // of fresh variables
}

func newWalk(t *rapid.T, s *sts.System) *walk {
	w := &walk{system: s, in: sts.NewInterpreter(s), values: map[*term.Term]term.Value{}}
	state, free := s.StartSymbolic()
	start := make([]term.Value, len(s.Slots))
	for i, v := range free {
		if v != nil {
			start[i] = random.Value(t, v.Sort())
			w.values[v] = start[i]
		}
	}
	config, err := w.in.Start(start)
	if err != nil {
		t.Fatalf("%v", err)
	}
	w.config, w.symbolic = config, state
	return w
}

func (w *walk) value(t *rapid.T, e *term.Term) term.Value {
	v, err := w.system.Store.Evaluate(e, w.values)
	if err != nil {
		t.Fatalf("%s: %v", e, err)
	}
	return v
}

// firstFalse is the index of the first condition that does not hold, or -1.
func (w *walk) firstFalse(t *rapid.T, conds []*term.Term) int {
	for i, c := range conds {
		if !w.value(t, c).Bool() {
			return i
		}
	}
	return -1
}

// expected is the outcome that the symbolic step predicts for the concrete one.
func (w *walk) expected(t *rapid.T, m *sts.Move, begin *sts.SymbolicStep) (sts.Outcome, *sts.Obligation, *sts.SymbolicEffect) {
	if i := w.firstFalse(t, begin.GuardSafety); i >= 0 {
		return sts.Unsafe, &m.GuardSafety[i], nil
	}
	if w.firstFalse(t, begin.Guard) >= 0 {
		return sts.Blocked, nil, nil
	}
	effect := begin.Effect()
	if i := w.firstFalse(t, effect.StepSafety); i >= 0 {
		return sts.Unsafe, &m.StepSafety[i], nil
	}
	return sts.Done, nil, effect
}

// step attempts a move both ways and compares; false ends the walk.
func (w *walk) step(t *rapid.T, m *sts.Move, number int) bool {
	begin := w.system.Step(m, &w.symbolic, number, nil)
	params := make([]term.Value, len(m.Params))
	for i, p := range m.Params {
		if p.Kind != sts.Dequeued {
			params[i] = random.Value(t, p.Sort)
			w.values[begin.Params[i]] = params[i]
		}
	}
	got, err := w.in.Try(w.config, m, params)
	if err != nil {
		t.Fatalf("%v", err)
	}
	outcome, violated, effect := w.expected(t, m, begin)
	if got.Outcome != outcome || got.Violated != violated {
		t.Fatalf("%s: concrete outcome %d (%v), symbolic %d (%v)", m.Name, got.Outcome, got.Violated, outcome, violated)
	}
	if outcome != sts.Done {
		return true
	}
	w.enabledMustHold(t, m)
	w.compare(t, m.Name, effect.Outputs, got.Outputs)
	w.compare(t, m.Name, effect.State.Store, got.Next.Values)
	for i, q := range effect.State.Queues {
		w.compare(t, m.Name, q.Items, got.Next.Queues[i].Items)
	}
	w.config, w.symbolic = got.Next, effect.State
	return true
}

// enabledMustHold: where a guard was true for some parameters, the condition over the state alone is true.
func (w *walk) enabledMustHold(t *rapid.T, m *sts.Move) {
	v, err := w.system.Store.Evaluate(m.EnabledIn(&w.symbolic), w.values)
	if err == nil && !v.Bool() {
		t.Fatalf("%s was taken but is not enabled: %s", m.Name, m.Enabled)
	}
	if err != nil && !errors.Is(err, term.ErrUndecided) {
		t.Fatalf("%v", err)
	}
}

func (w *walk) compare(t *rapid.T, what string, terms []*term.Term, values []term.Value) {
	if len(terms) != len(values) {
		t.Fatalf("%s: %d terms, %d values", what, len(terms), len(values))
	}
	for i, e := range terms {
		if v := w.value(t, e); !v.Equal(values[i]) {
			t.Fatalf("%s: %s is %s, but concretely %s", what, e, v.Format(e.Sort()), values[i].Format(e.Sort()))
		}
	}
}

// TestSymbolicStepIsConcreteStep is the law that makes symbolic paths replayable: the symbolic step, evaluated under the
// values that its fresh variables stand for, is the concrete step.
func TestSymbolicStepIsConcreteStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := testkit.Model(t)
		s, found := load(t, text, false)
		if s == nil {
			refuseOtherErrors(t, text, found)
			t.Skip("the model has errors")
		}
		w := newWalk(t, s)
		for number := range 6 {
			moves := s.Possible(nil, w.config.Locations, w.config.Count)
			if len(moves) == 0 || !w.step(t, rapid.SampledFrom(moves).Draw(t, "move"), number) {
				return
			}
		}
	})
}

// refuseOtherErrors: the only errors of a random model are values that are certainly wrong.
func refuseOtherErrors(t *rapid.T, text string, found []diag.Diagnostic) {
	for _, d := range found {
		switch d.Code {
		case diag.CodeConstDivZero, diag.CodeConstIndex, diag.CodeConstRange:
		default:
			if d.Severity == diag.Error {
				t.Fatalf("%s: %s\n%s", d.Code, d.Message, text)
			}
		}
	}
}

// TestSimplifiedModelIsRawModel runs a model compiled with and without simplification on the same values.
func TestSimplifiedModelIsRawModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := testkit.Model(t)
		simple, _ := load(t, text, false)
		raw, _ := load(t, text, true)
		if simple == nil || raw == nil {
			t.Skip("the model has errors")
		}
		if len(simple.Moves()) != len(raw.Moves()) {
			t.Fatalf("%d moves, raw %d", len(simple.Moves()), len(raw.Moves()))
		}
		config := newWalk(t, simple).config
		a, b := sts.NewInterpreter(simple), sts.NewInterpreter(raw)
		for range 6 {
			moves := simple.Possible(nil, config.Locations, config.Count)
			if len(moves) == 0 {
				return
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			params := make([]term.Value, len(m.Params))
			for i, p := range m.Params {
				params[i] = random.Value(t, p.Sort)
			}
			x, errX := a.Try(config, m, params)
			y, errY := b.Try(config, raw.Moves()[m.ID], params)
			if errX != nil || errY != nil || x.Outcome != y.Outcome || x.Next != nil && !x.Next.Equal(y.Next) {
				t.Fatalf("%s: %v %v, raw %v %v", m.Name, x, errX, y, errY)
			}
			if x.Next != nil {
				config = x.Next
			}
		}
	})
}
