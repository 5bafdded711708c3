package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/extern/contract"
	"github.com/sextant-mbt/sextant/internal/extern/emit"
	"github.com/sextant-mbt/sextant/internal/extern/runner"
	"github.com/sextant-mbt/sextant/internal/model"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// UseOptions are the options of contract test, and part of those of contract export.
type UseOptions struct {
	ContractPaths
	model.ContractChoice
	Extern   string `flag:"extern" help:"the extern whose contract is meant"`
	Inferred bool   `flag:"inferred" help:"use the contract that the paths demand, not the one that the model declares"`
	Inputs   int    `flag:"inputs" help:"number of inputs that are tried for each behavior"`
}

// ContractExportOptions are the options of contract export.
type ContractExportOptions struct {
	UseOptions
	Format   string `flag:"format" choices:"acsl,go,json" help:"acsl (C), go (a test file) or json"`
	File     string `flag:"output" short:"o" writes:"file" help:"file to write instead of standard output"`
	Package  string `flag:"package" help:"package of the Go test"`
	Function string `flag:"function" help:"name of the Go function; by default that of the extern"`
}

// contractsInUse are the declared contracts in force, or the inferred ones.
func contractsInUse(ctx context.Context, c *contract.Checker, options UseOptions) (contract.Choice, error) {
	if !options.Inferred {
		return contract.Choose(c.System, options.Contract)
	}
	paths, err := selectPaths(c.System, options.Paths, nil, true)
	if err != nil {
		return nil, err
	}
	feasible, err := onlyFeasible(ctx, c, paths)
	if err != nil {
		return nil, err
	}
	inferred := c.Infer(feasible)
	out := contract.Choice{}
	for _, x := range c.System.Externs {
		if k := c.Project(x, inferred); len(k.Behaviors) > 0 {
			out[x] = &k
		}
	}
	return out, nil
}

// externNamed finds an extern.
func externNamed(s *sts.System, name string) (*sts.Extern, error) {
	return model.Find("extern", name, s.Externs, func(x *sts.Extern) string { return x.Name })
}

// TestContracts runs the real functions against contracts.
func TestContracts(ctx context.Context, l *model.Loaded, options UseOptions) (*result.ContractTests, error) {
	out := &result.ContractTests{Exercises: []*result.Exercise{}}
	var err error
	out.Head, err = withChecker(l, "contract test", options.ContractOptions, func(c *contract.Checker) error {
		choice, err := contractsInUse(ctx, c, options)
		if err != nil {
			return err
		}
		for _, x := range l.System.Externs {
			spec, runnable := model.RunnerOf(x, nil)
			if options.Extern != "" && x.Name != options.Extern || choice[x] == nil || options.Extern == "" && !runnable {
				continue
			}
			if !runnable {
				return fmt.Errorf("extern %s has no runner: write, for instance, run starlark \"FILE\"", x.Name)
			}
			e, err := exercise(ctx, l, c, x, choice[x], spec, options)
			if err != nil {
				return err
			}
			out.Exercises = append(out.Exercises, e)
		}
		return nil
	})
	if err == nil && options.Extern != "" && len(out.Exercises) == 0 {
		if _, err = externNamed(l.System, options.Extern); err == nil {
			err = fmt.Errorf("extern %s has no contract", options.Extern)
		}
	}
	return out, err
}

func exercise(ctx context.Context, l *model.Loaded, c *contract.Checker, x *sts.Extern, k *sts.Contract, spec sts.Runner, options UseOptions) (*result.Exercise, error) {
	r, err := l.OpenRunner(x, spec, runner.Options{})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	run := func(ctx context.Context, args []term.Value) ([]term.Value, error) { return r.Call(ctx, args) }
	return c.Exercise(ctx, x, k, run, contract.ExerciseOptions{Inputs: options.Inputs, Seed: uint64(options.Seed)})
}

// ExportContract writes the contract of one extern as text.
func ExportContract(ctx context.Context, l *model.Loaded, options ContractExportOptions) ([]byte, error) {
	var b bytes.Buffer
	_, err := withChecker(l, "contract export", options.ContractOptions, func(c *contract.Checker) error {
		x, err := externNamed(l.System, options.Extern)
		if err != nil {
			return err
		}
		choice, err := contractsInUse(ctx, c, options.UseOptions)
		if err != nil {
			return err
		}
		if choice[x] == nil {
			return fmt.Errorf("extern %s has no contract", x.Name)
		}
		return writeContract(ctx, &b, c, x, choice[x], options)
	})
	return b.Bytes(), err
}

func writeContract(ctx context.Context, b *bytes.Buffer, c *contract.Checker, x *sts.Extern, k *sts.Contract, options ContractExportOptions) error {
	switch options.Format {
	case "acsl":
		report, err := c.CheckContract(ctx, x, k)
		if err != nil {
			return err
		}
		return emit.ACSL(b, c.System, x, k, emit.ACSLOptions{Complete: report.Complete.Decision == result.Yes, Disjoint: report.Disjoint.Decision == result.Yes})
	case "go":
		rows, err := c.Inputs(ctx, x, k, contract.ExerciseOptions{Inputs: options.Inputs, Seed: uint64(options.Seed)})
		if err != nil {
			return err
		}
		return emit.GoTest(b, c.System, x, k, emit.GoTestOptions{Package: options.Package, Function: options.Function, Rows: rows, OnlyPossible: true})
	}
	return exportJSON(b, x, k)
}

// exportJSON writes the behaviours as text, for other tools.
func exportJSON(b *bytes.Buffer, x *sts.Extern, k *sts.Contract) error {
	out := result.ContractText{Extern: x.Name, Contract: k.Name}
	for _, h := range k.Behaviors {
		out.Behaviors = append(out.Behaviors, result.BehaviorText{Name: h.Name, Requires: h.Pre.String(), Ensures: h.Post.String()})
	}
	encoder := json.NewEncoder(b)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(out)
}
