package testgen

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
)

// A tree that is made for one purpose need not grow after a path that meets it. The tree grows level by level, so the first such path is
// one of the shortest.

// Enough returns a function for explore.Options.Enough: the tree is large enough when a path meets the purpose that the options name. It is
// nil if they name none, since longer paths may then make a smaller suite.
func Enough(ctx context.Context, s *sts.System, functions run.Functions, options Options) func(*explore.State) bool {
	i := slices.IndexFunc(s.Purposes, func(p sts.Purpose) bool { return p.Name == options.Purpose })
	if options.Criterion != Purposes || i < 0 {
		return nil
	}
	b := newBuilder(ctx, &explore.Tree{System: s, Options: explore.Options{Functions: functions}}, options)
	w := &watch{builder: b, purpose: s.Purposes[i], progress: map[*explore.State]sts.Progress{}}
	return func(st *explore.State) bool { return w.met(ctx, st) }
}

// watch looks at the states of a tree for one that meets a purpose.
type watch struct {
	*builder
	purpose  sts.Purpose
	progress map[*explore.State]sts.Progress
	queries  int
}

func (w *watch) met(ctx context.Context, st *explore.State) bool {
	if w.purpose.Kind != sts.ReachLocation {
		return w.follow(st)
	}
	if st.Symbolic().Locations[w.purpose.Machine] != w.purpose.Location {
		return false
	}
	if w.queries++; w.queries > maxQueries {
		return false
	}
	witness, _, err := w.runMeeting(ctx, st, w.someTime(w.purpose.Cond, st.Symbolic()))
	return witness != nil && err == nil
}

// follow notes how far a path has come, and reports whether it has taken all that the purpose needs.
func (w *watch) follow(st *explore.State) bool {
	now := w.purpose.Begin()
	if st.Parent != nil {
		now = w.purpose.Advance(w.progress[st.Parent], st.Move)
	}
	w.progress[st] = now
	return w.purpose.Done(now)
}
