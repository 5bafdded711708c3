package testgen_test

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/testing/script"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

func timeText(after *big.Rat) string {
	if after == nil {
		return ""
	}
	return " after " + term.FormatRat(after)
}

func windowText(w *sts.Window) string {
	if w == nil {
		return ""
	}
	return " " + w.String()
}

// timedMessages reads inputs such as "2.5 turn 3": the time before the input, and the input.
func timedMessages(s *sts.System, texts ...string) []sut.Message {
	var out []sut.Message
	for _, text := range texts {
		after, rest, _ := strings.Cut(text, " ")
		m := messages(s, rest)[0]
		m.After, _ = new(big.Rat).SetString(after)
		out = append(out, m)
	}
	return out
}

// door warns every 60 units, and closes after 5 to 10.
const door = `system Door
clock x
input open()
input close()
output warn()
output shut()
location waiting while x <= 60, closing while x <= 10
initial idle
o: idle -> waiting in open() do x := 0
w: waiting -> waiting when x == 60 do x := 0 out warn()
c: waiting -> closing in close() when x >= 2 do x := 0
s: closing -> idle when x >= 5 out shut()
`

// relay has an internal step at an unobservable instant, before one of two outputs.
const relay = `system Relay
clock x, y
input set(n: 1..9)
input go()
output late()
output ok()
var d: 1..9 = 1
location b while x <= 3, c while x <= d + 3
initial a
s: a -> a in set(n) do d := n
g: a -> b in go() do x := 0
i: b -> c when x > 1 do y := 0
l: c -> a when x >= d and y < 4 out late()
k: c -> e when y > 1 out ok()
`

// lap has a clock that is not reset at the first output, so that the time of the second depends on it, and whether there is one.
const lap = `system Lap
clock x, y
input go()
output first()
output second()
output gone()
output never()
location a while x <= 4, b while x <= 6 and y <= 3, c while x <= 20
initial idle
g: idle -> a in go() do x := 0
f: a -> b when x >= 1 do y := 0 out first()
s: b -> c when x >= 5 out second()
o: c -> d when x < 8 or x > 10 and x <= 12 out gone(), gone()
n: d -> d when x > 30 out never()
`

func TestWindows(t *testing.T) {
	tests := []struct {
		name, model string
		inputs      []string
		moves       string
		want        string
	}{
		{"deadline and earliest instant", door, []string{"0 open", "31 close"}, "o c s", `
			send open() after 0.0
			send close() after 31.0
			expect shut [] from 5.0 and up to 10.0
			silence`},
		{"exactly at the deadline", door, []string{"1 open", "2 close"}, "o w c", `
			send open() after 1.0
			expect warn [] at 60.0
			send close() after 2.0`},
		{"input and output at one instant are a race", door, []string{"0 open", "60 close"}, "o c", `
			send open() after 0.0
			open
			send close() after 60.0`},
		{"instants of internal steps are not seen", relay, []string{"0 set 2", "0.5 go"}, "s g i l", `
			send set(2) after 0.0
			send go() after 0.5
			open
			expect late [] from 2.0 and up to 5.0
			silence`},
		{"a clock that an internal step resets", relay, []string{"0 go"}, "g i k", `
			send go() after 0.0
			open
			expect ok [] after 2.0 and up to 4.0
			silence`},
		{"an input when an internal step may not be over", strings.Replace(relay, "k: c -> e when y > 1 out ok()", "k: c -> a in set(n) when y > 1", 1),
			[]string{"0 go", "3.5 set 1"}, "g i k", `
			send go() after 0.0
			open
			send set(1) after 3.5
			silence`},
		{"a window that depends on earlier instants, and on no deadline", lap, []string{"0 go"}, "g f s o n", `
			send go() after 0.0
			expect first [] from 1.0 and up to 4.0
			when first.after >= 2.0
			expect second [] from 1.0 and up to 3.0
			  where first.after + second.after <= 6.0
			  where first.after + second.after >= 5.0
			expect gone [] up to 7.0
			  where first.after + second.after + gone.after < 8.0 or first.after + second.after + gone.after > 10.0 and first.after + second.after + gone.after <= 12.0
			expect gone [] at 0.0
			expect never [] after 18.0
			  where first.after + second.after + gone.after + never.after > 30.0`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := testkit.LoadText(t, test.model)
			got := scriptText(follow(t, s, timedMessages(s, test.inputs...), strings.Fields(test.moves)))
			want := strings.ReplaceAll(strings.TrimPrefix(test.want, "\n"), "\t", "") + "\n"
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Every run of a suite keeps to the windows that its script states.
func TestRunsKeepToTheirWindows(t *testing.T) {
	models := map[string]*sts.System{"door": testkit.LoadText(t, door), "relay": testkit.LoadText(t, relay), "lap": testkit.LoadText(t, lap),
		"session": testkit.LoadExample(t, "session/session.sxt", nil), "atm": testkit.LoadExample(t, "atmtimed/atmtimed.sxt", nil)}
	for name, s := range models {
		for _, criterion := range []testgen.Criterion{testgen.Transitions, testgen.Pairs, testgen.Boundary} {
			t.Run(name+" "+string(criterion), func(t *testing.T) {
				windows := 0
				for _, test := range suiteOf(t, s, criterion, 6).Tests {
					windows += checkWindows(t, s, test, follow(t, s, test.Inputs(), test.Transitions()))
				}
				if windows == 0 {
					t.Error("no test has an output")
				}
			})
		}
	}
}

// checkWindows compares a run with the script of its path, and returns the number of windows that it met.
func checkWindows(t *testing.T, system *sts.System, test script.Test, s *script.Script) int {
	t.Helper()
	gap, values, n := new(big.Rat), map[*term.Term]term.Value{}, 0
	for i, w := range test.Run.Steps()[1:] {
		gap.Add(gap, w.Delay().Rat())
		for k, o := range s.Steps[i].Outputs {
			n++
			if k > 0 {
				gap.SetInt64(0)
			}
			if o.Gap != nil {
				values[o.Gap] = term.RatValue(new(big.Rat).Set(gap))
			}
			switch {
			case o.Window == nil:
				t.Fatalf("step %d of %v has no window", i+1, test.Transitions())
			case s.Steps[i].Input == nil && !o.Window.Contains(gap), s.Steps[i].Input != nil && !o.Window.Contains(new(big.Rat)):
				t.Errorf("step %d of %v comes after %s, the window is %s", i+1, test.Transitions(), gap, o.Window)
			}
			for _, c := range o.Where {
				if holds, err := system.Store.Evaluate(c, values); err != nil || !holds.Bool() {
					t.Errorf("step %d of %v does not satisfy %s: %v", i+1, test.Transitions(), c, err)
				}
			}
		}
		if script.Visible(w.Move) {
			gap.SetInt64(0)
		}
	}
	return n
}

func suiteOf(t *testing.T, s *sts.System, criterion testgen.Criterion, depth int) *testgen.Suite {
	t.Helper()
	solver, factory := testkit.Solvers(t)
	tree, err := explore.Run(context.Background(), s, explore.Options{Strategy: explore.BreadthFirst, Depth: depth, States: 300, Workers: 1, NewSolver: factory})
	if err != nil {
		t.Fatal(err)
	}
	suite, err := testgen.Build(context.Background(), tree, tree.Result(), testgen.Options{Criterion: criterion, Solver: solver})
	if err != nil {
		t.Fatal(err)
	}
	return suite
}

// The instants of a test that is made for its path are away from the ends of windows, and before anything else can happen.
func TestInstantsOfPathsAreComfortable(t *testing.T) {
	s := testkit.LoadText(t, door)
	for _, test := range suiteOf(t, s, testgen.Transitions, 5).Tests {
		for _, step := range follow(t, s, test.Inputs(), test.Transitions()).Steps {
			if step.Open {
				t.Errorf("%v: the system may do something else at %s", test.Transitions(), step.Transition)
			}
		}
	}
}

// Conditions on clocks are tried at the limit, just before and just after it, when the step is taken.
func TestBoundariesOfClocks(t *testing.T) {
	const close = `system Close
clock x, y
input a()
input b()
output z()
var d: real = 2
location p while x <= 2.1
initial p
r: p -> q in a() when x >= 2 and y - x < 1
s: p -> p in b() when x < d do x := 0
u: p -> p in b() when else do d := 1
v: q -> q when x == 7 do x := 0 out z()
`
	want := map[string]string{
		door: `c: x >= 2.0, 0.125 after
c: x >= 2.0, at the limit
closing while x <= 10.0, 0.125 before
closing while x <= 10.0, at the limit
s: x >= 5.0, 0.125 after
s: x >= 5.0, at the limit
w: x == 60.0, 0.125 before
w: x == 60.0, at the limit
waiting while x <= 60.0, 0.125 before
waiting while x <= 60.0, at the limit
- w: x == 60.0, 0.125 after: not testable: no other transition can be taken there
- c: x >= 2.0, 0.125 before: not testable: no other transition of waiting takes close, so the model does not say what happens then
- s: x >= 5.0, 0.125 before: not testable: only time passes then; the window of its output excludes that
- waiting while x <= 60.0, 0.125 after: not testable: the location is left by then
- closing while x <= 10.0, 0.125 after: not testable: the location is left by then
`,
		close: `p while x <= 2.1, 0.05 before
p while x <= 2.1, at the limit
r: x >= 2.0, 0.05 after
r: x >= 2.0, at the limit
r: y < x + 1.0, 0.05 below
s: x < d, 0.05 after
s: x < d, 0.05 before
s: x < d, at the limit
v: x == 7.0, at the limit
- r: x >= 2.0, 0.05 before: not testable: no other transition of p takes a, so the model does not say what happens then
- r: y < x + 1.0, at the limit: not testable: no other transition of p takes a, so the model does not say what happens then
- r: y < x + 1.0, 0.05 above: not testable: no other transition of p takes a, so the model does not say what happens then
- v: x == 7.0, 0.05 before: not testable: only time passes then; the window of its output excludes that
- v: x == 7.0, 0.05 after: not testable: only time passes then; the window of its output excludes that
- p while x <= 2.1, 0.05 after: not testable: the location is left by then
`,
	}
	for model, want := range want {
		s := testkit.LoadText(t, model)
		if diff := cmp.Diff(want, goals(suiteOf(t, s, testgen.Boundary, 6))); diff != "" {
			t.Errorf("%s: %s", s.Name, diff)
		}
	}
}

// A purpose about clocks is met by some instant in its location, and the test waits for it.
func TestPurposesOfClocks(t *testing.T) {
	s := testkit.LoadText(t, door+`h: idle -> hurried in close() do x := 0
e: hurried -> idle in open()
location hurried urgent
purpose entered = location waiting when x == 0
purpose deadline = location waiting when x == 60
purpose between = location closing when x > 9 and x < 9.5
purpose late = location waiting when x > 60
purpose patient = location hurried when x > 0
purpose start = location idle when x == 2
`)
	want := map[string]string{"entered": "o", "deadline": "o wait 60.0", "between": "o c wait between", "start": "wait 2.0"}
	suite := suiteOf(t, s, testgen.Purposes, 4)
	for _, test := range suite.Tests {
		for _, name := range test.Covers {
			got := strings.Join(test.Transitions(), " ")
			if test.Wait != nil && test.Wait.Cmp(big.NewRat(9, 1)) > 0 && test.Wait.Cmp(big.NewRat(19, 2)) < 0 {
				got += " wait between"
			} else if test.Wait != nil {
				got += " wait " + term.FormatRat(test.Wait)
			}
			if inputs := test.Inputs(); name == "deadline" && term.FormatRat(inputs[len(inputs)-1].Rest) != "60.0" {
				t.Errorf("the last input is followed by %s units", inputs[len(inputs)-1].Rest)
			}
			if got = strings.TrimSpace(got); got != want[name] {
				t.Errorf("%s: got %s, want %s", name, got, want[name])
			}
			delete(want, name)
		}
	}
	var missing []string
	for _, m := range suite.Missing {
		missing = append(missing, m.Name)
	}
	if len(want) > 0 || strings.Join(missing, " ") != "late patient" {
		t.Errorf("not met: %v, missing %v", want, missing)
	}
}
