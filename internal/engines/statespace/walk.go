package statespace

import (
	"context"
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Walk is a search of concrete states. The caller adds the initial states, enters states in the order of their numbers, and takes steps from
// each; the states that they lead to are added.
type Walk struct {
	*Stepper
	*Table
	system   *sts.System
	Executor *run.Executor
	At       int           // the state that was entered
	From     flat.Config   // its configuration
	Begins   []*sts.Config // the initial states, by number

	keepsWays bool
	ways      []way    // that led to states first, if all are kept
	parents   []uint32 // of every parentEvery-th state, if not

	visit    func(*Step) error
	arriving func(*Step) error // the method arrive
}

// way is the step that led to a state first; for an initial state, before is negative.
type way struct{ before, move, row int32 }

// parentEvery is the distance between the states whose parents are stored.
const parentEvery = 64

// NewWalk returns a search with a stepper, and with a table that is empty. If it keeps ways, at twelve bytes per state, Way needs no search.
func NewWalk(s *sts.System, stepper *Stepper, table *Table, x *run.Executor, keepsWays bool) *Walk {
	w := &Walk{Stepper: stepper, Table: table, system: s, Executor: x, keepsWays: keepsWays}
	w.arriving = w.arrive
	return w
}

// Begin adds an initial state. It returns its number, and whether it is new.
func (w *Walk) Begin(c *sts.Config) (number int, added bool, err error) {
	w.Runner.Load(w.Machine.Compact(c))
	number, added, err = w.Add(w.Runner.View())
	if added && err == nil {
		w.Begins = append(w.Begins, c)
		w.note(number, way{before: -1})
	}
	return number, added, err
}

// note keeps how a new state was found.
func (w *Walk) note(number int, by way) {
	switch {
	case w.keepsWays:
		w.ways = append(w.ways, by)
	case number%parentEvery == 0:
		w.parents = append(w.parents, uint32(max(by.before, 0)))
	}
}

// Enter goes to a state and returns the moves that the control allows there, which are valid until the next call.
func (w *Walk) Enter(number int) ([]*sts.Move, error) {
	var err error
	if w.From, err = w.Load(number); err != nil {
		return nil, err
	}
	w.At = number
	w.Runner.Load(w.From)
	return w.Runner.Possible(), nil
}

// Take takes the steps of some moves from the entered state, adds the states that they lead to, and calls visit after each.
func (w *Walk) Take(moves []*sts.Move, visit func(*Step) error) error {
	w.visit = visit
	return w.Stepper.Take(w.From, moves, w.arriving)
}

// arrive adds the state that a step leads to.
func (w *Walk) arrive(step *Step) error {
	if err := w.Arrive(step); err != nil {
		return err
	}
	return w.visit(step)
}

// Arrive adds the state to which a step from the entered state leads, if it leads to one. Take calls it.
func (w *Walk) Arrive(step *Step) (err error) {
	if step.Outcome != sts.Done {
		return nil
	}
	if step.To, step.New, err = w.Add(w.Runner.View()); err == nil && step.New {
		w.note(step.To, way{int32(w.At), int32(step.Move.ID), int32(step.Row)})
	}
	return err
}

// Way returns the steps by which a state was found, if the walk keeps them, and the number of the state in which the run begins.
func (w *Walk) Way(number int) (begin int, steps []Step) {
	for ; w.ways[number].before >= 0; number = int(w.ways[number].before) {
		by := w.ways[number]
		m := w.system.Moves()[by.move]
		steps = append(steps, Step{Move: m, Row: int(by.row), Params: w.Rows[by.move][by.row], Outcome: sts.Done, To: number})
	}
	slices.Reverse(steps)
	return number, steps
}

// Runs to states. The parent of a state is the first whose steps lead to it; since parents are in the order of their children, it is not before
// the parent that was noted for an earlier state. From the list of states the run is made by the interpreter, which tries the steps from each
// until one leads to the next.

// errLost is the error that a state was not found again. It indicates a defect of this program.
var errLost = errors.New("no step leads to a state that was found before")

// runTo returns a shortest run to a state, made by the interpreter.
func (w *Walk) runTo(ctx context.Context, number int) (*run.Witness, error) {
	path := []int{number}
	for number >= len(w.Begins) {
		parent, err := w.parent(number)
		if err != nil {
			return nil, err
		}
		number = parent
		path = append(path, number)
	}
	slices.Reverse(path)
	at, err := w.Executor.Begin(w.Begins[path[0]].Values)
	for _, next := range path[1:] {
		if err != nil {
			return nil, err
		}
		at, err = w.stepTo(ctx, at, next, func(*sts.Move) bool { return true })
	}
	return at, err
}

// parent returns the first state with a step to a state.
func (w *Walk) parent(number int) (int, error) {
	for p := int(w.parents[number/parentEvery]); p < number; p++ {
		found := false
		err := w.successors(p, func(step *Step) bool {
			found = step.To == number
			return !found
		})
		if err != nil || found {
			return p, err
		}
	}
	return 0, errLost
}

// errEnough ends the steps from a state.
var errEnough = errors.New("enough")

// successors calls do with the steps from a state until it returns false. It leaves out steps to states that the search did not find because it
// was ended.
func (w *Walk) successors(number int, do func(*Step) bool) error {
	row := make([]int64, w.coder.words)
	if err := w.load(number, row); err != nil {
		return err
	}
	from := w.coder.decode(row)
	w.Runner.Load(from)
	err := w.Stepper.Take(from, slices.Clone(w.Runner.Possible()), func(step *Step) (err error) {
		if step.Outcome != sts.Done {
			return nil
		}
		if step.To, err = w.Find(w.Runner.View()); err == nil && step.To >= 0 && !do(step) {
			return errEnough
		}
		return err
	})
	if err == errEnough {
		return nil
	}
	return err
}

// stepTo returns the run with a step that leads to a state, by a move that is allowed.
func (w *Walk) stepTo(ctx context.Context, at *run.Witness, number int, allowed func(*sts.Move) bool) (*run.Witness, error) {
	for _, m := range w.system.Possible(nil, at.Config.Locations, at.Config.Count) {
		if !allowed(m) {
			continue
		}
		for _, params := range w.Rows[m.ID] {
			next, err := w.Executor.Extend(ctx, at, m, slices.Clone(params))
			if errors.Is(err, run.ErrBlocked) {
				continue
			}
			if err != nil {
				return nil, err
			}
			if found, err := w.Find(w.Machine.Compact(next.Config)); err != nil || found == number {
				return next, err
			}
		}
	}
	return nil, errLost
}
