package run

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Unreached explains why no run of a search took a transition, as far as the reason does not depend on the search method. Its data is
// computed once, since a model may have very many transitions.
type Unreached struct {
	system    *sts.System
	reachable [][]bool          // by machine and location: the graph has a path
	errors    map[string]string // by transition: the model error that a step with it runs into
}

// NewUnreached makes the reasons for the transitions of a system.
func NewUnreached(s *sts.System) *Unreached {
	u := &Unreached{system: s, errors: map[string]string{}}
	for _, m := range s.Machines {
		u.reachable = append(u.reachable, m.Reachable())
	}
	return u
}

// Fails notes a model error that a step with a move runs into; the first of a transition counts. The name of a move may join several.
func (u *Unreached) Fails(move, message string, place diag.Span) {
	for name := range strings.SplitSeq(move, "|") {
		if _, known := u.errors[name]; !known {
			u.errors[name] = message + PlaceOf(place)
		}
	}
}

// PlaceOf names a place in a sentence; it is empty if the place is not known.
func PlaceOf(s diag.Span) string {
	if s.File == nil {
		return ""
	}
	p := s.Position()
	return fmt.Sprintf(" (%s:%d:%d)", s.FileName(), p.Line, p.Column)
}

// ByModel returns why a transition cannot be taken if the model alone shows it: its guard is false as written, or no path leads to it.
func (u *Unreached) ByModel(tr *sts.Transition) (why result.Why, known bool) {
	switch message, fails := u.errors[tr.Name]; {
	case tr.Guard.IsFalse() && fails:
		return ThroughError(message), true
	case tr.Guard.IsFalse():
		return result.FalseGuard(tr.GuardHasValue()), true
	case !u.reachable[tr.Machine][tr.From]:
		return result.Proved(result.ByGraph, "no path in the graph leads to "+u.system.Machines[tr.Machine].Locations[tr.From].Name), true
	}
	return result.Why{}, false
}

// BySearch returns why a transition was not taken by a search that followed every run; explored ends the sentence.
func (u *Unreached) BySearch(tr *sts.Transition, explored string) result.Why {
	if message, fails := u.errors[tr.Name]; fails {
		return ThroughError(message)
	}
	return result.Proved(result.ByExploration, explored)
}

// ThroughError is the status of a transition that is reached only through a model error.
func ThroughError(message string) result.Why {
	return result.Why{Status: result.OnlyThroughError, Reason: "only through a model error: " + message}
}

// Bound returns the reason that a bound ended a search before a transition was taken.
func Bound(stop result.Stop, depth, states int) result.Why {
	reason := "not reached"
	switch stop {
	case result.StopPath:
		reason = "not on the requested path"
	case result.StopDepth:
		reason = fmt.Sprintf("not reached within the bound: depth %d", depth)
	case result.StopStates:
		reason = fmt.Sprintf("not reached within the bound: %d states", states)
	case result.StopMemory:
		reason = "not reached within the limit on memory"
	case result.StopTime:
		reason = "not reached within the time limit"
	case result.StopInterrupted:
		reason = "not reached before the search was interrupted"
	}
	return result.Why{Status: result.NotReached, Reason: reason}
}
