package prove_test

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/compile"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// failer is what *testing.T and *rapid.T have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// load compiles a model that must have no errors.
func load(t failer, text string) *sts.System {
	t.Helper()
	s := tryLoad(t, text)
	if s == nil {
		t.Fatalf("the model has errors:\n%s", text)
	}
	return s
}

// tryLoad compiles a model; it is nil if there are errors.
func tryLoad(t failer, text string) *sts.System {
	t.Helper()
	var list diag.List
	m, err := compile.Load("model.sxt", compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}, &list)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m.System
}

// unreachable tries to prove all transitions unreachable.
func unreachable(t failer, s *sts.System, options prove.Options) map[string]prove.Answer {
	t.Helper()
	return answers(t, s, solver(t), options)
}

func solver(t failer) smt.Solver {
	t.Helper()
	z3, err := smt.New(smt.Config{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return z3
}

func answers(t failer, s *sts.System, z3 smt.Solver, options prove.Options) map[string]prove.Answer {
	t.Helper()
	defer z3.Close()
	found, err := prove.Unreachable(context.Background(), s, s.Transitions(), z3, options)
	if err != nil {
		t.Fatalf("%v", err)
	}
	out := map[string]prove.Answer{}
	for _, a := range found {
		out[a.Transition.Name] = a
	}
	return out
}
