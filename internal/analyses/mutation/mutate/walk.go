package mutate

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/draw"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Random walks. Runs need no solver, so before proofs and the search for a difference, mutants are run with random inputs that the original accepts.
// A mutant is run only in those walks in which it may behave otherwise (looked.go).

// Limits of the walks.
const (
	minWalks     = 60
	maxWalks     = 300
	walksPerMove = 6  // of the original
	walkLength   = 30 // inputs
	walkTries    = 12 // inputs that are drawn, of which one is sent
)

// walk looks for tests among random ones, unless runs call functions, which may take long.
func (r *runner) walk(ctx context.Context) error {
	if original := r.result.Population.Original; len(original.Externs) > 0 && !original.HasCollections() {
		return nil
	}
	tests, err := r.workers[0].bench.walks(ctx)
	if err != nil {
		return err
	}
	return r.inBatches(ctx, 0.4, 0, r.survivors(), func(w *worker, ctx context.Context, i int) ([]sut.Message, error) {
		if fate, err := w.runSuite(ctx, i, w.result.Added, true); err != nil || fate.Status == result.FateKilled || fate.Reason == NotRun {
			w.result.Fates[i] = fate
			return nil, err
		}
		return w.firstKill(ctx, i, tests)
	})
}

// firstKill returns the first of some tests that kills a mutant, made short; nil if none does.
func (w *worker) firstKill(ctx context.Context, i int, tests [][]sut.Message) ([]sut.Message, error) {
	world, err := w.worldOf(ctx, i)
	if err != nil {
		return nil, err
	}
	for _, inputs := range tests {
		k, err := w.bench.kills(ctx, world, inputs)
		if err != nil && !errors.Is(err, term.ErrUndecided) {
			return nil, err
		}
		if k == nil {
			continue
		}
		if short, err := w.confirmed(ctx, world, k, inputs); err != nil || short != nil {
			return short, err
		}
	}
	return nil, nil
}

// walks draws tests: inputs that the original accepts in one of its runs. They are drawn for all transitions: of several inputs the one is sent
// whose step has seldom followed the step before.
func (b *bench) walks(ctx context.Context) ([][]sut.Message, error) {
	random := rand.New(rand.NewPCG(1, 1))
	generator := draw.NewGenerator(random, b.original)
	var channels []*sts.Channel
	for _, c := range b.original.Channels {
		if c.Direction == sts.Input {
			channels = append(channels, c)
		}
	}
	if len(channels) == 0 {
		return nil, nil
	}
	out := make([][]sut.Message, min(max(walksPerMove*len(b.original.Moves()), minWalks), maxWalks))
	followed := map[[2]*sts.Move]int{}
	for i := range out {
		generator.Reset()
		generator.Vary()
		w := &walker{simulated: simulated{world: b.world, tester: b.original, functions: b.functions}, random: random, generator: generator,
			channels: channels, followed: followed}
		if err := w.walk(ctx); err != nil && !errors.Is(err, term.ErrUndecided) {
			return nil, err
		}
		out[i] = w.inputs
	}
	return out, nil
}

// walker is one random walk of the original.
type walker struct {
	simulated
	random    *rand.Rand
	generator *draw.Generator
	channels  []*sts.Channel
	followed  map[[2]*sts.Move]int // how often a step by a move followed one by another, in all walks
	last      *sts.Move            // of the step that accepted the last input
	inputs    []sut.Message        // that were accepted
}

func (w *walker) walk(ctx context.Context) error {
	if err := w.Reset(ctx); err != nil {
		return err
	}
	for range walkLength {
		if err := w.listen(ctx); err != nil {
			return err
		}
		if err := w.feed(ctx); err != nil {
			return err
		}
	}
	return nil
}

// listen receives outputs, and remembers their values.
func (w *walker) listen(ctx context.Context) error {
	for range maxOutputs {
		m, came, err := w.Receive(ctx, 0)
		if err != nil || !came {
			return err
		}
		w.note(m)
	}
	return nil
}

func (w *walker) note(m sut.Message) {
	for k, v := range m.Values {
		w.generator.Note(m.Sort(k), v)
	}
}

// feed sends the input of several for which the original takes the rarest step, if it accepts one of them.
func (w *walker) feed(ctx context.Context) error {
	var best *walker
	for range walkTries {
		c := w.channels[w.random.IntN(len(w.channels))]
		m := sut.Message{Channel: c, Values: w.generator.Values(c.Payload, w.draw)}
		next := *w
		next.inputs, next.taken = append(slices.Clip(w.inputs), m), slices.Clip(w.taken)
		if err := next.Send(ctx, m); err != nil {
			return err
		}
		if next.ignored > w.ignored {
			continue
		}
		next.last = next.run.Move
		if best == nil || w.count(next.last) < w.count(best.last) {
			best = &next
		}
		if w.count(best.last) == 0 {
			break
		}
	}
	if best == nil {
		return nil
	}
	w.followed[[2]*sts.Move{w.last, best.last}]++
	*w = *best
	w.note(w.inputs[len(w.inputs)-1])
	return nil
}

// count returns how often a step by a move followed one by the move of the last input.
func (w *walker) count(m *sts.Move) int { return w.followed[[2]*sts.Move{w.last, m}] }

// draw draws a value; every second one occurs in the model or in the walk so far, or is near such a value.
func (w *walker) draw(s *term.Sort) term.Value {
	if w.random.IntN(2) == 0 {
		return w.generator.Pointed(s)
	}
	return w.generator.Draw(s)
}
