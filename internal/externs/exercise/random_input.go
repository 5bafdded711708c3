package exercise

import (
	"context"
	"iter"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
)

// RandomInputs returns up to n different random inputs of an extern, to fill its table (paper 1): inputs that the behaviours of a contract
// admit, in turn, or, without a contract, any values of the types. Where random values rarely satisfy a precondition, the solver finds some.
func RandomInputs(ctx context.Context, c *contract.Checker, x *sts.Extern, k sts.Contract, n int, seed uint64) ([][]term.Value, error) {
	if len(k.Behaviors) == 0 {
		k = sts.Contract{Behaviors: []sts.Behavior{{Pre: c.System.Store.True(), Post: c.System.Store.True()}}}
	}
	e, err := newExerciser(ctx, c, x, contract.Duty{Contract: k}, nil, Options{Inputs: n, Seed: seed}.withDefaults())
	if err != nil {
		return nil, err
	}
	var sources []func() ([]term.Value, error, bool)
	for i := range e.behaviors {
		next, stop := iter.Pull2(inTurn(e.chance(ctx, i), e.others(ctx, e.box(e.behaviors[i].Pre, e.options.Bound), n)))
		defer stop()
		sources = append(sources, next)
	}
	return takeInTurn(sources, n)
}

// takeInTurn takes up to n inputs, one of each source, until all sources have ended.
func takeInTurn(sources []func() ([]term.Value, error, bool), n int) ([][]term.Value, error) {
	var out [][]term.Value
	for len(sources) > 0 {
		open := sources[:0]
		for _, next := range sources {
			args, err, ok := next()
			if err != nil || len(out) == n {
				return out, err
			}
			if ok {
				out, open = append(out, args), append(open, next)
			}
		}
		sources = open
	}
	return out, nil
}
