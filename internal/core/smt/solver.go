package smt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Status is whether a query has a solution.
type Status uint8

// The statuses; the zero value is Unknown.
const (
	Unknown Status = iota
	Sat
	Unsat
	UpToTables // none was found, but the tables of external functions are incomplete; see package externs/solve
)

// String returns the word of SMT-LIB where there is one.
func (s Status) String() string {
	switch s {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	case UpToTables:
		return "infeasible up to the tables"
	}
	return "unknown"
}

// Answer is the answer of a solver to a query.
type Answer struct {
	Status Status
	Reason string // why the status is unknown or up to tables
	Model  Model  // if sat, the values of the requested variables

	// Untried is set if the status is unknown since larger collections were not tried, as the query allows.
	Untried bool

	// Unconfirmed is set by a cross-check: the answer is unsat, the query was provisional, and the second solver has not seen it.
	Unconfirmed bool
}

// Model gives values to variables.
type Model map[*term.Term]term.Value

// restrict returns the part of the model for vars; false if one of them has no value.
func (m Model) restrict(vars []*term.Term) (Model, bool) {
	part := make(Model, len(vars))
	for _, v := range vars {
		value, ok := m[v]
		if !ok {
			return nil, false
		}
		part[v] = value
	}
	return part, true
}

// Query is the question whether the conjunction of Conjuncts has a solution within the domains of their variables.
type Query struct {
	Conjuncts []*term.Term  // in path order: a prefix in common with the query before stays on the solver's stack
	Values    []*term.Term  // variables whose values are wanted if sat; nil for feasibility only
	Timeout   time.Duration // 0 is the solver's default
	Work      int           // in units of the solver; 0 is no limit. A solver that counts its work obeys this limit, others Timeout
	Kind      Kind          // for statistics

	// Provisional marks a query of a search of which only the last queries count, or whose answer unsat supports no claim. A cross-check does
	// not send it to the second solver if the answer is unsat, and marks that answer as unconfirmed.
	Provisional bool

	// Refute is set if only the answer unsat matters. Larger collections are not tried if they cannot prove it.
	Refute bool

	// Calls are calls of functions that no solver can see into, innermost first: κ of the papers. Package externs/solve reduces them to
	// conjuncts; the parts of this package ignore them.
	Calls []Call

	// Attempts is the maximum number of attempts with functions to answer the query; 0 is the default of package externs/solve.
	Attempts int
}

// Call is a call of an external function: its name, the terms of its arguments, the variables of its result.
type Call struct {
	Function string
	Args     []*term.Term
	Results  []*term.Term
}

// Solver answers queries. A Solver belongs to one goroutine at a time; several workers have one each and may share a Cache.
type Solver interface {
	// Check answers a query. It returns an error only for a failure of the environment: there is no such solver, ctx is cancelled, the log
	// cannot be written. A solver that dies, hangs or prints garbage is restarted once; if it fails again, the answer is Unknown.
	Check(ctx context.Context, q Query) (Answer, error)

	// Stats counts since the solver was made.
	Stats() Stats

	// Close ends the solver's processes and waits for them.
	Close() error
}

// Stats counts the work of a solver.
type Stats struct {
	Calls     int     // queries that reached a solver process
	CacheHits int     // queries that the cache answered
	Refuted   int     // queries that reached no solver process: they contradict themselves as written, or have no solution by packages equality and linear
	Satisfied int     // queries that reached no solver process: they have a solution by packages equality and linear
	Restarts  int     // solver processes started because one was lost
	Timeouts  int     // queries that ran out of time
	Unknowns  int     // queries that a solver process did not decide
	Seconds   float64 // time spent waiting for solver processes
	Kinds     Costs   // Calls and Seconds by the purpose of queries
}

// Add adds the counts of other.
func (s *Stats) Add(other Stats) {
	s.Calls += other.Calls
	s.CacheHits += other.CacheHits
	s.Refuted += other.Refuted
	s.Satisfied += other.Satisfied
	s.Restarts += other.Restarts
	s.Timeouts += other.Timeouts
	s.Unknowns += other.Unknowns
	s.Seconds += other.Seconds
	for i, cost := range other.Kinds {
		s.Kinds[i].Calls += cost.Calls
		s.Kinds[i].Seconds += cost.Seconds
	}
}

// Since returns the difference from earlier counts.
func (s Stats) Since(earlier Stats) Stats {
	s.Calls -= earlier.Calls
	s.CacheHits -= earlier.CacheHits
	s.Refuted -= earlier.Refuted
	s.Satisfied -= earlier.Satisfied
	s.Restarts -= earlier.Restarts
	s.Timeouts -= earlier.Timeouts
	s.Unknowns -= earlier.Unknowns
	s.Seconds -= earlier.Seconds
	for i, cost := range earlier.Kinds {
		s.Kinds[i].Calls -= cost.Calls
		s.Kinds[i].Seconds -= cost.Seconds
	}
	return s
}

// Config configures New. The zero value is Z3 with a private cache.
type Config struct {
	Command      []string      // the solver and its arguments; z3 or cvc5 alone is given the arguments it needs
	Timeout      time.Duration // per query; 0 is DefaultTimeout
	Grace        time.Duration // how much longer than the time limit the process may be silent; 0 is one second
	Log          io.Writer     // if set, gets a replayable script of all queries
	CrossCheck   []string      // if set, a second solver that must agree; see Second
	Confirmed    *Cache        // of the second solver, shared between workers; nil makes a private one
	Disagreed    func(string)  // is called with the report of a disagreement, by any worker; it may be nil
	Unconfirmed  func()        // is called, by any worker, for each answer that counts though the second solver could not decide the query; it may be nil
	SaveDir      string        // where the cross-check saves disagreements; empty is the current directory
	Cache        *Cache        // shared between workers; nil makes a private one
	NoCache      bool          // send every query to the solver
	NoSlice      bool          // do not split queries into components
	NoRefutation bool          // send also queries that contradict themselves as written
	Linear       bool          // decides conjunctions of linear conditions in the program itself
	Asked        func(Asked)   // is called, by any worker, after each query that reached a solver process; it may be nil
	Spares       *Spares       // programs of closed solvers, to be used again; nil keeps none
	Store        *term.Store   // of the terms in queries; only the cross-check needs it
}

// Second returns the solver for cross-checks of another: cvc5 where it is installed, and otherwise z3, with another arithmetic if the
// first is z3 too.
func Second(first []string) []string {
	name := "z3"
	if len(first) > 0 {
		name = dialectOf(first[0]).name
	}
	if _, err := exec.LookPath("cvc5"); err == nil && name != "cvc5" {
		return []string{"cvc5"}
	}
	if name == "cvc5" {
		return []string{"z3"}
	}
	return []string{"z3", "-in", "-smt2", "smt.arith.solver=2", "smt.random_seed=7"}
}

// WorkIn returns roughly the work that Z3 does in a given time on an idle machine, where it does between 900 and 10,000 units in a
// millisecond. A query with this limit in addition to its Timeout has the same answer on a busy machine.
func WorkIn(d time.Duration) int { return int(min(3000*d.Milliseconds(), math.MaxUint32)) }

// DefaultTimeout is the time limit of a query if neither the query nor the configuration sets one.
const DefaultTimeout = 5 * time.Second

const defaultGrace = time.Second

func (c Config) timeout() time.Duration {
	if c.Timeout > 0 {
		return c.Timeout
	}
	return DefaultTimeout
}

func (c Config) grace() time.Duration {
	if c.Grace > 0 {
		return c.Grace
	}
	return defaultGrace
}

// ErrTrouble is wrapped by errors of Decide that do not depend on the formula: the solver is missing, has died for good, or was interrupted.
var ErrTrouble = errors.New("the solver cannot be used")

// Decide reports whether a closed formula is true. The interpreter of package sts and the programs of package term call it
// where they meet a quantifier that cannot be enumerated. A limit of 0 is that of the solver.
func Decide(ctx context.Context, solver Solver, closed *term.Term, limit time.Duration) (bool, error) {
	if closed.IsConst() {
		return closed.IsTrue(), nil
	}
	answer, err := solver.Check(ctx, Query{Conjuncts: []*term.Term{closed}, Timeout: limit, Kind: Closed})
	switch {
	case err != nil:
		return false, fmt.Errorf("%w: %w", ErrTrouble, err)
	case answer.Status == Unknown:
		return false, fmt.Errorf("%w: %s", term.ErrUndecided, answer.Reason)
	}
	return answer.Status == Sat, nil
}

// Possible reports whether conditions can hold in addition to those of a path; an undecided query counts as possible.
func Possible(ctx context.Context, solver Solver, path []*term.Term, conds ...*term.Term) (bool, error) {
	added, ok := term.Conjoin(conds)
	if !ok || len(added) == 0 {
		return ok, nil
	}
	answer, err := solver.Check(ctx, Query{Conjuncts: slices.Concat(path, added)})
	return answer.Status != Unsat, err
}

// ErrNoSolver is the error if the solver program cannot be started.
type ErrNoSolver struct {
	Command string
	Err     error
}

// Error describes how to install a solver.
func (e *ErrNoSolver) Error() string {
	return fmt.Sprintf("cannot start the solver %q (%v); install Z3 with scripts/install.sh or apt-get install z3, "+
		"or name another solver with --solver-cmd", e.Command, e.Err)
}

// Unwrap is the error of the operating system.
func (e *ErrNoSolver) Unwrap() error { return e.Err }
