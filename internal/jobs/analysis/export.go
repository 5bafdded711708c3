package analysis

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/export"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// ExportOptions are the options of Export.
type ExportOptions struct {
	model.Common
	model.Backend
	Format  ExportFormat `flag:"format" usual:"yes" help:"format of the file; by default that of the ending of its name"`
	Package string       `flag:"package" usual:"yes" help:"name of the package of a Go file; by default that of the model"`
	File    string       `flag:"output" usual:"yes" short:"o" writes:"file" help:"file to write; by default standard output"`
}

// ExportFormat is the name of a format of tests; empty is that of the file.
type ExportFormat string

// Choices returns the names of the formats.
func (ExportFormat) Choices() []string {
	var names []string
	for _, f := range export.Formats {
		names = append(names, f.Name)
	}
	return names
}

// chosen returns the format that the options name.
func (o ExportOptions) chosen() (*export.Format, error) {
	format := export.Named(string(o.Format), o.File)
	switch {
	case format == nil:
		return nil, errors.New("name the format with --format: " + text.Or(o.Format.Choices()))
	case o.Package != "" && !format.Packages:
		return nil, fmt.Errorf("--package goes with --format go, not with --format %s", format.Name)
	}
	return format, nil
}

// Export writes stored tests, a file or those in a folder, in another language. What they expect comes from the model.
func Export(ctx context.Context, l *model.Loaded, path string, options ExportOptions) (*result.Export, error) {
	format, err := options.chosen()
	if err != nil {
		return nil, err
	}
	files, err := store.TestFiles(path, l.Path)
	if err != nil {
		return nil, err
	}
	externs, err := model.OpenExterns(l, options.Externs, options.Seed)
	if err != nil {
		return nil, err
	}
	defer externs.Close()
	start := time.Now()
	solver, err := externs.Solver(options.Solver.Factory(l.System.Store))()
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	out := &result.Export{Head: l.Head("export"), Format: format.Name}
	if err := writeTests(ctx, out, l, externs.Oracle(l, solver), files, format, options); err != nil {
		return nil, err
	}
	out.Stats = model.SolverStats(solver.Stats(), start)
	return out, nil
}

// writeTests reads tests, makes scripts of them and writes these.
func writeTests(ctx context.Context, r *result.Export, l *model.Loaded, oracle *testgen.Oracle, files []string, format *export.Format, options ExportOptions) error {
	suite := &export.Suite{System: l.System, Model: r.Model}
	for _, file := range files {
		stored, err := store.ReadTest(file)
		if err != nil {
			return err
		}
		test, err := exported(ctx, oracle, stored, file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		r.Changed = r.Changed || stored.Model.Hash != r.Model.Hash
		r.Steps += len(test.Script.Steps)
		suite.Seed = stored.Seed
		suite.Tests = append(suite.Tests, test)
	}
	r.Tests = len(suite.Tests)
	var out bytes.Buffer
	err := format.Write(&out, suite, export.Options{Package: options.Package})
	r.Text = out.Bytes()
	return err
}

// exported is a stored test with its script. One without a name has that of its file.
func exported(ctx context.Context, oracle *testgen.Oracle, stored *store.Test, file string) (script.Test, error) {
	inputs, err := store.Inputs(&stored.Test, oracle.System)
	if err != nil {
		return script.Test{}, err
	}
	steps, err := oracle.Script(ctx, inputs, stored.Transitions)
	name := cmp.Or(stored.Name, strings.TrimSuffix(filepath.Base(file), ".json"))
	return script.Test{Name: name, Covers: stored.Covers, Found: stored.Found, Script: steps}, err
}
