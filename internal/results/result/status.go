package result

import (
	"context"
	"errors"
)

// Status is whether a transition, or another goal, was covered, and if not, why.
type Status string

// The statuses. The zero value is undefined.
const (
	Covered          Status = "covered"
	Unreachable      Status = "unreachable"        // proved; the proof names the method
	OnlyThroughError Status = "only-through-error" // no run takes it without a model error, on the way or in the step itself
	BreaksInvariant  Status = "breaks-invariant"   // only runs that break an invariant take it
	NotReached       Status = "not-reached"        // within the bounds of the search
	NotTestable      Status = "not-testable"       // no test can observe it
	Blocked          Status = "blocked"            // by an extern: its table, its function or its contract
	Unknown          Status = "unknown"            // the solver did not decide a query, or a function failed
)

// Why is the status of an uncovered goal, with the reason as a sentence.
type Why struct {
	Status Status `json:"status"`
	Reason string `json:"reason"`
	Proof  *Proof `json:"proof,omitempty"` // if it is unreachable
}

// Answer is the answer to a claim.
type Answer string

// The answers.
const (
	AnswerProved  Answer = "proved"
	AnswerRefuted Answer = "refuted"
	AnswerBroken  Answer = "broken"
	AnswerUnknown Answer = "unknown"
)

// Method is how something was proved.
type Method string

// The methods.
const (
	ByAbstraction Method = "abstraction" // no path of abstract transitions leads there
	ByGraph       Method = "graph"       // no path in the graph of locations leads there, or the guard is false as written
	ByExploration Method = "exploration" // the whole tree was explored
	ByInduction   Method = "induction"   // every step keeps it
	ByInvariant   Method = "invariant"   // conditions that always hold contradict it
	ByKInduction  Method = "k-induction"
)

// Proved is the status of a goal that was proved unreachable; the detail ends the sentence.
func Proved(method Method, detail string) Why {
	return Why{Status: Unreachable, Reason: "proved unreachable: " + detail, Proof: &Proof{Method: method}}
}

// The reason why a transition is unreachable whose guard is false as written.
const (
	GuardIsFalse            = "its guard is false"
	GuardIsFalseOrUndefined = "its guard is false wherever it has a value"
)

// FalseGuard is the status of a transition whose guard is false as written; hasValue is whether it has a value in every state.
func FalseGuard(hasValue bool) Why {
	if hasValue {
		return Proved(ByGraph, GuardIsFalse)
	}
	return Proved(ByGraph, GuardIsFalseOrUndefined)
}

// Prefixed returns w with a text before its reason.
func (w Why) Prefixed(text string) Why {
	w.Reason = text + w.Reason
	return w
}

// Stop is why an analysis ended.
type Stop string

// The reasons to stop. Every command uses them.
const (
	StopDone        Stop = "done"        // everything was done
	StopCovered     Stop = "covered"     // everything is covered, or proved unreachable
	StopExhausted   Stop = "exhausted"   // the whole tree was explored, or every target was tried with the largest effort
	StopPath        Stop = "path"        // the given path was followed
	StopDepth       Stop = "depth"       // the limit on depth
	StopStates      Stop = "states"      // the limit on states
	StopSteps       Stop = "steps"       // the limit on steps
	StopQueries     Stop = "queries"     // the limit on solver queries
	StopClasses     Stop = "classes"     // the limit on classes
	StopUndecided   Stop = "undecided"   // everything was tried, but some questions remain undecided
	StopMemory      Stop = "memory"      // the limit on memory
	StopTime        Stop = "time"        // the time limit
	StopInterrupted Stop = "interrupted" // by the user
	StopJournal     Stop = "journal"     // the journal could not be written
	StopFlood       Stop = "flood"       // the system under test sent outputs without a pause
)

// StopOf returns why an analysis with ctx ended, StopDone if ctx did not end it.
func StopOf(ctx context.Context) Stop {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return StopTime
	case ctx.Err() != nil:
		return StopInterrupted
	}
	return StopDone
}

// Early reports whether the time limit, the limit on memory or the user ended the analysis before it was complete.
func (s Stop) Early() bool { return s == StopTime || s == StopMemory || s == StopInterrupted }

// Verdict is the result of testing a system.
type Verdict string

// The verdicts.
const (
	Pass         Verdict = "pass"
	WeakPass     Verdict = "weak pass" // the purpose may have been reached, but need not
	Fail         Verdict = "fail"
	Flaky        Verdict = "flaky" // it failed, but not each time the same test was repeated
	Inconclusive Verdict = "inconclusive"
	Errored      Verdict = "error" // there is no verdict: the system could not be tested
)

// Wrong reports whether something was observed that the model does not allow.
func (v Verdict) Wrong() bool { return v == Fail || v == Flaky }
