package ioco

import (
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/run"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/term"
)

// maxGuesses is how many random inputs are tried for a move before a solver is asked.
const maxGuesses = 8

// guess looks for an input of a move without a solver, where the state is known: values at which the guard turns, or random ones if the
// input was sent before. It reports false if it finds none.
func (t *Tracker) guess(p *Possibility, m *sts.Move, used map[string]bool, random *rand.Rand) (sut.Message, bool) {
	if p.config == nil || len(m.Calls) > 0 {
		return sut.Message{}, false
	}
	first := sut.Message{Channel: m.Input}
	params, found := t.guesser(m).Climb(t.interpreter, p.config, func(params []term.Value) {
		for i, a := range m.DequeueArgs {
			params[a] = p.config.Queues[m.Dequeue.Queue].Items[i]
		}
	})
	if found {
		first.Values = term.Pick(params, m.InputArgs)
		if can, known := t.can(p, m, &first); can && known && (len(first.Values) == 0 || !used[first.String()]) {
			return first, true
		}
	}
	for range maxGuesses {
		msg := sut.Message{Channel: m.Input, Values: make([]term.Value, len(m.InputArgs))}
		for i, a := range m.InputArgs {
			msg.Values[i] = RandomValue(m.Params[a].Sort, random)
			if found && random.IntN(2) == 0 {
				msg.Values[i] = first.Values[i]
			}
		}
		if can, known := t.can(p, m, &msg); can && known {
			return msg, true
		}
	}
	return sut.Message{}, false
}

// guesser returns the guesser of a move, made when first used.
func (t *Tracker) guesser(m *sts.Move) *run.Guesser {
	if t.guessers == nil {
		t.guessers = make([]*run.Guesser, len(t.System.Moves()))
	}
	if t.guessers[m.ID] == nil {
		t.guessers[m.ID] = run.NewGuesser(t.System, m)
	}
	return t.guessers[m.ID]
}
