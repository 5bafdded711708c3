package contract

import "github.com/sextant-mbt/sextant/internal/core/smt"

// Phase is a phase of the work on contracts.
type Phase string

// The phases.
const (
	CheckingContracts Phase = "contracts"
	CoveringPaths     Phase = "goals of the paths"
	ReachingPurpose   Phase = "steps to the purpose"
	DecidingPaths     Phase = "paths"
	DecidingTogether  Phase = "sets of paths"
	CheckingKeepable  Phase = "contracts that can be kept"
	InferringDemands  Phase = "demands"
	Preserving        Phase = "paths with the demands"
	Exercising        Phase = "behaviors"
)

// Progress is the progress of the work on contracts.
type Progress struct {
	Phase       Phase
	Done, Parts int // of the phase
	Paths       int // that the phase is about, where it does not count them
	Calls       int // of the functions that are tested
	Solver      smt.Stats
}

// Tell reports progress and solver statistics to the Progress callback, if set.
func (c *Checker) Tell(now Progress) {
	if c.Progress != nil {
		now.Solver = c.Solver.Stats()
		c.Progress(now)
	}
}
