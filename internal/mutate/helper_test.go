package mutate

import (
	"context"
	"os/exec"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/compile"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/ioco"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
)

// fatal is what *testing.T and *rapid.T have in common for us.
type fatal interface{ Fatalf(string, ...any) }

// population makes the mutants of a model given as text.
func population(t fatal, text string, limit int) *Population {
	p := populationIfModel(t, text, limit)
	if p == nil {
		t.Fatalf("the model has errors:\n%s", text)
	}
	return p
}

// populationIfModel is nil for a text that the compiler refuses.
func populationIfModel(t fatal, text string, limit int) *Population {
	var list diag.List
	m, err := compile.Load("model.sxt", compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}, &list)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if list.HasErrors() {
		return nil
	}
	p, err := Make(context.Background(), m.System, Source{Path: "model.sxt", Files: m.Files}, limit)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

// sessionJudge judges by sessions of ioco, as the driver does.
type sessionJudge struct{ tracker *ioco.Tracker }

func (j *sessionJudge) Fails(ctx context.Context, system sut.Adapter, inputs []sut.Message) (string, bool, error) {
	r, err := ioco.NewSession(j.tracker, system, ioco.Options{}).Replay(ctx, inputs)
	if err != nil {
		return "", false, err
	}
	return r.Evidence, r.Verdict == ioco.Fail, nil
}

func (j *sessionJudge) Shrink(_ context.Context, _ sut.Adapter, inputs []sut.Message) ([]sut.Message, error) {
	return inputs, nil
}

// options are those of a run with real solvers.
func options(original *sts.System) Options {
	cache := smt.NewCache(10000)
	return Options{Workers: 1, Extend: true, Explore: explore.Options{States: 60}, NewSolver: func() (smt.Solver, error) { return smt.New(smt.Config{Cache: cache, Timeout: 300 * time.Millisecond}) },
		NewJudge: func(s smt.Solver) (Judge, error) {
			tracker, err := ioco.NewTracker(context.Background(), original, s)
			return &sessionJudge{tracker}, err
		}}
}

func needSolver(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("z3 is not installed")
	}
}
