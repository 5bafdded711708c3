package prove

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/run"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Samples: states that random runs of the interpreter enter. What holds in all of them may hold always, and what one of them
// violates does not (M. D. Ernst and others, Dynamically Discovering Likely Program Invariants, 2001). The runs are the same every time.

// Number and length of the runs.
const (
	sampleRuns   = 40
	sampleLength = 40
)

// sampler takes random runs.
type sampler struct {
	*graph
	executor *run.Executor
	guessers map[*sts.Move]*run.Guesser
	random   *rand.Rand
	numbers  map[string]int // of places, by locations
	visit    func(place int, values []term.Value)
}

// sample calls visit with the values of the slots in every state that the runs enter. Queries about initial states and quantifiers that
// the solver does not answer end a run.
func (p *prover) sample(ctx context.Context, visit func(place int, values []term.Value)) {
	decide := func(*term.Term) (bool, error) { return false, term.ErrUndecided }
	s := &sampler{graph: p.graph, executor: run.NewExecutor(p.system, nil, decide), guessers: map[*sts.Move]*run.Guesser{},
		random: rand.New(rand.NewPCG(1, 2)), numbers: map[string]int{}, visit: visit}
	for i, place := range p.places {
		s.numbers[fmt.Sprint(place.locations)] = i
	}
	first, err := s.executor.FindStart(ctx, p.solver)
	if err != nil {
		return
	}
	for i := 0; i < sampleRuns && ctx.Err() == nil; i++ {
		s.follow(s.start(first, i > 0).Config)
	}
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
func (s *sampler) follow(c *sts.Config) {
	for range sampleLength {
		s.visit(s.number(c.Locations), c.Values)
		if c = s.step(c); c == nil {
			return
		}
	}
}

// number is that of the place of locations.
func (s *sampler) number(locations []int) int { return s.numbers[fmt.Sprint(locations)] }

// step takes a random move; nil if none was found.
func (s *sampler) step(c *sts.Config) *sts.Config {
	moves := s.system.Possible(nil, c.Locations, c.Count)
	s.random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		params, ok := s.parameters(c, m)
		if !ok {
			continue
		}
		if step, err := s.executor.Try(c, m, params); err == nil && step.Outcome == sts.Done {
			return step.Next
		}
	}
	return nil
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
