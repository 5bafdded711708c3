package explore

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/run"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// Coverage says which transitions the tree reaches, and why it does not reach the others.
func (t *Tree) Coverage() result.Tally {
	c := result.NewTally(0, nil)
	misses := t.newMisses()
	for i, tr := range t.System.Transitions() {
		if st := t.Hits[i]; st != nil {
			c.Hit(result.Hit{Name: tr.Name, Depth: st.Depth, State: st.ID})
			continue
		}
		c.Miss(result.Miss{Name: tr.Name, Why: misses.why(tr)})
	}
	return c
}

// Runs returns the runs that the coverage depends on.
func (t *Tree) Runs() []*run.Witness {
	var out []*run.Witness
	for _, st := range t.Hits {
		if st != nil {
			out = append(out, st.Witness)
		}
	}
	return out
}

// misses has what the reasons of all misses need, computed once: a model may have very many.
type misses struct {
	*Tree
	reachable [][]bool          // by machine and location: the graph has a path
	open      map[string]string // by transition: why the solver left a step with it open
	blocked   map[string]string // by transition: why the tables do not let it be taken
	outside   map[string]string // by transition: the call to which no behaviour applies
	errors    map[string]string // by transition: the model error that a step with it runs into
}

func (t *Tree) newMisses() *misses {
	m := &misses{Tree: t, open: byTransition(t.Doubts), blocked: byTransition(t.Blocked), outside: byTransition(t.Outside)}
	for _, machine := range t.System.Machines {
		m.reachable = append(m.reachable, machine.Reachable())
	}
	var errors []doubt
	for _, f := range t.Findings {
		if f.kind != Deadlock && f.kind != Livelock && f.kind != InvariantViolation {
			errors = append(errors, doubt{name: f.name, reason: f.message + placeOf(f.span)})
		}
	}
	m.errors = byTransition(errors)
	return m
}

// placeOf names a place in a sentence; it is empty if the place is not known.
func placeOf(s diag.Span) string {
	if s.File == nil {
		return ""
	}
	p := s.Position()
	return fmt.Sprintf(" (%s:%d:%d)", s.FileName(), p.Line, p.Column)
}

// byTransition finds the first reason for each transition. The name of a move may join two.
func byTransition(doubts []doubt) map[string]string {
	out := map[string]string{}
	for _, d := range doubts {
		for part := range strings.SplitSeq(d.name, "|") {
			if _, ok := out[part]; !ok {
				out[part] = d.reason
			}
		}
	}
	return out
}

// why says why a transition was not covered: proved unreachable, left open by the solver, or out of bounds.
func (m *misses) why(tr *sts.Transition) result.Why {
	open, isOpen := m.open[tr.Name]
	blocked, isBlocked := m.blocked[tr.Name]
	outside, isOutside := m.outside[tr.Name]
	message, isError := m.errors[tr.Name]
	if m.NoStart != nil {
		message, isError = m.NoStart.Text+placeOf(m.NoStart.Span), true
	}
	throughError := result.Why{Status: result.OnlyThroughError, Reason: "only through a model error: " + message}
	exhausted := m.Stop == result.StopExhausted
	switch {
	case isOpen:
		return result.Why{Status: result.Unknown, Reason: "unknown: " + open}
	case isBlocked:
		return result.Why{Status: result.Blocked, Reason: "blocked by an extern: " + blocked}
	case tr.Guard.IsFalse() && isError:
		return throughError
	case tr.Guard.IsFalse():
		return result.FalseGuard(tr.GuardHasValue())
	case !m.reachable[tr.Machine][tr.From]:
		return result.Proved(result.ByGraph, "no path in the graph leads to "+m.System.Machines[tr.Machine].Locations[tr.From].Name)
	case isOutside:
		return result.Why{Status: result.Blocked, Reason: "outside a contract: " + outside}
	case exhausted && len(m.Doubts) > 0:
		return result.Why{Status: result.Unknown, Reason: "unknown: not reached, and a query was left open, the first at " + m.Doubts[0].name + ": " + m.Doubts[0].reason}
	case exhausted && len(m.Blocked) > 0:
		return result.Why{Status: result.Blocked, Reason: "blocked by an extern: every way to it is, the first at " + m.Blocked[0].name}
	case exhausted && len(m.Outside) > 0:
		return result.Why{Status: result.Blocked, Reason: "not reached by calls that contracts describe; others are not followed, the first at " + m.Outside[0].name}
	case exhausted && isError:
		return throughError
	case exhausted:
		return result.Proved(result.ByExploration, "the whole tree was explored")
	}
	return result.Why{Status: result.NotReached, Reason: m.bound()}
}

// bound says which bound ended the search.
func (t *Tree) bound() string {
	switch t.Stop {
	case result.StopPath:
		return "not on the requested path"
	case result.StopDepth:
		return fmt.Sprintf("not reached within the bound: depth %d", t.Options.Depth)
	case result.StopStates:
		return fmt.Sprintf("not reached within the bound: %d states", t.Options.States)
	case result.StopMemory:
		return "not reached within the limit on memory"
	case result.StopTime:
		return "not reached within the time limit"
	case result.StopInterrupted:
		return "not reached before the search was interrupted"
	}
	return "not reached"
}
