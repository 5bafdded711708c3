package concolic

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// The long-range engines: RAND and CONS of the paper, and the long-range search of EC, which is CONS.

// episode is how many steps a walk makes before it starts anew.
const episode = 1000

// randomEngine is RAND: inputs drawn uniformly, from the initial configuration again and again.
func (w *walker) randomEngine() error {
	w.stored = false
	for !w.over() {
		w.restart(w.store.root)
		for moved, made := true, 0; moved && made < episode && int(w.steps.Load()) < w.options.Steps; made++ {
			var err error
			if moved, err = w.randomStep(); err != nil {
				return w.endOfSearch(err)
			}
		}
	}
	return nil
}

// restart begins a walk. It counts as a step, so that a search in which no step can be made ends as well.
func (w *walker) restart(r *Run) {
	w.steps.Add(1)
	w.idle++
	w.begin(r)
}

// trigger is what a step waits for: an input channel, or nothing.
type trigger struct {
	channel *sts.Channel
	moves   []*sts.Move
	payload []term.Value // of the last draw
}

// triggers groups the moves that are possible where the walk stands by what they wait for, in order of appearance.
func (w *walker) triggers() []trigger {
	location := w.runner.Words()[0]
	if w.machine.Starting(int(location)) == nil {
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

// randomStep sends a uniform input, or lets the system make a step of its own; the system takes one of the moves that this
// allows. An input that nothing accepts is a step without effect. It is false where nothing can be sent or done.
func (w *walker) randomStep() (bool, error) {
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
		if done, err := w.take(m, params, "random input"); done || err != nil {
			return true, err
		}
	}
	return true, nil
}

// drawPayload draws what is sent to all moves of a trigger.
func (w *walker) drawPayload(t *trigger) {
	m := t.moves[0]
	t.payload = t.payload[:0]
	for _, a := range m.InputArgs {
		t.payload = append(t.payload, uniform(w.random, m.Params[a].Sort))
	}
}

// constraintEngine is CONS: one transition at a time, by the solver.
func (w *walker) constraintEngine() error {
	w.stored = false
	for !w.over() {
		w.restart(w.store.root)
		if err := w.walkOn(episode); err != nil {
			return w.endOfSearch(err)
		}
	}
	return nil
}

// longRangeSearch is the LongRangeSearch(M, RInf) of Algorithm 1: it walks until nothing new was taken for so many steps.
func (w *walker) longRangeSearch(inactivity int) error {
	w.idle = 0
	for w.idle < inactivity && !w.over() {
		if err := w.longRange(min(episode, w.options.Inactivity)); err != nil {
			return err
		}
	}
	return nil
}

// longRange walks, one transition at a time: one that is not covered yet if it can be taken, otherwise any. It starts from a
// stored configuration. Seven walks of eight start where a variable is largest or smallest and are short, so that counts go on
// where they were left; the others make so many steps.
func (w *walker) longRange(steps int) error {
	if o, ok := w.store.outpost(w.random); ok && w.random.IntN(8) > 0 {
		return w.walkFrom(o)
	}
	w.restart(w.store.any(w.random))
	return w.walkOn(steps)
}

// walkFrom makes a short walk from an extreme.
func (w *walker) walkFrom(o outpost) error {
	w.restart(o.run)
	err := w.walkOn(1 << w.random.IntN(8))
	w.store.noteWalk(o)
	return err
}

// countOn makes short walks from the extremes of a target's location, until the target was taken or so many steps were made.
func (w *walker) countOn(target *sts.Transition, steps int) (bool, error) {
	for end := w.steps.Load() + int64(steps); w.steps.Load() < end && !w.over(); {
		o, ok := w.store.outpostAt(w.random, target)
		if !ok {
			return false, nil
		}
		if err := w.walkFrom(o); err != nil {
			return false, err
		}
		if w.covered[target.ID].Load() {
			return true, nil
		}
	}
	return false, nil
}

// walkOn goes on walking from where the walk stands.
func (w *walker) walkOn(steps int) error {
	for range steps {
		if w.over() {
			return nil
		}
		moved, err := w.constraintStep()
		if err != nil || !moved {
			return err
		}
	}
	return nil
}

// constraintStep chooses a move and makes its guard true.
func (w *walker) constraintStep() (bool, error) {
	possible := w.runner.Possible()
	order := w.random.Perm(len(possible))
	moves := make([]*sts.Move, 0, len(possible))
	for _, wanted := range []bool{true, false} {
		for _, i := range order {
			if w.wanted(possible[i]) == wanted {
				moves = append(moves, possible[i])
			}
		}
	}
	for _, m := range moves {
		if done, err := w.enable(m, "one transition ahead"); done || err != nil {
			return done, err
		}
	}
	return false, nil
}
