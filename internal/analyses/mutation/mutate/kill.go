package mutate

import (
	"context"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Judge decides whether a system under test fails a test. Each worker has its own.
type Judge interface {
	// Fails runs a test against a system, and returns the failure if there is one.
	Fails(ctx context.Context, system sut.Adapter, inputs []sut.Message) (evidence string, failed bool, err error)
	// Shrink makes a test that fails shorter and simpler.
	Shrink(ctx context.Context, system sut.Adapter, inputs []sut.Message) ([]sut.Message, error)
}

// Test is a test of a suite: inputs to be sent in order.
type Test struct {
	Name   string
	Inputs []sut.Message
	Run    *run.Witness // of the original, which accepts all inputs, if one was found; only of tests that were added
}

// Limits of runs.
const (
	maxResolutions = 32   // of the choices of a system in one test
	maxOutputs     = 1000 // between two inputs
)

// bench runs tests against simulated systems. It belongs to one worker.
type bench struct {
	original  *sts.System
	judge     Judge
	functions run.Functions
	world     *world                  // of the original
	expected  map[string]*expectation // by inputs
}

// expectation is what the original does in a test.
type expectation struct {
	traces map[string]bool
	looked looked
}

func newBench(ctx context.Context, original *sts.System, solver smt.Solver, judge Judge, functions run.Functions) (*bench, error) {
	w, err := newWorld(ctx, original, solver)
	return &bench{original, judge, functions, w, map[string]*expectation{}}, err
}

// resolutions calls visit for several resolutions of a model, until it is done: the one that follows its plan, if there is one, and others.
func (b *bench) resolutions(w *world, visit func(*simulated) (done bool, err error)) error {
	if w.plan != nil {
		if done, err := visit(&simulated{world: w, tester: b.original, functions: b.functions, planned: true}); err != nil || done {
			return err
		}
	}
	return b.unplanned(&simulated{world: w, tester: b.original, functions: b.functions}, visit)
}

// unplanned calls visit for several resolutions that follow no plan.
func (b *bench) unplanned(system *simulated, visit func(*simulated) (done bool, err error)) error {
	for range maxResolutions {
		if done, err := visit(system); err != nil || done {
			return err
		}
		if system.script = system.nextScript(); system.script == nil {
			break
		}
	}
	return nil
}

// kill is a run in which a mutant fails a test.
type kill struct {
	evidence string
	system   *simulated // with the script of that run
}

// kills runs a test against a mutant; nil if it passes. A run whose trace the original has too passes for certain; any other run is judged.
func (b *bench) kills(ctx context.Context, mutant *world, inputs []sut.Message) (*kill, error) {
	expected, err := b.expect(ctx, inputs)
	if err != nil || mutant.plan == nil && mutant.mutant != nil && !expected.looked.sees(b.original, mutant.mutant) {
		return nil, err
	}
	var found *kill
	err = b.resolutions(mutant, func(system *simulated) (bool, error) {
		trace, err := traceOf(ctx, system, inputs)
		if err != nil || expected.traces[trace] {
			return false, err
		}
		evidence, failed, err := b.judge.Fails(ctx, system, inputs)
		if failed {
			found = &kill{evidence, system}
		}
		return failed, err
	})
	return found, err
}

// expect returns what the original does with some inputs.
func (b *bench) expect(ctx context.Context, inputs []sut.Message) (*expectation, error) {
	var key strings.Builder
	for _, m := range inputs {
		key.WriteString(m.String() + "\n")
	}
	if known, ok := b.expected[key.String()]; ok {
		return known, nil
	}
	out := &expectation{traces: map[string]bool{}, looked: looked{moves: map[string]bool{}}}
	system := &simulated{world: b.world, tester: b.original, functions: b.functions, looked: &out.looked}
	err := b.unplanned(system, func(system *simulated) (bool, error) {
		trace, err := traceOf(ctx, system, inputs)
		out.traces[trace] = true
		return false, err
	})
	if err == nil {
		b.expected[key.String()] = out
	}
	return out, err
}

// sound reports whether the original passes a test: a test that it fails is invalid.
func (b *bench) sound(ctx context.Context, inputs []sut.Message) (bool, error) {
	sound := true
	err := b.resolutions(b.world, func(system *simulated) (bool, error) {
		_, failed, err := b.judge.Fails(ctx, system, inputs)
		sound = sound && !failed
		return failed, err
	})
	return sound && err == nil, err
}

// run is what the original does in a test, in the first resolution that accepts all inputs; nil if there is none.
func (b *bench) run(ctx context.Context, inputs []sut.Message) (*run.Witness, error) {
	var out *run.Witness
	err := b.resolutions(b.world, func(system *simulated) (bool, error) {
		_, err := traceOf(ctx, system, inputs)
		if err != nil || system.ignored > 0 {
			return false, err
		}
		out = system.run
		return true, nil
	})
	return out, err
}

// traceOf runs a test without judging: inputs, outputs and silences in order.
func traceOf(ctx context.Context, system *simulated, inputs []sut.Message) (string, error) {
	var b strings.Builder
	if err := system.Reset(ctx); err != nil {
		return "", err
	}
	for i := 0; ; i++ {
		for range maxOutputs {
			m, came, err := system.Receive(ctx, 0)
			if err != nil {
				return "", err
			}
			if !came {
				break
			}
			b.WriteString("!" + m.String() + "\n")
		}
		if i == len(inputs) {
			return b.String(), nil
		}
		b.WriteString("?" + inputs[i].String() + "\n")
		if err := system.Send(ctx, inputs[i]); err != nil {
			return "", err
		}
	}
}
