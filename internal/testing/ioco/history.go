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

// record tells what the ways to the present states have in common.
type record struct {
	*follower
	noted *history.History // of the only state, at the last call of News
}

// common returns the history of all possibilities together.
func (r *record) common() history.History {
	if len(r.now) == 0 {
		return history.History{}
	}
	out := *r.now[0].past
	for _, p := range r.now[1:] {
		out.Merge(p.past)
	}
	return out
}

// Certain returns the transitions that were taken whatever the system did inside.
func (r *record) Certain() []*sts.Transition {
	var out []*sts.Transition
	for id := range r.common().Taken.All() {
		out = append(out, r.System.Transitions()[id])
	}
	return out
}

// News reports whether Certain or CertainGoals may have changed since the last call of News.
func (r *record) News() bool {
	if len(r.now) == 1 && r.now[0].past == r.noted {
		return false
	}
	r.noted = nil
	if len(r.now) == 1 {
		r.noted = r.now[0].past
	}
	return true
}

// CertainGoals returns the watched goals that were met whatever the system did inside.
func (r *record) CertainGoals() []int { return slices.Collect(r.common().Met.All()) }

// Forget drops how the present states were reached, for traces without end: Certain and purposes begin again.
func (r *record) Forget() {
	r.settled = nil
	for i := range r.now {
		r.now[i].Path, r.now[i].past = nil, r.begin()
	}
}

// begin returns the history of the path without moves.
func (w *watch) begin() *history.History {
	if w.purpose == nil || w.purpose.Kind == sts.ReachLocation {
		return &history.History{}
	}
	return &history.History{Progress: []sts.Progress{w.purpose.Begin()}}
}
