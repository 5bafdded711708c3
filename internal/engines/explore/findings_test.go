package explore_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	runs "github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// findingCases are models with an error, and the expected finding: kind, line, depth, and the transitions and inputs of the trace.
var findingCases = []struct {
	name, model string
	want        []string
}{
	{"deadlock of one value among many", `system M
input put(0..9)
var x: int = 0
initial s
a: s -> t in put(x)
b: t -> s when x != 7
`, []string{"deadlock 6 depth 1: a put(7)"}},
	{"no deadlock where some input is always accepted", `system M
input put(int)
var x: int = 0
initial s
a: s -> s in put(p) when p > x do x := p
`, nil},
	{"a final location is no deadlock", `system M
input put(int)
initial s
final t
a: s -> t in put(_)
b: t -> s in put(p) when p > 3 and p < 2
`, nil},
	{"deadlock of machines that wait for each other", `system M
channel c() channel d()
machine A { initial p  send: p -> q out c  get: q -> p in d }
machine B { initial p  get: p -> q in c  jam: q -> q in c }
instance a = A
instance b = B
`, []string{"deadlock 3 depth 1: a.send|b.get"}},
	{"deadlock before a message that nobody takes", `system M
channel c(0..9) fifo 1
input go(0..9)
machine A { initial p  put: p -> q in go(x) out c(x) }
machine B { initial p  one: p -> p in c(y) when y == 1 }
instance a = A
instance b = B
`, []string{"deadlock 5 depth 1: a.put go(0)"}},
	{"timelock on entry", `system M
clock x
location busy while x <= 5
initial start
begin: start -> busy do x := 0
end: busy -> start when x >= 6
`, []string{"timelock 3 depth 1: begin"}},
	{"timelock after waiting", `system M
clock x
location busy while x <= 5
initial busy
t: busy -> busy when x <= 3 do x := 0
`, []string{"timelock 3 depth 0:", "zeno 5 depth 1: t, again 1"}},
	{"timelock where the condition is strict", `system M
clock x
location busy while x < 5
initial busy
t: busy -> busy when x >= 5 do x := 0
`, []string{"timelock 3 depth 0:"}},
	{"timelock of an urgent location", `system M
clock x
location now urgent
initial now
t: now -> now when x >= 1
`, []string{"timelock 3 depth 0:"}},
	{"timelock where an input is demanded", `system M
input go()
clock x
location s while x <= 10
initial s
t: s -> s in go() do x := 0
`, []string{"timelock 4 depth 0:"}},
	{"timelock of a final location", `system M
clock x
location end while x <= 5
initial s
t: s -> end
`, []string{"timelock 3 depth 1: t"}},
	{"timelock of one value among many", `system M
input set(0..9)
var n: int = 0
clock x
location busy while x <= 5
initial s
t: s -> busy in set(n) do x := 0
u: busy -> s when x >= n
`, []string{"timelock 5 depth 1: t set(6)"}},
	{"deadlock where time passes", `system M
clock x
initial s
t: s -> u do x := 0
v: u -> u when x < 0
`, []string{"deadlock 5 depth 1: t"}},
	{"no timelock where a step is possible at the last instant", `system M
clock x, y
location busy while x <= 5 and y <= 7
initial busy
t: busy -> busy when x >= 5 do x := 0; y := 0
`, nil},
	{"zeno cycle of outputs", `system M
output tick()
clock x
location on while x <= 1
initial on
tick: on -> off out tick()
back: off -> on do x := 0
`, []string{"zeno 7 depth 2: tick back, again 2"}},
	{"no zeno cycle where time passes", `system M
output tick()
clock x
location on while x <= 1
initial on
tick: on -> off when x >= 1 out tick()
back: off -> on do x := 0
`, nil},
	{"no zeno cycle by inputs", `system M
input go()
clock x
initial on
tick: on -> off in go()
back: off -> on do x := 0
`, nil},
	{"no zeno cycle that counts", `system M
clock x
var n: nat = 0
initial on
tick: on -> on when n < 9 do n := n + 1; x := 0
stop: on -> on when n == 9 and x >= 1 do n := 0; x := 0
`, nil},
	{"no livelock where time passes", `system M
clock x
initial on
tick: on -> on when x >= 1 do x := 0
`, nil},
	{"livelock of internal steps", `system M
input go()
var x: 0..1 = 0
initial s
start: s -> t in go
ping: t -> u do x := 1
pong: u -> t do x := 0
`, []string{"livelock 7 depth 3: start go() ping pong, again 2"}},
	{"internal steps that make progress are no livelock", `system M
var x: int = 0
initial s
count: s -> s do x := x + 1
`, nil},
	{"invariant broken for one input", `system M
input put(int)
var x: int = 0
invariant small: x < 1000
initial s
a: s -> s in put(p) when p != 0 do x := p
`, []string{"invariant 4 depth 1: a put(1000)"}},
	{"invariant broken at the start", `system M
var x: 0..9
invariant positive: x > 0
initial s
a: s -> s do x := 1
`, []string{"invariant 3 depth 0:", "livelock 5 depth 2: a a, again 1"}},
	{"index out of bounds at depth 3 only", `system M
input put(int)
var a: int[3] = [0, 0, 0]
var n: int = 1
initial s
add: s -> s in put(a[n]) do n := n + 1
`, []string{"index-out-of-bounds 6 depth 3: add put(0) add put(0) add put(0)"}},
	{"division by zero in a guard", `system M
input put(int)
initial s
a: s -> t in put(p) when 10 / p > 3
b: t -> s
`, []string{"division-by-zero 4 depth 1: a put(0)"}},
	{"division by zero in a guard that is false with an invented quotient", `system M
output each(int)
var total: int = 100, people: int = 0
initial s
share: s -> s when total / people > 10 out each(total / people)
`, []string{"division-by-zero 5 depth 1: share"}},
	{"index out of bounds in a guard that a constant makes false", `system M
const debug = false
var a: int[3] = [0, 0, 0], i: int = 7
initial s
look: s -> s when a[i] == 5 and debug
next: s -> s do i := i + 1
`, []string{"index-out-of-bounds 5 depth 1: look"}},
	{"division by zero behind a false condition", `system M
const debug = false
var people: int = 0
initial s
share: s -> s when debug and 100 / people > 10
next: s -> s do people := people - 1
`, nil},
	{"division protected by short circuit", `system M
input put(int)
initial s
a: s -> s in put(p) when p != 0 and 10 / p > 3
`, nil},
	{"initial value out of range", `system M
const k: 0..3
input put(int)
var x: 0..3 = k + 1
initial s
a: s -> s in put(x)
`, []string{"value-out-of-range 4 depth 0:", "value-out-of-range 6 depth 1: a put(-1)"}},
	{"initial value divided by zero, whatever is assumed of it", `system M
const k: 0..3
input put()
var x: int = 10 / k
assume x > 4
initial s
a: s -> s in put
`, []string{"division-by-zero 4 depth 0:"}},
	{"initial value with an index out of bounds", `system M
const k: 0..3
const row = [1, 2, 3]
input put()
var x: int = row[k]
initial s
a: s -> s in put
`, []string{"index-out-of-bounds 5 depth 0:"}},
	{"initial value for which an assumption provides", `system M
const k: 0..3
input put()
var x: 1..3 = k + 1, y: int = 10 / (k - 3)
assume k <= 2
initial s
a: s -> s in put
`, nil},
	{"initial values of which each is out of range", `system M
const k: int
input put()
var x: 0..3 = k * k + 4
initial s
a: s -> s in put
`, []string{"value-out-of-range 4 depth 0:"}},
	{"value out of range", `system M
var x: 0..2 = 0
initial s
a: s -> s do x := x + 1
`, []string{"value-out-of-range 4 depth 3: a a a"}},
	{"sent value out of range", `system M
input put(int)
output got(0..9)
initial s
a: s -> s in put(p) when p > 5 out got(p)
`, []string{"value-out-of-range 5 depth 1: a put(10)"}},
	{"probabilities that do not add up to 1 in some state", `system M
input more()
var n: int = 8
initial s
a: s -> s in more() do n := n + 1
b: s -> { n/10: s; if n == 10 then 1/10 else 1 - n/10: s }
`, []string{"bad-weights 6 depth 3: a more() a more() b/1"}},
	{"probability that is negative in some state", `system M
input more()
var n: int = 9
initial s
a: s -> s in more() when n < 11 do n := n + 1
b: s -> { n/10: s; 1 - n/10: s }
`, []string{"bad-weights 6 depth 3: a more() a more() b/1"}},
	{"rate that is not positive in some state", `system M
input less()
var n: int = 1
initial s
a: s -> s in less() do n := n - 1
b: s -> t rate n
`, []string{"bad-rate 6 depth 2: a less() b"}},
}

func TestFindings(t *testing.T) {
	for _, c := range findingCases {
		t.Run(c.name, func(t *testing.T) {
			tree := run(t, testkit.LoadText(t, c.model), explore.Options{Strategy: explore.BreadthFirst, Depth: 4, States: 500})
			var got []string
			for _, f := range tree.Result().Findings {
				got = append(got, strings.TrimSpace(fmt.Sprintf("%s %d depth %d: %s", f.Kind, f.Line, f.Depth, traceWords(f.Trace))))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			replayAll(t, tree)
		})
	}
}

func traceWords(trace result.Trace) string {
	var words []string
	for _, s := range trace.Steps {
		words = append(words, s.Transition)
		if s.Input != nil {
			words = append(words, s.Input.Text)
		}
	}
	text := strings.Join(words, " ")
	if trace.Loop > 0 {
		text += fmt.Sprintf(", again %d", trace.Loop)
	}
	return text
}

// TestFindingIsReplayedByItsPath: following the names of the trace alone shows the finding again.
func TestFindingIsReplayedByItsPath(t *testing.T) {
	for _, c := range findingCases {
		s := testkit.LoadText(t, c.model)
		for _, f := range run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 4, States: 500}).Result().Findings {
			var path []string
			for _, step := range f.Trace.Steps {
				path = append(path, step.Transition)
			}
			if len(path) == 0 {
				continue
			}
			found := false
			for _, again := range run(t, s, explore.Options{Path: path}).Result().Findings {
				found = found || again.Kind == f.Kind && again.Line == f.Line
			}
			if !found {
				t.Errorf("%s: %s is not found along %v", c.name, f.Kind, path)
			}
		}
	}
}

// TestMissReasons: every uncovered transition has a reason, and it is "proved" only if there is a proof.
func TestMissReasons(t *testing.T) {
	model := `system M
input put(int)
var x: int = 0
initial s
a: s -> t in put(p) when p > 0 do x := p
b: t -> u when x < 0
c: u -> s
d: t -> v when x == 5
e: lost -> s
f: t -> w when false
final v, w`
	tree := run(t, testkit.LoadText(t, model), explore.Options{Strategy: explore.BreadthFirst, Depth: 6})
	reasons := map[string]string{}
	for _, m := range tree.Result().Coverage.Transitions.Missing {
		reasons[m.Name] = m.Reason
	}
	want := map[string]string{
		"b": "proved unreachable: the whole tree was explored",
		"c": "proved unreachable: the whole tree was explored",
		"e": "proved unreachable: no path in the graph leads to lost",
		"f": "proved unreachable: its guard is false",
	}
	if diff := cmp.Diff(want, reasons); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	shallow := run(t, testkit.LoadText(t, model), explore.Options{Strategy: explore.BreadthFirst, Depth: 1}).Result()
	for _, m := range shallow.Coverage.Transitions.Missing {
		if m.Name == "d" && m.Reason != "not reached within the bound: depth 1" {
			t.Errorf("d: %s", m.Reason)
		}
	}
}

// TestPruning: a counter modulo 4 has infinitely many paths, but with inclusion the tree ends, and covers the same.
func TestPruning(t *testing.T) {
	model := `system M
input tick()
input set(0..3)
var x: 0..3 = 0
initial s
tick: s -> s in tick do x := (x + 1) % 4
set: s -> s in set(x)
top: s -> t in tick when x == 3
final t`
	s := testkit.LoadText(t, model)
	full := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 6}).Result()
	pruned := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: 50, Prune: true}).Result()
	if pruned.Stop != result.StopExhausted {
		t.Errorf("with pruning the search ends with %q", pruned.Stop)
	}
	if pruned.Pruned == 0 || pruned.States >= full.States {
		t.Errorf("%d states, %d pruned, against %d without pruning", pruned.States, pruned.Pruned, full.States)
	}
	if full.Coverage.Transitions.Covered != 3 || pruned.Coverage.Transitions.Covered != 3 {
		t.Errorf("covered %d and %d, want 3", full.Coverage.Transitions.Covered, pruned.Coverage.Transitions.Covered)
	}
}

// TestPruningIsSound: the including state can do whatever the included one can; so no transition is lost on any example.
func TestPruningIsSound(t *testing.T) {
	for _, path := range []string{"book/book.sxt", "ifss/ifss.sxt", "small/small.sxt", "electrical/electrical.sxt", "inres/inres.sxt", "light/light.sxt"} {
		t.Run(path, func(t *testing.T) {
			r := run(t, testkit.LoadExample(t, path, nil), explore.Options{Strategy: explore.BreadthFirst, Depth: 7, States: 3000, Prune: true}).Result()
			if m := r.Coverage.Transitions.Missing; len(m) > 0 {
				t.Errorf("missing %v", m)
			}
		})
	}
}

// TestOnlyThroughError: a transition of which every step runs into a model error is not called unreachable.
func TestOnlyThroughError(t *testing.T) {
	s := testkit.LoadText(t, "var x: int = 0, y: int = 0\ninitial a\nt: a -> b do x := 1 / y\nu: a -> a when x < 3 do x := x + 1\nv: b -> b when x > 0\n")
	missing := run(t, s, explore.Options{}).Coverage().Missing
	if len(missing) != 2 || missing[0].Name != "t" || missing[0].Status != result.OnlyThroughError || missing[1].Status != result.Unreachable {
		t.Errorf("%+v", missing)
	}
}

// A guard that is false as written and undefined somewhere is reported with its error, wherever the search ends.
func TestFalseGuardOnlyThroughError(t *testing.T) {
	text := "const debug = false\nvar a: 0..9[3], i: 0..5 = %s\ninitial s\nlook: s -> s when a[i] == 5 and debug\nstay: s -> s\n"
	for start, want := range map[string]result.Why{
		"5": {Status: result.OnlyThroughError, Reason: "only through a model error: index out of bounds: the array has 3 elements, numbered from 0 (model.sxt:4:21)"},
		"2": result.Proved(result.ByGraph, "its guard is false wherever it has a value"),
	} {
		missing := run(t, testkit.LoadText(t, fmt.Sprintf(text, start)), explore.Options{Depth: 1}).Coverage().Missing
		if len(missing) != 1 {
			t.Fatalf("%+v", missing)
		}
		if diff := cmp.Diff(want, missing[0].Why); diff != "" {
			t.Errorf("i = %s: %s", start, diff)
		}
	}
}

// Where every initial value is a model error, there is no run, and nothing is called unreachable.
func TestNoStart(t *testing.T) {
	tree := run(t, testkit.LoadText(t, "const k: int\nvar x: 0..3 = k * k + 4\ninitial s\nt: s -> s"), explore.Options{})
	r := tree.Result()
	if m := r.Coverage.Transitions.Missing; len(m) != 1 || m[0].Status != result.OnlyThroughError || r.Answers.Feasible != 0 || tree.NoStart == nil {
		t.Errorf("%+v", r)
	}
	if rows := tree.Rows(); len(rows.Nodes) != 1 || rows.Nodes[0].Finding != "value-out-of-range" {
		t.Errorf("%+v", rows)
	}
}

func TestAssumptionsRestrictTheStart(t *testing.T) {
	model := `system M
const limit: int
assume limit > 10 and limit < 13
var x: int
assume x == limit * 2
initial s
low: s -> t when x == 22
high: s -> u when x == 24
never: s -> v when x == 26
final t, u, v`
	r := run(t, testkit.LoadText(t, model), explore.Options{Strategy: explore.BreadthFirst}).Result()
	if diff := cmp.Diff([]result.Miss{{Name: "never", Why: result.Proved(result.ByExploration, "the whole tree was explored")}}, r.Coverage.Transitions.Missing); diff != "" {
		t.Error(diff)
	}
	_, err := explore.Run(context.Background(), testkit.LoadText(t, "system M\nvar x: int\nassume x > 3 and x < 2\ninitial s\na: s -> s do x := 1"), explore.Options{NewSolver: solvers()})
	if !errors.Is(err, runs.ErrNoInitialState) {
		t.Errorf("contradictory assumptions: %v", err)
	}
}

// TestExternsAreFunctions: two calls with equal arguments give equal results (definition 9 of paper 2), so b is impossible;
// with different arguments they may differ.
func TestExternsAreFunctions(t *testing.T) {
	model := `system M
extern F(x: int) -> int
input put(int)
var x: int = 0, y: int = 0, k: int = 0
initial s
first: s -> t in put(k) do x := F(k)
again: t -> u in put(p) when p == k do y := F(p)
other: t -> u in put(p) when p != k do y := F(p)
same: u -> v when x == y
diff: u -> w when x != y
final v, w`
	tree := run(t, testkit.LoadText(t, model), explore.Options{Strategy: explore.BreadthFirst})
	var paths []string
	for _, st := range tree.States() {
		if st.Depth == 3 {
			paths = append(paths, st.Parent.Move.Name+" "+st.Move.Name)
		}
	}
	if diff := cmp.Diff([]string{"again same", "other same", "other diff"}, paths); diff != "" {
		t.Errorf("feasible paths (-want +got):\n%s", diff)
	}
	replayAll(t, tree)
}

func TestInterruptedSearchKeepsItsTree(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := testkit.LoadExample(t, "book/book.sxt", nil)
	options := explore.Options{Strategy: explore.BreadthFirst, Depth: 30, States: 1 << 30, NewSolver: solvers()}
	options.Progress = func(p result.Progress) {
		if p.Point.States > 500 {
			cancel()
		}
	}
	tree, err := explore.Run(ctx, s, options)
	if err != nil {
		t.Fatal(err)
	}
	if tree.Stop != result.StopInterrupted || tree.Size() < 500 {
		t.Errorf("stop %q with %d states", tree.Stop, tree.Size())
	}
}

// TestPathProvesNothing: a search along one path proves nothing about other paths.
func TestPathProvesNothing(t *testing.T) {
	model := `system M
input go(int)
initial a
one: a -> b in go(_)
two: a -> c in go(_)
three: c -> b in go(_)
final b`
	tree := run(t, testkit.LoadText(t, model), explore.Options{Path: []string{"one"}})
	if tree.Stop != result.StopPath {
		t.Errorf("stop %q", tree.Stop)
	}
	for _, m := range tree.Result().Coverage.Transitions.Missing {
		if m.Reason != "not on the requested path" {
			t.Errorf("%s: %s", m.Name, m.Reason)
		}
	}
}
