package solve_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/externs/solve"
	"github.com/sextant-mbt/sextant/internal/externs/table"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// randomFunctions are two functions over 0..5 with arbitrary outputs, drawn once.
func randomFunctions(r *rapid.T) map[string]*numbers {
	draw := func(name string, high int64) *numbers {
		outputs := rapid.SliceOfN(rapid.Int64Range(0, high), 6, 6).Draw(r, name)
		return integers(func(args []int64) int64 { return outputs[args[0]] })
	}
	return map[string]*numbers{"F": draw("F", 9), "G": draw("G", 5)}
}

// randomExternModel writes a model whose guards depend on the functions, directly and through each other.
func randomExternModel(r *rapid.T) string {
	var b strings.Builder
	b.WriteString("system Random\ninput put(0..5)\nextern F(x: 0..5) -> 0..9\nextern G(x: 0..5) -> 0..5\n")
	b.WriteString("var x: 0..5 = 0, y: 0..9 = 0, z: 0..5 = 0\ninitial l0\n")
	for i := range rapid.IntRange(3, 6).Draw(r, "transitions") {
		from, to := rapid.IntRange(0, 2).Draw(r, "from"), rapid.IntRange(0, 2).Draw(r, "to")
		if i == 0 {
			from = 0
		}
		clause := rapid.SampledFrom([]string{
			"in put(x) do y := F(x)",
			"in put(x) do z := G(x); y := F(z)",
			"in put(p) when F(p) > %d do x := p",
			"in put(p) when G(p) == %d do y := F(G(p))",
			"when y > %d do z := G(x)",
			"when y == %d and z != x",
			"when F(z) + G(x) >= %d",
			"when F(x) == y and y < %d do x := z",
			"in put(p) when F(p) == F(x) and p != x and y <= %d do y := F(p)",
		}).Draw(r, "clause")
		if strings.Contains(clause, "%d") {
			clause = fmt.Sprintf(clause, rapid.IntRange(0, 9).Draw(r, "number"))
		}
		fmt.Fprintf(&b, "t%d: l%d -> l%d %s\n", i, from, to, clause)
	}
	return b.String()
}

// reachable lists the sequences of moves that the real functions allow, by brute force.
func (w *world) reachable(t testing.TB, depth int) []string {
	in := sts.NewInterpreter(w.system)
	start, err := in.Start(make([]term.Value, len(w.system.Slots)))
	if err != nil {
		t.Fatal(err)
	}
	level := map[string][]*sts.Config{"": {start}}
	var all []string
	for range depth {
		next := map[string][]*sts.Config{}
		for sequence, configs := range level {
			for _, c := range configs {
				for _, m := range w.system.Possible(nil, c.Locations, c.Count) {
					if after := w.successors(t, in, c, m); len(after) > 0 {
						next[sequence+"/"+m.Name] = append(next[sequence+"/"+m.Name], after...)
					}
				}
			}
		}
		for sequence := range next {
			all = append(all, sequence)
		}
		level = next
	}
	sort.Strings(all)
	return all
}

func (w *world) successors(t testing.TB, in *sts.Interpreter, c *sts.Config, m *sts.Move) []*sts.Config {
	rows := [][]term.Value{make([]term.Value, len(m.Params))}
	for i, p := range m.Params {
		if p.Kind == sts.Returned {
			continue
		}
		var more [][]term.Value
		for _, row := range rows {
			for _, v := range p.Sort.Values(100) {
				extended := append([]term.Value(nil), row...)
				extended[i] = v
				more = append(more, extended)
			}
		}
		rows = more
	}
	var out []*sts.Config
	for _, params := range rows {
		for i, call := range m.Calls {
			args, err := in.CallArguments(c, m, params, i)
			if err != nil {
				t.Fatal(err)
			}
			result, err := w.counts[call.Extern.Name].Call(t.Context(), args)
			if err != nil {
				t.Fatal(err)
			}
			params[call.Results[0]] = result[0]
		}
		step, err := in.Try(c, m, params)
		if err != nil {
			t.Fatal(err)
		}
		if step.Outcome == sts.Done {
			out = append(out, step.Next)
		}
	}
	return out
}

func sequences(tree *explore.Tree) []string {
	var out []string
	for _, st := range tree.States()[1:] {
		name := ""
		for _, s := range st.Path()[1:] {
			name += "/" + s.Move.Name
		}
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

const soundDepth = 3

// TestAdaptiveEqualsBruteForce: over a finite domain, with attempts enough to learn the functions completely, the adaptive
// method finds exactly the paths that the real functions allow.
func TestAdaptiveEqualsBruteForce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text, functions := randomExternModel(r), randomFunctions(r)
		w := newWorld(t, testkit.LoadText(t, text), functions, nil)
		want := w.reachable(t, soundDepth)
		tree, _ := w.explore(t, solve.Options{Attempts: 100}, explore.Options{Strategy: explore.BreadthFirst, Depth: soundDepth})
		if len(tree.Doubts) > 0 {
			r.Fatalf("open questions: %v\n%s", tree.Doubts, text)
		}
		if diff := cmp.Diff(want, sequences(tree)); diff != "" {
			r.Fatalf("feasible paths (-brute force +found), blocked %v:\n%s\n%s", tree.Blocked, diff, text)
		}
		replayWithFunctions(t, w, tree)
	})
}

// TestAnswersAreSound: with few attempts and any method, every path found is real; and a path that is real but not found
// was answered "up to the tables", never "infeasible".
func TestAnswersAreSound(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text, functions := randomExternModel(r), randomFunctions(r)
		method := rapid.SampledFrom(solve.Methods).Draw(r, "method")
		attempts := rapid.SampledFrom([]int{solve.NoAttempts, 1, 3}).Draw(r, "attempts")
		rows := map[string][]table.Row{"F": {row([]int64{2}, functions["F"].compute([]int64{2}).RatString())}}
		w := newWorld(t, testkit.LoadText(t, text), functions, rows)
		real := map[string]bool{}
		for _, s := range w.reachable(t, soundDepth) {
			real[s] = true
		}
		tree, _ := w.explore(t, solve.Options{Method: method, Attempts: attempts}, explore.Options{Strategy: explore.BreadthFirst, Depth: soundDepth})
		found := map[string]bool{"": true}
		for _, s := range sequences(tree) {
			if !real[s] {
				r.Fatalf("%s was found, but no run of the real functions follows it\n%s", s, text)
			}
			found[s] = true
		}
		blocked := map[string]bool{}
		for _, m := range tree.Result().Blocked {
			blocked[fmt.Sprint(m.Depth, m.Transition)] = true
		}
		for s := range real {
			parent, name := s[:strings.LastIndex(s, "/")], s[strings.LastIndex(s, "/")+1:]
			if !found[s] && found[parent] && !blocked[fmt.Sprint(strings.Count(s, "/"), name)] {
				r.Fatalf("%s is real, but it was called infeasible (%s, %d attempts)\n%s", s, method, attempts, text)
			}
		}
	})
}

// TestQueryLimitsAttempts: a query may allow fewer attempts than the options do, and not more.
func TestQueryLimitsAttempts(t *testing.T) {
	never := one(func(int64) int64 { return 0 })
	for attempts, want := range map[int]int{0: 4, 1: 1, 3: 3, 9: 4} {
		w := newWorld(t, testkit.LoadText(t, oneCall("y == 1")), never(), nil)
		functions := solve.NewFunctions(w.system, w.tables, w.runners, solve.Options{Attempts: 4})
		solver := solve.New(testkit.Solver(t, smt.Config{}), functions)
		store, f := w.system.Store, w.system.Externs[0]
		x, y := store.Var("x", term.Int), store.Var("y", term.Int)
		answer, err := solver.Check(t.Context(), smt.Query{Conjuncts: []*term.Term{store.Eq(y, store.Int(1))}, Attempts: attempts,
			Calls: []smt.Call{{Function: f.Name, Args: []*term.Term{x}, Results: []*term.Term{y}}}})
		if runs := w.counts["F"].runs; err != nil || answer.Status != smt.UpToTables || runs != want {
			t.Errorf("%d attempts: %v, %v, the function was run %d times, want %d", attempts, answer, err, runs, want)
		}
	}
}
