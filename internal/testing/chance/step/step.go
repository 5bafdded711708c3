// Package step computes what a system can do next in a concrete state, with probabilities and rates.
//
// Vocabulary:
//
//	Distribution  a transition, or a meeting of transitions, whose outcome is left to chance: branches with probabilities
//	Immediate     distributions of internal steps and outputs, which take no time; several are a choice of the system (its scheduler)
//	Race          distributions with rates: the first whose exponential delay ends is taken, unless something immediate is enabled
//
// Probabilities and rates are exact. Inputs are given, so their types may have any number of values. For models whose states are enumerated,
// package space computes the same for all inputs on a compiled machine; it gets the probabilities and rates of moves from Chance.
package step

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
)

// Output is a message that a step sends to the tester.
type Output struct {
	Channel *sts.Channel
	Values  []term.Value
}

// Branch is one outcome of a distribution.
type Branch struct {
	Move        *sts.Move
	Probability *big.Rat
	Next        *sts.Config
	Outputs     []Output
}

// Distribution is a probabilistic choice between branches.
type Distribution struct {
	Name     string
	Rate     *big.Rat // nil if it takes no time
	Branches []Branch
}

// Speaks reports whether some branch sends an output.
func (d *Distribution) Speaks() bool {
	for _, b := range d.Branches {
		if len(b.Outputs) > 0 {
			return true
		}
	}
	return false
}

// Own has the steps that a system can take without an input. If there are immediate ones, there is no race.
type Own struct {
	Immediate []Distribution
	Race      []Distribution
}

// Exit returns the sum of the rates of the race: the sojourn time in the state is exponential with this rate.
func (o *Own) Exit() *big.Rat {
	sum := new(big.Rat)
	for _, d := range o.Race {
		sum.Add(sum, d.Rate)
	}
	return sum
}

// Problem is the reason why probabilities of a step are unknown.
type Problem string

// The problems.
const (
	FreeStart  Problem = "free-start"  // a variable has no initial value
	FreeValue  Problem = "free-value"  // a transition chooses from too many values
	Function   Problem = "function"    // a transition calls a function
	ModelError Problem = "model-error" // an expression has no value, or weights do not add up to 1
	Clocks     Problem = "clocks"      // the model has clocks
)

// Error is a problem with its position.
type Error struct {
	Problem Problem
	Text    string
}

// Error describes the problem.
func (e *Error) Error() string { return e.Text }

// Stepper computes steps of a system. It belongs to one goroutine.
type Stepper struct {
	system      *sts.System
	interpreter *sts.Interpreter
	chances     []*Chance   // by move
	moves       []*sts.Move // buffer
}

// New returns a stepper for a system.
func New(s *sts.System) *Stepper {
	out := &Stepper{system: s, interpreter: sts.NewInterpreter(s)}
	for _, m := range s.Moves() {
		out.chances = append(out.chances, NewChance(s, m))
	}
	return out
}

// System returns the system whose steps are computed.
func (s *Stepper) System() *sts.System { return s.system }

// Start returns the initial state.
func (s *Stepper) Start() (*sts.Config, error) {
	if s.system.Timed() {
		return nil, &Error{Clocks, "the model has clocks, and probabilities of what depends on clocks are not computed"}
	}
	for _, slot := range s.system.Slots {
		if slot.Init == nil {
			return nil, &Error{FreeStart, fmt.Sprintf("%s has no initial value; give it one, or set it with --const", slot.Name)}
		}
	}
	c, err := s.interpreter.Start(make([]term.Value, len(s.system.Slots)))
	if err != nil {
		return nil, err
	}
	if holds, err := s.interpreter.Holds(c, s.system.Assume); err != nil || !holds {
		return nil, &Error{ModelError, "the initial values do not meet the assumptions of the model"}
	}
	return c, nil
}

// Own returns the steps that the system can take in a state without an input.
func (s *Stepper) Own(c *sts.Config) (Own, error) {
	all, err := s.distributions(c, func(m *sts.Move) bool { return m.Input == nil }, nil)
	var out Own
	for _, d := range all {
		if d.Rate == nil {
			out.Immediate = append(out.Immediate, d)
		} else {
			out.Race = append(out.Race, d)
		}
	}
	if len(out.Immediate) > 0 {
		out.Race = nil
	}
	return out, err
}

// Receive returns the possible steps for an input in a state.
func (s *Stepper) Receive(c *sts.Config, channel *sts.Channel, values []term.Value) ([]Distribution, error) {
	return s.distributions(c, func(m *sts.Move) bool { return m.Input == channel }, values)
}

// distributions returns the selected enabled moves, with the branches of each distribution together.
func (s *Stepper) distributions(c *sts.Config, wanted func(*sts.Move) bool, received []term.Value) ([]Distribution, error) {
	var out []Distribution
	index := map[string]int{}
	s.moves = s.system.Possible(s.moves[:0], c.Locations, c.Count)
	for _, m := range s.moves {
		if !wanted(m) {
			continue
		}
		rows, err := rows(m, received)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			branch, rate, err := s.branch(c, m, row)
			if err != nil {
				return nil, err
			}
			if branch == nil || branch.Probability.Sign() == 0 {
				continue
			}
			key := m.Distribution() + choice(m, row)
			i, known := index[key]
			if !known {
				i = len(out)
				index[key] = i
				out = append(out, Distribution{Name: m.Distribution(), Rate: rate})
			}
			out[i].Branches = append(out[i].Branches, *branch)
		}
	}
	return out, nil
}

// rows lists the parameters that a move can be tried with: each value that it may choose.
func rows(m *sts.Move, received []term.Value) ([][]term.Value, error) {
	if len(m.Calls) > 0 {
		return nil, &Error{Function, fmt.Sprintf("%s calls a function, whose result determines probabilities", m.Name)}
	}
	inputs := make([]term.Value, len(m.Params))
	for i, a := range m.InputArgs {
		inputs[a] = received[i]
	}
	rows, excess := new(domain.Domain).Params(m, func(i int) (term.Value, bool) { return inputs[i], m.Params[i].Kind != sts.Chosen })
	if excess != nil {
		return nil, &Error{FreeValue, "the steps cannot be listed: " + excess.Error()}
	}
	return rows, nil
}

// choice identifies a distribution of one transition: the values that are chosen before its branches.
func choice(m *sts.Move, row []term.Value) string {
	common := len(m.Params)
	if c := m.Parts[0].Choice; c != nil && len(m.Parts) == 1 {
		common = c.Common
	}
	var b strings.Builder
	for i, p := range m.Params[:common] {
		if p.Kind == sts.Chosen {
			fmt.Fprintf(&b, " %d=%s", i, row[i].Encode())
		}
	}
	return b.String()
}

// branch takes a move with given parameters; nil if it is not enabled.
func (s *Stepper) branch(c *sts.Config, m *sts.Move, row []term.Value) (*Branch, *big.Rat, error) {
	taken, err := s.interpreter.Try(c, m, row)
	switch {
	case err != nil:
		return nil, nil, err
	case taken.Outcome == sts.Unsafe:
		return nil, nil, &Error{ModelError, fmt.Sprintf("%s is a model error in %s: %s", cmp.Or(taken.Violated.Of, m.Name), s.system.LocationName(c.Locations), taken.Violated.Text)}
	case taken.Outcome != sts.Done:
		return nil, nil, nil
	}
	probability, rate, err := s.chances[m.ID].At(func() *sts.Config { return c }, row)
	out := &Branch{Move: m, Probability: probability, Next: taken.Next}
	rest := taken.Outputs
	for _, msg := range m.Outputs {
		out.Outputs = append(out.Outputs, Output{msg.Channel, rest[:len(msg.Args):len(msg.Args)]})
		rest = rest[len(msg.Args):]
	}
	return out, rate, err
}
