package prove

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/run"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Samples: states that random runs of the interpreter enter. What holds in all of them may hold always, and what one of them
// violates does not (M. D. Ernst and others, Dynamically Discovering Likely Program Invariants, 2001). So they suggest candidates,
// drop others without a query, and show that a target is met, so that no proof is tried. The runs are the same every time.

// Number and length of the runs of a round, number of rounds, how many values the samples have together, and how many samples of a
// place a condition is tried on.
const (
	sampleRuns   = 40
	sampleLength = 40
	sampleRounds = 8
	sampleValues = 2_000_000
	maxTried     = 240
)

// sampler takes random runs.
type sampler struct {
	*graph
	executor *run.Executor
	guessers map[*sts.Move]*run.Guesser
	random   *rand.Rand
	numbers  map[string]int  // of places, by locations
	samples  [][]*sts.Config // by place
}

func newSampler(g *graph) *sampler {
	decide := func(*term.Term) (bool, error) { return false, term.ErrUndecided }
	s := &sampler{graph: g, executor: run.NewExecutor(g.system, nil, decide), guessers: map[*sts.Move]*run.Guesser{},
		random: rand.New(rand.NewPCG(1, 2)), numbers: map[string]int{}, samples: make([][]*sts.Config, len(g.places))}
	for i, place := range g.places {
		s.numbers[fmt.Sprint(place.locations)] = i
	}
	return s
}

// run takes the runs. If the solver finds no initial state there are none; quantifiers that cannot be enumerated end a run.
func (s *sampler) run(ctx context.Context, solver smt.Solver) {
	first, err := s.executor.FindStart(ctx, solver)
	if err != nil {
		return
	}
	runs := min(sampleRuns, sampleValues/sampleRounds/sampleLength/max(1, len(s.system.Slots)))
	for i := 0; i < runs && ctx.Err() == nil; i++ {
		s.follow(ctx, s.start(first, i > 0).Config)
	}
}

// refuted reports whether a sample of a place violates a condition over the slots.
func (s *sampler) refuted(place int, cond *term.Term) bool {
	return s.some(place, func(c *sts.Config) bool {
		holds, err := s.executor.Holds(c, cond)
		return err == nil && !holds
	})
}

// meets reports whether a transition that is a target is taken from a sample.
func (s *sampler) meets(t *target) bool {
	static := s.system.Store.And(t.static...)
	return slices.ContainsFunc(s.of[t.transition], func(e *edge) bool {
		return s.some(e.from, func(c *sts.Config) bool {
			holds, err := s.executor.Holds(c, static)
			return err == nil && holds && s.try(c, e.move) != nil
		})
	})
}

// some reports whether samples of a place are as wanted, looking at no more than maxTried.
func (s *sampler) some(place int, wanted func(*sts.Config) bool) bool {
	all := s.samples[place]
	for i := 0; i < len(all); i += 1 + len(all)/maxTried {
		if wanted(all[i]) {
			return true
		}
	}
	return false
}

// start returns the first initial state, or one with random values of what is free, if they are allowed.
func (s *sampler) start(first *run.Witness, vary bool) *run.Witness {
	if !vary {
		return first
	}
	free := make([]term.Value, len(first.Params))
	for i, v := range first.Params {
		free[i] = s.value(s.system.Slots[i].Sort, v)
	}
	if other, err := s.executor.Begin(free); err == nil {
		return other
	}
	return first
}

// follow takes a random run.
func (s *sampler) follow(ctx context.Context, c *sts.Config) {
	for i := 0; i < sampleLength && c != nil && ctx.Err() == nil; i++ {
		place := s.numbers[fmt.Sprint(c.Locations)]
		s.samples[place] = append(s.samples[place], c)
		c = s.step(c)
	}
}

// step takes a random move that may change something; nil if none was found.
func (s *sampler) step(c *sts.Config) *sts.Config {
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

// try takes a move; nil if no parameters are found with which it can be taken. Moves whose results are promised something are not
// taken.
func (s *sampler) try(c *sts.Config, m *sts.Move) *sts.Config {
	if s.promises != nil && len(m.Calls) > 0 || !m.QueuesAllow(c.Count) {
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
func (s *sampler) parameters(c *sts.Config, m *sts.Move) ([]term.Value, bool) {
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
	if _, all, err := s.executor.Satisfied(c, m, params); err == nil && all {
		return params, true
	}
	return s.guessers[m].Climb(s.executor.Interpreter, c, dequeue)
}

// value draws a value of a sort: of a small one, any; of integers, a small number; of others, what is usual.
func (s *sampler) value(sort *term.Sort, usual term.Value) term.Value {
	if values := sort.Values(16); len(values) > 0 {
		return values[s.random.IntN(len(values))]
	}
	if v := term.IntValue(int64(s.random.IntN(24) - 4)); sort.Kind == term.KindInt && sort.Contains(v) {
		return v
	}
	return usual
}
