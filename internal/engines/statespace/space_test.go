package statespace_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

func search(t testing.TB, s *sts.System, options statespace.Options) *statespace.Space {
	t.Helper()
	space, err := statespace.Search(t.Context(), s, options)
	if err != nil {
		t.Fatal(err)
	}
	return space
}

// counters is a model of machines that count from 0 to top and begin again, each for itself.
func counters(machines, top int) string {
	var b strings.Builder
	b.WriteString("system Counters\noutput tick()\n")
	for i := range machines {
		fmt.Fprintf(&b, "var n%d: 0..%d = 0\nmachine M%d {\n  initial low\n  up: low -> low when n%d < %d do n%d := n%d + 1 out tick\n  top: low -> high when n%d == %d out tick\n  down: high -> low do n%d := 0 out tick\n}\ninstance m%d = M%d\n",
			i, top, i, i, top, i, i, i, top, i, i, i)
	}
	return b.String()
}

// Each of n counters has top + 2 states and one step from each: the counts of the product are known.
func TestCountersHaveKnownCounts(t *testing.T) {
	const machines, top = 5, 8
	space := search(t, testkit.LoadText(t, counters(machines, top)), statespace.Options{})
	if space.States != 100_000 || space.Steps != machines*100_000 || space.Deadlocks != 0 || space.Stop != result.StopExhausted {
		t.Errorf("%d states, %d steps, %d deadlocks, %s", space.States, space.Steps, space.Deadlocks, space.Stop)
	}
	if want := sumsOfDigits(machines, top+2); !cmp.Equal(space.PerDepth, want) {
		t.Errorf("by depth %v, want %v", space.PerDepth, want)
	}
	for i, hit := range space.Hits {
		if hit.State < 0 {
			t.Errorf("%s is not covered", space.System.Transitions()[i].Name)
		}
	}
	if space.BytesPerState() > 20 {
		t.Errorf("%.1f bytes per state", space.BytesPerState())
	}
}

// sumsOfDigits counts the rows of digits by their sum: the length of the shortest run to a state of the counters.
func sumsOfDigits(digits, base int) []int {
	out := []int{1}
	for range digits {
		longer := make([]int, len(out)+base-1)
		for sum, count := range out {
			for d := range base {
				longer[sum+d] += count
			}
		}
		out = longer
	}
	return out
}

// The same with so little memory that states are on disk.
func TestSpilledSearchHasTheSameCounts(t *testing.T) {
	s := testkit.LoadText(t, counters(5, 8))
	plain := search(t, s, statespace.Options{})
	spilled := search(t, s, statespace.Options{Memory: 1_100_000})
	if spilled.OnDisk == 0 {
		t.Errorf("nothing was on disk, with %d bytes of memory", spilled.Memory)
	}
	if plain.States != spilled.States || plain.Steps != spilled.Steps || !cmp.Equal(plain.PerDepth, spilled.PerDepth) {
		t.Errorf("%d states and %d steps, with states on disk %d and %d", plain.States, plain.Steps, spilled.States, spilled.Steps)
	}
	if full := search(t, s, statespace.Options{Memory: 200_000}); full.Stop != result.StopMemory || full.States < 10_000 {
		t.Errorf("with less memory: %s after %d states", full.Stop, full.States)
	}
}

// A number without bounds is stored with more bits when it grows.
func TestNumbersAreWidened(t *testing.T) {
	s := testkit.LoadText(t, "var n: int = 0, m: int = 0\ninitial l\nup: l -> l when n < 3000 do n := n + 1; m := m - n\nback: l -> l when n == 3000 do n := -5; m := 0\n")
	space := search(t, s, statespace.Options{})
	if want := 3001 + 3006; space.States != want || space.Stop != result.StopExhausted {
		t.Errorf("%d states, want %d; %s", space.States, want, space.Stop)
	}
}

// What is no word is numbered: collections, texts and fractions are states like others.
func TestValuesThatAreNoWords(t *testing.T) {
	s := testkit.LoadText(t, `
type Color = enum { red, green, blue }
input paint(Color)
var seen: set Color = {}, name: string = "", half: real = 0
initial l
paint: l -> l in paint(c) do seen := seen + {c}
grow: l -> l when len(name) < 3 do name := name + "a"
more: l -> l when half < 2 do half := half + 0.5
`)
	space := search(t, s, statespace.Options{})
	if want := 8 * 4 * 5; space.States != want || space.Stop != result.StopExhausted {
		t.Errorf("%d states, want %d; %s", space.States, want, space.Stop)
	}
}

// Sets of few values are words: all pairs of subsets are found, by steps on several cores, beside a text too.
func TestSetsAreStates(t *testing.T) {
	const model = `
input pick(k: 0..6)
var a: set 0..6 = {}, b: set 0..6 = {1}
initial l
pick: l -> l in pick(k) when not k in a do a := a + {k}
drop: l -> l in pick(k) when k in a do a := a - {k}; b := a + b
all: l -> l in pick(k) when forall x in a :: x < k do b := b - {k}
`
	space := search(t, testkit.LoadText(t, model), statespace.Options{Workers: 2})
	if want := 1 << 14; space.States != want || space.Scouted() < want/2 || space.BytesPerState() > 16 {
		t.Errorf("%d states of %.0f bytes, %d of them expanded ahead; want %d", space.States, space.BytesPerState(), space.Scouted(), want)
	}
	const text = "var name: string = \"\"\ngrow: l -> l when len(name) < 1 do name := name + \"a\"\n"
	if space := search(t, testkit.LoadText(t, strings.ReplaceAll(model, "0..6", "0..2")+text), statespace.Options{}); space.States != 2<<6 {
		t.Errorf("%d states with a text, want %d", space.States, 2<<6)
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		model  string
		reason result.Feature
		text   string
	}{
		{"input press(x: int)\ninitial l\npress: l -> l in press(x) when x > 0\n", result.EndlessInput, "input x of press has type int"},
		{"var n: int\ninitial l\ngo: l -> l when n > 0\n", result.EndlessStart, "n starts with any value of type int"},
		{"clock c\ninitial l\ngo: l -> l when c > 1\n", result.HasClocks, "the model has clocks"},
		{"extern f(bool) -> bool\nvar b: bool = false\ninitial l\ngo: l -> l do b := f(b)\n", result.HasExterns, "go calls f"},
		{"var n: int = 1\ninitial l\ngo: l -> l do n := n * 1000\n", result.BeyondWords, "a number leaves 64 bits"},
		{"input a(x: 0..99, y: 0..99)\ninitial l\ngo: l -> l in a(x, y) when x > y\n", result.EndlessInput, "go has more than 4096 combinations of inputs"},
		{"const n: 0..999\n" + manyVariables(400) + "initial l\ngo: l -> l when n > 0\nconst m: 0..99\n", result.EndlessStart, "there are more than 9925 combinations of initial values"},
		{"const n: 0..3\nassume n > 5\ninitial l\ngo: l -> l\n", result.NoStart, "no run can begin"},
	} {
		_, err := statespace.Search(t.Context(), testkit.LoadText(t, c.model), statespace.Options{})
		var refused *result.Unsupported
		if !errors.As(err, &refused) || refused.Feature != c.reason || refused.Text != c.text {
			t.Errorf("%s%v, want %s: %s", c.model, err, c.reason, c.text)
		}
	}
}

// Bounds end a search, and say so.
func TestBounds(t *testing.T) {
	s := testkit.LoadText(t, counters(3, 8))
	for _, c := range []struct {
		options statespace.Options
		stop    result.Stop
		whole   int
	}{
		{statespace.Options{Depth: 4}, result.StopDepth, 4},
		{statespace.Options{States: 20}, result.StopStates, 3},
		{statespace.Options{Effort: 25}, result.StopSteps, 1},
		{statespace.Options{Depth: 100}, result.StopExhausted, 27},
	} {
		space := search(t, s, c.options)
		if space.Stop != c.stop || space.Whole != c.whole {
			t.Errorf("%+v: %s, whole up to %d; want %s, %d", c.options, space.Stop, space.Whole, c.stop, c.whole)
		}
	}
}

// The counts and findings of random models are those of an execution that shares no code.
func TestModelsEqualExplicitStates(t *testing.T) {
	models, count := testkit.Models(), map[string]int{}
	for seed := uint64(0); count["models"] < models; seed++ {
		model := explicit.Draw(seed)
		s := testkit.TryText(t, model.Text())
		seen := model.Explore(20_000)
		if s == nil || !seen.Complete {
			continue // the compiler rejects it, or it has too many states
		}
		space, err := statespace.Search(t.Context(), s, statespace.Options{})
		var refused *result.Unsupported
		if errors.As(err, &refused) && refused.Feature == result.NoStart && seen.States == 0 {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, model.Text())
		}
		for _, d := range differences(space, seen) {
			t.Errorf("seed %d: %s\n%s", seed, d, model.Text())
		}
		if t.Failed() {
			return
		}
		count["models"]++
		for kind, has := range map[string]bool{"errors": len(seen.Errors) > 0, "deadlocks": seen.Stuck > 0, "else": model.HasElse(), "queue": model.HasQueue(),
			"many states": seen.States > 30, "bad starts": len(seen.BadStart) > 0} {
			if has {
				count[kind]++
			}
		}
	}
	t.Log(count)
	for kind, n := range map[string]int{"errors": 4, "deadlocks": 20, "else": 5, "queue": 5, "many states": 50, "bad starts": 20} {
		if count[kind] < models/n {
			t.Errorf("%d models with %s are too few to mean something", count[kind], kind)
		}
	}
}

// differences lists where a space and the explicit states disagree.
func differences(space *statespace.Space, seen *explicit.Seen) []string {
	var out []string
	if space.Stop != result.StopExhausted || space.States != seen.States || space.Steps != int64(seen.Steps) {
		out = append(out, fmt.Sprintf("%s with %d states and %d steps, want %d and %d", space.Stop, space.States, space.Steps, seen.States, seen.Steps))
	}
	if !seen.Failing && space.Deadlocks != seen.Stuck {
		out = append(out, fmt.Sprintf("%d deadlocks, want %d", space.Deadlocks, seen.Stuck))
	}
	for i, hit := range space.Hits {
		if name := space.System.Transitions()[i].Name; (hit.State >= 0) != seen.Taken[name] {
			out = append(out, fmt.Sprintf("%s is taken: %v, want %v", name, hit.State >= 0, seen.Taken[name]))
		}
	}
	found := map[string]bool{}
	for _, f := range space.Findings {
		name := ""
		if f.Move != nil {
			name = f.Move.Name
		}
		found[f.Kind] = true
		if sts.IsModelError(f.Kind) && !seen.Errors[name][f.Kind] && !seen.BadStart[f.Kind] {
			out = append(out, fmt.Sprintf("%s is found with %q, but no run has it", f.Kind, name))
		}
	}
	for name, kinds := range seen.Errors {
		for kind := range kinds {
			if !found[kind] {
				out = append(out, fmt.Sprintf("a run has %s with %s, but it is not found", kind, name))
			}
		}
	}
	return out
}

// manyVariables declares variables.
func manyVariables(count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, "var x%d: int = 0\n", i)
	}
	return b.String()
}
