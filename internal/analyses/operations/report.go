package operations

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Report is the answer whether the operations of a model are consistent, with its evidence.
type Report struct {
	Operations []Operation // by transition; those that a chosen product does not have are left out
	Runs       []Run       // that together fire all transitions that fire; few, but not necessarily the minimum
	Together   result.Why  // whether one run fires all transitions that fire, or why not
	Excluding  []Exclusion // as far as they are known
	Least      int         // proved lower bound on the number of runs needed to fire all transitions that fire
	Line       bool        // the system is a product line: runs were not looked for, and operations have their products
	Stop       result.Stop
	States     int // that were visited
	Solver     smt.Stats
	Engines    []result.EngineUse // that were asked, in their order
}

// Operation is whether a transition fires in a run that keeps the invariants, or why not.
type Operation struct {
	Transition *sts.Transition
	result.Why
	Breaking *Breaking // a run that fires it and breaks an invariant, if no other is known

	Fires, Dead, Open *result.Products // of a product line: where it fires, where it never does, and where neither is known; nil for no product

	run *run.Witness // that fires it
}

// Breaking is a run that fires a transition with its last step, and breaks an invariant.
type Breaking struct {
	Invariant *sts.Named
	Step      int      // after which the invariant does not hold first; 0 is where the run begins
	Wait      *big.Rat // the time from there until it does not hold
	Run       *run.Witness
}

// Run is a run in all states of which the invariants hold.
type Run struct {
	Witness *run.Witness
	Fires   []*sts.Transition // in the order in which they fire first
}

// Exclusion is two transitions of which no run fires both, and why.
type Exclusion struct {
	Transitions [2]*sts.Transition
	result.Why
}

// Verdict summarises a report.
func (r *Report) Verdict() result.OperationsVerdict {
	open := false
	for _, o := range r.Operations {
		open = open || o.Open != nil
		switch o.Status {
		case result.Covered:
		case result.Unreachable, result.BreaksInvariant, result.OnlyThroughError:
			return result.OperationsDead
		default:
			open = true
		}
	}
	switch {
	case !open && r.Line:
		return result.OperationsAlive
	case !open && r.Together.Status == result.Covered:
		return result.OperationsConsistent
	case r.Together.Status == result.Unreachable:
		return result.OperationsApart
	}
	return result.OperationsUnknown
}

// newRun collects the transitions that a run fires.
func newRun(w *run.Witness) Run {
	out, seen := Run{Witness: w}, map[*sts.Transition]bool{}
	for _, step := range w.Steps()[1:] {
		for _, t := range step.Move.Parts {
			if !seen[t] {
				seen[t] = true
				out.Fires = append(out.Fires, t)
			}
		}
	}
	return out
}
