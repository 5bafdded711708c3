package mutate

import (
	"context"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/core/draw"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Random walks. Where variables are collections, proofs and the search for a difference take long, while runs need no solver. So before that,
// mutants of such models are run with random inputs that the original accepts.

// Limits of the walks.
const (
	walks      = 60
	walkLength = 30 // inputs
	walkTries  = 12 // values that are drawn for an input before another is chosen
)

// walk looks for tests among random ones, if the original has collections.
func (r *runner) walk(ctx context.Context) error {
	if !r.result.Population.Original.HasCollections() {
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
	world, err := newWorld(ctx, w.result.Population.Mutants[i].System, w.solver)
	if err != nil {
		return nil, err
	}
	for _, inputs := range tests {
		k, err := w.bench.kills(ctx, world, inputs)
		if err != nil {
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

// walks draws tests: inputs that the original accepts in one of its runs.
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
	out := make([][]sut.Message, walks)
	for i := range out {
		generator.Reset()
		generator.Vary()
		w := &walker{simulated: simulated{world: b.world, tester: b.original, functions: b.functions}, random: random, generator: generator}
		if err := w.walk(ctx, channels); err != nil {
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
	inputs    []sut.Message // that were accepted
}

func (w *walker) walk(ctx context.Context, channels []*sts.Channel) error {
	if err := w.Reset(ctx); err != nil {
		return err
	}
	for range walkLength {
		if err := w.listen(ctx); err != nil {
			return err
		}
		if err := w.feed(ctx, channels[w.random.IntN(len(channels))]); err != nil {
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

// feed sends an input of a channel that is accepted, if one is drawn.
func (w *walker) feed(ctx context.Context, c *sts.Channel) error {
	for range walkTries {
		m := sut.Message{Channel: c, Values: w.generator.Values(c.Payload, w.draw)}
		before := w.ignored
		if err := w.Send(ctx, m); err != nil {
			return err
		}
		if w.ignored == before {
			w.note(m)
			w.inputs = append(w.inputs, m)
			return nil
		}
	}
	return nil
}

// draw draws a value; every second one occurs in the model or in the walk so far, or is near such a value.
func (w *walker) draw(s *term.Sort) term.Value {
	if w.random.IntN(2) == 0 {
		return w.generator.Pointed(s)
	}
	return w.generator.Draw(s)
}
