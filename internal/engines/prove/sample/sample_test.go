package sample_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove/sample"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// The samples are states of runs, by place: they refute what a run violates, nothing that always holds, and show which moves are taken.
func TestSamples(t *testing.T) {
	testkit.NeedsSolver(t)
	s := testkit.LoadText(t, `
		input i(n: int)
		var x: int = 0, y: int = 0
		initial a
		go:   a -> b in i(n) when n > 2 do x := n; y := n + 1
		back: b -> a in i(_) do x := 0
		dead: b -> b in i(n) when n < y and n > x`)
	sampler := sample.New(s, [][]int{{0}, {1}}, true)
	sampler.Run(t.Context(), testkit.Solver(t, smt.Config{}))
	x, y := s.SlotTerms()[0], s.SlotTerms()[1]
	store := s.Store
	for _, c := range []struct {
		place   int
		cond    *term.Term
		refuted bool
	}{
		{0, store.Le(x, store.Int(0)), false},
		{1, store.Le(x, store.Int(0)), true},
		{1, store.Eq(y, store.Add(x, store.Int(1))), false},
		{0, store.Le(y, store.Int(0)), true},
	} {
		if got := sampler.Refutes(c.place, c.cond); got != c.refuted {
			t.Errorf("place %d: %s is refuted: %v", c.place, c.cond, got)
		}
	}
	for name, place := range map[string]int{"go": 0, "back": 1, "dead": 1} {
		if got := sampler.Takes(place, move(s, name), store.True()); got != (name != "dead") {
			t.Errorf("%s is taken: %v", name, got)
		}
	}
}

func move(s *sts.System, name string) *sts.Move {
	for _, m := range s.Moves() {
		if m.Name == name {
			return m
		}
	}
	return nil
}
