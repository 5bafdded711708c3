package trial

import (
	"context"
	"flag"
	"runtime"
	"slices"
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

// rapidTool runs a state machine of rapid: an action for each operation, with arguments as an expert draws them. The answers
// are compared with those of the correct system.
func rapidTool(ctx context.Context, target *bugs.Target, fault string, o Options) (Outcome, error) {
	restore, err := setFlags(map[string]string{
		"rapid.seed":       strconv.FormatInt(o.Seed+1, 10), // 0 is a random one
		"rapid.checks":     strconv.Itoa(o.inputs()),        // more than the budget allows
		"rapid.steps":      strconv.Itoa(rapidSteps),
		"rapid.nofailfile": "true",
		"rapid.shrinktime": o.Timeout.String(), // the budget of inputs ends it
	})
	if err != nil {
		return Outcome{}, err
	}
	defer restore()
	p := newPair(target, fault)
	defer p.close()
	ctx, stop := p.watch(ctx, o.Time)
	defer stop()
	tb := &quiet{}
	done := make(chan struct{})
	go func() { // rapid ends a failing test by ending the goroutine
		defer close(done)
		defer func() {
			if r := recover(); r != nil { // its shrinker has an index out of range now and then
				tb.failed = true
			}
		}()
		rapid.Check(tb, func(t *rapid.T) {
			if p.shrunk(o.Budget) { // the shrinker of rapid would go on, and remember all that it tries
				tb.failed = true
				runtime.Goexit()
			}
			p.rapidRun(ctx, t, o.Budget)
		})
	}()
	<-done
	return p.outcome(o.Budget, tb.failed, p.failing), p.err
}

// setFlags sets flags of rapid, and returns what sets them back.
func setFlags(values map[string]string) (restore func(), err error) {
	before := map[string]string{}
	restore = func() {
		for name, value := range before {
			_ = flag.Set(name, value)
		}
	}
	for name, value := range values {
		before[name] = flag.Lookup(name).Value.String()
		if err := flag.Set(name, value); err != nil {
			restore()
			return nil, err
		}
	}
	return restore, nil
}

// rapidSteps is the average number of actions of a run.
const rapidSteps = 60

// rapidRun is one sequence of inputs. Operations that throw the state away are called a third as often as others.
func (p *pair) rapidRun(ctx context.Context, t *rapid.T, b Budget) {
	if err := p.reset(); err != nil {
		t.Fatal(err)
	}
	e, actions := newEarlier(p.target), map[string]func(*rapid.T){}
	for _, op := range p.target.Ops {
		act := func(t *rapid.T) {
			if p.first == nil && (p.inputs >= b.inputs() || ctx.Err() != nil) {
				runtime.Goexit() // the budget is used up
			}
			p.rapidAct(t, e, op)
		}
		actions[op.Name] = act
		if !slices.Contains(p.target.Rare, op.Name) {
			actions[op.Name+" 2"], actions[op.Name+" 3"] = act, act
		}
	}
	t.Repeat(actions)
}

func (p *pair) rapidAct(t *rapid.T, e *earlier, op bugs.Op) {
	input := bugs.Message{Name: op.Name, Args: e.arguments(t, op)}
	answer, ok := p.do(input)
	if !ok {
		t.Fatal("wrong answer")
	}
	e.note(op, input, answer)
	if ended(answer) {
		length := p.length
		if err := p.reset(); err != nil {
			t.Fatal(err)
		}
		p.length = length // the inputs before it are part of the sequence
	}
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
