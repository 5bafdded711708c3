package abstraction_test

import (
	"context"
	"testing"

	"github.com/sextant-mbt/sextant/internal/abstraction"
	"github.com/sextant-mbt/sextant/internal/compile"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// loadText compiles a model given as text.
func loadText(t testing.TB, text string) *sts.System {
	t.Helper()
	read := func(string) ([]byte, error) { return []byte(text), nil }
	return load(t, "model.sxt", compile.Options{ReadFile: read})
}

// tryText compiles a model given as text; nil if it has errors.
func tryText(text string) *sts.System {
	var list diag.List
	m, err := compile.Load("model.sxt", compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}, &list)
	if err != nil || list.HasErrors() {
		return nil
	}
	return m.System
}

// loadExample compiles a model of the examples folder with other values of its constants.
func loadExample(t testing.TB, path string, consts map[string]string) *sts.System {
	t.Helper()
	return load(t, "../../examples/"+path, compile.Options{Consts: consts})
}

func load(t testing.TB, path string, options compile.Options) *sts.System {
	t.Helper()
	var list diag.List
	m, err := compile.Load(path, options, &list)
	if err != nil {
		t.Fatal(err)
	}
	if list.HasErrors() {
		t.Fatalf("%s: %v", path, diag.ToJSON(list.Sorted()))
	}
	return m.System
}

// open starts a session with real solvers.
func open(t testing.TB, s *sts.System, options abstraction.Options) *abstraction.Session {
	t.Helper()
	cache := smt.NewCache(10000)
	if options.NewSolver == nil {
		options.NewSolver = func() (smt.Solver, error) { return smt.New(smt.Config{Cache: cache}) }
	}
	session, err := abstraction.Open(s, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(session.Close)
	return session
}

// abstract makes the abstraction of the first set of predicates of a model.
func abstract(t testing.TB, session *abstraction.Session, s *sts.System) *abstraction.Abstraction {
	t.Helper()
	a, err := session.Abstract(context.Background(), s.Predicates[0])
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// names prints transitions.
func names(transitions []*abstraction.Transition) []string {
	var out []string
	for _, t := range transitions {
		out = append(out, t.String())
	}
	return out
}
