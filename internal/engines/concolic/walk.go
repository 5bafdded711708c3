package concolic

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/draw"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The long-range engines: RAND and CONS of the paper, and the long-range search of EC, which is CONS.

// episode is the number of steps that a walk makes before it starts again.
const episode = 1000

// randomEngine is RAND: repeated walks from initial configurations with uniformly drawn inputs.
func (w *walker) randomEngine(ctx context.Context) error {
	w.stored = false
	c := w.campaign
	for !c.over(ctx) {
		start, err := w.newStart(ctx)
		if err != nil {
			return err
		}
		w.restart(start)
		for moved, made := true, 0; moved && made < episode && int(c.steps.Load()) < c.options.Steps; made++ {
			if moved, err = w.randomStep(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// restart begins a walk. It counts as a step, so that a search in which no step can be made ends as well.
func (w *walker) restart(r *Run) {
	w.spend()
	w.begin(r)
}

// trigger is the event that a step waits for: an input on a channel, or nothing.
type trigger struct {
	channel *sts.Channel
	moves   []*sts.Move
	payload []term.Value // of the last draw
}

// triggers groups the moves that are possible in the current configuration by their triggers, in order of appearance.
func (w *walker) triggers() []trigger {
	location := w.runner.Words()[0]
	if w.campaign.machine.Starting(int(location)) == nil {
		return w.groupMoves()
	}
	if w.ready[location] == nil {
		w.ready[location] = w.groupMoves()
	}
	return w.ready[location]
}

func (w *walker) groupMoves() []trigger {
	var out []trigger
	for _, m := range w.runner.Possible() {
		i := 0
		for i < len(out) && out[i].channel != m.Input {
			i++
		}
		if i == len(out) {
			out = append(out, trigger{channel: m.Input})
		}
		out[i].moves = append(out[i].moves, m)
	}
	return out
}

// randomStep sends a uniform input, or lets the system make a step of its own; the system takes one of the moves that this allows. An input
// that nothing accepts is a step without effect. It returns false if nothing can be sent or done.
func (w *walker) randomStep(ctx context.Context) (bool, error) {
	triggers := w.triggers()
	if len(triggers) == 0 {
		return false, nil
	}
	t := &triggers[w.random.IntN(len(triggers))]
	w.drawPayload(t)
	first := w.random.IntN(len(t.moves))
	for i := range t.moves {
		m := t.moves[(first+i)%len(t.moves)]
		params := w.drawParams(m)
		for k, a := range m.InputArgs {
			params[a] = t.payload[k]
		}
		if done, err := w.take(ctx, m, params, "random input"); done || err != nil {
			return true, err
		}
	}
	return true, nil
}

// drawPayload draws the payload that is sent to all moves of a trigger.
func (w *walker) drawPayload(t *trigger) {
	m := t.moves[0]
	t.payload = t.payload[:0]
	for _, a := range m.InputArgs {
		t.payload = append(t.payload, draw.Uniform(w.random, m.Params[a].Sort))
	}
}

// constraintEngine is CONS: one transition at a time, by the solver.
func (w *walker) constraintEngine(ctx context.Context) error {
	w.stored = false
	for !w.campaign.over(ctx) {
		start, err := w.newStart(ctx)
		if err != nil {
			return err
		}
		w.restart(start)
		if err := w.walkOn(ctx, episode); err != nil {
			return err
		}
	}
	return nil
}

// longRangeSearch is the LongRangeSearch(M, RInf) of Algorithm 1: it makes walks of the given length until the number of steps
// without a new transition reaches inactivity.
func (w *walker) longRangeSearch(ctx context.Context, inactivity, length int) error {
	for w.idle < inactivity && !w.campaign.over(ctx) {
		if err := w.longRange(ctx, length); err != nil {
			return err
		}
	}
	return nil
}

// longRange walks, one transition at a time: one that is not covered yet if it can be taken, otherwise any. It starts from a stored
// configuration. Seven walks in eight start where a variable is largest or smallest and are short, so that counts continue where they
// stopped; the others have the given length. If initial configurations differ, some walks begin with a new one.
func (w *walker) longRange(ctx context.Context, length int) error {
	store := w.campaign.store
	if w.campaign.openStarts && w.random.IntN(8) == 0 {
		start, err := w.newStart(ctx)
		if err != nil {
			return err
		}
		store.add(start)
		w.restart(start)
		return w.walkOn(ctx, length)
	}
	if o, ok := store.outpost(w.random); ok && w.random.IntN(8) > 0 {
		return w.walkFrom(ctx, o)
	}
	w.restart(store.any(w.random))
	return w.walkOn(ctx, length)
}

// walkFrom makes a short walk from an extreme.
func (w *walker) walkFrom(ctx context.Context, o outpost) error {
	w.restart(o.Run)
	err := w.walkOn(ctx, 1<<w.random.IntN(8))
	w.campaign.store.noteWalk(o)
	return err
}

// countOn makes short walks from the extremes of a target's location, until the target is covered or the steps are spent.
func (w *walker) countOn(ctx context.Context, target *sts.Transition, steps int) (bool, error) {
	c := w.campaign
	for end := c.steps.Load() + int64(steps); c.steps.Load() < end && !c.over(ctx); {
		o, ok := c.store.outpostAt(w.random, target)
		if !ok {
			return false, nil
		}
		if err := w.walkFrom(ctx, o); err != nil {
			return false, err
		}
		if c.covered[target.ID].Load() {
			return true, nil
		}
	}
	return false, nil
}

// walkOn continues the walk.
func (w *walker) walkOn(ctx context.Context, steps int) error {
	for range steps {
		if w.campaign.over(ctx) {
			return nil
		}
		moved, err := w.constraintStep(ctx)
		if err != nil || !moved {
			return err
		}
	}
	return nil
}

// constraintStep chooses a move and makes its guard true.
func (w *walker) constraintStep(ctx context.Context) (bool, error) {
	possible := w.runner.Possible()
	order := w.random.Perm(len(possible))
	moves := make([]*sts.Move, 0, len(possible))
	for _, wanted := range []bool{true, false} {
		for _, i := range order {
			if w.campaign.wanted(possible[i]) == wanted {
				moves = append(moves, possible[i])
			}
		}
	}
	for _, m := range moves {
		if done, err := w.enable(ctx, m, "one transition ahead"); done || err != nil {
			return done, err
		}
	}
	return false, nil
}
