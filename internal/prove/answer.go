package prove

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/text"
)

// Reason is why something holds without a query, or why there is no proof.
type Reason string

// The reasons.
const (
	FalseGuard  Reason = "false guard"
	NoPath      Reason = "no path"    // of the machine leads to the location
	NoPartner   Reason = "no partner" // no path leads to where another machine takes part
	NeverBegins Reason = "never begins"

	Untouched   Reason = "untouched" // a step does not change what a claim mentions
	Undecided   Reason = "undecided" // by the solver
	NotReplayed Reason = "not replayed"

	TooManyQueries   Reason = "too many queries"
	TooManyUndecided Reason = "too many undecided queries"
	TooLarge         Reason = "too large"
	OutOfTime        Reason = "out of time"
	Interrupted      Reason = "interrupted"
	OpenPaths        Reason = "open paths"      // the bound on paths was reached
	OpenFromStart    Reason = "open from start" // a path from an initial state is not excluded
	OpenTooLong      Reason = "open too long"   // the bound on the length of paths was reached
)

// Answer says whether a target is proved to be unreachable.
type Answer struct {
	Transition *sts.Transition // nil of a goal
	Proved     bool
	Method     result.Method // if proved
	K          int           // steps before the target, of k-induction
	Invariant  []Clause      // what the proof uses besides the guards
	Reason     Reason        // of a proof by the graph, or why there is no proof
	Location   string        // to which there is no path
	Paths      int           // followed backwards, if the bound was reached
	Steps      int           // of a path that is not excluded
	Queries    int           // for this target alone; the invariants are shared
	Undecided  int           // queries for this target alone that the solver left undecided
}

// Explain returns the proof in words, or why there is none.
func (a *Answer) Explain() string {
	switch {
	case a.Method == result.ByInvariant:
		return inWords(a.Invariant)
	case a.Method == result.ByKInduction:
		return fmt.Sprintf("by %d-induction: every path of %s that ends with it contradicts a guard on it, or what always holds where it begins",
			a.K, text.Count(a.K+1, "step"))
	case !a.Proved && a.Undecided > 0:
		return a.reason() + fmt.Sprintf("; the solver left %d of its queries undecided", a.Undecided)
	}
	return a.reason()
}

func (a *Answer) reason() string {
	switch a.Reason {
	case FalseGuard:
		return "its guard is false"
	case NoPath:
		return "no path in the graph leads to " + a.Location
	case NoPartner:
		return "no path in the graph leads to where another machine takes part in it"
	case NeverBegins:
		return "no path in the graph leads to where it begins"
	case TooManyQueries:
		return errQueries.Error()
	case TooManyUndecided:
		return errUnknown.Error()
	case TooLarge:
		return errSize.Error()
	case OpenPaths:
		return fmt.Sprintf("%d paths that lead to it were followed backwards, some are still open", a.Paths)
	case OpenFromStart:
		return "a path of " + text.Count(a.Steps, "step") + " from the beginning could not be excluded"
	case OpenTooLong:
		return "a path of " + text.Count(a.Steps, "step") + " to it could not be excluded"
	}
	return endReason(a.Reason)
}

// endReason says why the work ended early.
func endReason(r Reason) string {
	if r == OutOfTime {
		return "the time was up"
	}
	return "the search was interrupted"
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
