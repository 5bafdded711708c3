package statespace_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// digits is a machine that counts its digits up by internal steps, each round and round.
func digits(count int) string {
	var b strings.Builder
	b.WriteString("system Digits\ninitial s\n")
	for i := range count {
		fmt.Fprintf(&b, "var n%d: 0..9 = 0\nt%d: s -> s do n%d := (n%d + 1) %% 10\n", i, i, i, i)
	}
	return b.String()
}

// Where cycles lead through all states, in very many ways, some livelocks are found soon, each with a run that ends in a state it was in before.
func TestManyLivelocks(t *testing.T) {
	space := search(t, testkit.LoadText(t, digits(5)), statespace.Options{})
	if space.States != 100_000 || space.Stop != result.StopExhausted || len(space.Findings) == 0 || len(space.Findings) > 10 {
		t.Fatalf("%d states, %s, %d findings", space.States, space.Stop, len(space.Findings))
	}
	for _, f := range space.Findings {
		steps := f.Run.Steps()
		last, loop := len(steps)-1, space.Render(&f).Trace.Loop
		if f.Kind != result.Livelock || loop < 1 || !steps[last-loop].Config.Equal(steps[last].Config) {
			t.Errorf("%s: the last %d of %d steps do not come back", f.Kind, loop, last)
		}
	}
}

// Where there is no memory for the way, the livelocks that are known are reported, and if there are none, that the memory did not suffice.
func TestLivelocksInLittleMemory(t *testing.T) {
	const chain = "system Chain\nvar n: 0..50000 = 0\ninitial s\nup: s -> s when n < 50000 do n := n + 1\naside: s -> t when n == 0\nback: t -> s do n := 1\n"
	for text, want := range map[string]result.Stop{digits(5): result.StopExhausted, chain: result.StopMemory} {
		space := search(t, testkit.LoadText(t, text), statespace.Options{Memory: 2 << 20})
		known := slices.ContainsFunc(space.Findings, func(f statespace.Finding) bool { return f.Kind == result.Livelock })
		if space.Stop != want || known != (want == result.StopExhausted) {
			t.Errorf("%d states, it stops by %s, findings %v", space.States, space.Stop, space.Findings)
		}
	}
	if space := search(t, testkit.LoadText(t, chain), statespace.Options{}); space.Stop != result.StopExhausted {
		t.Errorf("with enough memory it stops by %s", space.Stop)
	}
}
