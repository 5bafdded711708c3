package statespace

import (
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Runs to states. The parent of a state is the first whose steps lead to it; since parents are in the order of their children, it is not before
// the parent that was noted for an earlier state. From the list of states the run is made by the interpreter, which tries the steps from each
// until one leads to the next.

// errLost is the error that a state was not found again. It is one of this program.
var errLost = errors.New("no step leads to a state that was found before")

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
		w, err := x.runTo(f.state)
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
		x.runner.Load(x.machine.Compact(w.Config))
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
			rows = x.choices.params[f.Move.ID]
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
	step, err := x.executor.Attempt(w.Config, f.Move, params)
	if err != nil || step.Outcome != sts.Unsafe || step.Violated.Key() != f.failed.Key() {
		return false, err
	}
	f.Run = &run.Witness{Parent: w, Move: f.Move, Params: params}
	return true, nil
}

// confirmStuck returns an error if the interpreter can take a step after a run.
func (x *search) confirmStuck(w *run.Witness) error {
	for _, m := range x.System.Possible(nil, w.Config.Locations, w.Config.Count) {
		for _, params := range x.choices.params[m.ID] {
			if step, err := x.executor.Attempt(w.Config, m, params); err != nil || step.Outcome == sts.Done {
				return errors.Join(err, errDisagree)
			}
		}
	}
	return nil
}

// runTo returns a shortest run to a state, made by the interpreter.
func (x *search) runTo(number int) (*run.Witness, error) {
	path := []int{number}
	for number >= len(x.Starts) {
		parent, err := x.parent(number)
		if err != nil {
			return nil, err
		}
		number = parent
		path = append(path, number)
	}
	slices.Reverse(path)
	w, err := x.executor.Begin(x.Starts[path[0]].Values)
	for _, next := range path[1:] {
		if err != nil {
			return nil, err
		}
		w, err = x.stepTo(w, next, func(*sts.Move) bool { return true })
	}
	return w, err
}

// makeRuns makes the runs to transitions that are wanted.
func (x *search) makeRuns() error {
	x.Runs = make([]*run.Witness, len(x.options.Runs))
	wanted := 0
	for _, t := range x.options.Runs {
		if x.Hits[t.ID].State >= 0 && x.orbits == nil {
			wanted++
		}
	}
	for number := 0; number < x.expanded && wanted > 0; number++ {
		steps, err := x.firstSteps(number)
		if err != nil {
			return err
		}
		for i, step := range steps {
			before, err := x.runTo(number)
			if err == nil {
				x.Runs[i], err = x.executor.Extend(x.ctx, before, step.Move, step.Params)
			}
			if err != nil {
				return err
			}
			wanted--
		}
	}
	return nil
}

// firstSteps returns the steps from a state by transitions that are wanted and have no run yet, by their place among those that are wanted.
func (x *search) firstSteps(number int) (map[int]*run.Witness, error) {
	out := map[int]*run.Witness{}
	err := x.successors(number, func(_ int, m *sts.Move, params []term.Value) bool {
		for _, t := range m.Parts {
			if i := slices.Index(x.options.Runs, t); i >= 0 && x.Runs[i] == nil && out[i] == nil {
				out[i] = &run.Witness{Move: m, Params: slices.Clone(params)}
			}
		}
		return true
	})
	return out, err
}

// parent returns the first state with a step to a state.
func (x *search) parent(number int) (int, error) {
	for p := int(x.parents[number/parentEvery]); p < number; p++ {
		found := false
		err := x.successors(p, func(next int, _ *sts.Move, _ []term.Value) bool {
			found = next == number
			return !found
		})
		if err != nil || found {
			return p, err
		}
	}
	return 0, errLost
}

// successors calls do with the states that steps from a state lead to, until it returns false. Those that the search has not found, since it
// was ended, are left out.
func (x *search) successors(number int, do func(next int, m *sts.Move, params []term.Value) bool) error {
	row := make([]int64, x.coder.words)
	if err := x.load(number, row); err != nil {
		return err
	}
	from := x.coder.decode(row)
	x.runner.Load(from)
	for _, m := range slices.Clone(x.runner.Possible()) {
		for _, params := range x.rows(m) {
			outcome, err := x.runner.Step(m, params)
			if err != nil {
				return err
			}
			if outcome != sts.Done {
				continue
			}
			next, err := x.find()
			if err != nil {
				return err
			}
			if next >= 0 && !do(next, m, params) {
				return nil
			}
			x.runner.Load(from)
		}
	}
	return nil
}

// find returns the number of the state that the runner is in, or -1.
func (x *search) find() (int, error) {
	if !x.encode(x.runner.View()) || !x.layout.Pack(x.next, x.record) {
		return -1, nil
	}
	return x.set.Find(x.record)
}

// stepTo returns the run with a step that leads to a state, by a move that is allowed.
func (x *search) stepTo(w *run.Witness, number int, allowed func(*sts.Move) bool) (*run.Witness, error) {
	for _, m := range x.System.Possible(nil, w.Config.Locations, w.Config.Count) {
		if !allowed(m) {
			continue
		}
		for _, params := range x.choices.params[m.ID] {
			next, err := x.executor.Extend(x.ctx, w, m, slices.Clone(params))
			if errors.Is(err, run.ErrBlocked) {
				continue
			}
			if err != nil {
				return nil, err
			}
			x.runner.Load(x.machine.Compact(next.Config))
			if found, err := x.find(); err != nil || found == number {
				return next, err
			}
		}
	}
	return nil, errLost
}
