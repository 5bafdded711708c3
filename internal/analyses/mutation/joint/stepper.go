package joint

import (
	"context"
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// stepper takes some moves of the original or of a mutant from the states of a space, which are those of the original.
type stepper struct {
	*statespace.Stepper
	system *sts.System
	in     *sts.Interpreter
	taken  []bool  // by move
	inputs [][]int // by move and row of parameters: the number of the input
}

// newStepper returns a stepper, or refuses if the moves cannot be listed for all inputs.
func (p *Space) newStepper(s *sts.System, moves []*sts.Move) (*stepper, error) {
	for _, m := range moves {
		if slices.ContainsFunc(m.Parts, func(t *sts.Transition) bool { return t.Choice != nil || t.Rate != nil }) {
			return nil, statespace.Refuse(result.HasChances, m.Name+" is a matter of chance")
		}
	}
	rows, err := statespace.ListRows(s, moves, &domain.Domain{}, domain.Queued)
	if err != nil {
		return nil, err
	}
	t := &stepper{statespace.NewStepper(flat.CompileStates(s, moves, nil), rows, nil), s, sts.NewInterpreter(s), make([]bool, len(rows)), make([][]int, len(rows))}
	t.Failed = func(error) error {
		p.full = true
		return nil
	}
	for _, m := range moves {
		t.taken[m.ID] = true
		for _, row := range rows[m.ID] {
			number, listed := p.inputOf(m, row)
			if !listed {
				return nil, statespace.Refuse(result.EndlessInput, m.Name+" has other messages")
			}
			t.inputs[m.ID] = append(t.inputs[m.ID], number)
		}
	}
	return t, nil
}

// inputOf returns the number of the input that a move gets by a row of parameters.
func (p *Space) inputOf(m *sts.Move, row []term.Value) (number int, listed bool) {
	if m.Input == nil {
		return 0, true
	}
	values := make([]term.Value, len(m.InputArgs))
	for i, a := range m.InputArgs {
		values[i] = row[a]
	}
	number, listed = p.numbers[textOf(m.Input, values)]
	return number, listed
}

// errFull is the error that a limit is reached.
var errFull = errors.New("too many steps are tried")

// try takes the steps from a state.
func (p *Space) try(ctx context.Context, t *stepper, state int) []edge {
	from, err := p.Load(state)
	if err == nil {
		from, err = p.renamed(p.system, t.system, from)
	}
	if err != nil {
		p.full = true
		return nil
	}
	t.Before = func() error {
		if p.tried++; p.tried > maxTried || ctx.Err() != nil {
			return errFull
		}
		return nil
	}
	t.Runner.Load(from)
	moves := slices.DeleteFunc(slices.Clone(t.Runner.Possible()), func(m *sts.Move) bool { return !t.taken[m.ID] })
	var out []edge
	err = t.Take(from, moves, func(step *statespace.Step) error {
		e := edge{input: t.inputs[step.Move.ID][step.Row], move: step.Move, next: unsafe}
		if step.Outcome == sts.Done {
			if err := p.arrive(t, from, step, &e); err != nil {
				return err
			}
		}
		out = append(out, e)
		return nil
	})
	p.full = p.full || err != nil
	return out
}

// arrive finds out where a step leads, and what it sends.
func (p *Space) arrive(t *stepper, from flat.Config, step *statespace.Step, e *edge) (err error) {
	if e.next, err = p.add(t, t.Runner.View()); err != nil || len(step.Move.Outputs) == 0 {
		return err
	}
	taken, err := t.in.Try(t.Machine.Expand(from), step.Move, step.Params)
	e.outputs = p.sent(step.Move, taken.Outputs)
	return err
}

// add returns the number of a state of a system.
func (p *Space) add(t *stepper, c flat.Config) (int, error) {
	c, err := p.renamed(t.system, p.system, c)
	if err != nil {
		return 0, err
	}
	number, _, err := p.Add(c)
	return number, err
}

// errMissing is the error that a system has no location of a name.
var errMissing = errors.New("a location is missing")

// renamed returns a configuration of one system as one of another that has the same slots.
func (p *Space) renamed(from, to *sts.System, c flat.Config) (flat.Config, error) {
	if from == to {
		return c, nil
	}
	locations := make([]int, len(from.Machines))
	for i := range locations {
		locations[i] = c.Location(i)
	}
	locations, ok := Translate(from, to, locations)
	if !ok {
		return c, errMissing
	}
	c.Words = slices.Clone(c.Words)
	for i, l := range locations {
		c.Words[i] = int64(l)
	}
	if c.Large != nil {
		large := *c.Large
		c.Large, large.Locations = &large, locations
	}
	return c, nil
}

// config returns a state; nil if it cannot be read.
func (p *Space) config(state int) *sts.Config {
	c, err := p.Load(state)
	if err != nil {
		return nil
	}
	return p.original.own.Machine.Expand(c)
}
