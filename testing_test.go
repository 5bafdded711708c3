package sextant_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant"
)

const lightModel = sextant.File("examples/light/light.sxt")

// newLamp starts a lamp as the model describes it; its dimmer goes up to top.
func newLamp(top int64) func() func(sextant.Message) []sextant.Message {
	return func() func(sextant.Message) []sextant.Message {
		level := int64(0)
		return func(input sextant.Message) []sextant.Message {
			switch {
			case input.Channel == "press" && level == 0:
				level = 3
			case input.Channel == "press", input.Channel == "timer" && level > 7:
				level = 0
			case input.Channel == "turn":
				level = max(1, min(top, level+steps(input.Payload[0].(*big.Int))))
			}
			return []sextant.Message{{Channel: "lamp", Payload: []any{level}}}
		}
	}
}

// steps is how far a turn goes: all the way is enough for any lamp.
func steps(n *big.Int) int64 {
	if n.IsInt64() && max(n.Int64(), -n.Int64()) < 1000 {
		return n.Int64()
	}
	return 1000 * int64(n.Sign())
}

func TestLampConforms(t *testing.T) {
	sextant.Test(t, lightModel, sextant.Synchronous(newLamp(10)), sextant.TestOptions{Steps: 30, Random: true, Seed: 5})
}

// TestPurposes: a purpose that is reached ends the test; one that is not fails it, and one that does not exist is an error.
func TestPurposes(t *testing.T) {
	lamp := sextant.Synchronous(newLamp(10))
	sextant.Test(t, lightModel, lamp, sextant.TestOptions{Purpose: "dazzling"})
	r := &recorder{TB: t}
	sextant.Test(r, lightModel, lamp, sextant.TestOptions{Purpose: "dazzling", Steps: 1})
	if len(r.errors) != 1 || !strings.Contains(r.errors[0], "dazzling was not reached") {
		t.Errorf("%q, %q", r.errors, r.fatal)
	}
	sextant.Test(r, lightModel, lamp, sextant.TestOptions{Purpose: "dark"})
	if len(r.fatal) != 1 || !strings.Contains(r.fatal[0], `no purpose called "dark"`) {
		t.Errorf("%q, %q", r.errors, r.fatal)
	}
}

// recorder is a test that keeps its errors.
type recorder struct {
	testing.TB
	errors, fatal []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.fatal = append(r.fatal, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatal(args ...any) { r.fatal = append(r.fatal, fmt.Sprint(args...)) }

// scripted is a system of which everything can be replaced.
type scripted struct {
	sextant.System
	reset, send, receive error
	output               sextant.Message
	resets               int
	onlyOnce             bool
}

func newScripted() *scripted {
	return &scripted{System: sextant.Synchronous(newLamp(10))}
}

func (s *scripted) Reset(ctx context.Context) error {
	if s.resets++; s.onlyOnce && s.resets > 1 {
		return errors.New("no fuse left")
	}
	return errors.Join(s.reset, s.System.Reset(ctx))
}

func (s *scripted) Send(ctx context.Context, m sextant.Message) error {
	return errors.Join(s.send, s.System.Send(ctx, m))
}

func (s *scripted) Receive(ctx context.Context, wait time.Duration) (sextant.Message, bool, error) {
	if s.receive != nil {
		return sextant.Message{}, false, s.receive
	}
	m, came, err := s.System.Receive(ctx, wait)
	if came && s.output.Channel != "" {
		m = s.output
	}
	return m, came, err
}

// TestFailures: what a Go test reports about systems with faults of each kind.
func TestFailures(t *testing.T) {
	smoke := errors.New("it smokes")
	for _, c := range []struct {
		name   string
		system func(*scripted)
		want   string
	}{
		{"wrong value", func(s *scripted) { s.System = sextant.Synchronous(newLamp(99)) }, "the system sent lamp(11); allowed was: lamp(10)"},
		{"send", func(s *scripted) { s.send = smoke }, "the system did not accept the input: it smokes"},
		{"receive", func(s *scripted) { s.receive = smoke }, "the system gave no output: it smokes"},
		{"no reset after the failure", func(s *scripted) {
			s.System, s.onlyOnce = sextant.Synchronous(newLamp(99)), true
		}, "allowed was: lamp(10)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScripted()
			c.system(s)
			r := &recorder{TB: t}
			sextant.Test(r, lightModel, s, sextant.TestOptions{Seed: 3, Steps: 200})
			if len(r.fatal) > 0 || len(r.errors) != 1 || !strings.Contains(r.errors[0], c.want) ||
				!strings.Contains(r.errors[0], "sextant.TestOptions{Seed: 3") || !strings.Contains(r.errors[0], "trace:\n") {
				t.Errorf("want %q, got %q, %q", c.want, r.errors, r.fatal)
			}
		})
	}
}

// TestMistakes: what no system can mean is a mistake of the adapter: an error that says so, and no failure.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		output sextant.Message
		want   string
	}{
		{sextant.Message{Channel: "lmap"}, `the model has no output channel "lmap"; did you mean "lamp"?`},
		{sextant.Message{Channel: "lamp"}, "lamp carries 1 values, not 0"},
		{sextant.Message{Channel: "lamp", Payload: []any{"three"}}, `lamp("three"): value 1 of lamp: expected int`},
		{sextant.Message{Channel: "lamp", Payload: []any{make(chan int)}}, "chan int is no value of a model"},
	} {
		s := newScripted()
		s.output = c.output
		r := &recorder{TB: t}
		sextant.Test(r, lightModel, s, sextant.TestOptions{Steps: 200})
		if len(r.errors) > 0 || len(r.fatal) != 1 || !strings.Contains(r.fatal[0], "a mistake in the System") || !strings.Contains(r.fatal[0], c.want) {
			t.Errorf("want %q, got %q, %q", c.want, r.errors, r.fatal)
		}
	}
}

// TestGoValues: the payload of an output may have values of any Go type that is like its own.
func TestGoValues(t *testing.T) {
	type level int8
	lamp := sextant.Synchronous(func() func(sextant.Message) []sextant.Message {
		react := newLamp(10)()
		return func(input sextant.Message) []sextant.Message {
			out := react(input)
			out[0].Payload[0] = level(out[0].Payload[0].(int64))
			return out
		}
	})
	sextant.Test(&recorder{TB: t}, lightModel, lamp, sextant.TestOptions{Steps: 50})
}

// TestNoVerdict: what cannot be tested at all is no failure of the system.
func TestNoVerdict(t *testing.T) {
	broken := newScripted()
	broken.reset = errors.New("no power")
	for _, c := range []struct {
		model  sextant.Source
		system sextant.System
		want   string
	}{
		{sextant.File("examples/light/nothing.sxt"), newScripted(), "nothing.sxt"},
		{(*sextant.Model)(nil), newScripted(), "there is no model"},
		{nil, newScripted(), "there is no model"},
		{lightModel, broken, "the system cannot be reset: no power"},
		{lightModel, nil, "there is no system to test"},
	} {
		r := &recorder{TB: t}
		sextant.Test(r, c.model, c.system, sextant.TestOptions{})
		if len(r.errors) > 0 || len(r.fatal) != 1 || !strings.Contains(r.fatal[0], c.want) {
			t.Errorf("want %q, got %q, %q", c.want, r.errors, r.fatal)
		}
	}
}

// TestConsts: constants can be given to Test with a file, or to LoadWith; a model that is loaded takes none.
func TestConsts(t *testing.T) {
	bright := sextant.TestOptions{Steps: 20, Consts: map[string]string{"top": "99"}}
	model, err := sextant.LoadWith(string(lightModel), sextant.LoadOptions{Consts: bright.Consts})
	if err != nil {
		t.Fatal(err)
	}
	newSystem := func() sextant.System { return sextant.Synchronous(newLamp(99)) }
	for _, c := range []struct {
		model   sextant.Source
		options sextant.TestOptions
		want    string // of the fatal message
	}{
		{lightModel, bright, ""},
		{model, sextant.TestOptions{Steps: 20}, ""},
		{model, bright, "give the constants to LoadWith"},
		{lightModel, sextant.TestOptions{Consts: map[string]string{"bottom": "1"}}, "bottom"},
	} {
		r := &recorder{TB: t}
		sextant.Test(r, c.model, newSystem(), c.options)
		if len(r.errors) > 0 || (len(r.fatal) > 0) != (c.want != "") || !strings.Contains(strings.Join(r.fatal, ""), c.want) {
			t.Errorf("want %q, got %q, %q", c.want, r.errors, r.fatal)
		}
	}
	if _, err := model.Test(t.Context(), newSystem(), bright); err == nil || !strings.Contains(err.Error(), "LoadWith") {
		t.Errorf("got %v", err)
	}
	r := &recorder{TB: t}
	sextant.Test(r, lightModel, newSystem(), sextant.TestOptions{})
	if len(r.errors) != 1 || !strings.Contains(r.errors[0], "seed 0)") {
		t.Errorf("without the constant: %q, %q", r.errors, r.fatal)
	}
}

// TestDocumentedAdapter: the lamp in docs/sut.md is the one that is tested.
func TestDocumentedAdapter(t *testing.T) {
	page, err := os.ReadFile("docs/sut.md")
	if err != nil {
		t.Fatal(err)
	}
	lamp, err := os.ReadFile("examples/light/adapters/lamp.py")
	if err != nil {
		t.Fatal(err)
	}
	_, code, found := strings.Cut(string(lamp), "import ")
	if !found || !strings.Contains(string(page), "```python\nimport "+code+"```\n") {
		t.Error("docs/sut.md shows another lamp.py than examples/light/adapters has")
	}
}

// closing is a system that counts how often it is closed.
type closing struct {
	sextant.System
	closed int
	err    error
}

func (c *closing) Close() error {
	c.closed++
	return c.err
}

// TestClose: a system that is an io.Closer is closed once at the end of each call, also if there was nothing to test.
func TestClose(t *testing.T) {
	model, err := sextant.Load(string(lightModel))
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range []sextant.Source{model, lightModel, sextant.File("nothing.sxt")} {
		system := &closing{System: sextant.Synchronous(newLamp(10))}
		sextant.Test(&recorder{TB: t}, source, system, sextant.TestOptions{Steps: 1})
		if system.closed != 1 {
			t.Errorf("%v: the system was closed %d times", source, system.closed)
		}
	}
	system := &closing{System: sextant.Synchronous(newLamp(10)), err: errors.New("the door is stuck")}
	if _, err := model.Test(t.Context(), system, sextant.TestOptions{Steps: 1}); err == nil || !strings.Contains(err.Error(), "cannot be closed: the door is stuck") {
		t.Errorf("got %v", err)
	}
	if _, err := model.Test(t.Context(), system, sextant.TestOptions{Purpose: "dark"}); err == nil || system.closed != 2 {
		t.Errorf("got %v, closed %d times", err, system.closed)
	}
}

// slow is a system that answers only when the context ends, which it causes.
type slow struct {
	sextant.System
	end func()
}

func (s slow) Receive(ctx context.Context, _ time.Duration) (sextant.Message, bool, error) {
	s.end()
	<-ctx.Done()
	return sextant.Message{}, false, ctx.Err()
}

// TestCancelled: the context of the caller reaches the system, and its end is not blamed on the system.
func TestCancelled(t *testing.T) {
	model, err := sextant.Load(string(lightModel))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	result, err := model.Test(ctx, slow{sextant.Synchronous(newLamp(10)), cancel}, sextant.TestOptions{})
	if err != nil || result.Verdict != sextant.Inconclusive {
		t.Errorf("got %+v, %v", result, err)
	}
}

// TestNoFlags: messages about the solver name the option of the package, not a flag of the command.
func TestNoFlags(t *testing.T) {
	model, err := sextant.Load(string(lightModel))
	if err != nil {
		t.Fatal(err)
	}
	for _, solver := range []string{"/no/such/solver", "z3 'open"} {
		_, explored := model.Explore(t.Context(), sextant.ExploreOptions{Solver: solver})
		_, tested := model.Test(t.Context(), newScripted(), sextant.TestOptions{Solver: solver})
		for _, err := range []error{explored, tested} {
			if err == nil || !strings.Contains(err.Error(), "option Solver") || strings.Contains(err.Error(), "--") {
				t.Errorf("%s: got %v", solver, err)
			}
		}
	}
}

// TestLongTrace: a failing Go test prints the end of a long trace, with very long messages shortened.
func TestLongTrace(t *testing.T) {
	path, long := filepath.Join(t.TempDir(), "store.sxt"), strings.Repeat("x", 1000)
	if err := os.WriteFile(path, []byte(strings.Replace(storeModel, "LONG", long, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	forgetful := func() func(sextant.Message) []sextant.Message {
		gets := 0
		return func(sextant.Message) []sextant.Message {
			if gets++; gets == 100 {
				return []sextant.Message{{Channel: "word", Payload: []any{long + "y"}}}
			}
			return []sextant.Message{{Channel: "word", Payload: []any{long}}}
		}
	}
	r := &recorder{TB: t}
	sextant.Test(r, sextant.File(path), sextant.Synchronous(forgetful), sextant.TestOptions{Seed: 1, Steps: 400, Folder: t.TempDir(), ShrinkTime: -1})
	if len(r.errors) != 1 {
		t.Fatal(r.errors, r.fatal)
	}
	_, trace, _ := strings.Cut(r.errors[0], "trace:\n")
	if lines, most := strings.Count(trace, "input ")+strings.Count(trace, "output "), 60; !testing.Verbose() && (lines != most || !strings.Contains(trace, " lines before; go test -v prints them)\n")) {
		t.Errorf("%d lines:\n%s", lines, trace)
	}
	for line := range strings.Lines(r.errors[0]) {
		if len(line) > 1000 {
			t.Errorf("a line of %d bytes: %.100s", len(line), line)
		}
	}
}

const storeModel = `system Store
const long = "LONG"
input get()
output word(word: string)
initial ready
get: ready -> ready in get() out word(long)
`
