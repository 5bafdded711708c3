package ioco

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/history"
)

// merge adds the history of other paths to the same state, and reports whether that changes anything.
func (p *Possibility) merge(other *history.History) bool {
	h := *p.past
	if !h.Merge(other) {
		return false
	}
	p.past = &h
	return true
}

// Takes reports whether every path to the possibility takes a transition.
func (p *Possibility) Takes(t *sts.Transition) bool { return p.past.Taken.Has(t.ID) }

// common returns the history of all possibilities together.
func (t *Tracker) common() history.History {
	if len(t.now) == 0 {
		return history.History{}
	}
	out := *t.now[0].past
	for _, p := range t.now[1:] {
		out.Merge(p.past)
	}
	return out
}

// Certain returns the transitions that were taken whatever the system did inside.
func (t *Tracker) Certain() []*sts.Transition {
	var out []*sts.Transition
	for id := range t.common().Taken.All() {
		out = append(out, t.System.Transitions()[id])
	}
	return out
}

// News reports whether Certain or CertainGoals may have changed since the last call of News.
func (t *Tracker) News() bool {
	if len(t.now) == 1 && t.now[0].past == t.noted {
		return false
	}
	t.noted = nil
	if len(t.now) == 1 {
		t.noted = t.now[0].past
	}
	return true
}

// CertainGoals returns the watched goals that were met whatever the system did inside.
func (t *Tracker) CertainGoals() []int { return slices.Collect(t.common().Met.All()) }

// Forget drops how the present states were reached, for traces without end: Certain and purposes begin again.
func (t *Tracker) Forget() {
	t.settled = nil
	for i := range t.now {
		t.now[i].Path, t.now[i].past = nil, t.begin()
	}
}

// begin returns the history of the path without moves.
func (t *Tracker) begin() *history.History {
	if t.purpose == nil || t.purpose.Kind == sts.ReachLocation {
		return &history.History{}
	}
	return &history.History{Progress: []sts.Progress{t.purpose.Begin()}}
}
