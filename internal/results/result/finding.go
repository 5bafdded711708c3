package result

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// Documents that can report errors of the model or the system have a method Finding, which determines the exit code.

// Finding reports whether the model has errors, some step breaks an invariant, or some transition never fires while the invariants hold.
func (r *Check) Finding() bool {
	isError := func(d diag.JSONDiagnostic) bool { return d.Severity == diag.Error.String() }
	return slices.ContainsFunc(r.Diagnostics, isError) || r.Invariants != nil && r.Invariants.broken(r.Stop.Early()) ||
		r.Operations != nil && r.Operations.Verdict == OperationsDead
}

// broken reports whether a step, or a run, breaks an invariant. A step is inconclusive if the check ended early: a proof that the state
// before it is never reached may not have been tried.
func (r *Invariants) broken(early bool) bool {
	byStep := func(s InvariantStep) bool { return s.Example != nil && !early }
	byRun := func(v InvariantVerdict) bool { return v.Verdict == InvariantBroken }
	return slices.ContainsFunc(r.Steps, byStep) || slices.ContainsFunc(r.Verdicts, byRun)
}

// Finding reports whether a finding does not depend on assumed results of externs.
func (r *Explore) Finding() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return len(f.Assumes) == 0 })
}

// Finding reports whether the reachable states show an error, or a test that was played failed.
func (r *Abstract) Finding() bool {
	failed := func(t AbstractTest) bool { return t.Played != nil && t.Played.Verdict == Fail }
	return len(r.Findings) > 0 || slices.ContainsFunc(append(r.More[:len(r.More):len(r.More)], r.AbstractSet),
		func(s AbstractSet) bool { return slices.ContainsFunc(s.Tests, failed) })
}

// Finding reports whether the system failed, even if that was not reproduced.
func (r *Run) Finding() bool { return r.Verdict.Wrong() }

// Finding reports whether a test failed, even if that was not reproduced.
func (r *Replay) Finding() bool { return r.Failed+r.Flaky > 0 }

// Finding reports whether an instance failed.
func (r *Conform) Finding() bool { return r.Verdict == Fail }

// Finding reports whether a table is wrong.
func (r *Table[T]) Finding() bool {
	return slices.ContainsFunc(r.Tables, func(t T) bool {
		wrong, ok := any(t).(interface{ Wrong() bool })
		return ok && !r.Pruning && wrong.Wrong()
	})
}
