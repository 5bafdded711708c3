package model

import (
	"errors"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/subprocess"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Factory returns a function that makes one solver per worker; they share a cache.
func (o SolverOptions) Factory(store *term.Store) func() (smt.Solver, error) {
	return o.factory(store, smt.NewCache(smt.DefaultCacheEntries))
}

// Separate returns a function that makes solvers that share nothing.
func (o SolverOptions) Separate(store *term.Store) func() (smt.Solver, error) {
	return o.factory(store, nil)
}

func (o SolverOptions) factory(store *term.Store, cache *smt.Cache) func() (smt.Solver, error) {
	config := smt.Config{Timeout: o.QueryLimit, Log: o.Log, SaveDir: o.SaveDir, Store: store, Asked: o.Asked, Spares: o.Spares, Cache: cache,
		Linear: o.Linear && !o.NoLinear}
	var err error
	if o.Command != "" {
		if config.Command, err = subprocess.Split(o.Command); err != nil {
			err = fmt.Errorf("--solver-cmd: %w", err)
		}
	}
	if o.CrossCheck {
		config.CrossCheck, config.Confirmed, config.Disagreed = smt.Second(config.Command), smt.NewCache(smt.DefaultCacheEntries), o.Disagreed
		config.Unconfirmed = o.Unconfirmed
	}
	return func() (smt.Solver, error) {
		if err != nil {
			return nil, err
		}
		return smt.New(config)
	}
}

// NoSolver reports whether an error means that there is no solver.
func NoSolver(err error) bool {
	var missing *smt.ErrNoSolver
	return errors.As(err, &missing)
}

// SolverStats returns the statistics of one solver since start.
func SolverStats(used smt.Stats, start time.Time) result.Stats {
	out := explore.SolverCost(used)
	out.Seconds, out.Workers = time.Since(start).Seconds(), 1
	return out
}
