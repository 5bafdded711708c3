package statespace

import (
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The limits of what is listed.
const (
	maxStarts = 200_000   // initial values
	maxValues = 4_000_000 // of all lists of rows, and of all initial values, unless a domain has a larger limit
)

// Stepper takes the steps of a system from concrete states, with all values of parameters. It belongs to one goroutine.
type Stepper struct {
	Machine *flat.Machine
	Runner  *flat.Runner
	Rows    [][][]term.Value // by move: the values of its parameters; what a queue holds has a value that stands for it

	Before func() error          // called before each attempt to take a step; may be nil
	Failed func(err error) error // called when an attempt fails, for instance because a formula is not decided; nil leaves the step out. May be nil

	attempts int64 // to take a step, plus one for each move
	step     Step
}

// Step is an attempt to take a step that is not blocked.
type Step struct {
	Move    *sts.Move
	Row     int          // of the values of parameters of the move
	Params  []term.Value // these values
	Outcome sts.Outcome  // Done, and then the runner is in the state after it, or Unsafe
	To      int          // of a Walk: the state after it
	New     bool         // of a Walk: no step led there before
}

// NewStepper returns a stepper for a compiled system with the values of the parameters of its moves. Moves that are never taken need not be
// compiled. Decide answers closed formulas with quantifiers, and may be nil.
func NewStepper(machine *flat.Machine, rows [][][]term.Value, decide func(*term.Term) (bool, error)) *Stepper {
	return &Stepper{Machine: machine, Runner: machine.NewRunner(decide), Rows: rows}
}

// ListRows lists the values of the parameters of some moves, or refuses; given returns the values of parameters that have a fixed
// one.
func ListRows(s *sts.System, moves []*sts.Move, d *domain.Domain, given func(*sts.Move) func(i int) (term.Value, bool)) ([][][]term.Value, error) {
	if s.Timed() {
		return nil, Refuse(result.HasClocks, "the model has clocks")
	}
	out, total := make([][][]term.Value, len(s.Moves())), 0
	for _, m := range moves {
		if len(m.Calls) > 0 {
			return nil, Refuse(result.HasExterns, fmt.Sprintf("%s calls %s", m.Name, m.Calls[0].Extern.Name))
		}
		rows, excess := d.Params(m, given(m))
		if excess != nil {
			return nil, Refuse(result.EndlessInput, excess.Error())
		}
		if total += len(rows) * len(m.Params); total > max(maxValues, d.Limit) {
			return nil, Refuse(result.EndlessInput, "there are too many combinations of inputs in all")
		}
		out[m.ID] = rows
	}
	return out, nil
}

// ListStarts lists the initial values of a system by slot, or refuses; only those of slots that start with any value matter.
func ListStarts(s *sts.System, d *domain.Domain) ([][]term.Value, error) {
	many := *d
	many.Limit = max(min(maxStarts, maxValues/(1+len(s.Slots))), d.Limit)
	rows, excess, listed := many.Starts(s)
	switch {
	case excess != nil:
		return nil, Refuse(result.EndlessStart, fmt.Sprintf("%s starts with any value of type %s", excess.Name, excess.Sort))
	case !listed:
		return nil, Refuse(result.EndlessStart, fmt.Sprintf("there are more than %d combinations of initial values", many.Limit))
	}
	return rows, nil
}

// Begin calls visit for each row of initial values that the assumptions allow: with the run that begins there, or with the model error that
// prevents one.
func Begin(x *run.Executor, starts [][]term.Value, visit func(*run.Witness, *run.ErrBadStart) error) error {
	for _, free := range starts {
		w, err := x.Begin(free)
		var bad *run.ErrBadStart
		switch {
		case errors.As(err, &bad):
			err = visit(nil, bad)
		case errors.Is(err, run.ErrAssumed) && !errors.Is(err, term.ErrUndecided):
			err = nil
		case err == nil:
			err = visit(w, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Take takes the steps of some moves that the control allows in a state, and calls visit after each. It stops at an error of visit, which must not
// retain the step.
func (s *Stepper) Take(from flat.Config, moves []*sts.Move, visit func(*Step) error) error {
	s.Runner.Load(from)
	for _, m := range moves {
		if err := s.takeMove(&from, m, visit); err != nil {
			return err
		}
	}
	return nil
}

// takeMove takes the steps of one move. It is the innermost loop of every search of concrete states: what is copied here counts.
func (s *Stepper) takeMove(from *flat.Config, m *sts.Move, visit func(*Step) error) error {
	rows, step := s.rows(m), &s.step
	s.attempts += int64(len(rows)) + 1
	step.Move = m
	for i, params := range rows {
		if s.Before != nil {
			if err := s.Before(); err != nil {
				return err
			}
		}
		outcome, err := s.Runner.Step(m, params)
		if err != nil && s.Failed != nil {
			outcome, err = sts.Blocked, s.Failed(err)
		}
		if err != nil {
			return err
		}
		if outcome == sts.Blocked {
			continue
		}
		step.Row, step.Params, step.Outcome, step.To, step.New = i, params, outcome, 0, false
		if err := visit(step); err != nil {
			return err
		}
		s.Runner.Load(*from)
	}
	return nil
}

// rows returns the values of the parameters of a move that are to be tried.
func (s *Stepper) rows(m *sts.Move) [][]term.Value {
	rows := s.Rows[m.ID]
	if len(rows) > 1 && len(m.GuardSafety) == 0 && s.Runner.Hopeless(m) {
		return nil
	}
	return rows
}
