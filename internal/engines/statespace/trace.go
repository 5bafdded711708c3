package statespace

import (
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// finish makes the runs of the findings, and sums up.
func (x *search) finish() error {
	x.shareHits()
	if x.returning && !x.Reduced && x.orbits == nil && x.ctx.Err() == nil {
		if err := x.findLivelocks(); err != nil {
			return err
		}
	}
	for i := range x.Findings {
		f := &x.Findings[i]
		if f.Run != nil {
			continue
		}
		w, err := x.runTo(x.ctx, f.state)
		if err != nil {
			return err
		}
		if err := x.confirm(f, w); err != nil {
			return err
		}
	}
	if err := x.keep(); err != nil {
		return err
	}
	if err := x.makeRuns(); err != nil {
		return err
	}
	x.Memory, x.OnDisk = x.set.Memory()+int64(4*len(x.parents)), x.set.OnDisk()
	return nil
}

// confirm gives a finding its run, after the interpreter has shown the finding at its end.
func (x *search) confirm(f *Finding, w *run.Witness) error {
	f.Run = w
	switch {
	case f.failed != nil:
		return x.confirmUnsafe(f, w)
	case f.Invariant != nil:
		x.Runner.Load(x.Machine.Compact(w.Config))
		if holds, err := x.holds(f.Invariant); err != nil || holds {
			return errors.Join(err, errDisagree)
		}
	default:
		if err := x.confirmStuck(w); err != nil {
			return err
		}
		f.nameDeadlock(x.System, w.Config.Locations)
	}
	f.Move = w.Move
	return nil
}

// confirmUnsafe adds the step that fails to the run. If machines were exchanged, the run may end in another state than the one in which the
// failure was found, and another move or other values fail there.
func (x *search) confirmUnsafe(f *Finding, w *run.Witness) error {
	moves, rows := []*sts.Move{f.Move}, [][]term.Value{f.params}
	if x.orbits != nil {
		moves = x.System.Possible(nil, w.Config.Locations, w.Config.Count)
	}
	for _, f.Move = range moves {
		if x.orbits != nil {
			rows = x.Rows[f.Move.ID]
		}
		for _, f.params = range rows {
			if fails, err := x.fails(f, w); err != nil || fails {
				return err
			}
		}
	}
	return errDisagree
}

// fails reports whether the step of a finding violates its obligation after a run, and adds it if so.
func (x *search) fails(f *Finding, w *run.Witness) (bool, error) {
	params := slices.Clone(f.params)
	for i, a := range f.Move.DequeueArgs {
		params[a] = w.Config.Queues[f.Move.Dequeue.Queue].Items[i]
	}
	step, err := x.Executor.Attempt(w.Config, f.Move, params)
	if err != nil || step.Outcome != sts.Unsafe || step.Violated.Key() != f.failed.Key() {
		return false, err
	}
	f.Run = &run.Witness{Parent: w, Move: f.Move, Params: params}
	return true, nil
}

// confirmStuck returns an error if the interpreter can take a step after a run.
func (x *search) confirmStuck(w *run.Witness) error {
	for _, m := range x.System.Possible(nil, w.Config.Locations, w.Config.Count) {
		for _, params := range x.Rows[m.ID] {
			if step, err := x.Executor.Attempt(w.Config, m, params); err != nil || step.Outcome == sts.Done {
				return errors.Join(err, errDisagree)
			}
		}
	}
	return nil
}

// makeRuns makes the runs to the transitions of Options.Runs.
func (x *search) makeRuns() error {
	x.Runs = make([]*run.Witness, len(x.options.Runs))
	for i, t := range x.options.Runs {
		first := x.firsts[t.ID]
		if first.Move == nil || x.orbits != nil {
			continue
		}
		before, err := x.runTo(x.ctx, first.from)
		if err == nil {
			x.Runs[i], err = x.Executor.Extend(x.ctx, before, first.Move, slices.Clone(first.Params))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
