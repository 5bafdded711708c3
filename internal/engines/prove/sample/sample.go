// Package sample collects states that random runs of the interpreter enter. A condition that holds in all of them is a candidate for an
// invariant, and one that a sample violates is not (M. D. Ernst and others, Dynamically Discovering Likely Program Invariants, 2001). So
// samples suggest candidates, exclude others without a query, and show that a transition is taken, in which case no proof is tried. The
// runs are the same every time.
package sample

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Number and length of the runs of a round, number of rounds, how many values the samples have together, and how many samples of a
// place a condition is tried on.
const (
	roundRuns = 40
	runLength = 40
	Rounds    = 8
	maxValues = 2_000_000
	maxTried  = 240
)

// Sampler takes random runs.
type Sampler struct {
	ByPlace [][]*sts.Config // the states, by place

	system   *sts.System
	calls    bool // moves that call functions are taken
	executor *run.Executor
	guessers map[*sts.Move]*run.Guesser
	random   *rand.Rand
	numbers  map[string]int // of places, by locations
}

// New makes a sampler of a system. Places are rows of locations; all others count as the first. Moves that call functions are taken,
// with any results, only if calls is true.
func New(system *sts.System, places [][]int, calls bool) *Sampler {
	decide := func(*term.Term) (bool, error) { return false, term.ErrUndecided }
	s := &Sampler{system: system, calls: calls, executor: run.NewExecutor(system, nil, decide), guessers: map[*sts.Move]*run.Guesser{},
		random: rand.New(rand.NewPCG(1, 2)), numbers: map[string]int{}, ByPlace: make([][]*sts.Config, len(places))}
	for i, locations := range places {
		s.numbers[fmt.Sprint(locations)] = i
	}
	return s
}

// Run takes the runs of a round. If the solver finds no initial state there are none; quantifiers that cannot be enumerated end a run.
func (s *Sampler) Run(ctx context.Context, solver smt.Solver) {
	first, err := s.executor.FindStart(ctx, solver)
	if err != nil {
		return
	}
	runs := min(roundRuns, maxValues/Rounds/runLength/max(1, len(s.system.Slots)))
	for i := 0; i < runs && ctx.Err() == nil; i++ {
		s.follow(ctx, s.start(first, i > 0).Config)
	}
}

// Refutes reports whether a sample of a place violates a condition over the slots.
func (s *Sampler) Refutes(place int, cond *term.Term) bool {
	return s.some(place, func(c *sts.Config) bool {
		holds, err := s.executor.Holds(c, cond)
		return err == nil && !holds
	})
}

// Takes reports whether a move is taken from a sample of a place; static is the part of its guard over the slots alone.
func (s *Sampler) Takes(place int, m *sts.Move, static *term.Term) bool {
	return s.some(place, func(c *sts.Config) bool {
		holds, err := s.executor.Holds(c, static)
		return err == nil && holds && s.try(c, m) != nil
	})
}

// some reports whether one of at most maxTried samples of a place satisfies a condition.
func (s *Sampler) some(place int, wanted func(*sts.Config) bool) bool {
	all := s.ByPlace[place]
	for i := 0; i < len(all); i += 1 + len(all)/maxTried {
		if wanted(all[i]) {
			return true
		}
	}
	return false
}

// start returns the first initial state, or one with random values of the free slots, if they are allowed.
func (s *Sampler) start(first *run.Witness, vary bool) *run.Witness {
	if !vary {
		return first
	}
	free := make([]term.Value, len(first.Params))
	for i, v := range first.Params {
		free[i] = s.value(s.system.Slots[i].Sort, v)
	}
	s.system.Fit(free)
	if other, err := s.executor.Begin(free); err == nil {
		return other
	}
	return first
}

// follow takes a random run.
func (s *Sampler) follow(ctx context.Context, c *sts.Config) {
	for i := 0; i < runLength && c != nil && ctx.Err() == nil; i++ {
		place := s.numbers[fmt.Sprint(c.Locations)]
		s.ByPlace[place] = append(s.ByPlace[place], c)
		c = s.step(c)
	}
}

// step takes a random move that may change something; nil if none was found.
func (s *Sampler) step(c *sts.Config) *sts.Config {
	moves := slices.DeleteFunc(s.system.Possible(nil, c.Locations, c.Count), changesNothing)
	s.random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		if next := s.try(c, m); next != nil {
			return next
		}
	}
	return nil
}

// changesNothing reports whether the state after a move is the state before it.
func changesNothing(m *sts.Move) bool {
	moves := slices.ContainsFunc(m.Parts, func(t *sts.Transition) bool { return t.From != t.To })
	return !moves && len(m.Updates)+len(m.Enqueue) == 0 && m.Dequeue == nil
}

// try takes a move; nil if no parameters are found with which it can be taken.
func (s *Sampler) try(c *sts.Config, m *sts.Move) *sts.Config {
	if !s.calls && len(m.Calls) > 0 || !m.QueuesAllow(c.Count) {
		return nil
	}
	params, ok := s.parameters(c, m)
	if !ok {
		return nil
	}
	step, err := s.executor.Try(c, m, params)
	if err != nil || step.Outcome != sts.Done {
		return nil
	}
	return step.Next
}

// parameters looks for values with which a move is enabled: random ones, then those that its guard suggests.
func (s *Sampler) parameters(c *sts.Config, m *sts.Move) ([]term.Value, bool) {
	dequeue := func(params []term.Value) {
		for i, a := range m.DequeueArgs {
			params[a] = c.Queues[m.Dequeue.Queue].Items[i]
		}
	}
	if s.guessers[m] == nil {
		s.guessers[m] = run.NewGuesser(s.system, m)
	}
	params := make([]term.Value, len(m.Params))
	for i, v := range s.guessers[m].Defaults() {
		params[i] = s.value(m.Params[i].Sort, v)
	}
	dequeue(params)
	if missing, err := s.executor.Unsatisfied(c, m, params, 1); err == nil && missing == 0 {
		return params, true
	}
	return s.guessers[m].Climb(s.executor.Interpreter, c, dequeue)
}

// value draws a value of a sort: of a small one, any; of integers, a small number; of collections, a small one; of others, a usual value.
func (s *Sampler) value(sort *term.Sort, usual term.Value) term.Value {
	if !sort.IsScalar() {
		return sort.Generate(s.random.IntN(3), func(part *term.Sort) term.Value { return s.value(part, part.Default()) })
	}
	if values := sort.Values(16); len(values) > 0 {
		return values[s.random.IntN(len(values))]
	}
	if v := term.IntValue(int64(s.random.IntN(24) - 4)); sort.Kind == term.KindInt && sort.Contains(v) {
		return v
	}
	return usual
}
