package mutate

import (
	"context"
	"strings"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
)

// Judge says whether a system under test fails a test. Each worker has its own.
type Judge interface {
	// Fails runs a test against a system, and says what was wrong if the system fails.
	Fails(ctx context.Context, system sut.Adapter, inputs []sut.Message) (evidence string, failed bool, err error)
	// Shrink makes a test that fails shorter and simpler.
	Shrink(ctx context.Context, system sut.Adapter, inputs []sut.Message) ([]sut.Message, error)
}

// Test is a test of a suite: inputs to be sent in order.
type Test struct {
	Name   string
	Inputs []sut.Message
	Moves  []string // of the original in a run that accepts all inputs, if one was found; only of tests that were added
}

// Limits of runs.
const (
	maxResolutions = 32   // of the choices of a system in one test
	maxOutputs     = 1000 // between two inputs
)

// bench runs tests against simulated systems. It belongs to one worker.
type bench struct {
	original  *sts.System
	solver    smt.Solver
	judge     Judge
	functions Functions
	world     *world // of the original
	expected  map[string]map[string]bool
}

func newBench(ctx context.Context, original *sts.System, solver smt.Solver, judge Judge, functions Functions) (*bench, error) {
	w, err := newWorld(ctx, original, solver)
	return &bench{original: original, solver: solver, judge: judge, functions: functions, world: w, expected: map[string]map[string]bool{}}, err
}

// kill is a run in which a mutant fails a test.
type kill struct {
	evidence string
	system   *simulated // with the script of that run
}

// kills runs a test against a mutant in several resolutions. A run whose trace the original has too passes for certain; any
// other is judged.
func (b *bench) kills(ctx context.Context, mutant *world, inputs []sut.Message) (*kill, error) {
	expected, err := b.traces(ctx, inputs)
	if err != nil {
		return nil, err
	}
	system := newSimulated(mutant, b.original, b.functions)
	for range maxResolutions {
		trace, err := traceOf(ctx, system, inputs)
		if err != nil {
			return nil, err
		}
		next := system.nextScript()
		if !expected[trace] {
			evidence, failed, err := b.judge.Fails(ctx, system, inputs)
			if err != nil || failed {
				return &kill{evidence, system}, err
			}
		}
		if next == nil {
			break
		}
		system.script = next
	}
	return nil, nil
}

// traces are those that the original has for some inputs, in several resolutions.
func (b *bench) traces(ctx context.Context, inputs []sut.Message) (map[string]bool, error) {
	key := inputText(inputs)
	if known, ok := b.expected[key]; ok {
		return known, nil
	}
	out := map[string]bool{}
	system := newSimulated(b.world, b.original, b.functions)
	for range maxResolutions {
		trace, err := traceOf(ctx, system, inputs)
		if err != nil {
			return nil, err
		}
		out[trace] = true
		if system.script = system.nextScript(); system.script == nil {
			break
		}
	}
	b.expected[key] = out
	return out, nil
}

// sound tells whether the original passes a test in several resolutions: a test that it fails is none.
func (b *bench) sound(ctx context.Context, inputs []sut.Message) (bool, error) {
	system := newSimulated(b.world, b.original, b.functions)
	for range maxResolutions {
		_, failed, err := b.judge.Fails(ctx, system, inputs)
		if err != nil || failed {
			return false, err
		}
		if system.script = system.nextScript(); system.script == nil {
			break
		}
	}
	return true, nil
}

// moves are those that the original takes in a test, in the first resolution that accepts all inputs; nil if there is none.
func (b *bench) moves(ctx context.Context, inputs []sut.Message) ([]string, error) {
	system := newSimulated(b.world, b.original, b.functions)
	for range maxResolutions {
		if _, err := traceOf(ctx, system, inputs); err != nil {
			return nil, err
		}
		if system.ignored == 0 {
			return system.moves, nil
		}
		if system.script = system.nextScript(); system.script == nil {
			break
		}
	}
	return nil, nil
}

func inputText(inputs []sut.Message) string {
	var b strings.Builder
	for _, m := range inputs {
		b.WriteString(m.String() + "\n")
	}
	return b.String()
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
