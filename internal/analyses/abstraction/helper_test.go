package abstraction_test

import (
	"context"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// open starts a session with real solvers.
func open(t testing.TB, s *sts.System, options abstraction.Options) *abstraction.Session {
	t.Helper()
	if options.NewSolver == nil {
		options.NewSolver = testkit.NewSolver
	}
	session, err := abstraction.Open(s, options)
	if err != nil {
		t.Fatal(err)
	}
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
