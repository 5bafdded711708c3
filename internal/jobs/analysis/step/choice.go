package step

import (
	"context"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// maxChecked is the maximum number of choices in a state that are checked; whether others can be taken is unknown.
const maxChecked = 100

// choice is a move that the locations and queues allow, with parameters with which it can be taken, if it is feasible.
type choice struct {
	result.StepChoice
	move   *sts.Move
	params []term.Value
}

// findChoices returns the choices at a point.
func (s *Session) findChoices(ctx context.Context, p *point) error {
	if p.choices != nil {
		return nil
	}
	choices := []choice{}
	for i, m := range p.path.Possible() {
		c := choice{move: m}
		c.Transition, c.Guard, c.Source = m.Name, guardOf(m), run.Place(m.Parts[0])
		if i < maxChecked {
			if err := s.check(ctx, p, &c); err != nil {
				return err
			}
		} else {
			c.Answer, c.Reason = result.StepUnknown, "it was not checked"
		}
		c.Input = input(m, fieldsOf(m, s.knowledge.Functions), c.params)
		choices = append(choices, c)
	}
	p.choices = choices
	return nil
}

// guardOf returns the source text of the guard of a move.
func guardOf(m *sts.Move) string {
	var parts []string
	for _, t := range m.Parts {
		if t.Source.When != "" {
			parts = append(parts, t.Source.When)
		}
	}
	return strings.Join(parts, " and ")
}

// check decides whether a choice can be taken.
func (s *Session) check(ctx context.Context, p *point, c *choice) error {
	if params, found := s.guess(ctx, p.run, c.move); found {
		c.Answer, c.params = result.StepFeasible, params
		return nil
	}
	attempt, answer, err := s.attempt(ctx, p, c.move, nil)
	if err != nil {
		return err
	}
	c.Reason = answer.Reason
	switch answer.Status {
	case smt.Sat:
		c.Answer, c.params = result.StepFeasible, parameters(attempt, answer.Model)
	case smt.Unsat:
		c.Answer = result.StepInfeasible
		core, err := s.finder.Conflict(ctx, attempt)
		if err != nil {
			return err
		}
		c.Conflict = texts(core.Conditions)
		return s.otherwise(ctx, p, c)
	case smt.UpToTables:
		c.Answer = result.StepUpToTables
	default:
		c.Answer = result.StepUnknown
	}
	return nil
}

// otherwise notes that a choice excluded by the values of the run could be taken on the same path with other values.
func (s *Session) otherwise(ctx context.Context, p *point, c *choice) error {
	attempt, err := p.path.Attempt(ctx, c.move, nil, nil)
	if err != nil {
		return err
	}
	answer, err := s.finder.Check(ctx, attempt)
	if answer.Status == smt.Sat {
		c.Reason = "with other values in the steps before, it can be taken"
	}
	return err
}

// attempt decides whether a move can be taken from the concrete state of a point, with given parameters.
func (s *Session) attempt(ctx context.Context, p *point, m *sts.Move, known map[int]*term.Term) (*path.Path, smt.Answer, error) {
	attempt, err := path.At(s.knowledge, p.run).Attempt(ctx, m, known, nil)
	if err != nil {
		return nil, smt.Answer{}, err
	}
	answer, err := s.finder.Check(ctx, attempt)
	return attempt, answer, err
}

// parameters returns the values of the parameters of an attempt: given values, values of a solver model, and defaults.
func parameters(a *path.Path, model smt.Model) []term.Value {
	out := run.Values(model, a.Params, run.DefaultParams(a.Move))
	for i, p := range a.Params {
		if p.IsConst() {
			out[i] = p.Value()
		}
	}
	return out
}

func texts(conds []path.Condition) []string {
	var out []string
	for _, c := range conds {
		out = append(out, c.Text())
	}
	return out
}

// guess looks for parameters without the solver, for moves that call no functions.
func (s *Session) guess(ctx context.Context, w *run.Witness, m *sts.Move) (params []term.Value, found bool) {
	if len(m.Calls) > 0 {
		return nil, false
	}
	if s.guessers[m] == nil {
		s.guessers[m] = run.NewGuesser(s.loaded.System, m)
	}
	executor := s.executor(ctx)
	params, found = s.guessers[m].Climb(executor.Interpreter, w.Config, func(params []term.Value) {
		for i, a := range m.DequeueArgs {
			params[a] = w.Config.Queues[m.Dequeue.Queue].Items[i]
		}
	})
	if !found {
		return nil, false
	}
	step, err := executor.Try(w.Config, m, params)
	return params, err == nil && step.Outcome == sts.Done
}
