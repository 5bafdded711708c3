package trial

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"strconv"
	"testing"

	"github.com/sextant-mbt/sextant/bench/bugs"
	"pgregory.net/rapid"
)

func init() {
	if !testing.Testing() {
		testing.Init() // rapid reads a flag of it
		_ = flag.CommandLine.Parse(nil)
	}
}

// rapidTool runs a state machine of rapid: an action for each operation, arguments from the generators of rapid with their
// own distributions, sequences as long as rapid makes them by default. The answers are compared with those of the correct system.
func rapidTool(ctx context.Context, target *bugs.Target, fault string, o Options) (Outcome, error) {
	for name, value := range map[string]string{
		"rapid.seed":       strconv.FormatInt(o.Seed+1, 10), // 0 is a random one
		"rapid.checks":     strconv.Itoa(o.Inputs),          // more than the budget allows
		"rapid.nofailfile": "true",
		"rapid.shrinktime": shrinkTime.String(),
	} {
		if err := flag.Set(name, value); err != nil {
			return Outcome{}, err
		}
	}
	p := newPair(target, fault)
	defer p.close()
	tb := &quiet{}
	done := make(chan struct{})
	go func() { // rapid ends a failing test by ending the goroutine
		defer close(done)
		rapid.Check(tb, func(t *rapid.T) { p.rapidRun(ctx, t, o.Inputs) })
	}()
	<-done
	return p.outcome(tb.failed, p.length), p.err
}

// rapidRun is one sequence of inputs. When the budget is used up, sequences are empty.
func (p *pair) rapidRun(ctx context.Context, t *rapid.T, budget int) {
	if p.first == nil && p.inputs >= budget || ctx.Err() != nil {
		return
	}
	if err := p.reset(); err != nil {
		t.Fatal(err)
	}
	actions := map[string]func(*rapid.T){}
	for _, op := range p.target.Ops {
		actions[op.Name] = func(t *rapid.T) { p.rapidAct(t, op, budget) }
	}
	t.Repeat(actions)
}

func (p *pair) rapidAct(t *rapid.T, op bugs.Op, budget int) {
	input := bugs.Message{Name: op.Name}
	for i, a := range op.Args {
		input.Args = append(input.Args, draw(t, a, fmt.Sprint("argument ", i)))
	}
	if p.first == nil && p.inputs >= budget {
		return
	}
	answer, ok := p.do(input)
	if !ok {
		t.Fatal("wrong answer")
	}
	if ended(answer) {
		length := p.length
		if err := p.reset(); err != nil {
			t.Fatal(err)
		}
		p.length = length // the inputs before it are part of the sequence
	}
}

// draw chooses a value.
func draw(t *rapid.T, a bugs.Arg, label string) any {
	switch a.Kind {
	case bugs.Int:
		return rapid.Int64Range(a.Low, a.High).Draw(t, label)
	case bugs.Choice:
		return rapid.SampledFrom(a.Of).Draw(t, label)
	case bugs.Key:
		return rapid.OneOf(rapid.SampledFrom(a.Of), rapid.String()).Draw(t, label)
	}
	return rapid.String().Draw(t, label)
}

// quiet is a test that prints nothing.
type quiet struct{ failed bool }

// Helper does nothing.
func (*quiet) Helper() {}

// Name returns the name of the bench.
func (*quiet) Name() string { return "bugs" }

// Logf drops the message.
func (*quiet) Logf(string, ...any) {}

// Log drops the message.
func (*quiet) Log(...any) {}

// Skipf ends the run.
func (*quiet) Skipf(string, ...any) { runtime.Goexit() }

// Skip ends the run.
func (*quiet) Skip(...any) { runtime.Goexit() }

// SkipNow ends the run.
func (*quiet) SkipNow() { runtime.Goexit() }

// Errorf notes the failure.
func (q *quiet) Errorf(string, ...any) { q.failed = true }

// Error notes the failure.
func (q *quiet) Error(...any) { q.failed = true }

// Fatalf notes the failure and ends the run.
func (q *quiet) Fatalf(string, ...any) { q.FailNow() }

// Fatal notes the failure and ends the run.
func (q *quiet) Fatal(...any) { q.FailNow() }

// Fail notes the failure.
func (q *quiet) Fail() { q.failed = true }

// Failed reports whether there was a failure.
func (q *quiet) Failed() bool { return q.failed }

// FailNow notes the failure and ends the run.
func (q *quiet) FailNow() { q.failed = true; runtime.Goexit() }
