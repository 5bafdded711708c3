package invariant_test

import (
	"context"
	"testing"

	"github.com/sextant-mbt/sextant/internal/compile"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/invariant"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// failer is what *testing.T and *rapid.T have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// tryLoad compiles a model given as text; nil if it has errors.
func tryLoad(t failer, text string) *sts.System {
	t.Helper()
	var list diag.List
	m, err := compile.Load("model.sxt", compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}, &list)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m.System
}

func load(t *testing.T, text string) *sts.System {
	t.Helper()
	s := tryLoad(t, text)
	if s == nil {
		t.Fatalf("the model has errors:\n%s", text)
	}
	return s
}

// loadExample compiles a model of the examples folder with other values of its constants.
func loadExample(t *testing.T, path string, consts map[string]string) *sts.System {
	t.Helper()
	var list diag.List
	m, err := compile.Load("../../examples/"+path, compile.Options{Consts: consts}, &list)
	if err != nil || list.HasErrors() {
		t.Fatal(err, diag.ToJSON(list.Sorted()))
	}
	return m.System
}

func check(t failer, s *sts.System, config smt.Config) *invariant.Report {
	t.Helper()
	solver, err := smt.New(config)
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer solver.Close()
	r, err := invariant.Check(context.Background(), s, solver)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return r
}

// answer is that about a claim and an event; the empty event is the initialisation.
func answer(t failer, r *invariant.Report, claim, event string) invariant.Answer {
	t.Helper()
	for _, a := range r.Answers {
		if a.Claim == claim && (a.Move == nil && event == "" || a.Move != nil && a.Move.Name == event) {
			return a
		}
	}
	t.Fatalf("there is no answer about %s and %s", claim, event)
	return invariant.Answer{}
}

// verdict is that about a claim.
func verdict(t failer, r *invariant.Report, claim string) invariant.Verdict {
	t.Helper()
	for _, v := range r.Verdicts {
		if v.Claim == claim {
			return v
		}
	}
	t.Fatalf("there is no verdict about %s", claim)
	return invariant.Verdict{}
}
