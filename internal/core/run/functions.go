package run

import (
	"context"
	"errors"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Functions finds results of externs in tables and by running them; package externs/solve implements it.
type Functions interface {
	// Knows reports whether an extern has a table or a runner. Other externs may return any result.
	Knows(x *sts.Extern) bool
	// Whole reports whether queries must contain the whole path and not only the conjuncts connected to the new ones.
	Whole() bool
	// Lookup returns the result of a call if it can be found without running anything.
	Lookup(x *sts.Extern, args []term.Value) ([]term.Value, bool)
	// Result returns the result of a call, running the function if that is needed and allowed; false if it is not known.
	Result(ctx context.Context, x *sts.Extern, args []term.Value) ([]term.Value, bool, error)
	// Ran reports whether the result of a call is known because the function was run, and not from a table that was read.
	Ran(x *sts.Extern, args []term.Value) bool
}

// Known reports whether functions, which may be nil, knows an extern.
func Known(functions Functions, x *sts.Extern) bool { return functions != nil && functions.Knows(x) }

// SolverCalls returns the calls of known functions, for a solver that consults tables and runners.
func SolverCalls(functions Functions, calls []sts.SymbolicCall) []smt.Call {
	var out []smt.Call
	for _, c := range calls {
		if Known(functions, c.Extern) {
			out = append(out, smt.Call{Function: c.Extern.Name, Args: c.Args, Results: c.Results})
		}
	}
	return out
}

// Step is sts.System.Step with the real results of known functions in the place of fresh variables, as far as their arguments are constants;
// inner calls come first. A function that fails, or is not allowed to run, leaves its result open: then Step returns the step together with
// an error that explains why.
func Step(ctx context.Context, functions Functions, s *sts.System, m *sts.Move, from *sts.SymbolicState, depth int, known map[int]*term.Term) (*sts.SymbolicStep, error) {
	step := s.Step(m, from, depth, known)
	var failed error
	for i, c := range m.Calls {
		if !Known(functions, c.Extern) {
			continue
		}
		args, ok := term.Constants(step.Effect().Calls[i])
		if !ok {
			continue
		}
		result, ok, err := functions.Result(ctx, c.Extern, args)
		if err != nil || !ok {
			failed = errors.Join(failed, err)
			continue
		}
		if known == nil {
			known = map[int]*term.Term{}
		}
		for k, r := range c.Results {
			known[r] = s.Store.Const(m.Params[r].Sort, result[k])
		}
		step = s.Step(m, from, depth, known)
	}
	return step, failed
}
