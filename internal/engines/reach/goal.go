package reach

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Goal is an event to look for in runs. One of the fields is set.
type Goal struct {
	Transition *sts.Transition // it takes the transition
	Invariant  *sts.Named      // the run reaches a state, or an instant, that breaks the invariant of the system
	Error      bool            // it runs into a model error
	Purpose    *sts.Purpose    // it meets the purpose
	Pair       *Pair           // a machine takes two transitions one after the other
	Past       *Past           // all states and steps of a run meet a condition
}

// Transitions are the goals to take transitions.
func Transitions(transitions []*sts.Transition) []Goal {
	out := make([]Goal, len(transitions))
	for i, t := range transitions {
		out[i].Transition = t
	}
	return out
}

// IsShownBy reports whether a finding shows that the goal can be reached.
func (g Goal) IsShownBy(f *result.Finding) bool {
	switch {
	case g.Error:
		return sts.IsModelError(f.Kind)
	case g.Invariant != nil:
		p := g.Invariant.Span.Position()
		return f.Kind == result.InvariantViolation && f.File == g.Invariant.Span.FileName() && f.Line == p.Line && f.Column == p.Column
	}
	return false
}

// Answer is the answer about a goal.
type Answer struct {
	Goal   Goal
	Why    result.Why          // result.Covered; that it is impossible, with the proof; or, if no engine has decided, the reason
	Engine result.SearchEngine // that has decided
	How    string              // summary of the proof, as in "x <= 5 always holds"; or why there is none

	Run       *run.Witness    // of a goal that is reached; it was replayed by the interpreter
	Finding   *result.Finding // of an invariant or an error: the run as plain data; if it assumes results of functions, the goal is open
	Invariant []prove.Clause  // of a proof by induction
}

// Open reports whether no engine has decided.
func (a *Answer) Open() bool { return a.Engine == "" }

// reached notes a run to the goal.
func (a *Answer) reached(by result.SearchEngine, w *run.Witness) {
	a.Engine, a.Run, a.Why = by, w, result.Why{Status: result.Covered}
}

// shown notes a finding that shows a run to the goal. One that assumes results of functions is a possibility, not a fact.
func (a *Answer) shown(by result.SearchEngine, f *result.Finding, w *run.Witness) {
	a.Finding = f
	if len(f.Assumes) > 0 {
		a.Why = result.Why{Status: result.Unknown, Reason: "a run reaches it if functions return what was assumed, not run"}
		return
	}
	a.reached(by, w)
}

// impossible notes a proof that no run reaches the goal.
func (a *Answer) impossible(by result.SearchEngine, method result.Method, how string) {
	a.Engine, a.How, a.Why = by, how, result.Proved(method, how)
}

// take records why a search has not reached the goal; the answer is decided if the reason is a proof.
func (a *Answer) take(by result.SearchEngine, why result.Why) {
	a.Why = why
	if why.Status == result.Unreachable || why.Status == result.OnlyThroughError {
		a.Engine = by
	}
}

// transitions returns the answers about transitions, with these.
func transitions(answers []*Answer) (about []*Answer, targets []*sts.Transition) {
	for _, a := range answers {
		if a.Goal.Transition != nil {
			about, targets = append(about, a), append(targets, a.Goal.Transition)
		}
	}
	return about, targets
}

// invariants returns the answers about invariants.
func invariants(answers []*Answer) []*Answer {
	return slices.DeleteFunc(slices.Clone(answers), func(a *Answer) bool { return a.Goal.Invariant == nil })
}
