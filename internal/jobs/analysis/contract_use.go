package analysis

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/exercise"
	"github.com/sextant-mbt/sextant/internal/externs/runner"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// UseOptions are the options of contract test, and part of those of contract export.
type UseOptions struct {
	InferOptions
	Extern   string `flag:"extern" usual:"yes" help:"the extern whose contract is used"`
	Inferred bool   `flag:"inferred" usual:"yes" help:"use the contract inferred from the paths instead of the declared one"`
	Inputs   int    `flag:"inputs" usual:"yes" help:"number of inputs to try for each behavior; with export, number of rows of a Go test"`
}

// duties returns what the functions must satisfy: the declared contracts in force, or the contracts inferred from the paths.
func duties(ctx context.Context, l *model.Loaded, c *contract.Checker, options UseOptions) (map[*sts.Extern]contract.Duty, error) {
	out := map[*sts.Extern]contract.Duty{}
	if !options.Inferred {
		choice, err := contract.Choose(c.System, options.Contract)
		for x, k := range choice {
			out[x] = contract.Duty{Contract: *k}
		}
		return out, err
	}
	found, err := infer(ctx, l, c, options.InferOptions)
	if err != nil {
		return nil, err
	}
	for _, x := range c.System.Externs {
		d, err := c.Duty(ctx, x, found.demands)
		if err != nil {
			return nil, err
		}
		if !d.Empty() {
			out[x] = d
		}
	}
	return out, nil
}

// dutyOf returns what one function must satisfy. It is an error if that is nothing.
func dutyOf(all map[*sts.Extern]contract.Duty, x *sts.Extern, inferred bool) (contract.Duty, error) {
	d, ok := all[x]
	switch {
	case !ok && inferred:
		return d, fmt.Errorf("the paths require nothing of the results of %s", x.Name)
	case !ok:
		return d, fmt.Errorf("extern %s has no contract", x.Name)
	}
	return d, nil
}

// externNamed finds an extern.
func externNamed(s *sts.System, name string) (*sts.Extern, error) {
	return model.Find("extern", name, s.Externs, func(x *sts.Extern) string { return x.Name })
}

// TestContracts runs the real functions against contracts.
func TestContracts(ctx context.Context, l *model.Loaded, options UseOptions) (*result.ContractTests, error) {
	out := &result.ContractTests{Inferred: options.Inferred, Exercises: []*result.Exercise{}}
	var err error
	out.Head, err = withChecker(l, "contract test", options.ContractOptions, func(c *contract.Checker) error {
		externs, err := externsToTest(l.System, options.Extern)
		if err != nil {
			return err
		}
		all, err := duties(ctx, l, c, options)
		if err != nil {
			return err
		}
		x := &exercising{loaded: l, checker: c, options: options}
		if err := x.assign(externs, all); err != nil {
			return err
		}
		for _, extern := range x.externs {
			e, err := x.exercise(ctx, extern, all[extern])
			if err != nil {
				return err
			}
			out.Exercises = append(out.Exercises, e)
		}
		return nil
	})
	return out, err
}

// exercising is one call of TestContracts.
type exercising struct {
	loaded  *model.Loaded
	checker *contract.Checker
	options UseOptions
	externs []*sts.Extern // with a duty
	done    int           // behaviors of the externs before this one
	parts   int           // behaviors of all
	calls   int           // of the functions before this one
}

// assign chooses the externs that have a duty. An extern named in the options must have one.
func (x *exercising) assign(externs []*sts.Extern, all map[*sts.Extern]contract.Duty) error {
	for _, extern := range externs {
		d, err := dutyOf(all, extern, x.options.Inferred)
		if err != nil && x.options.Extern == "" {
			continue
		}
		if err != nil {
			return err
		}
		x.externs = append(x.externs, extern)
		x.parts += d.Behaviors()
	}
	return nil
}

// externsToTest returns the extern that the options name, which must have a runner, or all that have one.
func externsToTest(s *sts.System, name string) ([]*sts.Extern, error) {
	runnable := func(x *sts.Extern) bool {
		_, ok := model.RunnerOf(x, nil)
		return ok
	}
	if name == "" {
		return slices.DeleteFunc(slices.Clone(s.Externs), func(x *sts.Extern) bool { return !runnable(x) }), nil
	}
	x, err := externNamed(s, name)
	if err == nil && !runnable(x) {
		err = fmt.Errorf("extern %s has no runner: write, for instance, run starlark \"FILE\"", x.Name)
	}
	return []*sts.Extern{x}, err
}

// exercise runs the function of one extern.
func (x *exercising) exercise(ctx context.Context, extern *sts.Extern, d contract.Duty) (*result.Exercise, error) {
	spec, _ := model.RunnerOf(extern, nil)
	r, err := x.loaded.OpenRunner(extern, spec, runner.Options{})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	run := func(ctx context.Context, args []term.Value) ([]term.Value, error) { return r.Call(ctx, args) }
	doneBefore, callsBefore := x.done, x.calls
	return exercise.Function(ctx, x.checker, extern, d, run, exercise.Options{Inputs: x.options.Inputs, Seed: uint64(x.options.Seed),
		Called: func(behaviors, calls int) {
			x.done, x.calls = doneBefore+behaviors, callsBefore+calls
			x.checker.Tell(contract.Exercising, x.done, x.parts, x.called())
		}})
}

// called describes the number of calls of functions; it is empty for none.
func (x *exercising) called() string {
	if x.calls == 0 {
		return ""
	}
	return text.Count(x.calls, "call")
}

// WithDuty calls use with the duty of the function of one extern.
func WithDuty(ctx context.Context, l *model.Loaded, options UseOptions, use func(c *contract.Checker, x *sts.Extern, d contract.Duty) error) error {
	_, err := withChecker(l, "contract export", options.ContractOptions, func(c *contract.Checker) error {
		x, err := externNamed(l.System, options.Extern)
		if err != nil {
			return err
		}
		all, err := duties(ctx, l, c, options)
		if err != nil {
			return err
		}
		d, err := dutyOf(all, x, options.Inferred)
		if err != nil {
			return err
		}
		return use(c, x, d)
	})
	return err
}
