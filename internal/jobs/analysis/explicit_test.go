package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// finiteMachine writes a random machine of a few locations and bounded variables, each step of which turns some of them on.
func finiteMachine(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	b.WriteString("system Finite\ninput turn(0..2)\ninput go()\n")
	sizes := make([]int, 3+r.IntN(3))
	for i := range sizes {
		sizes[i] = 4 + r.IntN(12)
		fmt.Fprintf(&b, "var v%d: 0..%d = %d\n", i, sizes[i]-1, r.IntN(sizes[i]))
	}
	locations := 1 + r.IntN(5)
	b.WriteString("initial l0\n")
	for i := range locations {
		fmt.Fprintf(&b, "next%d: l%d -> l%d in go when v0 != %d\n", i, i, (i+1)%locations, i)
	}
	for i := range 2 * len(sizes) {
		x, y, at := r.IntN(len(sizes)), r.IntN(len(sizes)), r.IntN(locations)
		fmt.Fprintf(&b, "step%d: l%d -> l%d in turn(p) when v%d + p >= %d do v%d := (v%d + p + 1) %% %d\n", i, at, r.IntN(locations), y, r.IntN(sizes[y]), x, x, sizes[x])
	}
	return b.String()
}

// Finite machines of 1,000 to 100,000 states are exhausted with --prune and nothing else.
func TestFiniteMachinesAreExhausted(t *testing.T) {
	testkit.Sequential(t)
	path := filepath.Join(t.TempDir(), "finite.sxt")
	options := analysis.ExploreOptions{Search: explore.Options{Strategy: explore.Cover, Depth: explore.DefaultDepth, States: explore.DefaultStates, Prune: true},
		Common: model.CommonDefaults(), Backend: model.BackendDefaults()}
	machines := 0
	for seed := range uint64(60) {
		if err := os.WriteFile(path, []byte(finiteMachine(seed)), 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := model.Load(path, model.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := analysis.Explore(t.Context(), l, options)
		if err != nil {
			t.Fatal(err)
		}
		if r.NotExplicit != nil {
			if r.NotExplicit.Feature != result.TooManyStates {
				t.Errorf("seed %d: %s", seed, r.NotExplicit.Text)
			}
			continue
		}
		if r.Engine != result.EngineExplicit || r.Stop != result.StopExhausted {
			t.Errorf("seed %d: %s, %s after %d states", seed, r.Engine, r.Stop, r.States)
		}
		if r.States >= 1000 && r.States <= 100_000 {
			machines++
		}
		if machines == 20 {
			return
		}
	}
	t.Errorf("only %d machines have been exhausted", machines)
}
