package smt

import (
	"github.com/sextant-mbt/sextant/internal/core/equality"
	"github.com/sextant-mbt/sextant/internal/core/linear"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// New stacks the parts that the configuration names. Each worker has its own stack; they may share config.Cache and
// config.Log. No process is started before the first query.
func New(config Config) (Solver, error) {
	process := NewProcess(config)
	if err := process.findProgram(); err != nil {
		return nil, err
	}
	s := stack(process, config)
	if len(config.CrossCheck) == 0 {
		return &apartSolver{Solver: s}, nil
	}
	return CrossCheck(s, process.Name(), config)
}

// CrossCheck returns a solver with the name given that is checked by config.CrossCheck. Both get scalars only.
func CrossCheck(s Solver, name string, config Config) (Solver, error) {
	cross := newCrossChecker(s, name, config)
	if err := cross.process.findProgram(); err != nil {
		return nil, err
	}
	return &apartSolver{Solver: cross}, nil
}

// stack puts the other parts on a process.
func stack(process *Process, config Config) Solver {
	var s Solver = process
	if config.Linear {
		s = &linearSolver{Solver: s, decider: linear.NewDecider()}
	}
	if config.Log != nil {
		s = &logger{Solver: s, output: config.Log}
	}
	if !config.NoRefutation {
		s = &refuter{Solver: s, terms: term.NewRefuter(), keys: equality.NewDecider()}
	}
	if !config.NoCache {
		cache := config.Cache
		if cache == nil {
			cache = NewCache(DefaultCacheEntries)
		}
		s = &cacher{Solver: s, cache: cache}
	}
	if !config.NoSlice {
		s = &slicer{s}
	}
	return s
}
