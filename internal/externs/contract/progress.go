package contract

import "github.com/sextant-mbt/sextant/internal/results/result"

// The phases of the work on contracts.
const (
	CheckingContracts = "contracts"
	CoveringPaths     = "goals of the paths"
	ReachingPurpose   = "steps to the purpose"
	DecidingPaths     = "paths"
	DecidingTogether  = "sets of paths"
	CheckingKeepable  = "contracts that can be kept"
	InferringDemands  = "demands"
	Preserving        = "paths with the demands"
	Exercising        = "behaviors"
)

// Tell reports how many parts of a phase are done, what was found, and solver statistics to the Progress callback, if set. Nothing is covered
// by this work.
func (c *Checker) Tell(phase string, done, parts int, found string) {
	used := c.Solver.Stats()
	c.tell(phase, int64(done), int64(parts), found, result.Point{Calls: used.Calls, SolverSeconds: used.Seconds})
}

// Covering passes on the progress of the search for paths that cover a criterion, which has solvers of its own.
func (c *Checker) Covering(now result.Progress) {
	c.tell(CoveringPaths, now.Done, now.Total, "", result.Point{Calls: now.Point.Calls, SolverSeconds: now.Point.SolverSeconds})
}

func (c *Checker) tell(phase string, done, parts int64, found string, used result.Point) {
	if c.Progress != nil {
		c.Progress(result.Progress{Doing: c.Doing, Phase: phase, Done: done, Total: parts, Found: found, Point: used})
	}
}
