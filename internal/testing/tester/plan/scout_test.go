package plan_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/drawing"
	"github.com/sextant-mbt/sextant/internal/testing/tester/plan"
)

// noSolver answers no query: a scout does not need it.
type noSolver struct{ smt.Solver }

func (noSolver) Check(context.Context, smt.Query) (smt.Answer, error) {
	return smt.Answer{}, nil
}

// anything carries every message.
type anything struct{ sut.Adapter }

func newScout(t *testing.T, file string) (*plan.Scout, *ioco.Tracker) {
	t.Helper()
	var list diag.List
	m, err := compile.Load(file, compile.Options{}, &list)
	if err != nil || list.HasErrors() {
		t.Fatal(err, diag.ToJSON(list.Sorted()))
	}
	tracker, err := ioco.NewTracker(m.System, noSolver{})
	if err != nil {
		t.Fatal(err)
	}
	return plan.NewScout(tracker, drawing.New(rand.New(rand.NewPCG(1, 2)), tracker, anything{})), tracker
}

// replay takes the steps of a plan from a state, and returns the parts of the last one.
func replay(t *testing.T, s *sts.System, from *sts.Config, p *plan.Plan) []*sts.Transition {
	t.Helper()
	in := sts.NewInterpreter(s)
	for i, m := range p.Moves {
		params := make([]term.Value, len(m.Params))
		for k, a := range m.InputArgs {
			params[a] = p.Inputs[i].Values[k]
		}
		step, err := in.Try(from, m, params)
		if err != nil || step.Outcome != sts.Done {
			t.Fatalf("step %d, %s with %v: %v %v", i, m.Name, p.Inputs[i], step.Outcome, err)
		}
		from = step.Next
	}
	return p.Moves[len(p.Moves)-1].Parts
}

// TestScoutFindsPlans: plans for nearly all transitions of these models are found without a solver, and every plan can be followed. Those that are
// left open need the largest amounts several times in a row, or a stack that is full.
func TestScoutFindsPlans(t *testing.T) {
	for file, open := range map[string][]string{
		"../../../../bench/bugs/models/ledger.sxt": {"depositLimit", "transferLimit", "undoFunds", "undoLimit"},
		"../../../../bench/bugs/models/lru.sxt":    {},
		"../../../../bench/bugs/models/users.sxt":  {},
		"../../../../bench/bugs/models/cart.sxt":   {},
		"../../../../bench/bugs/models/calc.sxt":   {"pushFull", "recallFull"},
		"../../../../bench/bugs/models/kv.sxt":     {},
	} {
		scout, tracker := newScout(t, file)
		start, err := sts.NewInterpreter(tracker.System).Start(run.DefaultStart(tracker.System))
		if err != nil {
			t.Fatal(err)
		}
		for _, wanted := range tracker.System.Transitions() {
			aim := plan.NewAim(tracker, nil, func(tr *sts.Transition) bool { return tr == wanted }, slices.Repeat([]bool{true}, len(tracker.System.Slots)))
			found := scout.Search(aim, start, 0, math.MaxInt)
			if found == nil && !slices.Contains(open, wanted.Name) {
				t.Errorf("%s: no plan for %s", file, wanted.Name)
			}
			if found == nil {
				continue
			}
			if parts := replay(t, tracker.System, start, found); !slices.Contains(parts, wanted) {
				t.Errorf("%s: the plan for %s ends with %s", file, wanted.Name, parts[0].Name)
			}
		}
	}
}
