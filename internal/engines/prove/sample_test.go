package prove_test

import (
	"context"
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/bench/sample/hardmachine"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

func generate(t testing.TB, options hardmachine.Options) (*hardmachine.Machine, *sts.System) {
	t.Helper()
	m, err := hardmachine.Generate(options)
	if err != nil {
		t.Fatal(err)
	}
	return m, testkit.LoadText(t, m.Text)
}

// Of generated machines, everything that is unreachable by construction is proved to be, and nothing else.
func TestGeneratedMachines(t *testing.T) {
	for seed := range int64(3) {
		m, s := generate(t, hardmachine.Options{Locations: 60, Transitions: 130, Seed: seed})
		for name, a := range unreachable(t, s, prove.Options{}) {
			if dead := slices.Contains(m.Unreachable, name); a.Proved != dead {
				t.Errorf("seed %d: %s: proved: %v, unreachable by construction: %v: %s", seed, name, a.Proved, dead, a.Explain())
			}
		}
	}
}

// hardest are the transitions of a machine that a search leaves open: those that are hard, and those that are unreachable.
func hardest(m *hardmachine.Machine, s *sts.System) []*sts.Transition {
	names := slices.Clone(m.Unreachable)
	for _, h := range m.Hard {
		names = append(names, h.Name)
	}
	var out []*sts.Transition
	for _, tr := range s.Transitions() {
		if slices.Contains(names, tr.Name) {
			out = append(out, tr)
		}
	}
	return out
}

// The same of a machine with as many transitions as the largest of paper 3.
func TestLargeMachine(t *testing.T) {
	m, s := generate(t, hardmachine.Options{Locations: 388, Transitions: 775, Seed: 1})
	z3 := solver(t)
	defer z3.Close()
	found, err := prove.Unreachable(context.Background(), s, hardest(m, s), z3, prove.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range found {
		if dead := slices.Contains(m.Unreachable, a.Transition.Name); a.Proved != dead {
			t.Errorf("%s: proved: %v, unreachable by construction: %v: %s", a.Transition.Name, a.Proved, dead, a.Explain())
		}
	}
}

func BenchmarkLargeMachine(b *testing.B) {
	m, s := generate(b, hardmachine.Options{Locations: 388, Transitions: 775, Seed: 1})
	targets := hardest(m, s)
	for b.Loop() {
		z3 := solver(b)
		if _, err := prove.Unreachable(context.Background(), s, targets, z3, prove.Options{}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(z3.Stats().Calls), "calls/op")
		z3.Close()
	}
}
