// Package sextant explores models of reactive systems, and tests systems against them, from Go programs.
//
// A model is a file in the language of docs/language.md: locations, typed variables, guarded transitions that receive, send
// or compute. Load reads and checks it. The analyses need an SMT solver; z3 must be installed, or another one be named in the
// options.
//
// Model.Explore executes a model symbolically and returns which transitions can be reached, and what is wrong with the model,
// each finding with a concrete trace:
//
//	model, err := sextant.Load("protocol.sxt")
//	...
//	result, err := model.Explore(ctx, sextant.ExploreOptions{})
//	for _, finding := range result.Findings {
//		fmt.Println(finding.Kind, finding.Message)
//	}
//
// Test tests a System against a model as part of a Go test, and Fuzz as a Go fuzz test:
//
//	func TestProtocol(t *testing.T) {
//		sextant.Test(t, sextant.File("protocol.sxt"), newSystem(), sextant.TestOptions{})
//	}
//
// Model.Test does the same outside of Go tests, and returns the verdict.
//
// The command "sextant export model.sxt --format go-bindings -o model_sxt.go" writes Go types for the messages of a model, and an interface for
// the system; see Bind.
//
// What only some models need is not linked: import _ "github.com/sextant-mbt/sextant/runners/starlark", or runners/wasm or runners/http, for
// models with such functions.
//
// The command sextant has these analyses, and more of them, for a terminal.
package sextant

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/subprocess"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/externs/runner"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
)

// Model is a model that was read and checked.
type Model struct{ loaded *model.Loaded }

// Source is where Test and Fuzz take the model from: a *Model, a File, a Text or an FS.
type Source interface {
	load(consts map[string]string) (*Model, error)
}

// File is the path of a model file, relative to the folder of the package whose test runs.
type File string

func (f File) load(consts map[string]string) (*Model, error) {
	return LoadWith(string(f), LoadOptions{Consts: consts})
}

func (m *Model) load(consts map[string]string) (*Model, error) {
	switch {
	case m == nil:
		return nil, errors.New("there is no model: it is nil")
	case len(consts) > 0:
		return nil, errors.New("the model is loaded, so the option Consts comes too late: give the constants to LoadWith")
	}
	return m, nil
}

// Load reads and checks a model file and what it imports. A model with errors gives a *LoadError.
func Load(path string) (*Model, error) { return LoadWith(path, LoadOptions{}) }

// LoadOptions say how a model is read, and what it may do. Functions of the caller need no permission. What is not allowed here may be
// allowed by the environment variable SEXTANT_ALLOW or by the command sextant trust; see docs/trust.md.
type LoadOptions struct {
	Consts     map[string]string // other values for constants of the model, by name, written as in the language
	AllowExec  bool              // externs may run programs
	AllowNet   bool              // externs may send their arguments to servers
	AllowFiles bool              // tables, scripts and imports may be outside of the folder of the model
}

// LoadWith is Load with options.
func LoadWith(path string, options LoadOptions) (*Model, error) {
	return load(path, options, nil)
}

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
			lines = append(lines, fmt.Sprintf("%s: %s", d.Position, d.Message))
		}
	}
	return strings.Join(lines, "\n")
}

// Name returns the name of the model. One that does not declare a name has that of its file.
func (m *Model) Name() string { return m.loaded.Name() }

// Transitions returns the names of all transitions.
func (m *Model) Transitions() []string {
	var out []string
	for _, t := range m.loaded.System.Transitions() {
		out = append(out, t.Name)
	}
	return out
}

// Diagnostics returns the warnings and notes about the text of the model.
func (m *Model) Diagnostics() []Diagnostic { return diagnostics(m.loaded) }

// Functions are Go functions behind externs, by name; they replace the runners that the model declares. Arguments and result are
// bool, string, *big.Int, *big.Rat, []any for arrays, sequences and sets, map[string]any for records, and the name of the member for
// enumerations; maps, optional values and unions are as in JSON (docs/sut.md).
// A function must be deterministic.
type Functions map[string]func(args []any) (any, error)

// ExploreOptions say how far and in what order to explore. The zero value explores until every transition is covered, within
// the default bounds.
type ExploreOptions struct {
	Strategy     string        // cover, bfs, dfs or random; empty is cover
	Depth        int           // maximum length of a path
	States       int           // maximum number of symbolic states
	Workers      int           // number of goroutines, each with a solver
	Seed         int64         // of random choices: the same seed makes the same choices
	Prune        bool          // leave out states that are included in earlier ones
	Solver       string        // command of a solver other than z3
	QueryTimeout time.Duration // of one solver query
	Functions    Functions
	Attempts     int // maximum number of runs of functions to open a path; 0 is the default, a negative number is none
	Prove        int // maximum number of solver queries of proofs that what is left open cannot be reached; 0 is the default, a negative number is none
}

// Explore builds the symbolic execution tree of the model. Cancelling ctx ends it early with what was found so far.
func (m *Model) Explore(ctx context.Context, options ExploreOptions) (*Result, error) {
	if _, err := m.load(nil); err != nil {
		return nil, err
	}
	strategy := explore.Strategy(options.Strategy)
	if strategy != "" && !strategy.Known() {
		return nil, fmt.Errorf("no strategy is called %q: use cover, bfs, dfs or random", options.Strategy)
	}
	backend, err := newBackend(options.Solver, options.Functions)
	if err != nil {
		return nil, err
	}
	backend.Solver.QueryLimit = options.QueryTimeout
	backend.Externs.Solve.Attempts = options.Attempts
	r, err := analysis.Explore(ctx, m.loaded, analysis.ExploreOptions{Search: explore.Options{Strategy: strategy, Depth: options.Depth, States: options.States, Prune: options.Prune}, Prove: options.proofs(),
		Common: model.Common{Workers: options.Workers, Seed: options.Seed}, Backend: backend})
	if err != nil {
		return nil, explain(err)
	}
	return newResult(r), nil
}

// defaultProofs is the maximum number of queries of proofs, as with the command.
const defaultProofs = reach.UsualQueries

func (o ExploreOptions) proofs() int {
	if o.Prove == 0 {
		return defaultProofs
	}
	return max(o.Prove, 0)
}

// newBackend returns the solver and the functions of a caller.
func newBackend(solver string, functions Functions) (model.Backend, error) {
	if solver != "" {
		if _, err := subprocess.Split(solver); err != nil {
			return model.Backend{}, fmt.Errorf("the option Solver: %w", err)
		}
	}
	runners := map[string]runner.GoFunc{}
	for name, f := range functions {
		runners[name] = f
	}
	return model.Backend{Solver: model.SolverOptions{Command: solver}, Externs: model.ExternOptions{Go: runners}}, nil
}

// explain words errors for callers of the package, who have options and no flags.
func explain(err error) error {
	if refused := (*consent.Refused)(nil); errors.As(err, &refused) {
		return fmt.Errorf("%s: %s: load the model by LoadWith with the right options, or run: sextant trust %s", refused.Path, refused.Summary(), text.Quote(refused.Path))
	}
	if missing := (*smt.ErrNoSolver)(nil); errors.As(err, &missing) {
		return fmt.Errorf("cannot start the solver %q: %w; install Z3, or name another solver in the option Solver", missing.Command, missing.Err)
	}
	return err
}
