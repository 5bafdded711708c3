package ioco

import (
	"errors"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// gridMoment is a state of a machine on the grid at a real instant, in half units.
type gridMoment struct {
	gridState
	at int
}

// tolerantGrid follows observations on the grid, each at all real instants within a tolerance of the measured one. Since bounds and
// measured instants are on the grid, whatever explains the observations does so on the grid.
type tolerantGrid struct {
	*gridMachine
	tolerance int
	now       map[gridMoment]bool
	begun     bool
}

// start returns the moments at the start: at instant 0, or, if the first observation is made there, at the real instant of that.
func (g *tolerantGrid) start(measured int) {
	g.now, g.begun = map[gridMoment]bool{}, true
	spread := 0
	if measured == 0 {
		spread = g.tolerance
	}
	for at := -spread; at <= spread; at++ {
		g.now[gridMoment{at: at}] = true
	}
}

// after returns the moments after an observation.
func (g *tolerantGrid) after(measured int, label string) map[gridMoment]bool {
	first := !g.begun
	if first {
		g.start(measured)
	}
	out := map[gridMoment]bool{}
	for m := range g.now {
		low, high := max(m.at, measured-g.tolerance), measured+g.tolerance
		if label == "" {
			high = low // it is silent at least up to the first of these instants
		}
		if first && measured == 0 {
			low, high = m.at, m.at
		}
		for at := low; at <= high; at++ {
			for _, s := range g.follow(g.wait([]gridState{m.gridState}, at-m.at), label) {
				out[gridMoment{s, at}] = true
			}
		}
	}
	if first && len(out) == 0 {
		g.begun = false
	}
	return out
}

// An observation is followed, exactly or nearly, if and only if some real instants within the tolerance of all that was measured explain it together
// with those before it.
func TestTimedToleranceEqualsGrid(t *testing.T) {
	testkit.NeedsSolver(t)
	solver := testkit.Solver(t, smt.Config{})
	exact, nearly, refused := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := &tolerantGrid{gridMachine: drawGrid(t), tolerance: rapid.IntRange(1, 3).Draw(t, "tolerance")}
		if !g.valid(gridState{}) {
			t.Skip("it cannot begin")
		}
		tracker, text := gridTracker(t, g.gridMachine, solver)
		tracker.Tolerance = big.NewRat(int64(g.tolerance), 2)
		at := 0
		for range rapid.IntRange(1, 6).Draw(t, "observations") {
			halves, label := rapid.IntRange(0, 7).Draw(t, "halves"), rapid.SampledFrom([]string{"?a", "!o", "!p", "!o", ""}).Draw(t, "label")
			next := g.after(at+halves, label)
			tracker.At(big.NewRat(int64(at+halves), 2))
			ok, err := observe(t, tracker, label)
			isExact := ok
			if err == nil && !ok {
				ok, err = tracker.Nearly(t.Context(), func() (bool, error) { return observe(t, tracker, label) })
			}
			if lost := new(ErrLost); errors.As(err, &lost) {
				t.Skip(lost.Error())
			}
			if err != nil {
				t.Fatalf("%v", err)
			}
			if ok != (len(next) > 0) {
				t.Fatalf("%q at %d/2, tolerance %d/2: followed %t, on the grid %t\n%s", label, at+halves, g.tolerance, ok, len(next) > 0, text)
			}
			switch {
			case isExact:
				exact++
			case ok:
				nearly++
			default:
				refused++
				continue // nothing was observed
			}
			g.now, at = next, at+halves
		}
	})
	if !testing.Short() && (exact < 5 || nearly < 5 || refused < 5) {
		t.Errorf("only %d observations were followed exactly, %d nearly, and %d refused", exact, nearly, refused)
	}
}
