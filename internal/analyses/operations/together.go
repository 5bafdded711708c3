package operations

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// One run that fires all transitions that fire, or else few runs. An exploration with a mark for each wanted transition expands first the
// states with the least remaining effort: the number of transitions that the path has not fired, and the steps to the nearest of them,
// estimated from known runs (trail.go). A state from which the graph has no path to a wanted transition is not expanded. If no run fires all,
// the next rounds look for runs that fire the remaining transitions, without those that are known to exclude each other.

// together looks for one run that fires all, and if there is none, for a few runs that do.
func (x *search) together(ctx context.Context) error {
	live := x.live()
	if len(live) == 0 {
		return nil
	}
	x.report.Least = 1
	graph := newGraph(x.system, live)
	x.report.Excluding = graph.excluding(live)
	if len(x.report.Excluding) == 0 {
		found, err := x.attempt(ctx, graph, live, x.options.Explore.States)
		if err != nil {
			return err
		}
		x.addRun(found.run)
		x.report.Together = found.why
	}
	if x.report.Together.Status != result.Covered {
		if err := unlessOver(ctx, x.apart(ctx, live)); err != nil {
			return err
		}
	}
	return x.more(ctx, graph)
}

// more looks for runs that fire the transitions that the runs so far do not.
func (x *search) more(ctx context.Context, graph *graph) error {
	for {
		left := x.notInRuns()
		if len(left) == 0 {
			break
		}
		want := x.compatible(left)
		var found attempted
		if ctx.Err() == nil && len(want) > 1 {
			var err error
			if found, err = x.attempt(ctx, graph, want, min(fewStates, x.options.Explore.States)); err != nil {
				return err
			}
		}
		if found.run == nil || !fires(found.run, left) {
			found.run = x.index[left[0].ID].run
		}
		x.addRun(found.run)
	}
	x.dropNeedless()
	return nil
}

// addRun adds a run to those of the report.
func (x *search) addRun(w *run.Witness) {
	if w != nil {
		x.report.Runs = append(x.report.Runs, newRun(w))
	}
}

// notInRuns lists the transitions that fire, but in none of the runs so far.
func (x *search) notInRuns() []*sts.Transition {
	return slices.DeleteFunc(x.live(), func(t *sts.Transition) bool { return x.inRuns(t, -1) })
}

// inRuns reports whether a run fires a transition, except for one run.
func (x *search) inRuns(t *sts.Transition, except int) bool {
	for i, r := range x.report.Runs {
		if i != except && slices.Contains(r.Fires, t) {
			return true
		}
	}
	return false
}

// dropNeedless drops runs whose transitions the others fire too.
func (x *search) dropNeedless() {
	for i := len(x.report.Runs) - 1; i >= 0; i-- {
		if !slices.ContainsFunc(x.report.Runs[i].Fires, func(t *sts.Transition) bool { return !x.inRuns(t, i) }) {
			x.report.Runs = slices.Delete(x.report.Runs, i, i+1)
		}
	}
}

// compatible returns transitions of which no two are known to exclude each other.
func (x *search) compatible(transitions []*sts.Transition) []*sts.Transition {
	var out []*sts.Transition
	for _, t := range transitions {
		if !slices.ContainsFunc(out, func(u *sts.Transition) bool { return x.exclude(t, u) }) {
			out = append(out, t)
		}
	}
	return out
}

// exclude reports whether two transitions are known to exclude each other.
func (x *search) exclude(t, u *sts.Transition) bool {
	return slices.ContainsFunc(x.report.Excluding, func(e Exclusion) bool {
		return e.Transitions == [2]*sts.Transition{t, u} || e.Transitions == [2]*sts.Transition{u, t}
	})
}

// fires reports whether a run fires one of some transitions.
func fires(w *run.Witness, some []*sts.Transition) bool {
	return slices.ContainsFunc(newRun(w).Fires, func(t *sts.Transition) bool { return slices.Contains(some, t) })
}

// attempted is the outcome of an attempt.
type attempted struct {
	run *run.Witness // the one that fires most wanted transitions; nil if none was found
	why result.Why   // whether it fires all, or why not
}

// attempt looks for one run that fires all of some transitions.
func (x *search) attempt(ctx context.Context, graph *graph, want []*sts.Transition, states int) (attempted, error) {
	k := keep(x.system, want)
	g := &guide{graph: graph, purpose: sts.Purpose{Kind: sts.ReachTransitions, Transitions: k.of(want)}}
	for _, t := range want {
		way := newTrail(x.index[t.ID].run, t)
		g.trails, g.longest = append(g.trails, way), max(g.longest, len(way.moves))
	}
	options := x.options.Explore
	options.Strategy, options.States = explore.BestFirst, states
	options.Enough, options.Useful, options.Score = g.enter, g.useful, g.score
	tree, err := x.explore(ctx, k.System, options)
	switch {
	case err != nil && ctx.Err() != nil:
		return attempted{why: run.Bound(result.StopOf(ctx), options.Depth, options.States)}, nil
	case err != nil:
		return attempted{}, err
	}
	out := attempted{why: g.why(tree)}
	if g.best.Depth == 0 {
		return out, nil
	}
	if out.run, err = x.replay(ctx, g.best.Witness()); err != nil {
		return attempted{why: result.Why{Status: result.Unknown, Reason: "unknown: " + err.Error()}}, nil
	}
	return out, nil
}

// guide leads an exploration to a state whose path has fired all wanted transitions.
type guide struct {
	graph   *graph
	purpose sts.Purpose
	trails  []*trail // by wanted transition
	longest int      // number of steps of a trail
	states  []guided // by state
	best    *explore.State
	done    bool
	useless int // states from which some wanted transition is out of reach
}

// guided is how far the path of a state has come.
type guided struct {
	progress  sts.Progress
	left      int   // transitions that it has not fired
	positions []int // by wanted transition: on its trail
}

// enter notes how far a new state has come, and reports whether it has reached all.
func (g *guide) enter(st *explore.State) bool {
	here := guided{progress: g.purpose.Begin(), positions: make([]int, len(g.trails))}
	place := placeKey(st.Symbolic().Locations)
	if st.Parent != nil {
		here.progress = g.purpose.Advance(g.states[st.Parent.ID].progress, st.Move)
	}
	for i, t := range g.trails {
		if st.Parent == nil {
			here.positions[i] = t.enter(place)
		} else {
			here.positions[i] = t.advance(g.states[st.Parent.ID].positions[i], st.Move, place)
		}
	}
	here.left = len(g.purpose.Missing(here.progress))
	g.states = append(g.states, here)
	if g.best == nil || here.left < g.states[g.best.ID].left {
		g.best = st
	}
	g.done = g.done || here.left == 0
	return g.done
}

// useful reports whether the graph has paths from a state to all missing transitions. Once all have fired it is false.
func (g *guide) useful(st *explore.State) bool {
	if g.done {
		return false
	}
	at := st.Symbolic().Locations
	for _, t := range g.purpose.Missing(g.states[st.ID].progress) {
		if g.graph.distance(t, at[t.Machine]) == sts.FarAway {
			g.useless++
			return false
		}
	}
	return true
}

// effort is the weight of the remaining work, relative to that of a step that was made. The larger it is, the longer the search follows a
// path that is worse than estimated.
const effort = 2

// score is lower for better states. A transition that has not fired counts as much as the longest way to one, so that firing the nearest never
// makes a state worse because the next is farther.
func (g *guide) score(st *explore.State) int {
	here, nearest := g.states[st.ID], sts.FarAway
	for i, t := range g.trails {
		if here.progress[i] == '0' {
			nearest = min(nearest, t.left(here.positions[i]))
		}
	}
	return st.Depth + effort*(nearest+g.longest*here.left)
}

// why returns the result of the exploration: that a run has all wanted transitions, or why it has found none.
func (g *guide) why(tree *explore.Tree) result.Why {
	open := len(tree.Doubts) + len(tree.Blocked) + len(tree.Outside)
	waiting := 0
	for _, st := range tree.States() {
		if !st.Expanded && !st.Pruned {
			waiting++
		}
	}
	switch {
	case g.done:
		return result.Why{Status: result.Covered}
	case !tree.Stop.Early() && waiting == g.useless && open == 0:
		return noRun(result.ByExploration, fmt.Sprintf("all runs were followed until one of them is out of reach, in %d states", tree.Size()))
	case open > 0 && tree.Stop != result.StopStates && !tree.Stop.Early():
		return result.Why{Status: result.Unknown, Reason: "unknown: no run was found, and queries were left open"}
	}
	return run.Bound(tree.Stop, tree.Options.Depth, tree.Options.States)
}
