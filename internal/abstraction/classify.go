package abstraction

import (
	"errors"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Evaluating conditions in concrete states.

// classifier evaluates conditions over the slots. It belongs to one worker.
type classifier struct {
	frame *term.Frame
	count int
}

// classifier compiles conditions over the slots.
func (w *worker) classifier(conds []*term.Term) *classifier {
	frame := w.store.Compile(conds, w.system.SlotTerms()).NewFrame()
	frame.Decide = w.decide
	return &classifier{frame, len(conds)}
}

// truth evaluates every condition in a state.
func (c *classifier) truth(config *sts.Config) ([]bool, error) {
	if err := c.frame.Run(config.Values); err != nil {
		return nil, err
	}
	out := make([]bool, c.count)
	for i := range out {
		out[i] = c.frame.Bool(i)
	}
	return out, nil
}

// all tells whether every condition holds in a state.
func (c *classifier) all(config *sts.Config) (bool, error) {
	truth, err := c.truth(config)
	for _, holds := range truth {
		if !holds {
			return false, err
		}
	}
	return err == nil, err
}

// holds evaluates a condition under values of its variables.
func (w *worker) holds(cond *term.Term, values smt.Model) (bool, error) {
	vars := cond.Vars()
	inputs := make([]term.Value, len(vars))
	for i, v := range vars {
		inputs[i] = values[v]
	}
	frame := w.store.Compile([]*term.Term{cond}, vars).NewFrame()
	frame.Decide = w.decide
	err := frame.Run(inputs)
	return err == nil && frame.Bool(0), err
}

// config is the state in which the slots have the values that a model gives to some variables.
func (w *worker) config(locations []int, vars []*term.Term, values smt.Model) *sts.Config {
	c := &sts.Config{Locations: locations, Values: make([]term.Value, len(vars))}
	for i, v := range vars {
		c.Values[i] = values[v]
	}
	return c
}

// constants replaces variables by their values in a model.
func (w *worker) constants(vars []*term.Term, values smt.Model) map[*term.Term]*term.Term {
	out := make(map[*term.Term]*term.Term, len(vars))
	for _, v := range vars {
		out[v] = w.store.Const(v.Sort(), values[v])
	}
	return out
}

// stateValues gives the variables the values of a state.
func stateValues(vars []*term.Term, c *sts.Config) smt.Model {
	out := make(smt.Model, len(vars))
	for i, v := range vars {
		out[v] = c.Values[i]
	}
	return out
}

// errReplay is the reason of an unknown for which the solver and the interpreter disagree.
var errReplay = errors.New("the interpreter does not follow the solver's model")

// step takes a move from a state.
func (w *worker) step(from *sts.Config, m *sts.Move, values smt.Model) (Step, error) {
	s := Step{From: from, Move: m, Params: make([]term.Value, len(m.Params))}
	for i, p := range m.Params {
		s.Params[i] = values[p.Term]
	}
	done, err := w.interpreter.Try(from, m, s.Params)
	if err != nil {
		return s, err
	}
	if done.Outcome != sts.Done {
		return s, errReplay
	}
	s.To, s.Outputs = done.Next, done.Outputs
	return s, nil
}

// Step is a concrete step.
type Step struct {
	From    *sts.Config
	Move    *sts.Move
	Params  []term.Value
	To      *sts.Config
	Outputs []term.Value
}
