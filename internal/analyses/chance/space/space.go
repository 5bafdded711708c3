package space

import (
	"context"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/analyses/chance/automaton"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Space is the automaton of a system.
type Space struct {
	*automaton.Automaton
	stepper *Stepper
	walk    *statespace.Walk
	numbers numbers
}

// Options limit the work.
type Options struct {
	States   int `flag:"states" group:"search" min:"1" replay:"search" help:"maximum number of states; a larger model can be simulated"`
	Progress func(result.Progress)
}

// statesBetweenProgress is the number of states after which progress is reported.
const statesBetweenProgress = 1024

// Build executes a system state by state. The error is a *result.Unsupported, *ErrStates or *ErrModel where that fails.
func Build(ctx context.Context, s *sts.System, o Options) (*Space, error) {
	stepper, err := NewStepper(s)
	if err != nil {
		return nil, err
	}
	table, err := statespace.NewTable(s, stepper.Machine, 0)
	if err != nil {
		return nil, err
	}
	b := &Space{Automaton: &automaton.Automaton{}, stepper: stepper, walk: statespace.NewWalk(s, stepper.Stepper, table, nil, true), numbers: newNumbers()}
	stepper.ctx, stepper.numbers = ctx, true
	if err := stepper.Begin(func(w *run.Witness) error { return b.begin(w, o.States) }); err != nil {
		return nil, err
	}
	for i := 0; i < table.Len(); i++ {
		if i%statesBetweenProgress == 0 && o.Progress != nil {
			o.Progress(result.Progress{Doing: "executing", Found: text.Count(i, "state")})
		}
		if err := b.expand(ctx, i, o.States); err != nil {
			return nil, err
		}
	}
	b.numbers = numbers{}
	return b, nil
}

// begin adds an initial state.
func (b *Space) begin(w *run.Witness, limit int) error {
	number, added, err := b.walk.Begin(w.Config)
	switch {
	case err != nil:
		return err
	case added && b.walk.Len() > limit:
		return &ErrStates{limit}
	case added:
		b.Initial = append(b.Initial, number)
	}
	return b.stepper.attempted()
}

// expand finds the choices of a state.
func (b *Space) expand(ctx context.Context, state, limit int) error {
	possible, err := b.walk.Enter(state)
	if err != nil {
		return err
	}
	b.stepper.from = b.walk.From
	groups, err := b.stepper.list(possible, b.walk.Take)
	switch {
	case err != nil:
		begin, steps := b.walk.Way(state)
		return b.stepper.Explain(ctx, b.walk.Begins[begin], steps, err)
	case b.walk.Len() > limit:
		return &ErrStates{limit}
	}
	choices := make([]automaton.Choice, 0, len(groups))
	for _, g := range groups {
		choice := automaton.Choice{Rate: b.numbers.share(g.Rate), Branches: make([]automaton.Branch, 0, len(g.Branches))}
		for _, branch := range g.Branches {
			choice.Branches = appendBranch(choice.Branches, branch.To, branch.Probability)
		}
		for i := range choice.Branches {
			choice.Branches[i].Probability = b.numbers.share(choice.Branches[i].Probability)
		}
		choices = append(choices, choice)
	}
	b.States = append(b.States, automaton.State{Choices: choices})
	return b.stepper.attempted()
}

// appendBranch adds a branch; those to the same state are joined.
func appendBranch(branches []automaton.Branch, to int, p *big.Rat) []automaton.Branch {
	for i := range branches {
		if branches[i].To == to {
			branches[i].Probability = new(big.Rat).Add(branches[i].Probability, p)
			return branches
		}
	}
	return append(branches, automaton.Branch{To: to, Probability: p})
}

// numbers has one number for all equal ones.
type numbers struct {
	small map[[2]int64]*big.Rat // by numerator and denominator
	large map[string]*big.Rat
}

func newNumbers() numbers { return numbers{map[[2]int64]*big.Rat{}, map[string]*big.Rat{}} }

// share returns one number for all equal ones.
func (n *numbers) share(v *big.Rat) *big.Rat {
	if v == nil {
		return nil
	}
	if v.Num().IsInt64() && v.Denom().IsInt64() {
		return shared(n.small, [2]int64{v.Num().Int64(), v.Denom().Int64()}, v)
	}
	return shared(n.large, v.RatString(), v)
}

// shared returns the value of a key, which is the given one if there was none.
func shared[K comparable](known map[K]*big.Rat, key K, v *big.Rat) *big.Rat {
	if same := known[key]; same != nil {
		return same
	}
	known[key] = v
	return v
}

// Where returns the states in which a condition over the slots holds. The condition must not retain the configurations.
func (b *Space) Where(ctx context.Context, holds func(c *sts.Config) (bool, error)) ([]bool, error) {
	out, buffer := make([]bool, len(b.States)), b.stepper.Machine.NewConfig()
	b.stepper.ctx = ctx
	for i := range out {
		if err := b.stepper.attempted(); err != nil {
			return nil, err
		}
		state, err := b.walk.Load(i)
		if err == nil {
			out[i], err = holds(b.stepper.Machine.ExpandInto(state, buffer))
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
