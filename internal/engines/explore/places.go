package explore

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/zone"
	"github.com/sextant-mbt/sextant/internal/core/zone/track"
)

// States at places are expanded by operations on zones alone: no terms are made, no run is looked for, and no solver is needed. The content of
// such a state is made when somebody asks for it. Its run then has the delays that the zones of its path allow, and the interpreter takes it;
// so do all runs that show a covered transition, and those of findings.
//
// The checks of states are made where the zones do not show that they would find nothing.

// expandPlaced computes the children of a state at a place, and its findings.
func (w *worker) expandPlaced(ctx context.Context, st *State) (out expansion) {
	always := false
	steps := st.clocks.place.Steps()
	for i := range steps {
		step := &steps[i]
		if out.err = ctx.Err(); out.err != nil {
			return out
		}
		if w.follow(ctx, st, step, &out) {
			continue
		}
		unconditional := w.tryMove(ctx, st, step.Move, &out)
		always = always || unconditional
		if out.err != nil {
			return out
		}
	}
	if !w.search.options.PathsOnly {
		w.checkStanding(ctx, st, always, &out)
	}
	return out
}

// follow adds the child to which a step leads, if it can be taken. It reports false if terms are needed to find that out.
func (w *worker) follow(ctx context.Context, st *State, step *track.Step, out *expansion) bool {
	switch {
	case step.Impossible:
		out.infeasible++
		return true
	case needsTerms(step):
		return false
	}
	after := step.After(st.clocks.later)
	switch {
	case after.Refused():
		return false
	case after.IsEmpty():
		out.infeasible++
		return true
	}
	next := w.newState()
	*next = State{Parent: st, Move: step.Move, Depth: st.Depth + 1, clocks: &clocks{zone: after, place: step.To, step: step, walked: true}}
	if step.To.Known() {
		next.clocks.later = step.To.Later(after)
	}
	w.witnessHits++
	out.children = append(out.children, child{next, step.Move})
	if !w.search.options.PathsOnly {
		w.checkEntered(ctx, next, out)
	}
	return true
}

// open makes the content of a state at a place.
func (w *worker) open(st *State) {
	st.Content = w.restorer.content(st)
	w.restorer.keep(st.Depth)
	w.findMoves(st)
}

// findMoves finds the moves that the place of a state allows.
func (w *worker) findMoves(st *State) {
	counts := st.clocks.place.Counts
	w.moves = w.system.Possible(w.moves[:0], st.Locations(), func(queue int) int { return counts[queue] })
}

// tryMove takes a move from a state by terms, and reports whether it can certainly be taken.
func (w *worker) tryMove(ctx context.Context, st *State, m *sts.Move, out *expansion) bool {
	w.open(st)
	x := stepping{worker: w, from: st, move: m, out: out}
	x.run(ctx)
	return x.unconditional
}

// checkEntered looks for violated invariants and cycles in a new state.
func (w *worker) checkEntered(ctx context.Context, st *State, out *expansion) {
	unsure := st.clocks.later == nil && len(w.invariants) > 0
	unsure = unsure || slices.ContainsFunc(w.invariants, func(inv *condition) bool {
		return !st.clocks.place.Surely(inv.holds, st.clocks.later) && !w.search.settled(violationKey(inv.named.Name))
	})
	if unsure {
		w.open(st)
		w.checkInvariants(ctx, st, out)
	}
	if w.mayBeZeno(st) {
		w.open(st)
		w.checkZeno(ctx, st, out)
	}
}

// mayBeZeno reports whether the step to a state may end a cycle in no time that is not known yet.
func (w *worker) mayBeZeno(st *State) bool {
	var steps []*track.Step
	var names []string
	for a := st; a.Move != nil && a.Move.Input == nil; a = a.Parent {
		if a.clocks.step == nil {
			return true
		}
		steps, names = append(steps, a.clocks.step), append(names, a.Move.Name)
		if a.Parent.clocks.place != st.clocks.place {
			continue
		}
		slices.Reverse(steps)
		may := track.MayRepeat(a.Parent.clocks.zone, steps)
		slices.Reverse(steps)
		if may {
			return !w.search.known(zenoKey(names))
		}
	}
	return false
}

// checkStanding looks for deadlocks and timelocks in a state. Steps by terms can certainly be taken from all its values if always is true.
func (w *worker) checkStanding(ctx context.Context, st *State, always bool, out *expansion) {
	terminated := w.system.Terminated(st.Locations())
	if terminated {
		out.terminal = len(out.children) == 0
	}
	switch {
	case st.clocks.place.Stops():
		w.checkStopping(ctx, st, out)
	case !terminated && !always && w.mayBeStuck(st):
		w.open(st)
		w.checkDeadlock(ctx, st, always, out)
	}
}

// mayBeStuck reports whether from some values of the clocks on entry no step may be possible any more.
func (w *worker) mayBeStuck(st *State) bool {
	rest, known := w.without(st, st.clocks.zone, func(*sts.Move) bool { return true })
	return !known || len(rest) > 0
}

// without returns the values of a zone from which none of some steps can be taken, now or later. It is not known if one of the steps needs terms,
// or the rest has too many parts.
func (w *worker) without(st *State, z *zone.Zone, chosen func(*sts.Move) bool) (rest []*zone.Zone, known bool) {
	var before []*zone.Zone
	steps := st.clocks.place.Steps()
	for i := range steps {
		step := &steps[i]
		switch {
		case step.Impossible || !chosen(step.Move):
		case needsTerms(step):
			return nil, false
		case step.Always(z):
			return nil, true
		}
	}
	for i := range steps {
		if step := &steps[i]; step.To != nil && chosen(step.Move) {
			before = append(before, st.clocks.place.Before(step))
		}
	}
	return z.Beyond(before...)
}

// checkStopping reports a timelock in a state where time cannot pass forever.
func (w *worker) checkStopping(ctx context.Context, st *State, out *expansion) {
	rest, known := w.without(st, st.clocks.later, func(m *sts.Move) bool { return m.Input == nil })
	if known && len(rest) == 0 || out.err != nil {
		return
	}
	where := w.system.LocationName(st.Locations())
	key := Timelock + "@" + where
	if w.search.known(key) {
		return
	}
	if known {
		w.findMoves(st)
		if found, limit := w.walkToStop(ctx, st, rest[0]); found != nil {
			out.findings = append(out.findings, w.timelock(st, key, found, limit))
			return
		}
	}
	w.open(st)
	w.checkTimelock(ctx, st, out)
}

// walkToStop returns a run to a state after which time passes until the values of the clocks are in a zone, and then stops: and how much time
// can pass. It returns nil if the interpreter does not confirm it.
func (w *worker) walkToStop(ctx context.Context, st *State, stop *zone.Zone) (*run.Witness, *big.Rat) {
	place := st.clocks.place
	found, values, err := w.restorer.walk(ctx, st, place.Sooner(stop))
	if err != nil {
		return nil, nil
	}
	passed, ok := place.Wait(stop, values)
	if !ok {
		return nil, nil
	}
	limit, err := w.confirmStop(found, passed)
	if err != nil {
		return nil, nil
	}
	return found, limit
}

// walk returns a run to a state at a place, at whose end the clocks have values in a zone, and these values.
func (r *restorer) walk(ctx context.Context, st *State, end *zone.Zone) (*run.Witness, track.Values, error) {
	path := st.Path()
	var walk track.Walk
	for _, s := range path[1:] {
		walk.From, walk.Steps = append(walk.From, s.Parent.clocks.place), append(walk.Steps, s.clocks.step)
	}
	delays, values, ok := st.clocks.place.Graph().Delays(path[0].clocks.zone, walk, end)
	if !ok {
		return nil, nil, fmt.Errorf("no delays on the path to state %d", st.ID)
	}
	w := path[0].Content.Witness
	for i, s := range path[1:] {
		var err error
		if w, err = r.executor.Extend(ctx, w, s.Move, []term.Value{term.RatValue(delays[i])}); err != nil {
			return nil, nil, err
		}
	}
	return w, values, nil
}

// derive makes the content of a state to which a step between places leads. Its run extends that of its parent, if its clocks allow the step.
func (r *restorer) derive(ctx context.Context, st *State, parent *Content) (*Content, error) {
	step := r.system.Step(st.Move, &parent.Symbolic, st.Parent.Depth, nil)
	effect := step.Effect()
	if !st.clocks.derived {
		st.Added, _ = term.Conjoin(step.Guard)
		st.clocks.derived = true
	}
	witness := r.prolong(ctx, st, parent.Witness)
	var err error
	if witness == nil {
		witness, _, err = r.walk(ctx, st, zone.Universe(len(r.system.Clocks())))
	}
	return &Content{Symbolic: effect.State, Params: step.Params, Witness: witness}, err
}

// prolong returns the run to the parent with one more step, if its clocks allow that.
func (r *restorer) prolong(ctx context.Context, st *State, parent *run.Witness) *run.Witness {
	place := st.Parent.clocks.place
	delay, ok := place.Delay(st.clocks.step, place.Graph().Values(parent.Config))
	if !ok {
		return nil
	}
	w, err := r.executor.Extend(ctx, parent, st.Move, []term.Value{term.RatValue(delay)})
	if err != nil {
		return nil
	}
	return w
}
