package space

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/analyses/chance/automaton"
	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Space is the automaton of a system.
type Space struct {
	*automaton.Automaton
	stepper *Stepper
	states  []stored
	index   map[string]int
	shared  map[string]*big.Rat
	known   map[*big.Rat]*big.Rat // numbers of constant weights and rates, which come again and again
	starts  [][]term.Value        // by initial state: the initial values
}

// stored is a state: its configuration, and the step by which it was found.
type stored struct {
	key    string // its words, unless it is large
	large  *sts.Config
	parent int // -1 - i is start i
	move   *sts.Move
	params int
}

// Options limit the work.
type Options struct {
	States   int // the largest number of states
	Progress func(states int)
}

// maxStarts is the number of combinations of initial values that are tried.
const maxStarts = 1_000_000

// statesBetweenProgress is the number of states after which progress is reported.
const statesBetweenProgress = 1024

// Build executes a system state by state. The error is an *ErrRefused, *ErrStates or *ErrModel where that fails.
func Build(ctx context.Context, s *sts.System, o Options) (*Space, error) {
	stepper, err := NewStepper(s)
	if err != nil {
		return nil, err
	}
	b := &Space{Automaton: &automaton.Automaton{}, stepper: stepper, index: map[string]int{}, shared: map[string]*big.Rat{}, known: map[*big.Rat]*big.Rat{}}
	if err := b.begin(ctx, o.States); err != nil {
		return nil, err
	}
	for i := 0; i < len(b.states); i++ {
		if i%statesBetweenProgress == 0 && o.Progress != nil {
			o.Progress(i)
		}
		if err := b.expand(ctx, i, o.States); err != nil {
			return nil, err
		}
	}
	b.index, b.shared, b.known = nil, nil, nil
	return b, nil
}

// begin adds the initial states.
func (b *Space) begin(ctx context.Context, limit int) error {
	executor := run.NewExecutor(b.stepper.System, nil, nil)
	err := Starts(ctx, b.stepper.System, func(free []term.Value) error {
		start, err := executor.Begin(free)
		if errors.Is(err, run.ErrAssumed) {
			return nil
		}
		if err != nil {
			return err
		}
		before := len(b.states)
		at := b.add(b.stepper.Machine.Compact(start.Config), stored{parent: -1 - len(b.starts)})
		b.starts = append(b.starts, free)
		if len(b.states) > before {
			b.Initial = append(b.Initial, at)
		}
		if len(b.states) > limit {
			return &ErrStates{limit}
		}
		return nil
	})
	if err == nil && len(b.Initial) == 0 {
		err = run.ErrNoInitialState
	}
	return err
}

// Starts visits all combinations of initial values that the model leaves open.
func Starts(ctx context.Context, s *sts.System, visit func(free []term.Value) error) error {
	open, lists, err := openSlots(s)
	if err != nil {
		return err
	}
	free := run.DefaultStart(s)
	var choose func(k int) error
	choose = func(k int) error {
		if k == len(open) {
			return visit(append([]term.Value(nil), free...))
		}
		for _, v := range lists[k] {
			free[open[k]] = v
			if err := choose(k + 1); err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		return nil
	}
	return choose(0)
}

// openSlots lists the slots without initial value, each with its values.
func openSlots(s *sts.System) (open []int, lists [][]term.Value, err error) {
	count := 1
	for i, slot := range s.Slots {
		if slot.Init != nil {
			continue
		}
		values, listed := finite.Values(slot.Sort)
		if !listed {
			return nil, nil, &ErrRefused{fmt.Sprintf("the initial value of %s is open, and its type %s has too many values to try all", slot.Name, slot.Sort), "give it an initial value, or a type with few values"}
		}
		open, lists = append(open, i), append(lists, values)
		if count *= len(values); count > maxStarts {
			return nil, nil, &ErrRefused{fmt.Sprintf("there are more than %d combinations of initial values", maxStarts), "give more variables an initial value"}
		}
	}
	return open, lists, nil
}

// add returns the state of a configuration, which is a new one if it is not known.
func (b *Space) add(c flat.Config, found stored) int {
	key := b.stepper.key(c)
	if i, ok := b.index[key]; ok {
		return i
	}
	i := len(b.states)
	b.index[key] = i
	found.key, found.large = key, c.Large
	b.states = append(b.states, found)
	b.States = append(b.States, automaton.State{})
	return i
}

// Config returns the configuration of a state.
func (b *Space) Config(state int) *sts.Config { return b.stepper.Machine.Expand(b.compact(state)) }

func (b *Space) compact(state int) flat.Config {
	s := b.states[state]
	words := make([]int64, len(b.stepper.System.Machines)+len(b.stepper.System.Slots))
	if s.large != nil {
		c := b.stepper.Machine.Compact(s.large)
		return c
	}
	data := []byte(s.key)
	for i := range words {
		v, n := binary.Varint(data)
		words[i], data = v, data[n:]
	}
	return flat.Config{Words: words}
}

func appendWords(out []byte, words []int64) []byte {
	for _, w := range words {
		out = binary.AppendVarint(out, w)
	}
	return out
}

// expand finds the choices of a state.
func (b *Space) expand(ctx context.Context, state int, limit int) error {
	groups, err := b.stepper.Groups(ctx, b.compact(state))
	if err != nil {
		return b.explain(ctx, state, err)
	}
	choices := make([]automaton.Choice, 0, len(groups))
	for _, g := range groups {
		choice := automaton.Choice{Rate: b.share(g.Rate)}
		for _, branch := range g.Branches {
			to := b.add(branch.Next, stored{parent: state, move: branch.Move, params: branch.Params})
			choice.Branches = appendBranch(choice.Branches, to, branch.Probability)
		}
		if len(b.states) > limit {
			return &ErrStates{limit}
		}
		for i := range choice.Branches {
			choice.Branches[i].Probability = b.share(choice.Branches[i].Probability)
		}
		choices = append(choices, choice)
	}
	b.States[state].Choices = choices
	return nil
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

// share returns one number for all equal ones.
func (b *Space) share(v *big.Rat) *big.Rat {
	if v == nil {
		return nil
	}
	if same := b.known[v]; same != nil {
		return same
	}
	key := v.RatString()
	same := b.shared[key]
	if same == nil {
		same, b.shared[key] = v, v
	}
	if len(b.known) < maxKnown {
		b.known[v] = same
	}
	return same
}

// maxKnown bounds the numbers that are known by their address: those of constants come first.
const maxKnown = 1024

// Run returns a run to a state.
func (b *Space) Run(ctx context.Context, state int) (*run.Witness, error) {
	start, path := b.path(state)
	return b.stepper.replay(ctx, start, path)
}

// path returns the initial values and the steps by which a state was found.
func (b *Space) path(state int) (start []term.Value, path []Branch) {
	for b.states[state].parent >= 0 {
		s := b.states[state]
		path = append(path, Branch{Move: s.move, Params: s.params})
		state = s.parent
	}
	slices.Reverse(path)
	return b.starts[-1-b.states[state].parent], path
}

// explain adds the run to a model error.
func (b *Space) explain(ctx context.Context, state int, err error) error {
	start, path := b.path(state)
	return b.stepper.Explain(ctx, start, path, err)
}

// replay takes some steps from given initial values.
func (p *Stepper) replay(ctx context.Context, start []term.Value, path []Branch) (*run.Witness, error) {
	executor := run.NewExecutor(p.System, nil, nil)
	w, err := executor.Begin(start)
	for i := 0; i < len(path) && err == nil; i++ {
		w, err = executor.Extend(ctx, w, path[i].Move, slices.Clone(p.Params(path[i].Move, path[i].Params)))
	}
	return w, err
}

// Explain turns an error of Groups after some steps into an *ErrModel with the run, if it is that of a model error.
func (p *Stepper) Explain(ctx context.Context, start []term.Value, path []Branch, err error) error {
	var failed *unsafeError
	if !errors.As(err, &failed) {
		return err
	}
	w, replayed := p.replay(ctx, start, path)
	if replayed != nil {
		return replayed
	}
	return p.modelError(w, failed)
}

// modelError says what is wrong with an attempt after a run.
func (p *Stepper) modelError(w *run.Witness, failed *unsafeError) error {
	out := &ErrModel{Text: failed.text, Run: w, Move: failed.move}
	if failed.text == "" {
		step, err := sts.NewInterpreter(p.System).Attempt(w.Config, failed.move, p.Params(failed.move, failed.params))
		if err != nil {
			return err
		}
		if out.Violated = step.Violated; out.Violated != nil {
			out.Text = out.Violated.Text
		}
	}
	return out
}

// Where returns the states in which a condition over the slots holds.
func (b *Space) Where(ctx context.Context, holds func(c *sts.Config) (bool, error)) ([]bool, error) {
	out := make([]bool, len(b.states))
	for i := range b.states {
		if err := b.stepper.attempted(ctx); err != nil {
			return nil, err
		}
		var err error
		if out[i], err = holds(b.Config(i)); err != nil {
			return nil, err
		}
	}
	return out, nil
}
