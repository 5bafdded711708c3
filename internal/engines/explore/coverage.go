package explore

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Coverage lists the transitions that the tree reaches, and the reasons why it does not reach the others.
func (t *Tree) Coverage() result.Tally {
	c := result.NewTally(0, nil)
	misses := t.newMisses()
	for i, tr := range t.System.Transitions() {
		if st := t.Hits[i]; st != nil {
			c.Hit(result.Hit{Name: tr.Name, Depth: st.Depth, State: st.ID, Products: t.productsOf(i)})
			continue
		}
		c.Miss(result.Miss{Name: tr.Name, Why: misses.why(tr)})
	}
	return c
}

// productsOf returns the products for which a transition is covered; nil if the system is not a product line.
func (t *Tree) productsOf(transition int) *result.Products {
	if t.Products == nil {
		return nil
	}
	return t.Products[transition]
}

// Runs returns the runs that the coverage depends on.
func (t *Tree) Runs() []*run.Witness {
	var out []*run.Witness
	var shared *restorer // found once: the way to the root is long in a deep tree
	for _, st := range t.Hits {
		if st == nil {
			continue
		}
		if st.Content == nil && shared == nil {
			shared = st.restorer()
		}
		out = append(out, st.contentBy(shared).Witness)
	}
	return out
}

// misses holds the data for the reasons of all uncovered transitions, computed once: a model may have very many.
type misses struct {
	*Tree
	unreached *run.Unreached
	open      map[string]string // by transition: why the solver did not decide a step with it
	blocked   map[string]string // by transition: why it is blocked by the tables
	outside   map[string]string // by transition: the call to which no behaviour applies
}

func (t *Tree) newMisses() *misses {
	m := &misses{Tree: t, unreached: run.NewUnreached(t.System), open: byTransition(t.Doubts), blocked: byTransition(t.Blocked), outside: byTransition(t.Outside)}
	for _, f := range t.Findings {
		if f.kind != Deadlock && f.kind != Livelock && f.kind != InvariantViolation {
			m.unreached.Fails(f.name, f.message, f.span)
		}
	}
	return m
}

// byTransition finds the first reason for each transition. The name of a move may combine two transitions.
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

// why returns the reason why a transition was not covered: proved unreachable, undecided by the solver, or out of bounds.
func (m *misses) why(tr *sts.Transition) result.Why {
	if open, isOpen := m.open[tr.Name]; isOpen {
		return result.Why{Status: result.Unknown, Reason: "unknown: " + open}
	}
	if blocked, isBlocked := m.blocked[tr.Name]; isBlocked {
		return result.Why{Status: result.Blocked, Reason: "blocked by an extern: " + blocked}
	}
	if m.NoStart != nil {
		m.unreached.Fails(tr.Name, m.NoStart.Text, m.NoStart.Span)
	}
	if why, known := m.unreached.ByModel(tr); known {
		return why
	}
	outside, isOutside := m.outside[tr.Name]
	exhausted := m.Stop == result.StopExhausted
	switch {
	case isOutside:
		return result.Why{Status: result.Blocked, Reason: "outside a contract: " + outside}
	case exhausted && len(m.Doubts) > 0:
		return result.Why{Status: result.Unknown, Reason: "unknown: not reached, and a query was left open, the first at " + m.Doubts[0].name + ": " + m.Doubts[0].reason}
	case exhausted && len(m.Blocked) > 0:
		return result.Why{Status: result.Blocked, Reason: "blocked by an extern: every way to it is, the first at " + m.Blocked[0].name}
	case exhausted && len(m.Outside) > 0:
		return result.Why{Status: result.Blocked, Reason: "not reached by calls that contracts describe; others are not followed, the first at " + m.Outside[0].name}
	case exhausted:
		return m.unreached.BySearch(tr, "the whole tree was explored")
	}
	return run.Bound(m.Stop, m.Options.Depth, m.Options.States)
}

// Violation returns the first run found that violates an obligation with the given key; its last step is the one that fails. It is nil if
// none was found.
func (t *Tree) Violation(key string) *run.Witness {
	for _, f := range t.Findings {
		if f.key == key {
			return f.witness
		}
	}
	return nil
}
