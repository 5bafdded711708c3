package driver

import (
	"io"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Means are what an analysis may use: a solver, and what is known of externs.
type Means struct {
	Solver  SolverOptions
	Externs ExternOptions
}

// SolverOptions say which solver is asked, and how.
type SolverOptions struct {
	Command    string        // empty is z3
	QueryLimit time.Duration // per query
	CrossCheck bool          // ask cvc5 too
	SaveDir    string        // where disagreements are saved
	Log        io.Writer     // gets a replayable script
}

// factory makes one solver per worker; they share a cache.
func (o SolverOptions) factory(store *term.Store) func() (smt.Solver, error) {
	config := smt.Config{Timeout: o.QueryLimit, Log: o.Log, SaveDir: o.SaveDir, Store: store, Command: strings.Fields(o.Command),
		Cache: smt.NewCache(smt.DefaultCacheEntries)}
	if o.CrossCheck {
		config.CrossCheck = []string{"cvc5"}
	}
	return func() (smt.Solver, error) { return smt.New(config) }
}
