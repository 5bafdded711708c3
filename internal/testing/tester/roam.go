package tester

import (
	"context"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/drawing"
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
// In a system with clocks, waits are among the inputs, and now and then the session idles (prospect.go).
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

// roamer sends inputs in episodes.
type roamer struct {
	tracker  *ioco.Tracker
	options  *Options
	report   *Report
	random   *rand.Rand
	drawing  *drawing.Drawing
	planner  *planner
	picker   *picker
	prospect *prospect
	progress *progress
	expenses *expenses
	talk     *conversation
	wander   wander
	pairing  pairing

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

// roam chooses an action; false means that the system must be reset.
func (r *roamer) roam(ctx context.Context) (act, bool, error) {
	if !r.expenses.warms() {
		r.progress.haveSpare()
	}
	if r.left <= 0 {
		r.beginEpisode()
		if r.talk.hasSent() {
			return act{}, false, nil
		}
	}
	if r.tactic == goals {
		a, ok, err := r.planner.planned(ctx)
		if err != nil || ok || r.planner.choice.fresh {
			return a, ok, err
		}
	}
	if err := r.noteState(ctx); err != nil {
		return act{}, false, err
	}
	options, err := r.prospect.list(ctx)
	if err != nil {
		return act{}, false, err
	}
	if len(options) == 0 && r.wander.last != nil {
		r.ends(r.wander.last)
	}
	r.chosen = true
	if a, ok, err := r.repeatBurst(ctx, options); err != nil || ok {
		return a, ok, err
	}
	if r.prospect.idles() {
		return r.prospect.wait(option{}), true, nil
	}
	return r.picker.pick(ctx, r.order(options))
}

// beginEpisode draws a new episode with a new mix of values.
func (r *roamer) beginEpisode() {
	r.begin(r.expenses.warms())
	switch r.drawing.Vary(); r.tactic {
	case goals:
		r.meetAgain()
	case grow:
		r.drawing.Plain() // equal elements do not make a set larger
	}
	r.picker.setPace(r.tactic == grow)
}

// begin draws a new episode.
func (r *roamer) begin(warms bool) {
	r.weights = map[*sts.Move]float64{}
	r.burst = burst{}
	if !warms && r.growth.due(r.report.Sent, r.random) {
		r.tactic, r.left = grow, r.growth.length
		return
	}
	if r.tactic = r.choose(); warms {
		r.tactic = []tactic{walk, pairs}[r.random.IntN(2)]
	}
	if r.tactic == goals {
		r.planned++
	}
	r.left = episodes[r.random.IntN(len(episodes))]
}

// grows reports whether inputs are being sent that make collections larger, which waits could make smaller.
func (r *roamer) grows() bool { return r.tactic == grow && r.left > 0 }

// choose draws a tactic by its rate.
func (r *roamer) choose() tactic {
	sum := 0.0
	rates := make([]float64, tactics)
	for t := range rates {
		if rates[t] = r.yields[t].rate(); tactic(t) == grow || tactic(t) == goals && r.planned >= maxGoals {
			rates[t] = 0
		}
		sum += rates[t]
	}
	p := r.random.Float64() * sum
	for t, rate := range rates {
		if p -= rate; p < 0 {
			return tactic(t)
		}
	}
	return walk
}

// order puts options into the order in which they are tried.
func (r *roamer) order(options []option) []option {
	keys := make([]float64, len(options))
	for i, x := range options {
		switch keys[i] = r.random.ExpFloat64() / r.weight(x.Move); r.tactic {
		case pairs:
			keys[i] = float64(r.wander.sent[succession{r.wander.last, x.Move}]) + r.random.Float64()
		case grow:
			keys[i] = r.random.ExpFloat64() / r.growth.weight(x.Move, r.left)
		}
		if r.final[x.Move] {
			keys[i] = 20 * (1 + keys[i])
		}
	}
	return sortedBy(options, keys)
}

// ends records that there was no input after a move, which is chosen rarely from then on, so that episodes become long.
func (r *roamer) ends(m *sts.Move) {
	if r.final == nil {
		r.final = map[*sts.Move]bool{}
	}
	r.final[m] = true
}

// weight returns the weight of a move in this episode.
func (r *roamer) weight(m *sts.Move) float64 {
	w, ok := r.weights[m]
	if !ok {
		w = []float64{0.02, 0.3, 1, 1, 1, 4}[r.random.IntN(6)]
		if m == nil || m.Input == nil {
			w = min(w, 1) // a wait
		}
		r.weights[m] = w
	}
	return w
}

// repeatBurst returns the next input of a burst, if there is one and the model allows it.
func (r *roamer) repeatBurst(ctx context.Context, options []option) (act, bool, error) {
	b := &r.burst
	if b.left <= 0 {
		return act{}, false, nil
	}
	b.left--
	for _, o := range options {
		if o.Move != b.move {
			continue
		}
		if b.equal != nil {
			return r.picker.fixed(ctx, o, *b.equal)
		}
		return r.picker.pick(ctx, []option{o})
	}
	b.left = 0
	return act{}, false, nil
}

// noteState counts a new state for the tactic.
func (r *roamer) noteState(ctx context.Context) error {
	config, err := r.tracker.Configuration(ctx)
	if err == nil && r.novelty.OfState(r.tracker.System, config) {
		r.yields[r.tactic].novel++
	}
	r.growth.note(sizeOf(r.tracker.System, config))
	return err
}

// noteEpisode counts an action of an episode, and may start a burst with it.
func (r *roamer) noteEpisode(in ioco.Input) {
	r.left--
	y := &r.yields[r.tactic]
	y.sent++
	if in.Move != nil && r.novelty.OfInput(r.wander.last, in) {
		y.novel++
	}
	chance := 12
	if r.tactic == bursts {
		chance = 2
	}
	if r.chosen {
		r.growth.last = in.Move
	}
	if r.burst.left <= 0 && r.tactic != grow && in.Move != nil && r.random.IntN(chance) == 0 {
		r.burst = burst{left: repetitions[r.random.IntN(len(repetitions))], move: in.Move}
		if r.random.IntN(2) == 0 && in.Message.Channel != nil {
			r.burst.equal = &in.Message
		}
	}
}

// meetAgain makes plans for the values, or for the transitions, that were met before.
func (r *roamer) meetAgain() {
	if r.planned%2 == 1 {
		r.progress.values.Again()
		r.planner.influence = nil
	} else {
		for _, t := range r.tracker.System.Transitions() {
			r.progress.round[t] = !r.progress.covered[t]
		}
		clear(r.planner.choice.aimed)
	}
	r.planner.choice = choice{aimed: r.planner.choice.aimed, diverged: r.planner.choice.diverged}
	r.tracker.Forget()
}
