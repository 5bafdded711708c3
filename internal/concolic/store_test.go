package concolic

import (
	"maps"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/sextant-mbt/sextant/internal/flat"
)

// TestExtremes: the store keeps the runs after which a variable of a guard is largest and smallest, and no more than it may.
func TestExtremes(t *testing.T) {
	s := parse(t, "input go(x: int)\nvar n: int = 0\ninitial s\nset: s -> s in go(x) do n := x\nnever: s -> s in go(_) when n * n == 2\n")
	c := &campaign{system: s, depends: Analyse(s), covered: make([]atomic.Bool, 2)}
	c.covered[0].Store(true)
	st := newStore(c)
	run := func(n int64) *Run { return &Run{Config: flat.Config{Words: []int64{0, n}}} }
	for n := range int64(2 * maxMoved) {
		st.add(run(n))
		st.add(run(-n))
	}
	random, seen := rand.New(rand.NewPCG(1, 2)), map[int64]bool{}
	for range 100 {
		seen[st.extreme(random).Config.Words[1]] = true
	}
	if want := map[int64]bool{maxMoved - 1: true, 1 - maxMoved: true}; !maps.Equal(seen, want) {
		t.Errorf("the extremes are %v, want %v", seen, want)
	}
	c.covered[1].Store(true)
	if st.extreme(random) != nil {
		t.Error("a location where everything was taken has extremes to start from")
	}
}
