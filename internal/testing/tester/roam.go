package tester

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/novelty"
)

// Roaming: when transitions and values were tried, the remaining inputs are sent in episodes. A wrong state of a system may show only later,
// for some values, or in some order of inputs. The right conditions are unknown, so each episode has a different length, tactic, mix of
// values (draw.Generator.Vary), and weights of transitions, some of which it leaves out. Between two episodes the system is reset.
//
//	walk    any input, by the weights
//	pairs   the input that was sent least often after the last one
//	bursts  one input many times in sequence, with equal or different values
//	goals   plans for transitions and boundary values that were met before, from different states and with different values
//	grow    inputs that make collections larger, and then smaller
//
// The next tactic is drawn by the share of inputs of each tactic that led to new observations (package novelty).

// tactic is the way in which an episode chooses inputs.
type tactic int

const (
	walk tactic = iota
	pairs
	bursts
	goals
	grow
	tactics
)

// maxGoals bounds the episodes with plans, which take long and eventually lead to nothing new.
const maxGoals = 8

// episodes has the lengths of episodes, repeated by their frequency.
var episodes = []int{4, 8, 15, 15, 40, 40, 40, 100, 100, 300}

// repetitions are the lengths of bursts.
var repetitions = []int{2, 2, 3, 3, 4, 5, 8, 12, 20}

// roaming is the state of roaming.
type roaming struct {
	begun   bool
	since   time.Time
	tactic  tactic
	left    int  // inputs of this episode
	chosen  bool // the last input was chosen by it
	weights map[*sts.Move]float64
	final   map[*sts.Move]bool // moves after which there was no input
	burst   burst
	planned int // number of episodes with plans
	yields  [tactics]yield
	novelty novelty.Memory
	growth  growth
}

// burst is an input that is repeated.
type burst struct {
	left  int
	move  *sts.Move
	equal *sut.Message // repeated unchanged; nil draws new values
}

// yield is what a tactic has shown.
type yield struct{ sent, novel float64 }

// rate returns the share of inputs that led to new observations. It is high for tactics that were not tried, and never 0.
func (y yield) rate() float64 { return (y.novel+2)/(y.sent+4) + 0.05 }

// roam chooses an input; false means that the system must be reset.
func (s *Session) roam(ctx context.Context) (ioco.Input, bool, error) {
	r := &s.roaming
	if !r.begun && !s.warms() {
		r.begun, r.since = true, crowd.RealTime()
	}
	if r.left <= 0 {
		s.beginEpisode()
		if s.hasSent() {
			return ioco.Input{}, false, nil
		}
	}
	if r.tactic == goals {
		in, ok, err := s.planned(ctx)
		if err != nil || ok || s.choice.fresh {
			return in, ok, err
		}
	}
	if err := s.noteState(ctx); err != nil {
		return ioco.Input{}, false, err
	}
	receivers, err := s.tracker.Receivers(ctx)
	if err != nil {
		return ioco.Input{}, false, err
	}
	if len(receivers) == 0 && s.wander.last != nil {
		r.ends(s.wander.last)
	}
	r.chosen = true
	if in, ok, err := s.repeatBurst(ctx, receivers); err != nil || ok {
		return in, ok, err
	}
	return s.pick(ctx, r.order(receivers, s))
}

// beginEpisode draws a new episode with a new mix of values.
func (s *Session) beginEpisode() {
	r := &s.roaming
	r.begin(s.random, s.warms(), s.report.Sent)
	switch s.drawing.Vary(); r.tactic {
	case goals:
		s.meetAgain()
	case grow:
		s.drawing.Plain() // equal elements do not make a set larger
	}
}

// late reports whether the time for roaming is over. It is longer if there are uncovered transitions. Simulated time does not count, since
// days of it pass at once.
func (s *Session) late() bool {
	limit := s.options.Spare
	if len(s.covered) < len(s.tracker.System.Transitions()) {
		limit *= 3
	}
	return s.roaming.begun && limit > 0 && crowd.RealTime().Sub(s.roaming.since) > limit
}

// begin draws a new episode.
func (r *roaming) begin(random *rand.Rand, warms bool, sent int) {
	r.weights = map[*sts.Move]float64{}
	r.burst = burst{}
	if !warms && r.growth.due(sent, random) {
		r.tactic, r.left = grow, r.growth.length
		return
	}
	if r.tactic = r.choose(random); warms {
		r.tactic = []tactic{walk, pairs}[random.IntN(2)]
	}
	if r.tactic == goals {
		r.planned++
	}
	r.left = episodes[random.IntN(len(episodes))]
}

// choose draws a tactic by its rate.
func (r *roaming) choose(random *rand.Rand) tactic {
	sum := 0.0
	rates := make([]float64, tactics)
	for t := range rates {
		if rates[t] = r.yields[t].rate(); tactic(t) == grow || tactic(t) == goals && r.planned >= maxGoals {
			rates[t] = 0
		}
		sum += rates[t]
	}
	p := random.Float64() * sum
	for t, rate := range rates {
		if p -= rate; p < 0 {
			return tactic(t)
		}
	}
	return walk
}

// order puts receivers into the order in which they are tried.
func (r *roaming) order(receivers []ioco.Receiver, s *Session) []ioco.Receiver {
	keys := make([]float64, len(receivers))
	for i, x := range receivers {
		switch keys[i] = s.random.ExpFloat64() / r.weight(x.Move, s.random); r.tactic {
		case pairs:
			keys[i] = float64(s.wander.sent[succession{s.wander.last, x.Move}]) + s.random.Float64()
		case grow:
			keys[i] = s.random.ExpFloat64() / r.growth.weight(x.Move, r.left)
		}
		if r.final[x.Move] {
			keys[i] = 20 * (1 + keys[i])
		}
	}
	return sortedBy(receivers, keys)
}

// ends records that there was no input after a move, which is chosen rarely from then on, so that episodes become long.
func (r *roaming) ends(m *sts.Move) {
	if r.final == nil {
		r.final = map[*sts.Move]bool{}
	}
	r.final[m] = true
}

// weight returns the weight of a move in this episode.
func (r *roaming) weight(m *sts.Move, random *rand.Rand) float64 {
	w, ok := r.weights[m]
	if !ok {
		w = []float64{0.02, 0.3, 1, 1, 1, 4}[random.IntN(6)]
		r.weights[m] = w
	}
	return w
}

// repeatBurst returns the next input of a burst, if there is one and the model allows it.
func (s *Session) repeatBurst(ctx context.Context, receivers []ioco.Receiver) (ioco.Input, bool, error) {
	b := &s.roaming.burst
	if b.left <= 0 {
		return ioco.Input{}, false, nil
	}
	b.left--
	for _, x := range receivers {
		if x.Move != b.move {
			continue
		}
		if b.equal != nil {
			ok, err := s.drawing.Fits(ctx, x, *b.equal)
			return ioco.Input{Move: x.Move, Message: *b.equal}, ok, err
		}
		return s.pick(ctx, []ioco.Receiver{x})
	}
	b.left = 0
	return ioco.Input{}, false, nil
}

// pick returns an input for the first of the receivers that has one. The solver is used for a move less and less often, unless nothing else
// is possible.
func (s *Session) pick(ctx context.Context, receivers []ioco.Receiver) (ioco.Input, bool, error) {
	s.drawing.Begin()
	for _, effort := range []bool{false, true} {
		for _, x := range receivers {
			msg, ok, err := s.drawing.Input(ctx, x, effort || !s.warms() && s.solves(x.Move))
			if err != nil || ok {
				return ioco.Input{Move: x.Move, Message: msg}, ok, err
			}
		}
	}
	return ioco.Input{}, false, nil
}

// freeSolutions is the number of times that the solver is used for a move without restriction.
const freeSolutions = 4

// solves reports whether to use the solver for a move whose draws fail: the more it was used for the move, the less often.
func (s *Session) solves(m *sts.Move) bool {
	n := s.drawing.Solved(m)
	return s.allowance() > 0 && (n < freeSolutions || s.random.IntN(n*n) < freeSolutions)
}

// noteState counts a new state for the tactic.
func (s *Session) noteState(ctx context.Context) error {
	config, err := s.tracker.Configuration(ctx)
	if err == nil && s.roaming.novelty.OfState(s.tracker.System, config) {
		s.roaming.yields[s.roaming.tactic].novel++
	}
	s.roaming.growth.note(sizeOf(s.tracker.System, config))
	return err
}

// noteEpisode counts an input of an episode, and may start a burst with it.
func (s *Session) noteEpisode(in ioco.Input) {
	r := &s.roaming
	r.left--
	y := &r.yields[r.tactic]
	y.sent++
	if r.novelty.OfInput(s.wander.last, in) {
		y.novel++
	}
	chance := 12
	if r.tactic == bursts {
		chance = 2
	}
	if r.chosen {
		r.growth.last = in.Move
	}
	if r.burst.left <= 0 && r.tactic != grow && s.random.IntN(chance) == 0 {
		r.burst = burst{left: repetitions[s.random.IntN(len(repetitions))], move: in.Move}
		if s.random.IntN(2) == 0 {
			r.burst.equal = &in.Message
		}
	}
}
