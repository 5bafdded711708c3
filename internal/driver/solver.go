package driver

import (
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/subprocess"
	"github.com/sextant-mbt/sextant/internal/term"
)

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

// NoSolver reports whether an error is that there is no solver.
func NoSolver(err error) bool {
	var missing *smt.ErrNoSolver
	return errors.As(err, &missing)
}
