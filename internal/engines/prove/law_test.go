package prove_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
)

// The law: no run reaches a target that is proved unreachable. Runs are found by brute force: the interpreter is run with many values of
// every parameter from every configuration that was found.

// reached lists the transitions whose guards hold in some configuration that is found. It looks at most at limit configurations.
func reached(t *rapid.T, s *sts.System, limit int) map[*sts.Transition]bool {
	in := sts.NewInterpreter(s)
	out := map[*sts.Transition]bool{}
	seen := map[string]bool{}
	queue := startConfigs(t, s, in)
	for len(queue) > 0 && len(seen) < limit {
		c := queue[0]
		queue = queue[1:]
		key := fmt.Sprint(c.Locations, c.Values, c.Queues)
		if seen[key] {
			continue
		}
		seen[key] = true
		for _, m := range s.Possible(nil, c.Locations, c.Count) {
			eachRow(m.Params, func(params []term.Value) {
				step, err := in.Try(c, m, params)
				if err != nil || step.Outcome != sts.Done {
					return
				}
				for _, part := range m.Parts {
					out[part] = true
				}
				queue = append(queue, step.Next)
			})
		}
	}
	return out
}

// startConfigs draws some initial configurations that satisfy what is assumed.
func startConfigs(t *rapid.T, s *sts.System, in *sts.Interpreter) []*sts.Config {
	var out []*sts.Config
	for range 10 {
		free := make([]term.Value, len(s.Slots))
		for i, slot := range s.Slots {
			free[i] = random.Value(t, slot.Sort)
		}
		c, err := in.Start(free)
		if err != nil {
			continue
		}
		if ok, err := in.Holds(c, s.Assume); err == nil && ok {
			out = append(out, c)
		}
	}
	return out
}

// eachRow visits combinations of values of parameters: all of small sorts, and some small numbers of large ones.
func eachRow(params []sts.Param, visit func([]term.Value)) {
	row := make([]term.Value, len(params))
	var fill func(i int)
	fill = func(i int) {
		if i == len(params) {
			visit(append([]term.Value(nil), row...))
			return
		}
		values := params[i].Sort.Values(10)
		if values == nil {
			for n := int64(-3); n <= 6; n++ {
				if v := term.IntValue(n); params[i].Sort.Contains(v) {
					values = append(values, v)
				}
			}
		}
		for _, v := range values {
			row[i] = v
			fill(i + 1)
		}
	}
	fill(0)
}

func checkSound(t *rapid.T, s *sts.System, text string) {
	proofs := unreachable(t, s, prove.Options{Queries: 2000, Depth: 3, Paths: 20})
	for tr := range reached(t, s, 400) {
		if a := proofs[tr.Name]; a.Proved {
			t.Fatalf("%s is reached, but proved to be unreachable by %s: %s\n%s", tr.Name, a.Method, a.Explain(), text)
		}
	}
}

func TestProofsAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := testkit.Model(t)
		s := testkit.Compiled(t, text)
		checkSound(t, s, text)
	})
}

// Random machines whose guards are often contradictory: counters, copies and flags that few guards can tell apart.
func TestProofsOfCountersAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := counters(t)
		checkSound(t, testkit.LoadText(t, text), text)
	})
}

// counters draws the text of one machine, or of two that share variables and meet.
func counters(t *rapid.T) string {
	pick := func(from ...string) string { return rapid.SampledFrom(from).Draw(t, "choice") }
	var w strings.Builder
	w.WriteString("input i(p: 0..3)\nchannel c(n: int)\nchannel q(0..4) fifo 2\nvar x: int = 0, y: int = " + pick("0", "1", "5") + ", f: bool = false, r: 0..4 = 0\n")
	condition := func() string {
		return pick("x < 3", "x == 2", "x > 4", "y <= x", "x == y", "x % 2 == 1", "f", "not f", "y > 6", "r == 4", "x + r == 3", "x != y", "true")
	}
	assignment := func() string {
		return pick("x := x + 1", "x := x + 2", "x := 0", "y := x", "x := y", "x, y := y, x", "f := x > 2", "f := not f", "y := y - 1", "r := (r + 1) % 5", "r := r + 1")
	}
	machine := func(prefix string, meets bool) {
		w.WriteString("initial a\n")
		for n := range rapid.IntRange(3, 6).Draw(t, "transitions") {
			fmt.Fprintf(&w, "%s%d: %s -> %s when %s and %s", prefix, n, pick("a", "b", "c"), pick("a", "b", "c"), condition(), condition())
			switch pick("nothing", "input", "meet", "queue") {
			case "input":
				fmt.Fprintf(&w, " in i(p) when %s do %s; y := p", pick("p > 1", "p == x", "p != y"), assignment())
			case "meet":
				if meets {
					fmt.Fprintf(&w, " %s", map[string]string{"s": "do " + assignment() + " out c(x)", "t": "in c(n) when n < 4 do " + assignment() + "; y := n"}[prefix])
				}
			case "queue":
				fmt.Fprintf(&w, " %s", pick("in q(n) do x := n", "out q(r)"))
			default:
				fmt.Fprintf(&w, " do %s; %s", assignment(), assignment())
			}
			w.WriteByte('\n')
		}
	}
	if rapid.Bool().Draw(t, "one machine") {
		machine("s", false)
		return w.String()
	}
	for _, prefix := range []string{"s", "t"} {
		w.WriteString("machine " + strings.ToUpper(prefix) + " {\n")
		machine(prefix, true)
		w.WriteString("}\ninstance i" + prefix + " = " + strings.ToUpper(prefix) + "\n")
	}
	return w.String()
}
