package space

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
	"github.com/sextant-mbt/sextant/internal/testing/chance/step"
)

// maxParams is the number of combinations of parameters of one move that are tried in each state.
const maxParams = 4096

// finite lists the values of parameters and of slots.
var finite = domain.Domain{Limit: maxParams}

// Stepper lists what can happen in a configuration. It belongs to one goroutine.
type Stepper struct {
	System  *sts.System
	Machine *flat.Machine
	runner  *flat.Runner
	moves   []*mover       // by move
	queued  [][]*term.Sort // by queue: the sorts of a message
	work    int            // attempts to take a move so far
}

// mover is what is known of a move.
type mover struct {
	params       [][]term.Value // combinations of parameters to try
	distribution int            // moves with the same number belong to the same distribution
	chance       *step.Chance
}

// Group is the branches of one distribution.
type Group struct {
	Input    bool     // it needs an input of the environment
	Rate     *big.Rat // of the delay before it; nil if it takes no time
	Branches []Branch
	total    *big.Rat // of the weights, which may be shared
	key      groupKey
}

// groupKey is what the branches of a group share: their distribution, and the parameters if the moves have some.
type groupKey struct{ distribution, params int }

// Branch is one outcome: a move with its parameters, which index those of its Stepper, its probability, and where it leads.
type Branch struct {
	Move        *sts.Move
	Params      int
	Probability *big.Rat
	Next        flat.Config
}

// NewStepper returns a stepper; the error is an *ErrRefused if there are choices with too many possible values.
func NewStepper(s *sts.System) (*Stepper, error) {
	if s.Timed() {
		return nil, &ErrRefused{"the model has clocks", "probabilities are computed for models without clocks"}
	}
	out := &Stepper{System: s, Machine: flat.Compile(s)}
	out.runner = out.Machine.NewRunner(nil)
	out.queued = make([][]*term.Sort, s.Queues())
	for _, c := range s.Channels {
		for _, t := range c.Payload {
			for _, leaf := range t.Leaves() {
				if c.Capacity > 0 {
					out.queued[c.Queue] = append(out.queued[c.Queue], leaf.Sort)
				}
			}
		}
	}
	numbers := map[string]int{}
	for _, m := range s.Moves() {
		number, ok := numbers[m.Distribution()]
		if !ok {
			number = len(numbers)
			numbers[m.Distribution()] = number
		}
		known := &mover{distribution: number, chance: step.NewChance(s, m)}
		var err error
		if known.params, err = combinations(m); err != nil {
			return nil, err
		}
		out.moves = append(out.moves, known)
	}
	return out, nil
}

// Params returns the parameters of a branch.
func (p *Stepper) Params(m *sts.Move, index int) []term.Value { return p.moves[m.ID].params[index] }

// combinations lists the parameters of a move. What a queue holds is found when the step is taken.
func combinations(m *sts.Move) ([][]term.Value, error) {
	if len(m.Calls) > 0 {
		return nil, &ErrRefused{fmt.Sprintf("the transition %s calls the extern %s", m.Name, m.Calls[0].Extern.Name), "probabilities are computed for models without externs"}
	}
	rows, excess := finite.Params(m.Params, func(i int) (term.Value, bool) { return m.Params[i].Sort.Default(), m.Params[i].Kind == sts.Dequeued })
	switch {
	case excess == nil:
		return rows, nil
	case excess.Param == nil:
		return nil, &ErrRefused{fmt.Sprintf("the transition %s has more than %d combinations of parameters", m.Name, maxParams), "give them types with fewer values"}
	}
	return nil, &ErrRefused{fmt.Sprintf("%s of the transition %s has the type %s, which has too many values to try all", excess.Param.Name, m.Name, excess.Type()),
		fmt.Sprintf("give it a type with at most %d values, such as 0..7", maxParams)}
}

// Groups lists the distributions of a configuration: those of the environment and of the system, and the race last. A run into a model
// error is an error that Explain turns into an *ErrModel. It ends with ctx, which it looks at by the work done.
func (p *Stepper) Groups(ctx context.Context, c flat.Config) ([]Group, error) {
	collected := &collection{Stepper: p, from: c}
	p.runner.Load(c)
	possible := append([]*sts.Move(nil), p.runner.Possible()...)
	for _, m := range possible {
		if m.Rate() == nil {
			if err := collected.try(ctx, m); err != nil {
				return nil, err
			}
		}
	}
	if !collected.instant {
		for _, m := range possible {
			if m.Rate() != nil {
				if err := collected.try(ctx, m); err != nil {
					return nil, err
				}
			}
		}
	}
	return collected.finish()
}

// collection is the groups of one configuration.
type collection struct {
	*Stepper
	from    flat.Config
	groups  []Group
	instant bool // an internal step or an output without rate is possible
}

// unsafeError is a move that ends in a model error.
type unsafeError struct {
	move   *sts.Move
	params int
	text   string // empty: the interpreter knows
}

func (e *unsafeError) Error() string { return "model error in " + e.move.Name }

// workBetweenLooks is the number of attempts to take a move after which the time limit is looked at.
const workBetweenLooks = 256

// attempted counts an attempt to take a move. It returns the error of ctx, which it looks at now and then.
func (p *Stepper) attempted(ctx context.Context) error {
	if p.work++; p.work%workBetweenLooks != 0 {
		return nil
	}
	return ctx.Err()
}

// try attempts a move with all its parameters.
func (c *collection) try(ctx context.Context, m *sts.Move) error {
	if err := c.attempted(ctx); err != nil {
		return err
	}
	known := c.moves[m.ID]
	c.runner.Load(c.from)
	if c.runner.Hopeless(m) {
		return nil
	}
	for i, params := range known.params {
		if err := c.attempted(ctx); err != nil {
			return err
		}
		c.runner.Load(c.from)
		outcome, err := c.runner.Step(m, params)
		if err != nil {
			return err
		}
		switch outcome {
		case sts.Unsafe:
			return &unsafeError{move: m, params: i}
		case sts.Done:
			if err := c.add(m, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// add puts the step that the runner has taken into its group.
func (c *collection) add(m *sts.Move, params int) error {
	known := c.moves[m.ID]
	next := c.runner.Config()
	weight, rate, err := known.chance.At(func() *sts.Config { return c.Machine.Expand(c.from) }, known.params[params])
	if err != nil {
		return err
	}
	if rate != nil && rate.Sign() <= 0 {
		return &unsafeError{m, params, "the rate is " + rate.RatString()}
	}
	key := groupKey{known.distribution, -1}
	if len(m.Params) > 0 {
		key.params = params
	}
	branch := Branch{m, params, weight, next}
	if at := slices.IndexFunc(c.groups, func(g Group) bool { return g.key == key }); at >= 0 {
		g := &c.groups[at]
		g.total, g.Branches = new(big.Rat).Add(g.total, weight), append(g.Branches, branch)
		return nil
	}
	c.groups = append(c.groups, Group{Input: m.Input != nil, Rate: rate, Branches: []Branch{branch}, total: weight, key: key})
	c.instant = c.instant || rate == nil && m.Input == nil
	return nil
}

// finish checks the weights and joins the groups with rates into one race.
func (c *collection) finish() ([]Group, error) {
	var out []Group
	var race *Group
	for i := range c.groups {
		g := &c.groups[i]
		if !isOne(g.total) {
			return nil, &unsafeError{g.Branches[0].Move, g.Branches[0].Params, "the weights add up to " + g.total.RatString()}
		}
		switch {
		case g.Rate == nil:
			out = append(out, *g)
		case race == nil:
			race = g
		default:
			race.join(g)
		}
	}
	if race != nil {
		out = append(out, *race)
	}
	return out, nil
}

// join lets two groups with rates race.
func (g *Group) join(other *Group) {
	sum := new(big.Rat).Add(g.Rate, other.Rate)
	first, second := new(big.Rat).Quo(g.Rate, sum), new(big.Rat).Quo(other.Rate, sum)
	branches := make([]Branch, 0, len(g.Branches)+len(other.Branches))
	for _, b := range g.Branches {
		b.Probability = new(big.Rat).Mul(b.Probability, first)
		branches = append(branches, b)
	}
	for _, b := range other.Branches {
		b.Probability = new(big.Rat).Mul(b.Probability, second)
		branches = append(branches, b)
	}
	g.Rate, g.Branches = sum, branches
}

// isOne reports whether a number is 1.
func isOne(v *big.Rat) bool { return v.IsInt() && v.Num().IsInt64() && v.Num().Int64() == 1 }

// key is a text that only equal configurations share.
func (p *Stepper) key(c flat.Config) string {
	var b strings.Builder
	if c.Large != nil {
		fmt.Fprint(&b, "large ", c.Large.Locations)
		for i, v := range c.Large.Values {
			fmt.Fprintf(&b, " %q", v.Format(p.System.Slots[i].Sort))
		}
		for i, q := range c.Large.Queues {
			fmt.Fprint(&b, " ", q.Count)
			for k, v := range q.Items {
				fmt.Fprintf(&b, " %q", v.Format(p.queued[i][k%len(p.queued[i])]))
			}
		}
		return b.String()
	}
	return string(appendWords(nil, c.Words))
}
