package statespace_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Of n counters with 11 states each, one state stands for all with the same counts: there are as many as ways to choose n of 11 with repetition.
func TestIdenticalMachinesAreExchanged(t *testing.T) {
	const machine = "output tick()\nmachine M {\n  var n: 0..9 = 0\n  initial up\n  up: up -> up when n < 9 do n := n + 1 out tick\n  stop: up -> done when n == 9\n  begin: done -> up do n := 0\n}\n"
	for n := 2; n <= 5; n++ {
		space := search(t, testkit.LoadText(t, machine+instances(n)), statespace.Options{Symmetry: true})
		representatives := new(big.Int).Binomial(int64(10+n), int64(n))
		states := new(big.Int).Exp(big.NewInt(11), big.NewInt(int64(n)), nil)
		steps := new(big.Int).Mul(states, big.NewInt(int64(n)))
		if int64(space.States) != representatives.Int64() || space.Symmetry.States.Cmp(states) != 0 || space.Symmetry.Steps.Cmp(steps) != 0 {
			t.Errorf("%d machines: %d representatives of %s states and %s steps, want %s of %s and %s", n, space.States, space.Symmetry.States, space.Symmetry.Steps,
				representatives, states, steps)
		}
	}
}

// The number of states that representatives stand for may be larger than any word.
func TestManyIdenticalMachines(t *testing.T) {
	s := testkit.LoadText(t, "machine M {\n  initial a\n  go: a -> b\n  back: b -> a\n}\n"+instances(100))
	space := search(t, s, statespace.Options{Symmetry: true})
	if want := new(big.Int).Lsh(big.NewInt(1), 100); space.States != 101 || space.Symmetry.States.Cmp(want) != 0 {
		t.Errorf("%d representatives of %s states, want 101 of %s", space.States, space.Symmetry.States, want)
	}
}

// instances makes instances m0, m1 and so on of the machine M.
func instances(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "instance m%d = M\n", i)
	}
	return b.String()
}

// What tells instances apart is named.
func TestAsymmetry(t *testing.T) {
	const body = "  initial s\n  go: s -> s when k < 3 do k := k + 1\n}\n"
	const plain = "machine M {\n  var k: 0..9 = 0\n" + body
	for _, c := range []struct{ model, text string }{
		{"machine M(n: int) {\n  var k: 0..9 = n\n" + body + "instance a = M(1)\ninstance b = M(2)\n", "a.k and b.k start with different values"},
		{"machine M(n: int) {\n  var k: 0..9 = 0\n  initial s\n  go: s -> s when k < n do k := k + 1\n}\ninstance a = M(1)\ninstance b = M(2)\n", "the guard of a.go is not that of b.go"},
		{"machine M(n: 0..9) {\n  var k: 0..9 = 0\n  initial s\n  go: s -> s when k < 3 do k := n\n}\ninstance a = M(1)\ninstance b = M(2)\n", "the effect of a.go is not that of b.go"},
		{"machine M(n: int) {\n  var k: 0..n = 0\n" + body + "instance a = M(4)\ninstance b = M(5)\n", "a.k and b.k have different types"},
		{"channel c() fifo 1\nchannel d() fifo 1\nmachine M(x: channel) {\n  initial s\n  go: s -> s out x\n}\ninstance a = M(c)\ninstance b = M(d)\n", "the queue of a.go is not that of b.go"},
		{plain + "instance a = M\ninstance b = M\ninvariant first: a.k <= b.k + 3\n", "invariant first tells a and b apart"},
		{plain + "instance a = M\ninstance b = M\ninitial l\nend: l -> l when a.s\n", "a condition reads where a is, but not where b is"},
		{plain + "instance a = M\ninstance b = M\ninitial l\nend: l -> l when a.s and not b.s\n", "the guard of main.end tells a and b apart"},
		{"machine M(n: 1..9) {\n  var k: int[n] = [0; n]\n  initial s\n  go: s -> s when k[0] < 3 do k[0] := k[0] + 1\n}\ninstance a = M(1)\ninstance b = M(2)\n", "a and b have variables of different sizes"},
		{plain + "instance a = M\n", "no two machines are instances of the same one"},
		{"channel c()\nchannel d()\nmachine M(x: channel) {\n  initial s\n  go: s -> s out x\n}\nmachine N {\n  initial s\n  get: s -> s in c\n}\ninstance a = M(c)\ninstance b = M(d)\ninstance n = N\n",
			"what a.go|n.get is connected to tells a and b apart"},
	} {
		_, err := statespace.Search(t.Context(), testkit.LoadText(t, c.model), statespace.Options{Symmetry: true})
		var refused *result.Unsupported
		if !errors.As(err, &refused) || refused.Feature != result.Asymmetric || refused.Text != c.text {
			t.Errorf("%s%v, want: %s", c.model, err, c.text)
		}
	}
}

// Conditions that read the instances in another order are the same.
func TestSymmetricInvariants(t *testing.T) {
	s := testkit.LoadText(t, `
		var free: bool = true
		machine M {
		  initial idle
		  enter: idle -> critical when free do free := false
		  leave: critical -> idle do free := true
		}
		instance a = M
		instance b = M
		instance c = M
		invariant mutex: not (a.critical and b.critical) and not (b.critical and c.critical) and not (c.critical and a.critical)`)
	space := search(t, s, statespace.Options{Symmetry: true})
	if want := [][]string{{"a", "b", "c"}}; space.States != 2 || space.Symmetry.States.Int64() != 4 || !cmp.Equal(space.Symmetry.Groups, want) || len(space.Findings) > 0 {
		t.Errorf("%d representatives of %s states of %v, findings %v", space.States, space.Symmetry.States, space.Symmetry.Groups, space.Findings)
	}
}

// family writes a random model of some machines with the same text and of one that they meet.
func family(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 11))
	one := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	var b strings.Builder
	b.WriteString("input go(0..1)\noutput tick()\nchannel meet(0..3)\nchannel line(0..3) fifo 2\nchannel all() broadcast\nvar shared: 0..5 = 0\nmachine M {\n")
	fmt.Fprintf(&b, "  var k: 0..3%s, b: bool = false\n  initial l0\n", one("", " = 0", " = 1"))
	for i := range 3 + r.IntN(5) {
		guard := one("", "k > 1", "shared < 3", "b", "not b and k != 2", "shared != k", "12 / k > 5")
		input := one("", "", "", "go(p)", "meet(p)", "line(p)", "all")
		value := "k"
		if strings.HasSuffix(input, "(p)") {
			value = "p"
		}
		effect := strings.ReplaceAll(one("", "k := V", "k := k + 1", "shared := shared + 1", "shared := V", "b := not b", "k := 3 - V; b := true"), "V", value)
		output := one("", "", "tick", "meet(k)", "line(k)", "all")
		if strings.HasPrefix(input, "meet") || input == "all" {
			output = ""
		}
		fmt.Fprintf(&b, "  t%d: l%d -> l%d%s%s%s%s\n", i, r.IntN(3), r.IntN(3), clause("in", input), clause("when", guard), clause("do", effect), clause("out", output))
	}
	fmt.Fprintf(&b, "}\ninitial m\nget: m -> m in meet(p) do shared := p\nsend: m -> n out %s\nback: n -> m in line(p)\n", one("line(1)", "all", "meet(shared % 4)", "tick"))
	fmt.Fprintf(&b, "%sinvariant low: shared < %d\n", instances(2+r.IntN(3)), 2+r.IntN(4))
	if r.IntN(2) == 0 {
		b.WriteString("invariant apart: not (m0.l1 and m1.l1)\n") // it tells them apart if there are three
	}
	return b.String()
}

func clause(word, text string) string {
	if text == "" {
		return ""
	}
	return " " + word + " " + text
}

// With and without symmetry, random compositions of identical machines have the same counts, findings and coverage.
func TestSymmetryKeepsCountsAndFindings(t *testing.T) {
	models, count := testkit.Models(), map[string]int{}
	for seed := uint64(0); count["models"] < models; seed++ {
		s := testkit.TryText(t, family(seed))
		if s == nil {
			count["rejected"]++
			continue
		}
		full, err := statespace.Search(t.Context(), s, statespace.Options{States: 20_000})
		if err != nil || full.Stop != result.StopExhausted {
			count["large"]++
			continue
		}
		space, err := statespace.Search(t.Context(), s, statespace.Options{Symmetry: true, Keep: 100})
		if refused := new(result.Unsupported); errors.As(err, &refused) && refused.Feature == result.Asymmetric {
			count["asymmetric"]++
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, family(seed))
		}
		if want, got := symmetricSummary(full), symmetricSummary(space); want != got {
			t.Fatalf("seed %d: %s\nwith symmetry: %s\n%s", seed, want, got, family(seed))
		}
		both := search(t, s, statespace.Options{Symmetry: true, Reduce: true})
		if want, got := keptByBoth(full), keptByBoth(both); want != got || both.States > space.States {
			t.Fatalf("seed %d: %s\nreduced with symmetry: %s\n%s", seed, want, got, family(seed))
		}
		count["models"]++
		if space.States < full.States {
			count["smaller"]++
		}
		if full.Deadlocks > 0 {
			count["deadlocks"]++
		}
		if len(full.Findings) > 0 {
			count["findings"]++
		}
	}
	t.Log(count)
	for kind, n := range map[string]int{"smaller": 3, "deadlocks": 10, "findings": 3} {
		if count[kind] < models/n {
			t.Errorf("%d models with %s are too few to mean something", count[kind], kind)
		}
	}
}

// symmetricSummary is what symmetry keeps: the counts, and keptByBoth.
func symmetricSummary(space *statespace.Space) string {
	states, steps := fmt.Sprint(space.States), fmt.Sprint(space.Steps)
	if space.Symmetry != nil {
		states, steps = space.Symmetry.States.String(), space.Symmetry.Steps.String()
	}
	var depths []int
	for _, hit := range space.Hits {
		depths = append(depths, hit.Depth)
	}
	return fmt.Sprint(states, " states, ", steps, " steps, depth ", len(space.PerDepth), ", covered at ", depths, ", ", keptByBoth(space))
}

// keptByBoth is what symmetry and reduction keep together. A deadlock is known by its locations, of whichever instance each is.
func keptByBoth(space *statespace.Space) string {
	deadlocks := fmt.Sprint(space.Deadlocks)
	if space.Symmetry != nil {
		deadlocks = space.Symmetry.Deadlocks.String()
	}
	found := map[string]bool{}
	for _, f := range space.Findings {
		switch f.Kind {
		case result.Livelock:
		case result.Deadlock:
			places := strings.Split(strings.TrimPrefix(f.Message, "no transition can be taken in "), ", ")
			slices.Sort(places)
			found[fmt.Sprint(f.Kind, places)] = true
		default:
			found[fmt.Sprint(f.Kind, f.Message, f.Span.Start)] = true
		}
	}
	var taken []bool
	for _, hit := range space.Hits {
		taken = append(taken, hit.State >= 0)
	}
	return fmt.Sprint(deadlocks, " deadlocks ", found, taken)
}
