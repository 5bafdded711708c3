package driver

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Progress is how far an analysis is.
type Progress struct {
	Doing       string
	Done, Total int64 // a total of 0 is unknown
	Detail      string
	Point       result.Point
}

// Share returns the part of the work that is done, from 0 to 1; nil if it is not known.
func (p Progress) Share() *float64 {
	if p.Total <= 0 {
		return nil
	}
	share := min(1, float64(p.Done)/float64(p.Total))
	return &share
}

// wholePhase is the total of analyses with several phases.
const wholePhase = 1000

// phase adds how far a phase is to the progress of an analysis that has several. The next phase counts again, so none is ever complete.
func phase(done, parts int, now Progress) Progress {
	now.Done, now.Total = int64(wholePhase*min(done, parts)/(parts+1)), wholePhase
	return now
}

// counted is the detail of a phase: what is counted, and how many of how many there are.
func counted(what string, done, parts int) string {
	if parts == 0 {
		return fmt.Sprintf("%s: %d", what, done)
	}
	return fmt.Sprintf("%s: %d of %d", what, done, parts)
}

// exploring tells how far an exploration is.
func (j *Job) exploring(now explore.Progress) {
	j.Progress(Progress{Doing: "exploring", Done: int64(now.Covered), Total: int64(now.Total),
		Detail: fmt.Sprintf("%d/%d transitions, %d states, %d waiting, depth %d", now.Covered, now.Total, now.States, now.Waiting, now.Depth),
		Point: result.Point{Covered: now.Covered, Total: now.Total, States: now.States, Waiting: now.Waiting, Depth: now.Depth,
			Calls: now.Solver.Calls, SolverSeconds: now.Solver.Seconds, Rows: now.Rows}})
}

// abstracting tells how far an abstraction is. The point is about the abstract states, and the abstract transitions that tests cover.
func (j *Job) abstracting(now abstraction.Progress) {
	detail := counted(string(now.Phase), now.Done, now.Parts)
	if now.Phase != abstraction.FindingStates {
		detail += fmt.Sprintf("; %d abstract states, %d transitions", now.States, now.Transitions)
	}
	if now.Total > 0 {
		detail += fmt.Sprintf(", %d/%d covered", now.Covered, now.Total)
	}
	j.Progress(phase(now.Done, now.Parts, Progress{Doing: "abstracting", Detail: detail,
		Point: result.Point{Covered: now.Covered, Total: now.Total, States: now.States, Calls: now.Solver.Calls, SolverSeconds: now.Solver.Seconds}}))
}

// contracting returns what tells how far the work on contracts is. Nothing is covered by it, so the point has only the solver's figures.
func (j *Job) contracting(doing string) func(contract.Progress) {
	return func(now contract.Progress) {
		detail := counted(string(now.Phase), now.Done, now.Parts)
		if now.Paths > 0 {
			detail += fmt.Sprintf("; %d paths", now.Paths)
		}
		if now.Calls > 0 {
			detail += fmt.Sprintf("; %d calls", now.Calls)
		}
		j.Progress(phase(now.Done, now.Parts, Progress{Doing: doing, Detail: detail,
			Point: result.Point{Calls: now.Solver.Calls, SolverSeconds: now.Solver.Seconds}}))
	}
}
