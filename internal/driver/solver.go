package driver

import (
	"fmt"
	"io"
	"time"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/subprocess"
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
	config := smt.Config{Timeout: o.QueryLimit, Log: o.Log, SaveDir: o.SaveDir, Store: store,
		Cache: smt.NewCache(smt.DefaultCacheEntries)}
	if o.CrossCheck {
		config.CrossCheck = []string{"cvc5"}
	}
	var err error
	if o.Command != "" {
		if config.Command, err = subprocess.Split(o.Command); err != nil {
			err = fmt.Errorf("--solver-cmd: %w", err)
		}
	}
	return func() (smt.Solver, error) {
		if err != nil {
			return nil, err
		}
		return smt.New(config)
	}
}
