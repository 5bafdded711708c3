package exports

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/emit"
	"github.com/sextant-mbt/sextant/internal/externs/exercise"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// ContractOptions are the options of Contract.
type ContractOptions struct {
	analysis.UseOptions
	Format   string `flag:"format" usual:"yes" choices:"acsl,go,json" help:"acsl (C), go (a test file) or json"`
	File     string `flag:"output" usual:"yes" short:"o" writes:"file" help:"file to write instead of standard output"`
	Package  string `flag:"package" usual:"yes" help:"package of the Go test"`
	Function string `flag:"function" help:"name of the Go function; by default that of the extern"`
}

// Contract writes the contract of one extern as text.
func Contract(ctx context.Context, l *model.Loaded, options ContractOptions) ([]byte, error) {
	var b bytes.Buffer
	err := analysis.WithDuty(ctx, l, options.UseOptions, func(c *contract.Checker, x *sts.Extern, d contract.Duty) error {
		return writeContract(ctx, &b, c, x, d, options)
	})
	return b.Bytes(), err
}

func writeContract(ctx context.Context, b *bytes.Buffer, c *contract.Checker, x *sts.Extern, d contract.Duty, options ContractOptions) error {
	switch options.Format {
	case "acsl":
		report, err := c.CheckContract(ctx, x, &d.Contract)
		if err != nil {
			return err
		}
		return emit.ACSL(b, c.System, x, d, emit.ACSLOptions{Complete: report.Complete.Decision == result.Yes, Disjoint: report.Disjoint.Decision == result.Yes})
	case "go":
		limits := exercise.Options{Inputs: options.Inputs, Seed: uint64(options.Seed)}
		rows, err := exercise.Rows(ctx, c, x, &d.Contract, limits)
		if err != nil {
			return err
		}
		try, err := exercise.Candidates(ctx, c, x, d.Some, limits)
		if err != nil {
			return err
		}
		return emit.GoTest(b, c.System, x, d, emit.GoTestOptions{Package: options.Package, Function: options.Function, Rows: rows, Try: try, OnlyPossible: true})
	}
	return exportJSON(b, x, d)
}

// exportJSON writes the behaviours as text, for other tools.
func exportJSON(b *bytes.Buffer, x *sts.Extern, d contract.Duty) error {
	out := result.ContractText{Extern: x.Name, Contract: d.Contract.Name}
	for _, list := range []struct {
		quantifier result.Quantifier
		behaviors  []sts.Behavior
	}{{result.Every, d.Contract.Behaviors}, {result.Some, d.Some}} {
		for _, h := range list.behaviors {
			out.Behaviors = append(out.Behaviors, result.BehaviorText{Name: h.Name, Quantifier: list.quantifier, Requires: h.Pre.String(), Ensures: h.Post.String()})
		}
	}
	encoder := json.NewEncoder(b)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(out)
}
