package prove

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Reason is the reason why something holds without a query, or why there is no proof.
type Reason string

// The reasons.
const (
	FalseGuard       Reason = "false guard"
	FalseOrUndefined Reason = "false or undefined guard"
	NoPath           Reason = "no path"    // of the machine leads to the location
	NoPartner        Reason = "no partner" // no path leads to where another machine takes part
	NeverBegins      Reason = "never begins"

	Untouched   Reason = "untouched" // a step does not change the variables of a claim
	Undecided   Reason = "undecided" // by the solver
	NotReplayed Reason = "not replayed"

	Taken Reason = "taken" // a random run takes it

	TooManyQueries   Reason = "too many queries"
	TooManyUndecided Reason = "too many undecided queries"
	TooLarge         Reason = "too large"
	OutOfTime        Reason = "out of time"
	Interrupted      Reason = "interrupted"
	OpenPaths        Reason = "open paths"      // the bound on paths was reached
	OpenFromStart    Reason = "open from start" // a path from an initial state is not excluded
	OpenTooLong      Reason = "open too long"   // the bound on the length of paths was reached
)

// Answer is the answer whether a target is proved to be unreachable.
type Answer struct {
	Transition *sts.Transition // nil of a goal
	Proved     bool
	Method     result.Method // if proved
	K          int           // steps before the target, of k-induction
	Invariant  []Clause      // what the proof uses, apart from the guards
	Reason     Reason        // of a proof by the graph, or why there is no proof
	Location   string        // to which there is no path
	Paths      int           // followed backwards, if the bound was reached
	Steps      int           // of a path that is not excluded
	Queries    int           // for this target alone; the invariants are shared
	Undecided  int           // queries for this target alone that the solver left undecided
}

var explanations = map[Reason]string{
	FalseGuard:       result.GuardIsFalse,
	FalseOrUndefined: result.GuardIsFalseOrUndefined,
	NoPath:           "no path in the graph leads to ",
	NoPartner:        "no path in the graph leads to where another machine takes part in it",
	NeverBegins:      "no path in the graph leads to where it begins",
	Untouched:        "it does not change what the invariant mentions",
	Taken:            "a run of the model takes it",
	TooManyQueries:   errQueries.Error(),
	TooManyUndecided: errUnknown.Error(),
	TooLarge:         errSize.Error(),
	OutOfTime:        "the time was up",
	Interrupted:      "the search was interrupted",
	OpenPaths:        "%s that lead to it were followed backwards, some are still open",
	OpenFromStart:    "a path of %s from the beginning could not be excluded",
	OpenTooLong:      "a path of %s to it could not be excluded",
}

// Explain returns the proof in words, or why there is none.
func (a *Answer) Explain() string {
	switch a.Method {
	case result.ByInvariant:
		return inWords(a.Invariant)
	case result.ByKInduction:
		return fmt.Sprintf("by %d-induction: every path of %s that ends with it contradicts a guard on it, or what always holds where it begins",
			a.K, text.Count(a.K+1, "step"))
	}
	out := explanations[a.Reason] + a.Location
	switch a.Reason {
	case OpenPaths:
		out = fmt.Sprintf(out, text.Count(a.Paths, "path"))
	case OpenFromStart, OpenTooLong:
		out = fmt.Sprintf(out, text.Count(a.Steps, "step"))
	}
	if !a.Proved && a.Undecided > 0 {
		out += "; the solver left " + text.Count(a.Undecided, "query") + " undecided"
	}
	return out
}

// inWords writes a certificate.
func inWords(clauses []Clause) string {
	if len(clauses) == 0 {
		return "its guard is never true"
	}
	var places []string
	conditions := map[string][]string{}
	for _, c := range clauses {
		if conditions[c.Place] == nil {
			places = append(places, c.Place)
		}
		conditions[c.Place] = append(conditions[c.Place], c.Term.String())
	}
	var parts []string
	for _, place := range places {
		if conditions[place][0] == "false" {
			parts = append(parts, "no run comes to "+place)
			continue
		}
		parts = append(parts, "in "+place+" always "+strings.Join(conditions[place], " and "))
	}
	return strings.Join(parts, "; ")
}
