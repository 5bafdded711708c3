package model

import (
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/memory"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/externs/runner"
	"github.com/sextant-mbt/sextant/internal/externs/solve"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Output selects how a result is printed.
type Output struct {
	JSON bool `flag:"json" usual:"yes" page:"-" help:"print one JSON document on standard output"`

	Report string `flag:"report" usual:"yes" writes:"file" help:"write the result to an HTML file"`
}

// Detail selects how detailed the text of a result is.
type Detail struct {
	Verbose bool `flag:"verbose" usual:"yes" group:"output" help:"print every detail of the result"`
}

// TimeLimit bounds the time of an analysis.
type TimeLimit struct {
	Timeout time.Duration `flag:"timeout" usual:"yes" min:"0s" help:"time limit; 0 means none"`
}

// TimeLimitDefaults returns the time limit if no flag is given.
func TimeLimitDefaults() TimeLimit { return TimeLimit{Timeout: time.Minute} }

// Common are the options of every analysis of a model.
type Common struct {
	Output
	Seed int64 `flag:"seed" replay:"search" help:"seed of all random choices"`
	TimeLimit
	Workers int         `flag:"workers" min:"1" help:"number of solvers that work in parallel"`
	Memory  memory.Size `flag:"memory" min:"16MB" page:"-" help:"memory limit, such as 512MB or 2GB, without the memory of solvers; a search that needs more ends with its results so far; by default half of the free memory"`
	Allow   consent.Allowed
	Consts  map[string]string `flag:"const" usual:"yes" pair:"NAME=VALUE" replay:"model" help:"set a constant of the model, as in n=8"`
	Product Product           `flag:"product" replay:"model" help:"restrict a product line to the product with these features, separated by commas, as in --product SA,Logging; - is the product without features"`

	Progress func(result.Progress) // called from time to time, by any goroutine; may be nil
}

// Product lists the features of a product, separated by commas; empty means the whole product line.
type Product string

// Features returns the features of the product, nil for the whole product line.
func (p Product) Features() []string {
	switch p {
	case "":
		return nil
	case "-":
		return []string{}
	}
	out := strings.Split(string(p), ",")
	for i, name := range out {
		out[i] = strings.TrimSpace(name)
	}
	return out
}

// LoadOptions returns the options for reading the model.
func (c Common) LoadOptions() LoadOptions {
	return LoadOptions{Consts: c.Consts, Product: c.Product.Features(), Policy: consent.Policy{Allowed: c.Allow}}
}

// Budget bounds the memory of a search.
func (c Common) Budget() *memory.Budget { return memory.NewBudget(c.Memory) }

// CommonDefaults returns the values of flags that are not given.
func CommonDefaults() Common {
	return Common{TimeLimit: TimeLimitDefaults(), Workers: min(runtime.NumCPU(), 8)}
}

// SolverOptions configure the solver.
type SolverOptions struct {
	Command    string        `flag:"solver-cmd" page:"-" help:"solver to run instead of z3, with its arguments"`
	QueryLimit time.Duration `flag:"query-timeout" min:"0s" help:"time limit of one solver query"`
	CrossCheck bool          `flag:"cross-check" help:"confirm the answers that proofs depend on with a second solver, and save the queries on which the solvers disagree"`
	NoLinear   bool          `flag:"no-linear" page:"-" help:"in explore, send linear conditions to the solver, too, instead of deciding them in the program itself"`
	LogFile    string        `flag:"log-smt" page:"-" help:"write all solver queries to a file, as a script that can be replayed"`

	Linear      bool            // linear conditions are decided in the program itself, unless NoLinear
	SaveDir     string          // of disagreements
	Disagreed   func(string)    // called with each of them
	Unconfirmed func()          // called for each query that the second solver leaves undecided
	Log         io.Writer       // gets the script
	Asked       func(smt.Asked) // called, by any worker, after each query that reached a solver process
	Spares      *smt.Spares     // keeps solver processes for reuse; nil keeps none
}

// SolverDefaults returns the values of flags that are not given.
func SolverDefaults() SolverOptions { return SolverOptions{QueryLimit: 5 * time.Second} }

// ContractChoice selects the contracts in force.
type ContractChoice struct {
	Contract map[string]string `flag:"contract" pair:"EXTERN=CONTRACT" replay:"model" help:"contract of an extern to use, as in --contract Price=Cw; by default the first"`
}

// ExternOptions configure how externs are treated.
type ExternOptions struct {
	Treatment result.Treatment `flag:"externs" choices:"table,contract,both,fresh" replay:"model" help:"how externs are treated: table (known calls, and running the function), contract (any result that the contract allows), both (table, checked against the contract) or fresh (any result)"`
	Solve     solve.Options
	Save      bool          `flag:"save" help:"write new rows (calls with their results) to the tables"`
	CallLimit time.Duration `flag:"call-timeout" help:"time limit of one function call"`

	ContractChoice
	Go map[string]runner.GoFunc // functions of the caller, by extern
}

// ExternDefaults returns the values of flags that are not given.
func ExternDefaults() ExternOptions {
	return ExternOptions{Treatment: result.ExternByTable, Solve: solve.Options{Method: solve.Adaptive, Attempts: solve.DefaultAttempts}, CallLimit: runner.DefaultCallLimit}
}

// Backend decides about steps: a solver, and the known results of externs.
type Backend struct {
	Solver  SolverOptions
	Externs ExternOptions
}

// BackendDefaults returns the values of flags that are not given.
func BackendDefaults() Backend { return Backend{Solver: SolverDefaults(), Externs: ExternDefaults()} }
