package logs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// counter sums up what is added and sends the total for each ask; it may also send that it is full.
const counter = `input add(0..9)
input ask()
output total(int)
output full()
var n: int = 0
initial s
add:  s -> s in add(x) when n + x <= 20 do n := n + x
ask:  s -> t in ask
tell: t -> s out total(n)
full: s -> e when n > 10 out full()
`

func load(t testing.TB, text string) *sts.System {
	t.Helper()
	var list diag.List
	m, err := compile.Load("model.sxt", compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}, &list)
	if err != nil || list.HasErrors() {
		t.Fatal(err, diag.ToJSON(list.Sorted()))
	}
	return m.System
}

// checking is a checker with what it finds.
type checking struct {
	*Checker
	system   *sts.System
	findings []string
}

func newChecking(t testing.TB, model string, options CheckOptions) *checking {
	t.Helper()
	c := &checking{system: load(t, model)}
	solver := testkit.Solver(t, smt.Config{})
	c.Checker = NewChecker(c.system, func() (*ioco.Tracker, error) { return ioco.NewTracker(c.system, solver) }, c.note, options)
	return c
}

func (c *checking) note(f result.LogFinding) {
	c.findings = append(c.findings, fmt.Sprintf("%s %s: line %d since %d: %s %v", f.ID, f.Verdict, f.Line, f.Since, f.Evidence, seen(f.Trace)))
}

// seen shows a trace by lines, kinds and messages, and checks that each message has its channel.
func seen(trace []result.Event) []string {
	out := []string{}
	for _, e := range trace {
		line := fmt.Sprintf("{%d %s %s}", e.Line, e.Kind, e.Message)
		if e.Kind != result.EventQuiescence && !strings.HasPrefix(e.Message, e.Channel) {
			line += " of channel " + e.Channel
		}
		out = append(out, line)
	}
	return out
}

// read takes the lines of a log in short form: an id, a time in seconds or -, and the rest of the object.
func (c *checking) read(t testing.TB, log string) {
	t.Helper()
	var text strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(log), "\n") {
		words := strings.SplitN(strings.TrimSpace(line), " ", 3)
		time := ""
		if words[1] != "-" {
			time = `"time": ` + words[1] + ", "
		}
		fmt.Fprintf(&text, "{\"id\": %q, %s%s}\n", words[0], time, words[2])
	}
	r := NewReader(strings.NewReader(text.String()), ReadOptions{})
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = c.Take(context.Background(), e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, log string
		wait      time.Duration
		want      []string
		counts    result.LogCounts
	}{
		{"two instances, interleaved", `
			a - "input": "add", "payload": [3]
			b - "input": "ask"
			a - "input": "ask"
			b - "output": "total", "payload": [0]
			a - "output": "total", "payload": [3]`, 0, nil, result.LogCounts{Total: 2, Passed: 2}},
		{"a wrong output", `
			a - "input": "add", "payload": [3]
			b - "input": "ask"
			a - "input": "ask"
			a - "output": "total", "payload": [4]
			a - "output": "total", "payload": [3]`, 0,
			[]string{`a fail: line 4 since 3: the system sent total(4); allowed was: total(3) [{1 input add(3)} {3 input ask()} {4 output total(4)}]`},
			result.LogCounts{Total: 2, Passed: 1, Failed: 1, Ignored: 1}},
		{"an input that is not foreseen", `
			a - "input": "add", "payload": [9]
			a - "input": "add", "payload": [9]
			a - "input": "add", "payload": [9]
			a - "output": "total", "payload": [7]`, 0,
			[]string{`a inconclusive: line 3 since 2: the model does not say what the system does with add(9) here, so it cannot be judged any more [{1 input add(9)} {2 input add(9)} {3 input add(9)}]`},
			result.LogCounts{Total: 1, Inconclusive: 1, Ignored: 1}},
		{"an input before an output that is due", `
			a - "input": "ask"
			a - "input": "ask"
			a - "output": "total", "payload": [7]`, 0,
			[]string{`a inconclusive: line 2 since 1: the model does not say what the system does with ask() here, so it cannot be judged any more [{1 input ask()} {2 input ask()}]`},
			result.LogCounts{Total: 1, Inconclusive: 1, Ignored: 1}},
		{"an unknown input", `a - "input": "sub", "payload": [9]`, 0,
			[]string{`a inconclusive: line 1 since 0: the input cannot be followed: the model has no input channel "sub" [{1 input sub}]`},
			result.LogCounts{Total: 1, Inconclusive: 1}},
		{"an unknown output", `a - "output": "totl", "payload": [9]`, 0,
			[]string{`a fail: line 1 since 0: the system sent what the model cannot mean: the model has no output channel "totl"; did you mean "total"?; allowed was: silence [{1 output totl}]`},
			result.LogCounts{Total: 1, Failed: 1}},
		{"a payload of a wrong type", `a - "output": "total", "payload": ["x"]`, 0,
			[]string{`a fail: line 1 since 0: the system sent what the model cannot mean: value 1 of total: expected int, got string "x"; allowed was: silence [{1 output total}]`},
			result.LogCounts{Total: 1, Failed: 1}},
		{"silence where an output is due", `
			a - "quiescence": true
			a - "input": "ask"
			a - "quiescence": true`, 0,
			[]string{`a fail: line 3 since 2: the system sent nothing; allowed was: total(0) [{1 quiescence } {2 input ask()} {3 quiescence }]`},
			result.LogCounts{Total: 1, Failed: 1}},
		{"gaps that say nothing", `
			a 1 "input": "ask"
			a 100 "output": "total", "payload": [0]`, 0, nil, result.LogCounts{Total: 1, Passed: 1}},
		{"gaps that are silences", `
			a 1 "input": "add", "payload": [1]
			a 99 "input": "ask"
			a 100 "output": "total", "payload": [1]
			b 100.5 "input": "ask"
			b 102 "output": "total", "payload": [0]`, time.Second,
			[]string{`b fail: line 5 since 4: the system sent nothing for 1.5s; allowed was: total(0) [{4 input ask()} {5 quiescence }]`},
			result.LogCounts{Total: 2, Passed: 1, Failed: 1, Ignored: 1}},
		{"silence to the end of the log", `
			a 1 "input": "ask"
			b 1.5 "input": "ask"
			c 2.25 "input": "add", "payload": [1]`, time.Second,
			[]string{`a fail: line 3 since 1: the system sent nothing for 1.25s; allowed was: total(0) [{1 input ask()} {3 quiescence }]`},
			result.LogCounts{Total: 3, Passed: 2, Failed: 1}},
		{"times that go back", `
			a 5 "input": "ask"
			a 4 "output": "total", "payload": [0]`, time.Second, nil, result.LogCounts{Total: 1, Passed: 1, Disordered: 1}},
		{"an end, and the id again", `
			a - "input": "add", "payload": [9]
			a - "end": true
			a - "input": "ask"
			a - "output": "total", "payload": [0]
			b - "end": true`, 0, nil, result.LogCounts{Total: 2, Passed: 2, Ignored: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := newChecking(t, counter, CheckOptions{Wait: c.wait})
			k.read(t, c.log)
			if got, want := strings.Join(k.findings, "\n"), strings.Join(c.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if k.Counts() != c.counts || len(k.open) != 0 {
				t.Errorf("%+v, want %+v; %d are open", k.Counts(), c.counts, len(k.open))
			}
		})
	}
}

// TestCrowd: with too many instances the one that was silent for longest is closed; one that was closed too early is
// inconclusive, and one that had failed before does not fail again.
func TestCrowd(t *testing.T) {
	k := newChecking(t, counter, CheckOptions{Instances: 2})
	k.read(t, `
		a - "input": "add", "payload": [1]
		b - "input": "ask"
		b - "output": "total", "payload": [7]
		c - "input": "ask"
		d - "input": "ask"
		a - "input": "ask"
		b - "input": "ask"
		c - "end": true
		c - "input": "ask"`)
	want := []string{
		"b fail: line 3 since 2: the system sent total(7); allowed was: total(0) [{2 input ask()} {3 output total(7)}]",
		"a inconclusive: line 6 since 0: the instance was closed at line 4 to make room for others: more of them must be allowed to be open []",
	}
	if strings.Join(k.findings, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(k.findings, "\n"))
	}
	if want := (result.LogCounts{Total: 5, Passed: 3, Failed: 1, Inconclusive: 1, ClosedEarly: 3, Ignored: 3}); k.Counts() != want {
		t.Errorf("%+v, want %+v", k.Counts(), want)
	}
}

// TestCoverage: transitions that instances certainly took are covered, over all instances.
func TestCoverage(t *testing.T) {
	k := newChecking(t, counter, CheckOptions{})
	k.read(t, `
		a - "input": "add", "payload": [9]
		b - "input": "ask"
		b - "output": "total", "payload": [7]`)
	var names []string
	for _, tr := range k.Covered() {
		names = append(names, tr.Name)
	}
	if strings.Join(names, " ") != "add ask" {
		t.Errorf("covered: %v", names)
	}
}

// TestLongTrace: a long trace of one instance does not make the memory grow, and the evidence has its last steps.
func TestLongTrace(t *testing.T) {
	k := newChecking(t, counter, CheckOptions{})
	add := Event{ID: "a", Kind: result.EventInput, Channel: "add", Payload: []any{0}}
	terms := 0
	for line := range 3000 {
		add.Line = line + 1
		if err := k.Take(context.Background(), add); err != nil {
			t.Fatal(err)
		}
		if line == 100 {
			terms = k.system.Store.Len()
		}
	}
	if n := k.system.Store.Len(); n > terms {
		t.Errorf("%d terms after 100 events, %d after 3000", terms, n)
	}
	if err := k.Take(context.Background(), Event{Line: 3001, ID: "a", Kind: result.EventQuiescence}); err != nil {
		t.Fatal(err)
	}
	if err := k.Take(context.Background(), Event{Line: 3002, ID: "a", Kind: result.EventOutput, Channel: "full"}); err != nil {
		t.Fatal(err)
	}
	if len(k.findings) != 1 || !strings.Contains(k.findings[0], "[{2983 input add(0)} ") || !strings.HasSuffix(k.findings[0], "{3001 quiescence } {3002 output full()}]") {
		t.Errorf("%v", k.findings)
	}
}

// TestManyValues: different values in a log do not make the memory grow.
func TestManyValues(t *testing.T) {
	k := newChecking(t, "system Echo\ninput say(int)\noutput echo(int)\nvar n: int = 0\ninitial s\nsay: s -> s in say(n) out echo(n)\n", CheckOptions{})
	const values, size = 40_000, 300 // bytes of a constant, about
	before := heap()
	for n := range values {
		for _, e := range []Event{{Kind: result.EventInput, Channel: "say"}, {Kind: result.EventOutput, Channel: "echo"}} {
			e.Line, e.ID, e.Payload = n+1, "a", []any{1_000_000 + n}
			if err := k.Take(context.Background(), e); err != nil {
				t.Fatal(err)
			}
		}
	}
	if grown := heap() - before; len(k.findings) > 0 || grown > values*size/4 {
		t.Errorf("%d bytes more after %d values, %v", grown, values, k.findings)
	}
	runtime.KeepAlive(k)
}

// heap is how many bytes are in use.
func heap() int {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}

// TestInputBeforeAnOwedOutput: a state that still owes an output refuses every input, so where one of the states that explain a log
// does, an input makes the log inconclusive: the system may be in that state.
func TestInputBeforeAnOwedOutput(t *testing.T) {
	c := newChecking(t, `input i()
input a()
output o()
initial s0
t1: s0 -> s1 in i()
t2: s0 -> s2 in i() out o()
t3: s1 -> s3 in a()
`, CheckOptions{})
	c.read(t, `
		x - "input": "i"
		x - "input": "a"
		x - "output": "o"`)
	if want := (result.LogCounts{Total: 1, Inconclusive: 1, Ignored: 1}); c.Counts() != want {
		t.Errorf("%+v, want %+v: %v", c.Counts(), want, c.findings)
	}
}

// TestSilenceInACycle: where the model may stay in a cycle of internal steps for ever, silence is no failure, as in online tests.
// Elsewhere it is one, though the cycle was passed on the way.
func TestSilenceInACycle(t *testing.T) {
	c := newChecking(t, `input go()
output a()
output b()
initial s
go:    s -> t in go
turn:  t -> u
back:  u -> t
leave: t -> v out a()
tell:  v -> s out b()
`, CheckOptions{})
	c.read(t, `
		x - "input": "go"
		x - "quiescence": true
		y - "input": "go"
		y - "output": "a"
		y - "quiescence": true`)
	if want := (result.LogCounts{Total: 2, Inconclusive: 1, Failed: 1}); c.Counts() != want {
		t.Errorf("%+v, want %+v: %v", c.Counts(), want, c.findings)
	}
	if text := strings.Join(c.findings, "\n"); !strings.Contains(text, "x inconclusive: line 2") || !strings.Contains(text, "a cycle of internal steps, turn, back") {
		t.Error(text)
	}
}

// rounds are models that take internal steps round and round, with something open, and logs that they explain and do not.
var rounds = map[string]struct{ model, explained, refuted string }{
	"four states, two of them possible": {`input i0(bool)
input i1(bool)
output o0()
var v0: -1..2 = 0, v1: -1..2 = -1, v2: bool
initial L0
t0: L0 -> L0 in i0(_) when not (v0 > 1) do v0 := (1 - v1) * (v0 * v0) out o0()
t1: L1 -> L1 do v1 := v0 + max(v0, 1) out o0()
t2: L0 -> L0 any a: 0..1 in i1(_) when v2 or v0 < 0 do v1 := abs(v1) * a out o0()
t3: L1 -> L0 when v2 == (v0 > 1) out o0()
t4: L0 -> L0 do v1 := max(v0 + v0, v1) % 4 - 1
`, `
		x - "input": "i1", "payload": [true]
		x - "output": "o0"`, `
		x - "input": "i1", "payload": [true]
		x - "output": "o0"
		x - "output": "o0"`},
	"a chosen number of which the remainder is kept": {`input go()
output told(int)
var n: int = 0
initial s
go:   s -> t any a: int in go do n := a % 5
turn: t -> t do n := (n + 1) % 5
tell: t -> s out told(n)
`, `
		x - "input": "go"
		x - "output": "told", "payload": [4]`, `
		x - "input": "go"
		x - "output": "told", "payload": [5]`},
	"many values of a variable": {`input go()
output told(int)
var n: 0..9999
initial s
go:   s -> t in go
turn: t -> t when n != 3 do n := (n * 3 + 1) % 10000
tell: t -> s out told(n)
`, `
		x - "input": "go"
		x - "output": "told", "payload": [77]`, `
		x - "input": "go"
		x - "output": "told", "payload": [10000]`},
	"300 steps, each executed": {`input go()
output told(int)
var n: int = 0
initial s
go:   s -> t in go
up:   t -> t when n < 300 do n := n + 1
down: t -> t when n == 300 do n := 0
tell: t -> s out told(n)
`, `
		x - "input": "go"
		x - "output": "told", "payload": [299]`, `
		x - "input": "go"
		x - "output": "told", "payload": [301]`},
	"a clock": {`input go()
output told(int)
clock c
initial s
go:   s -> t in go do c := 0
turn: t -> t when c >= 1 do c := 0
tell: t -> s out told(1)
`, `
		x 0 "input": "go"
		x 7 "output": "told", "payload": [1]`, `
		x 0 "input": "go"
		x 7 "output": "told", "payload": [2]`},
}

// TestRoundsOfOpenStates: internal steps that lead back to states which were possible before are followed once, whether the states are
// known or open, so an observation that no state explains is a failure.
func TestRoundsOfOpenStates(t *testing.T) {
	for name, r := range rounds {
		t.Run(name, func(t *testing.T) {
			for log, want := range map[string]result.LogCounts{r.explained: {Total: 1, Passed: 1}, r.refuted: {Total: 1, Failed: 1}} {
				c := newChecking(t, r.model, CheckOptions{})
				c.read(t, log)
				if c.Counts() != want {
					t.Errorf("%+v, want %+v: %v", c.Counts(), want, c.findings)
				}
			}
		})
	}
}

// TestSilenceInACycleOfTwoPossibilities: a cycle is found also where an observation leaves several of its states possible.
func TestSilenceInACycleOfTwoPossibilities(t *testing.T) {
	c := newChecking(t, `output tell()
machine Turning {
  initial s
  turn: s -> t
  back: t -> s
}
machine Telling {
  initial u
  tell: u -> v out tell()
  more: v -> v out tell()
}
instance a = Turning
instance b = Telling
`, CheckOptions{})
	c.read(t, `
		x - "output": "tell"
		x - "quiescence": true`)
	if want := (result.LogCounts{Total: 1, Inconclusive: 1}); c.Counts() != want {
		t.Errorf("%+v, want %+v: %v", c.Counts(), want, c.findings)
	}
}

// TestModelErrorsExcuse checks logs of systems in states where a step of the model has no value: what follows is not judged.
func TestModelErrorsExcuse(t *testing.T) {
	const model = `
		input i(n: int)
		input j()
		output o(x: int)
		var y: int = 0
		initial s
		set: s -> s in i(n) do y := n
		ask: s -> a in j
		share: a -> s when 10 / y > 0 out o(10 / y)`
	const get, set, five, four = `x - "input": "j"`, `x - "input": "i", "payload": [2]`, `x - "output": "o", "payload": [5]`, `x - "output": "o", "payload": [4]`
	for _, c := range []struct {
		log  []string
		want string // of the finding; empty if there is none
	}{
		{[]string{set, get, five}, ""},
		{[]string{set, get, four}, "fail: line 3"},
		{[]string{get, four}, "inconclusive: line 2"},
		{[]string{set, get, five, get, four}, "fail: line 5"},
	} {
		checker := newChecking(t, model, CheckOptions{})
		checker.read(t, strings.Join(c.log, "\n")+"\n")
		got := strings.Join(checker.findings, "; ")
		if !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%v: %q, want %q", c.log, got, c.want)
		}
		if strings.Contains(c.want, "inconclusive") && !strings.Contains(got, "division-by-zero in share") {
			t.Errorf("%v: %q does not name the model error", c.log, got)
		}
	}
}

// TestErrorOfAGuardBesideElse: a model error names the transition in whose guard it is, not the else that denies the guard.
func TestErrorOfAGuardBesideElse(t *testing.T) {
	checker := newChecking(t, `
		input i(n: int)
		output o()
		var y: int = 0
		initial s
		other: s -> s in i(_) when else
		share: s -> s in i(n) when 10 / y > n
		one: s -> s in i(n) when n == 1
		never: s -> s when y > 0 out o`, CheckOptions{})
	checker.read(t, `
		x - "input": "i", "payload": [1]
		x - "output": "o"`)
	if got := strings.Join(checker.findings, "; "); !strings.Contains(got, "division-by-zero in share (") {
		t.Errorf("got %q", got)
	}
}
