package automaton

import (
	"fmt"
	"math/big"
)

// Automaton is a finite Markov automaton. It is not changed by analyses.
type Automaton struct {
	Initial []int
	States  []State
}

// State is a list of choices for the scheduler. A state without choices is never left.
type State struct{ Choices []Choice }

// Choice is one distribution over next states.
type Choice struct {
	Rate     *big.Rat // of the exponential delay before it; nil if no time passes
	Branches []Branch
}

// Branch is one outcome of a choice. Probabilities may be shared and must not be changed.
type Branch struct {
	To          int
	Probability *big.Rat
}

// Validate returns an error unless all states exist, probabilities are positive and add up to 1, and rates are positive.
func (a *Automaton) Validate() error {
	for _, s := range a.Initial {
		if s < 0 || s >= len(a.States) {
			return fmt.Errorf("the initial state %d does not exist", s)
		}
	}
	for s := range a.States {
		for i := range a.States[s].Choices {
			if err := a.validateChoice(&a.States[s].Choices[i]); err != nil {
				return fmt.Errorf("state %d, choice %d: %w", s, i, err)
			}
		}
	}
	return nil
}

func (a *Automaton) validateChoice(c *Choice) error {
	if c.Rate != nil && c.Rate.Sign() <= 0 {
		return fmt.Errorf("the rate is %s", c.Rate.RatString())
	}
	sum := new(big.Rat)
	for _, b := range c.Branches {
		if b.To < 0 || b.To >= len(a.States) {
			return fmt.Errorf("the next state %d does not exist", b.To)
		}
		if b.Probability.Sign() <= 0 {
			return fmt.Errorf("a probability is %s", b.Probability.RatString())
		}
		sum.Add(sum, b.Probability)
	}
	if sum.Cmp(one) != 0 {
		return fmt.Errorf("the probabilities add up to %s", sum.RatString())
	}
	return nil
}

// Deterministic reports whether no state leaves a choice to a scheduler.
func (a *Automaton) Deterministic() bool {
	for s := range a.States {
		if len(a.States[s].Choices) > 1 {
			return false
		}
	}
	return len(a.Initial) == 1
}

// Timed reports whether some choice has a delay.
func (a *Automaton) Timed() bool {
	for s := range a.States {
		for _, c := range a.States[s].Choices {
			if c.Rate != nil {
				return true
			}
		}
	}
	return false
}

var (
	zero = new(big.Rat)
	one  = big.NewRat(1, 1)
)
