package space

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
	"github.com/sextant-mbt/sextant/internal/testing/chance/step"
)

// Stepper lists what can happen in a configuration. It belongs to one goroutine.
type Stepper struct {
	*statespace.Stepper
	System *sts.System
	moves  []*mover // by move
	ctx    context.Context
	work   int // attempts to take a move so far

	sorted  []*sts.Move // the moves that are possible, those without rates first
	groups  []Group     // of the last call of Groups
	instant bool        // an internal step or an output without rate is possible in it
	from    flat.Config
	numbers bool // the states after steps have numbers
}

// mover has the precomputed data of a move.
type mover struct {
	distribution int  // moves with the same number belong to the same distribution
	alone        bool // no other move belongs to it
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

// groupKey identifies a group of branches: their distribution, and the parameters of the moves, if any.
type groupKey struct{ distribution, row int }

// Branch is one outcome: a step with its probability, and where it leads unless states have numbers.
type Branch struct {
	statespace.Step
	Probability *big.Rat
	Next        flat.Config
}

// NewStepper returns a stepper, or an error if some choice has too many possible values.
func NewStepper(s *sts.System) (*Stepper, error) {
	rows, err := statespace.ListRows(s, s.Moves(), &domain.Domain{}, domain.Queued)
	if err != nil {
		return nil, advised(err)
	}
	out := &Stepper{Stepper: statespace.NewStepper(flat.CompileStates(s, s.Moves(), nil), rows, nil), System: s, ctx: context.Background()}
	out.Before = out.attempted
	first := map[string]*mover{}
	for i, m := range s.Moves() {
		known := &mover{distribution: i, alone: true, chance: step.NewChance(s, m)}
		if other := first[m.Distribution()]; other != nil {
			known.distribution, known.alone, other.alone = other.distribution, false, false
		} else {
			first[m.Distribution()] = known
		}
		out.moves = append(out.moves, known)
	}
	return out, nil
}

// Begin calls visit for each row of initial values that the model leaves open, with the run that begins so. There is an error if there is none.
func (p *Stepper) Begin(visit func(w *run.Witness) error) error {
	starts, err := statespace.ListStarts(p.System, &domain.Domain{})
	if err != nil {
		return advised(err)
	}
	some := false
	err = statespace.Begin(run.NewExecutor(p.System, nil, nil), starts, func(w *run.Witness, bad *run.ErrBadStart) error {
		if bad != nil {
			return bad
		}
		some = true
		return visit(w)
	})
	if err == nil && !some {
		err = run.ErrNoInitialState
	}
	return err
}

// Groups lists the distributions of a configuration: those of the environment and of the system, and the race last. They are valid until the
// next call. A run into a model error is an error that Explain turns into an *ErrModel. Groups returns the error of ctx when that ends.
func (p *Stepper) Groups(ctx context.Context, c flat.Config) ([]Group, error) {
	p.ctx, p.from, p.numbers = ctx, c, false
	p.Runner.Load(c)
	return p.list(p.Runner.Possible(), func(moves []*sts.Move, visit func(*statespace.Step) error) error { return p.Take(c, moves, visit) })
}

// list takes the steps of moves, and lists the distributions to which they belong.
func (p *Stepper) list(possible []*sts.Move, take func([]*sts.Move, func(*statespace.Step) error) error) ([]Group, error) {
	p.groups, p.instant, p.sorted = p.groups[:0], false, p.sorted[:0]
	add := func(timed bool) {
		for _, m := range possible {
			if (m.Rate() != nil) == timed {
				p.sorted = append(p.sorted, m)
			}
		}
	}
	add(false)
	rated := len(p.sorted)
	add(true)
	err := take(p.sorted[:rated], p.add)
	if err == nil && !p.instant && rated < len(p.sorted) {
		err = take(p.sorted[rated:], p.add)
	}
	if err != nil {
		return nil, err
	}
	return p.finish()
}

// unsafeError is a move that ends in a model error.
type unsafeError struct {
	statespace.Step
	text string // empty: the interpreter knows
}

func (e *unsafeError) Error() string { return "model error in " + e.Move.Name }

// workBetweenLooks is the number of attempts to take a move between two checks of the context.
const workBetweenLooks = 256

// attempted counts an attempt to take a move, and checks the context from time to time.
func (p *Stepper) attempted() error {
	if p.work++; p.work%workBetweenLooks != 0 {
		return nil
	}
	return p.ctx.Err()
}

// add puts a step into its group.
func (p *Stepper) add(taken *statespace.Step) error {
	if taken.Outcome == sts.Unsafe {
		return &unsafeError{Step: *taken}
	}
	known := p.moves[taken.Move.ID]
	branch := Branch{Step: *taken}
	if !p.numbers {
		branch.Next = p.Runner.Config()
	}
	weight, rate, err := known.chance.At(func() *sts.Config { return p.Machine.Expand(p.from) }, taken.Params)
	if err != nil {
		return err
	}
	if rate != nil && rate.Sign() <= 0 {
		return &unsafeError{*taken, "the rate is " + rate.RatString()}
	}
	branch.Probability = weight
	key := groupKey{known.distribution, -1}
	if len(taken.Params) > 0 {
		key.row = taken.Row
	}
	if !known.alone {
		if at := slices.IndexFunc(p.groups, func(g Group) bool { return g.key == key }); at >= 0 {
			g := &p.groups[at]
			g.total, g.Branches = new(big.Rat).Add(g.total, weight), append(g.Branches, branch)
			return nil
		}
	}
	input := taken.Move.Input != nil
	p.newGroup(Group{Input: input, Rate: rate, total: weight, key: key}, branch)
	p.instant = p.instant || rate == nil && !input
	return nil
}

// newGroup adds a group with a branch, in the memory of one that is no longer used.
func (p *Stepper) newGroup(g Group, first Branch) {
	if n := len(p.groups); n < cap(p.groups) {
		g.Branches = p.groups[:n+1][n].Branches[:0]
	}
	g.Branches = append(g.Branches, first)
	p.groups = append(p.groups, g)
}

// finish checks the weights and joins the groups with rates, which are last, into one race.
func (p *Stepper) finish() ([]Group, error) {
	timed := len(p.groups)
	for i := range p.groups {
		g := &p.groups[i]
		if !isOne(g.total) {
			return nil, &unsafeError{g.Branches[0].Step, "the weights add up to " + g.total.RatString()}
		}
		if g.Rate != nil {
			timed = min(timed, i)
		}
	}
	if len(p.groups)-timed > 1 {
		race(p.groups[timed:])
		p.groups = p.groups[:timed+1]
	}
	return p.groups, nil
}

// race joins groups with rates into the first of them.
func race(groups []Group) {
	sum := new(big.Rat)
	for _, g := range groups {
		sum.Add(sum, g.Rate)
	}
	var branches []Branch
	for _, g := range groups {
		first := new(big.Rat).Quo(g.Rate, sum)
		for _, b := range g.Branches {
			b.Probability = new(big.Rat).Mul(b.Probability, first)
			branches = append(branches, b)
		}
	}
	groups[0].Rate, groups[0].Branches = sum, branches
}

// isOne reports whether a number is 1.
func isOne(v *big.Rat) bool { return v.IsInt() && v.Num().IsInt64() && v.Num().Int64() == 1 }

// Explain turns an error of Groups after some steps into an *ErrModel with the run, if it is a model error.
func (p *Stepper) Explain(ctx context.Context, begin *sts.Config, path []statespace.Step, err error) error {
	var failed *unsafeError
	if !errors.As(err, &failed) {
		return err
	}
	executor := run.NewExecutor(p.System, nil, nil)
	w, err := executor.Begin(begin.Values)
	for i := 0; i < len(path) && err == nil; i++ {
		w, err = executor.Extend(ctx, w, path[i].Move, slices.Clone(path[i].Params))
	}
	if err != nil {
		return err
	}
	return p.modelError(w, failed)
}

// modelError describes the model error of an attempt after a run.
func (p *Stepper) modelError(w *run.Witness, failed *unsafeError) error {
	out := &ErrModel{Text: failed.text, Run: w, Move: failed.Move}
	if failed.text == "" {
		step, err := sts.NewInterpreter(p.System).Attempt(w.Config, failed.Move, failed.Params)
		if err != nil {
			return err
		}
		if out.Violated = step.Violated; out.Violated != nil {
			out.Text = out.Violated.Text
		}
	}
	return out
}
