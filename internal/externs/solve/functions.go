package solve

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/runner"
	"github.com/sextant-mbt/sextant/internal/externs/table"
)

// Functions has the tables and runners of the externs of a system. It is a run.Functions; workers share it.
type Functions struct {
	system  *sts.System
	byName  map[string]*function
	options Options
}

var _ run.Functions = (*Functions)(nil)

// Options configures how calls are decided. The zero value is the adaptive method with the default number of attempts.
type Options struct {
	Method     Method `flag:"solve" choices:"adaptive,paper,chance" replay:"model" help:"how arguments of new calls are chosen: adaptive, paper (algorithm SolveTab of the literature, docs/externs.md) or chance (at random)"`
	Attempts   int    `flag:"attempts" min:"0" zero:"-1" replay:"model" help:"maximum number of function calls to make a path feasible; 0 never calls a function"` // m of the paper; negative is none, 0 is DefaultAttempts
	NoDep      bool   `flag:"no-dep" replay:"model" help:"with --solve paper, for comparison: leave out the condition Dep, that results passed from call to call are known (docs/externs.md)"`
	NoNoCorres bool   `flag:"no-nocorres" replay:"model" help:"with --solve paper, for comparison: leave out the condition NoCorres, that some call is new (docs/externs.md)"`
	Recheck    bool   `flag:"recheck" help:"repeat the calls of known rows, make new calls twice, and fail if a result differs"`
	Seed       int64

	// Contracts guide the search for inputs, and every row is checked against them.
	Contracts map[*sts.Extern]*sts.Contract
}

// Method is the way in which SolveTab looks for new rows.
type Method string

// The methods.
const (
	Adaptive Method = "adaptive"
	Paper    Method = "paper"
	Chance   Method = "chance"
)

// Methods lists them for checking flags.
var Methods = []Method{Adaptive, Paper, Chance}

// Known reports whether m is one of the methods.
func (m Method) Known() bool { return slices.Contains(Methods, m) }

// Values of Options.Attempts.
const (
	DefaultAttempts = 50 // if none is given
	NoAttempts      = -1 // never run a function
)

// attempts is m.
func (o Options) attempts() int {
	switch {
	case o.Attempts < 0:
		return 0
	case o.Attempts == 0:
		return DefaultAttempts
	}
	return o.Attempts
}

// function is one extern.
type function struct {
	extern *sts.Extern
	table  *table.Table
	runner runner.Runner // nil if it cannot be run

	store    *term.Store
	contract *sts.Contract // nil if rows are not checked
	twice    bool          // run every new row once more

	mu         sync.Mutex
	calls      int
	seconds    float64
	checked    map[string]bool // rows that were used; some of them are run again
	fresh      map[string]bool // rows that were run once, in this search
	confirmed  int             // rows that Confirm has run again
	broken     error           // a contradiction: no result of this function can be trusted
	violations []Violation     // rows that violate the contract
	failed     []error         // the first calls that went wrong
}

// NewFunctions joins tables and runners; an extern that has neither rows, nor a table file, nor a runner is not among them.
func NewFunctions(system *sts.System, tables map[*sts.Extern]*table.Table, runners map[*sts.Extern]runner.Runner, options Options) *Functions {
	if options.Method == "" {
		options.Method = Adaptive
	}
	f := &Functions{system: system, byName: map[string]*function{}, options: options}
	for _, x := range system.Externs {
		t := tables[x]
		if t == nil {
			t = table.New(x)
		}
		if runners[x] != nil || len(x.Tables) > 0 || t.Len() > 0 {
			fn := &function{extern: x, table: t, runner: runners[x], checked: map[string]bool{}, fresh: map[string]bool{}, contract: options.Contracts[x], store: system.Store, twice: options.Recheck}
			f.byName[x.Name] = fn
			for _, r := range t.Rows() {
				fn.check(r)
			}
		}
	}
	return f
}

// locked iterates over the functions in order of declaration, each of them locked.
func (f *Functions) locked() iter.Seq[*function] {
	return func(yield func(*function) bool) {
		for _, x := range f.system.Externs {
			if fn := f.byName[x.Name]; fn != nil {
				fn.mu.Lock()
				more := yield(fn)
				fn.mu.Unlock()
				if !more {
					return
				}
			}
		}
	}
}

// Knows reports whether an extern has a table or a runner; of others any result is assumed possible.
func (f *Functions) Knows(x *sts.Extern) bool { return f != nil && f.byName[x.Name] != nil }

// Whole reports whether queries must have the whole path, not only the part that is connected to the new conjuncts.
func (f *Functions) Whole() bool { return f.options.Method == Paper }

// mayRun reports whether functions may be run outside of SolveTab, to complete a witness: the paper's method does not.
func (f *Functions) mayRun() bool { return f.options.Method != Paper && f.options.attempts() > 0 }

// Lookup finds the result of a call in the table.
func (f *Functions) Lookup(x *sts.Extern, args []term.Value) ([]term.Value, bool) {
	return f.byName[x.Name].table.Lookup(args)
}

// Ran reports whether the result of a call is in the table because the function was run.
func (f *Functions) Ran(x *sts.Extern, args []term.Value) bool {
	return f.byName[x.Name].table.Won(args)
}

// Result finds the result of a call in the table, or runs the function if that is allowed. It returns false if the result
// is not known.
func (f *Functions) Result(ctx context.Context, x *sts.Extern, args []term.Value) ([]term.Value, bool, error) {
	fn := f.byName[x.Name]
	if result, ok := fn.table.Lookup(args); ok {
		return result, true, f.recheck(ctx, fn, args)
	}
	if !f.mayRun() || fn.runner == nil {
		return nil, false, nil
	}
	result, err := fn.run(ctx, args)
	return result, err == nil, err
}

// recheckEvery is the number of different known rows that are used before one of them is run again.
const recheckEvery = 64

// recheck runs a known row again occasionally, and each row at most once.
func (f *Functions) recheck(ctx context.Context, fn *function, args []term.Value) error {
	if fn.runner == nil || !f.mayRun() {
		return fn.failure()
	}
	key := table.Key(fn.extern, args)
	fn.mu.Lock()
	due := !fn.checked[key] && len(fn.checked)%recheckEvery == recheckEvery-1
	fn.checked[key] = true
	fn.mu.Unlock()
	if !due {
		return fn.failure()
	}
	_, err := fn.run(ctx, args)
	return err
}

func (fn *function) failure() error {
	fn.mu.Lock()
	defer fn.mu.Unlock()
	return fn.broken
}

// errNoRunner is the error for a call that only a runner could answer.
var errNoRunner = errors.New("no runner is declared")

// run calls the function and adds the row. A second, different result for one input breaks the function.
func (fn *function) run(ctx context.Context, args []term.Value) ([]term.Value, error) {
	if fn.runner == nil {
		return nil, fmt.Errorf("%s cannot be run: %w", fn.extern.Name, errNoRunner)
	}
	if err := fn.failure(); err != nil {
		return nil, err
	}
	result, err := fn.call(ctx, args)
	if err != nil {
		fn.fail(ctx, err)
		return nil, err
	}
	row := table.Row{Args: args, Result: result}
	added, err := fn.table.Add(row)
	if err != nil {
		fn.fail(ctx, err)
		fn.mu.Lock()
		defer fn.mu.Unlock()
		fn.broken = err
		return nil, err
	}
	if !added {
		return result, nil
	}
	fn.added(row)
	if fn.twice {
		return fn.run(ctx, args)
	}
	return result, nil
}

// added registers a new row.
func (fn *function) added(row table.Row) {
	fn.check(row)
	fn.mu.Lock()
	defer fn.mu.Unlock()
	fn.fresh[table.Key(fn.extern, row.Args)] = true
}

// call runs the function and adds its cost to the counts.
func (fn *function) call(ctx context.Context, args []term.Value) ([]term.Value, error) {
	start := time.Now()
	result, err := fn.runner.Call(ctx, args)
	fn.mu.Lock()
	defer fn.mu.Unlock()
	fn.calls++
	fn.seconds += time.Since(start).Seconds()
	return result, err
}

// maxFailures is how many failures of one function are kept.
const maxFailures = 3

// fail keeps an error of the function, unless the search was only ended.
func (fn *function) fail(ctx context.Context, err error) {
	fn.mu.Lock()
	defer fn.mu.Unlock()
	if ctx.Err() == nil && len(fn.failed) < maxFailures {
		fn.failed = append(fn.failed, err)
	}
}

// Failure is the failure of a function: a call that failed, or two results for one input.
type Failure struct {
	Extern *sts.Extern
	Err    error
}

// Failures lists the first failures of each function, in order of declaration.
func (f *Functions) Failures() []Failure {
	var out []Failure
	for fn := range f.locked() {
		for _, err := range fn.failed {
			out = append(out, Failure{fn.extern, err})
		}
	}
	return out
}

// RecheckAll runs every known row again; differences are failures. It returns an error only if ctx ends.
func (f *Functions) RecheckAll(ctx context.Context) error {
	for _, x := range f.system.Externs {
		fn := f.byName[x.Name]
		if fn == nil || fn.runner == nil {
			continue
		}
		for _, r := range fn.table.Rows() {
			if _, err := fn.run(ctx, r.Args); err != nil && ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	return nil
}

// Use counts how an extern was used.
type Use struct {
	Extern        *sts.Extern
	Rows, Initial int
	Calls         int // without those that confirm rows
	Confirmed     int
	Seconds       float64
}

// Uses reports on all externs that have a table or a runner, in order of declaration.
func (f *Functions) Uses() []Use {
	var out []Use
	for fn := range f.locked() {
		out = append(out, Use{Extern: fn.extern, Rows: fn.table.Len(), Initial: fn.table.Initial(), Calls: fn.calls - fn.confirmed, Confirmed: fn.confirmed, Seconds: fn.seconds})
	}
	return out
}
