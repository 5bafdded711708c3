// Package sextant explores models of reactive systems from Go programs.
//
// A model is a file in the language of docs/language.md: locations, typed variables, guarded transitions that receive, send
// or compute. Load reads and checks it; Explore executes it symbolically with an SMT solver (z3 must be installed) and
// returns which transitions can be reached, by which inputs, and what is wrong with the model:
//
//	model, err := sextant.Load("protocol.sxt")
//	...
//	result, err := model.Explore(ctx, sextant.ExploreOptions{})
//	for _, finding := range result.Findings {
//		fmt.Println(finding.Kind, finding.Message)
//	}
//
// Test tests a system that is written in Go against a model, as part of a Go test, and Fuzz as a Go fuzz test.
//
// The command sextant does the same from a terminal.
package sextant

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/extern/runner"
	"github.com/sextant-mbt/sextant/internal/extern/solve"
	"github.com/sextant-mbt/sextant/internal/result"
)

// Result is what Explore returns: coverage, findings with concrete traces, and what the work cost.
type Result = result.Explore

// Finding is something wrong with a model, with a trace that shows it.
type Finding = result.Finding

// Diagnostic is something that Load found in the text of a model.
type Diagnostic = diag.JSONDiagnostic

// Model is a model that was read and checked.
type Model struct{ loaded *driver.Loaded }

// LoadError is the error of Load for a model that has errors.
type LoadError struct {
	Path        string
	Diagnostics []Diagnostic
}

// Error prints every error of the model, one a line.
func (e *LoadError) Error() string {
	var lines []string
	for _, d := range e.Diagnostics {
		if d.Severity == diag.Error.String() {
			lines = append(lines, fmt.Sprintf("%s:%d:%d: %s", d.File, d.Line, d.Column, d.Message))
		}
	}
	return strings.Join(lines, "\n")
}

// Load reads and checks a model file and what it imports. A model with errors gives a *LoadError.
func Load(path string) (*Model, error) { return LoadWith(path, nil) }

// LoadWith is Load with other values for constants of the model, written as the language writes them.
func LoadWith(path string, consts map[string]string) (*Model, error) {
	l, err := driver.Load(path, consts)
	if err != nil {
		return nil, err
	}
	if l.Usable() != nil {
		return nil, &LoadError{Path: path, Diagnostics: diag.ToJSON(l.List.Sorted())}
	}
	return &Model{loaded: l}, nil
}

// Diagnostics lists warnings and notes about the model's text.
func (m *Model) Diagnostics() []Diagnostic { return diag.ToJSON(m.loaded.List.Sorted()) }

// Name is the name after the word system.
func (m *Model) Name() string { return m.loaded.System.Name }

// Transitions lists the names of all transitions.
func (m *Model) Transitions() []string {
	var out []string
	for _, t := range m.loaded.System.Transitions() {
		out = append(out, t.Name)
	}
	return out
}

// ExploreOptions say how far and in what order to explore. The zero value explores until every transition is covered, within
// the default bounds.
type ExploreOptions struct {
	Strategy     string // cover, bfs, dfs or random
	Depth        int    // longest path
	States       int    // most symbolic states
	Workers      int
	Seed         int64
	Prune        bool          // leave out states that are included in earlier ones
	Solver       string        // command of a solver other than z3
	QueryTimeout time.Duration // of one question to the solver

	// Functions are Go functions behind externs, by name; they take the place of runners that the model declares. Arguments
	// and result are bool, string, *big.Int, *big.Rat, []any for arrays, map[string]any for records, and the name of the
	// member for enumerations. A function must be deterministic.
	Functions map[string]func(args []any) (any, error)
	Attempts  int // how often functions may be run to open a path; 0 is the default, negative is never
}

// Explore builds the symbolic execution tree of the model. Cancelling ctx ends it early with what was found so far.
func (m *Model) Explore(ctx context.Context, options ExploreOptions) (*Result, error) {
	strategy := explore.Strategy(options.Strategy)
	if strategy != "" && !strategy.Known() {
		return nil, fmt.Errorf("no strategy is called %q: use cover, bfs, dfs or random", options.Strategy)
	}
	return driver.Explore(ctx, m.loaded, driver.ExploreOptions{
		Options: explore.Options{Strategy: strategy, Depth: options.Depth, States: options.States, Workers: options.Workers,
			Seed: options.Seed, Prune: options.Prune},
		Means: driver.Means{
			Solver:  driver.SolverOptions{Command: options.Solver, QueryLimit: options.QueryTimeout},
			Externs: driver.ExternOptions{Options: solve.Options{Attempts: options.Attempts}, Go: goFunctions(options.Functions)},
		},
	})
}

// goFunctions are the functions of a caller as runners take them.
func goFunctions(functions map[string]func(args []any) (any, error)) map[string]runner.GoFunc {
	out := map[string]runner.GoFunc{}
	for name, f := range functions {
		out[name] = f
	}
	return out
}
