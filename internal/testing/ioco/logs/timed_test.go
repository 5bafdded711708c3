package logs

import (
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// newTimed returns a checker of a model with clocks.
func newTimed(t testing.TB, model string, tolerance *big.Rat, options CheckOptions) *checking {
	t.Helper()
	c := &checking{system: load(t, model)}
	solver := testkit.Solver(t, smt.Config{})
	c.Checker = NewChecker(c.system, func() (*ioco.Tracker, error) {
		tracker, err := ioco.NewTracker(c.system, solver)
		tracker.Tolerance = tolerance
		return tracker, err
	}, func(f result.LogFinding) {
		c.findings = append(c.findings, fmt.Sprintf("%s %s %s: line %d since %d: %s", f.ID, f.Verdict, f.Timing, f.Line, f.Since, f.Evidence))
	}, options)
	return c
}

// The verdicts on logs with times: the clocks of an instance start at its first line.
func TestTimedVerdicts(t *testing.T) {
	const late = `allowed was: off() from 50.0 and up to 60.0, or silence up to 60.0`
	for _, c := range []struct {
		name, log string
		want      []string
		counts    result.LogCounts
	}{
		{"in time, whenever it starts", `
			a 3 "input": "press"
			b 7 "input": "press"
			a 3 "output": "dim"
			b 7 "output": "dim"
			a 53 "output": "off"
			b 67 "output": "off"`, nil, result.LogCounts{Total: 2, Passed: 2}},
		{"too early", `
			a 3 "input": "press"
			a 3 "output": "dim"
			a 52.999 "output": "off"`,
			[]string{"a fail early: line 3 since 2: the system sent off() at 49.999, too early; " + late}, result.LogCounts{Total: 1, Failed: 1}},
		{"too late", `
			a 3 "input": "press"
			a 3 "output": "dim"
			a 63.000000001 "output": "off"
			a 64 "input": "press"`,
			[]string{"a fail late: line 3 since 2: the system sent off() at 60.000000001, too late; " + late}, result.LogCounts{Total: 1, Failed: 1, Ignored: 1}},
		{"a wrong output at a right time", `
			a 3 "input": "press"
			a 3 "output": "dim"
			a 53 "output": "bright"`,
			[]string{"a fail : line 3 since 2: the system sent bright() at 50.0; " + late}, result.LogCounts{Total: 1, Failed: 1}},
		{"missing before an input", `
			a 3 "input": "press"
			a 3 "output": "dim"
			a 70 "input": "press"`,
			[]string{"a fail missing: line 3 since 2: the system sent nothing until 67.0; " + late}, result.LogCounts{Total: 1, Failed: 1, Ignored: 1}},
		{"missing before the end", `
			a 3 "input": "press"
			a 3 "output": "dim"
			a 63.5 "end": true`,
			[]string{"a fail missing: line 3 since 2: the system sent nothing until 60.5; " + late}, result.LogCounts{Total: 1, Failed: 1}},
		{"missing in a silence that was observed", `
			a 3 "input": "press"
			a 3 "output": "dim"
			a 60 "quiescence": true
			a 64 "quiescence": true`,
			[]string{"a fail missing: line 4 since 3: the system sent nothing until 61.0; allowed was: off() from 57.0 and up to 60.0, or silence up to 60.0"}, result.LogCounts{Total: 1, Failed: 1}},
		{"missing at the last time of the log", `
			a 3 "input": "press"
			a 3 "output": "dim"
			b 20 "input": "press"
			b 20 "output": "dim"
			b 71 "output": "off"`,
			[]string{"a fail missing: line 5 since 2: the system sent nothing until 68.0; " + late}, result.LogCounts{Total: 2, Passed: 1, Failed: 1}},
		{"the deadline is after the end of the log", `
			a 3 "input": "press"
			a 3 "output": "dim"
			b 62 "input": "press"
			b 62 "output": "dim"`, nil, result.LogCounts{Total: 2, Passed: 2}},
		{"an end without a time says nothing about what is open", `
			a 3 "input": "press"
			a 3 "output": "dim"
			a - "end": true
			a 99 "input": "press"
			a 99 "output": "dim"`, nil, result.LogCounts{Total: 2, Passed: 2}},
		{"the output of a step comes with it", `
			a 3 "input": "press"
			a 4 "output": "dim"`,
			[]string{"a fail late: line 2 since 1: the system sent dim() at 1.0, too late; allowed was: dim() at 0.0"}, result.LogCounts{Total: 1, Failed: 1}},
		{"an input that is not foreseen any more", `
			a 3 "input": "press"
			a 3 "output": "dim"
			a 8 "input": "press"`,
			[]string{"a inconclusive : line 3 since 2: the model does not say what the system does with press() here, so it cannot be judged any more"}, result.LogCounts{Total: 1, Inconclusive: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := newTimed(t, testkit.TimedLamp, nil, CheckOptions{})
			k.read(t, c.log)
			if got, want := strings.Join(k.findings, "\n"), strings.Join(c.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if k.Counts() != c.counts {
				t.Errorf("%+v, want %+v", k.Counts(), c.counts)
			}
		})
	}
}

// An instant within the tolerance never makes a log fail: the instance is inconclusive, unless it fails for another reason.
func TestTimedTolerance(t *testing.T) {
	const begin = "a 3 \"input\": \"press\"\na 3.1 \"output\": \"dim\"\n"
	for _, c := range []struct{ log, want string }{
		{`a 52.9 "output": "off"`, "a inconclusive early: line 3 since 2: the system sent off() at 49.9, too early; allowed was: off() from 50.0 and up to 60.0, or silence up to 60.0; but that is within the tolerance of 0.25"},
		{`a 52.6 "output": "off"`, "a inconclusive early: line 3"},
		{`a 52.59 "output": "off"`, "a fail early: line 3"},
		{`a 63.5 "output": "off"`, "a inconclusive late: line 3"},
		{`a 63.51 "output": "off"`, "a fail late: line 3"},
		{`a 63.5 "quiescence": true`, "a inconclusive missing: line 3"},
		{`a 63.51 "quiescence": true`, "a fail missing: line 3"},
		{"a 63.5 \"end\": true", "a inconclusive missing: line 3"},
		{"a 63.51 \"end\": true", "a fail missing: line 3"},
		{"a 52.9 \"output\": \"off\"\na 70 \"input\": \"press\"\na 70 \"output\": \"bright\"", "a fail : line 5"},
		{"a 52.9 \"output\": \"off\"\na 70 \"input\": \"press\"\na 70 \"output\": \"dim\"\na 120 \"output\": \"off\"", "a inconclusive early: line 3 since 2"},
		{`a 53 "output": "off"`, ""},
	} {
		k := newTimed(t, testkit.TimedLamp, big.NewRat(1, 4), CheckOptions{})
		k.read(t, begin+c.log)
		if got := strings.Join(k.findings, "\n"); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: got\n%s\nwant\n%s", c.log, got, c.want)
		}
		if n := k.Counts(); n.Passed+n.Failed+n.Inconclusive != 1 || n.Failed > 0 != strings.HasPrefix(c.want, "a fail") {
			t.Errorf("%s: %+v", c.log, n)
		}
	}
}

// tick sends its output every 10 to 11 units.
const tick = `system Tick
input go()
output tick()
clock x
initial off
go: off -> on in go() do x := 0
location on while x <= 11
tick: on -> on when x >= 10 do x := 0 out tick()
`

// The tolerance belongs to each observation: two outputs are late, and earlier ones that were in time may have been late or early too.
func TestToleranceOfEachObservation(t *testing.T) {
	for _, c := range []struct {
		name      string
		tolerance *big.Rat
		times     string // of the outputs
		want      string
	}{
		{"two late", big.NewRat(5, 1), "12 22.5", "inconclusive"},
		{"the first is in time, and the second early because of it", big.NewRat(1, 2), "10.4 19.9", "inconclusive"},
		{"all are early", big.NewRat(1, 2), "9.6 19.3 29.1 39.1 49", "inconclusive"},
		{"in time", big.NewRat(1, 2), "10 21 31.5", ""},
		{"more than all can be off", big.NewRat(1, 2), "10.4 19.3", "fail"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := newTimed(t, tick, c.tolerance, CheckOptions{})
			log := "a 0 \"input\": \"go\"\n"
			for _, at := range strings.Fields(c.times) {
				log += fmt.Sprintf("a %s \"output\": \"tick\"\n", at)
			}
			k.read(t, log)
			got := ""
			for _, finding := range k.findings {
				got += strings.Fields(finding)[1]
			}
			if got != c.want {
				t.Errorf("got %q, want %q: %v", got, c.want, k.findings)
			}
		})
	}
}

// TestJitterWithinTheTolerance: a log whose times differ from those of a run of the model by no more than the tolerance never fails.
func TestJitterWithinTheTolerance(t *testing.T) {
	testkit.NeedsSolver(t)
	inconclusive := 0
	rapid.Check(t, func(r *rapid.T) {
		tolerance := rapid.IntRange(1, 3000).Draw(r, "tolerance")
		real, before := 0, 0
		log := ""
		write := func(what string) {
			before = max(before, real+rapid.IntRange(-tolerance, tolerance).Draw(r, "off by"))
			log += fmt.Sprintf("a %d.%03d %s\n", 100+before/1000, before%1000, what)
		}
		real = 4000 // times are not negative
		write(`"input": "go"`)
		for range rapid.IntRange(1, 12).Draw(r, "outputs") {
			real += rapid.IntRange(10_000, 11_000).Draw(r, "after")
			write(`"output": "tick"`)
		}
		k := newTimed(t, tick, big.NewRat(int64(tolerance), 1000), CheckOptions{})
		k.read(t, log)
		if k.Counts().Failed > 0 {
			r.Fatalf("tolerance %d ms: %v\n%s", tolerance, k.findings, log)
		}
		inconclusive += k.Counts().Inconclusive
	})
	if inconclusive == 0 {
		t.Error("all logs pass: their times are not off")
	}
}

// An instance with a doubt that is closed to make room is inconclusive, and stays so when it goes on.
func TestTimedDoubtInACrowd(t *testing.T) {
	k := newTimed(t, testkit.TimedLamp, big.NewRat(1, 4), CheckOptions{Instances: 1})
	k.read(t, `
		a 0 "input": "press"
		a 0 "output": "dim"
		a 49.9 "output": "off"
		b 60 "input": "press"
		a 61 "input": "press"`)
	if want := (result.LogCounts{Total: 2, Passed: 1, Inconclusive: 1, ClosedEarly: 1, Ignored: 1}); k.Counts() != want {
		t.Errorf("%+v, want %+v: %v", k.Counts(), want, k.findings)
	}
}

// Where one of the states that explain a log cannot last until an input, it does not refuse it.
func TestTimedInputAfterADeadlineOfSomeStates(t *testing.T) {
	k := newTimed(t, `input go()
input more()
output a()
output b()
clock x
initial idle
location short while x <= 5
one: idle -> short in go() do x := 0
two: idle -> long in go() do x := 0
a: short -> idle out a()
more: long -> last in more()
b: last -> idle out b()
`, nil, CheckOptions{})
	k.read(t, `
		i 0 "input": "go"
		i 6 "input": "more"
		i 6 "output": "a"
		j 0 "input": "go"
		j 4 "input": "more"`)
	want := []string{
		"i fail : line 3 since 2: the system sent a() at 6.0; allowed was: b() from 6.0, or silence",
		"j inconclusive : line 5 since 4: the model does not say what the system does with more() here, so it cannot be judged any more",
	}
	if got := strings.Join(k.findings, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

// The unit of the clocks is that of the options.
func TestTimedUnit(t *testing.T) {
	k := newTimed(t, testkit.TimedLamp, nil, CheckOptions{Unit: time.Millisecond})
	k.read(t, `
		a 0 "input": "press"
		a 0 "output": "dim"
		a 0.05 "output": "off"
		b 1 "input": "press"
		b 1 "output": "dim"
		b 1.061 "output": "off"`)
	want := "b fail late: line 6 since 5: the system sent off() at 61.0, too late; allowed was: off() from 50.0 and up to 60.0, or silence up to 60.0"
	if got := strings.Join(k.findings, "\n"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Times that cannot be used are errors with the place: a model with clocks needs one in every line, and they must not go back in an instance.
func TestTimedErrors(t *testing.T) {
	for _, c := range []struct{ log, want string }{
		{`{"id": "a", "input": "press"}`, "1:1: expected the field \"ts\": the model has clocks, so every line needs a time\n  {\"id\": \"a\", \"input\": \"press\"}\n  ^"},
		{`{"id": "a", "input": "press", "ts": 5}
{"id": "b", "input": "press", "ts": 4}
{"id": "a", "output": "dim", "ts": 4.5}`, "3:30: the time goes back by 500ms in the instance \"a\": line 1 of it is later; sort the lines of each instance by time, or correct the clock that wrote them\n  {\"id\": \"a\", \"output\": \"dim\", \"ts\": 4.5}\n                               ^"},
		{`{"end": true}`, ""},
	} {
		k := newTimed(t, testkit.TimedLamp, nil, CheckOptions{Fields: Fields{"time": "ts"}})
		r := NewReader(strings.NewReader(c.log), ReadOptions{Fields: Fields{"time": "ts"}, Timed: true})
		got := ""
		for {
			e, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err == nil {
				err = k.Take(t.Context(), e)
			}
			if garbage := (*ErrGarbage)(nil); errors.As(err, &garbage) && garbage.Needed {
				got = fmt.Sprintf("%d:%d: %s\n%s", garbage.Line, garbage.Column, garbage.Reason, garbage.Quote())
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.log, got, c.want)
		}
	}
}
