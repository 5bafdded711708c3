package explore

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// Coverage says which transitions the tree reaches, and why it does not reach the others.
func (t *Tree) Coverage() result.TransitionCoverage {
	c := result.TransitionCoverage{Total: len(t.Hits), Missing: []result.Miss{}, Reached: []result.Hit{}}
	misses := t.newMisses()
	for i, tr := range t.System.Transitions() {
		if st := t.Hits[i]; st != nil {
			c.Covered++
			c.Reached = append(c.Reached, result.Hit{Name: tr.Name, Depth: st.Depth, State: st.ID})
			continue
		}
		c.Missing = append(c.Missing, result.Miss{Name: tr.Name, Reason: misses.reason(tr)})
	}
	return c
}

// misses has what the reasons of all misses need, computed once: a model may have very many.
type misses struct {
	*Tree
	reachable [][]bool          // by machine and location: the graph has a path
	open      map[string]string // by transition: why the solver left a step with it open
	blocked   map[string]string // by transition: why the tables do not let it be taken
	outside   map[string]string // by transition: the call to which no behaviour applies
}

func (t *Tree) newMisses() *misses {
	m := &misses{Tree: t, open: byTransition(t.Doubts), blocked: byTransition(t.Blocked), outside: byTransition(t.Outside)}
	for _, machine := range t.System.Machines {
		m.reachable = append(m.reachable, machine.Reachable())
	}
	return m
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

// reason says why a transition was not covered: proved unreachable, left open by the solver, or out of bounds.
func (m *misses) reason(tr *sts.Transition) string {
	open, isOpen := m.open[tr.Name]
	blocked, isBlocked := m.blocked[tr.Name]
	outside, isOutside := m.outside[tr.Name]
	switch {
	case isOpen:
		return "unknown: " + open
	case isBlocked:
		return "blocked by an extern: " + blocked
	case tr.Guard.IsFalse():
		return "proved unreachable: its guard is false"
	case !m.reachable[tr.Machine][tr.From]:
		return "proved unreachable: no path in the graph leads to " + m.System.Machines[tr.Machine].Locations[tr.From].Name
	case isOutside:
		return "outside a contract: " + outside
	case m.Stop == StopExhausted && len(m.Doubts) > 0:
		return "unknown: not reached, and a question was left open, the first at " + m.Doubts[0].name + ": " + m.Doubts[0].reason
	case m.Stop == StopExhausted && len(m.Blocked) > 0:
		return "blocked by an extern: every way to it is, the first at " + m.Blocked[0].name
	case m.Stop == StopExhausted && len(m.Outside) > 0:
		return "not reached by calls that contracts describe; others are not followed, the first at " + m.Outside[0].name
	case m.Stop == StopExhausted:
		return "proved unreachable: the whole tree was explored"
	}
	return m.bound()
}

// bound says which bound ended the search.
func (t *Tree) bound() string {
	switch t.Stop {
	case StopPath:
		return "not on the path that was asked for"
	case StopDepth:
		return fmt.Sprintf("not reached within the bound: depth %d", t.Options.Depth)
	case StopStates:
		return fmt.Sprintf("not reached within the bound: %d states", t.Options.States)
	case StopTime:
		return "not reached within the time limit"
	case StopInterrupted:
		return "not reached before the search was interrupted"
	}
	return "not reached"
}
