// Package exports writes tests, and the contracts of externs, in other languages.
package exports

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
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

// Options are the options of Export.
type Options struct {
	model.Common
	model.Backend
	Format Format `flag:"format" usual:"yes" help:"format of the file; by default chosen by its extension"`
	Text   export.Options
	File   string `flag:"output" usual:"yes" short:"o" writes:"file" help:"file to write; by default standard output"`
}

// Format is the name of a format of tests; if empty, it is chosen by the extension of the file.
type Format string

// Choices returns the names of the formats.
func (Format) Choices() []string {
	var names []string
	for _, f := range export.Formats {
		names = append(names, f.Name)
	}
	return names
}

// chosen returns the format that the options name, for a stored test or a folder of them, or without a path for the model alone.
func (o Options) chosen(path string) (*export.Format, error) {
	format := export.Named(string(o.Format), o.File)
	switch {
	case format == nil:
		return nil, errors.New("name the format with --format: " + text.Or(o.Format.Choices()))
	case o.Text.Package != "" && !format.Packages:
		return nil, fmt.Errorf("--package goes with --format go, not with --format %s", format.Name)
	case o.Text.Int != "" && !format.OfModel:
		return nil, fmt.Errorf("--int goes with --format go-bindings, not with --format %s", format.Name)
	case path != "" && format.OfModel:
		return nil, fmt.Errorf("--format %s needs only a model: leave out %s", format.Name, path)
	case path == "" && !format.OfModel:
		return nil, fmt.Errorf("name a stored test, or a folder of them, for --format %s", format.Name)
	}
	return format, nil
}

// Export writes stored tests, a file or those in a folder, in another language; the model gives their expected outputs. Without a path
// it writes a format that needs only the model.
func Export(ctx context.Context, l *model.Loaded, path string, options Options) (*result.Export, error) {
	format, err := options.chosen(path)
	if err != nil {
		return nil, err
	}
	out := &result.Export{Head: l.Head("export"), Format: format.Name}
	if format.OfModel {
		options.Text.Package = cmp.Or(options.Text.Package, os.Getenv("GOPACKAGE")) // set by go generate
		return out, write(out, &export.Suite{System: l.System, Model: out.Model}, format, options)
	}
	return out, exportTests(ctx, out, l, path, format, options)
}

// exportTests writes stored tests.
func exportTests(ctx context.Context, out *result.Export, l *model.Loaded, path string, format *export.Format, options Options) error {
	files, err := store.TestFiles(path, l.Path)
	if err != nil {
		return err
	}
	externs, err := model.OpenExterns(l, options.Externs, options.Seed)
	if err != nil {
		return err
	}
	defer externs.Close()
	start := time.Now()
	solver, err := externs.Solver(options.Solver.Factory(l.System.Store))()
	if err != nil {
		return err
	}
	defer solver.Close()
	if err := writeTests(ctx, out, l, externs.Oracle(l, solver), files, format, options); err != nil {
		return err
	}
	out.Stats = model.SolverStats(solver.Stats(), start)
	return nil
}

// writeTests reads tests, converts them to scripts and writes these.
func writeTests(ctx context.Context, r *result.Export, l *model.Loaded, oracle *testgen.Oracle, files []string, format *export.Format, options Options) error {
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
	return write(r, suite, format, options)
}

// write writes a suite, or a format that needs only its model.
func write(r *result.Export, suite *export.Suite, format *export.Format, options Options) error {
	var out bytes.Buffer
	err := format.Write(&out, suite, options.Text)
	r.Text = out.Bytes()
	return err
}

// exported is a stored test with its script. A test without a name is named after its file.
func exported(ctx context.Context, oracle *testgen.Oracle, stored *store.Test, file string) (script.Test, error) {
	inputs, err := store.Inputs(&stored.Test, oracle.System)
	if err != nil {
		return script.Test{}, err
	}
	steps, err := oracle.Script(ctx, inputs, stored.Transitions)
	name := cmp.Or(stored.Name, strings.TrimSuffix(filepath.Base(file), ".json"))
	return script.Test{Name: name, Covers: stored.Covers, Found: stored.Found, Script: steps}, err
}
