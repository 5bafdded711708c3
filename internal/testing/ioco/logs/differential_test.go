package logs_test

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/logs"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// logsPerModel is how many logs of each model are compared.
const logsPerModel = 6

// The verdicts on random logs of random models are those of an explicit-state execution, which shares no code with the tracker or with
// the interpreter.
func TestLogsEqualExplicitStates(t *testing.T) {
	models, count := testkit.Models(), map[string]int{}
	solver, err := smt.New(smt.Config{Cache: smt.NewCache(10000), Spares: testkit.Spares()})
	if err != nil {
		t.Fatal(err)
	}
	defer solver.Close()
	for seed := uint64(0); count["models"] < models; seed++ {
		model := explicit.Draw(seed)
		s := testkit.TryText(t, model.Text())
		if s == nil || model.IsHard() || !model.Explore(20_000).Complete {
			continue // the compiler rejects it, a solver would need long, or it has too many states
		}
		count["models"]++
		for i := range uint64(logsPerModel) {
			compareLog(t, s, solver, model, model.DrawLog(seed*logsPerModel+i, 1+int(i)*2), count)
		}
	}
	t.Log(count)
	for _, kind := range []string{"pass", "fail", "inconclusive", "else", "queue"} {
		if count[kind] < models/4 {
			t.Errorf("%d logs of the kind %s are too few to mean something: %v", count[kind], kind, count)
		}
	}
	if count["error"] < models/10 {
		t.Errorf("%d logs with model errors are too few to mean something: %v", count["error"], count)
	}
	if count["lost"] > models/10 {
		t.Errorf("%d logs cannot be followed: %v", count["lost"], count)
	}
}

// compareLog compares the verdict on a log, and the line that decides it.
func compareLog(t *testing.T, s *sts.System, solver smt.Solver, model *explicit.Model, log []explicit.Event, count map[string]int) {
	t.Helper()
	want, wantLine := model.Judge(log)
	got, line, evidence := result.Pass, len(log), ""
	c := logs.NewChecker(s, func() (*ioco.Tracker, error) { return ioco.NewTracker(s, solver) }, func(f result.LogFinding) {
		got, line, evidence = f.Verdict, f.Line, f.Evidence
	}, logs.CheckOptions{})
	for i, e := range log {
		if err := c.Take(t.Context(), eventOf(e, i+1)); err != nil {
			t.Fatalf("%v\n%s", err, model.Text())
		}
	}
	if err := c.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if lost := (&ioco.ErrLost{}).Error(); got == result.Inconclusive && strings.HasPrefix(evidence, lost) {
		count["lost"]++
		return
	}
	if string(got) != want.String() || line != wantLine {
		t.Fatalf("%v: %s at line %d (%s), but the states say %s at line %d\n%s", log, got, line, evidence, want, wantLine, model.Text())
	}
	count[want.String()]++
	if strings.Contains(evidence, "the model has an error before") {
		count["error"]++
	}
	if model.HasElse() {
		count["else"]++
	}
	if model.HasQueue() {
		count["queue"]++
	}
}

// eventOf is an event as a line of a log.
func eventOf(e explicit.Event, line int) logs.Event {
	switch e.Kind {
	case explicit.Put:
		return logs.Event{Line: line, Kind: result.EventInput, Channel: "put", Payload: []any{e.Value}}
	case explicit.Show:
		return logs.Event{Line: line, Kind: result.EventOutput, Channel: "show", Payload: []any{e.Value}}
	}
	return logs.Event{Line: line, Kind: result.EventQuiescence}
}
