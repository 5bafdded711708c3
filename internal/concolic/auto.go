package concolic

import (
	"math"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// AUTO: the engine that is used unless another is asked for. It is made of the parts of EC, and of
//
//   - a backward search that notices when it goes round in circles (reach.go);
//   - pumping, which repeats loops concretely (pump.go);
//   - proofs that a target is unreachable, which end the search for it;
//   - both cores: with two workers or more, one searches concretely while another asks the solver.
//
// Only targets on the frontier are tried: those whose location was reached. A target behind another becomes one in time.
//
// What to do next is a bandit problem: each technique is an arm, its reward the targets that it reached, its cost the steps
// and questions that it took, and UCB1 (Auer and others) chooses. The target is the one that the technique was tried on least.

// quickEffort is how many questions a target is worth at first: most that can be reached take few.
const quickEffort = 16

// technique is an arm of the bandit.
type technique struct {
	name   string
	try    func(t *sts.Transition, effort int) (bool, error)
	tried  []int   // by transition: the last effort
	pulls  float64 // in units of work
	reward float64
	most   int // largest effort
}

// bandit chooses what to do next. It belongs to one goroutine.
type bandit struct {
	*walker
	arms []*technique
	work float64
}

// autoEngine is AUTO.
func (w *walker) autoEngine() error {
	w.pooled = true
	if w.options.Workers < 2 {
		return w.autoAlone()
	}
	return w.autoTogether()
}

// newBandit sets up the techniques that need no other goroutine.
func (w *walker) newBandit() *bandit {
	b := &bandit{walker: w}
	reacher, pumper := w.newReacher(), w.newPumper()
	b.arms = append(b.arms, &technique{name: "backward search", most: mostEffort, try: func(t *sts.Transition, effort int) (bool, error) {
		hit, err := reacher.reach(t, effort)
		if reacher.open >= maxOpen {
			b.arms[0].tried[t.ID] = mostEffort // the solver will not do better next time
		}
		return hit, err
	}})
	b.arms = append(b.arms, &technique{name: "repeated loop", most: mostEffort, try: func(t *sts.Transition, effort int) (bool, error) {
		return b.pumpAll(pumper, t, effort*64)
	}})
	for _, a := range b.arms {
		a.tried = make([]int, len(w.system.Transitions()))
	}
	return b
}

// autoAlone does everything in turn.
func (w *walker) autoAlone() error {
	b, p := w.newBandit(), w.newProver()
	for !w.over() {
		for w.idle < w.options.Inactivity/2 && !w.over() {
			if err := w.longRange(episode / 4); err != nil {
				return w.endOfSearch(err)
			}
		}
		if targets := p.due(); len(targets) > 0 {
			if err := p.prove(targets); err != nil {
				return w.endOfSearch(err)
			}
		}
		tired, err := b.pull()
		if err != nil {
			return w.endOfSearch(err)
		}
		if !tired {
			continue
		}
		if more, err := w.settle(); err != nil || !more {
			return w.endOfSearch(err)
		}
	}
	return nil
}

// autoTogether lets another walker search concretely at the same time.
func (w *walker) autoTogether() error {
	other, err := w.newWalker(1)
	if err != nil {
		return err
	}
	defer other.close()
	other.pooled = true
	var wait sync.WaitGroup
	var failed error
	ended := make(chan struct{})
	wait.Go(func() { failed = other.roam(ended) })
	err = w.work()
	close(ended)
	wait.Wait()
	if err == nil {
		err = failed
	}
	return w.endOfSearch(err)
}

// rest is how long a walker that finds nothing new lets the others have the cores.
const rest = 5 * time.Millisecond

// roam searches long-range until the others have ended. When that finds nothing new, it looks for proofs; and when there are
// none, it rests until the others have reached something.
func (w *walker) roam(ended chan struct{}) error {
	p := w.newProver()
	seen := 0
	for !w.over() {
		select {
		case <-ended:
			return nil
		default:
		}
		var err error
		switch covered, targets := w.coverage(), p.due(); {
		case w.idle < w.options.Inactivity/2:
			err = w.longRange(episode / 4)
		case len(targets) > 0:
			err = p.prove(targets)
		case covered != seen:
			seen, w.idle = covered, 0
		default:
			time.Sleep(rest)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// work pulls arms until there is nothing left to try, after both walkers have taken what is easy.
func (w *walker) work() error {
	b := w.newBandit()
	for w.idle < w.options.Inactivity/2 && !w.over() {
		if err := w.longRange(episode / 4); err != nil {
			return err
		}
	}
	for !w.over() {
		tired, err := b.pull()
		if err != nil {
			return err
		}
		if !tired {
			continue
		}
		if more, err := w.settle(); err != nil || !more {
			return w.endOfSearch(err)
		}
	}
	return nil
}

// settle walks when there is nothing else left to try, as long as something is covered or a variable becomes more extreme than ever, and
// then for as many steps as all questions were worth. It tells whether something was covered; otherwise the search is at its end.
func (w *walker) settle() (bool, error) {
	covered, records := w.coverage(), w.store.advances()
	patience := w.options.Inactivity + stepsPerQuestion*int(w.queries.Load())
	for w.idle = 0; w.idle < patience && !w.over(); {
		if err := w.longRange(episode); err != nil {
			return false, err
		}
		if w.coverage() > covered {
			return true, nil
		}
		if now := w.store.advances(); now > records {
			records, w.idle = now, 0
		}
	}
	w.stop = result.StopExhausted
	return false, nil
}

// frontier lists the targets whose location was reached.
func (c *campaign) frontier() []*sts.Transition {
	var out []*sts.Transition
	for _, t := range c.targets() {
		if c.store.reached(t.Machine, t.From) {
			out = append(out, t)
		}
	}
	return out
}

// pull chooses an arm and a target and tries it; it is tired if everything was tried with the largest effort.
func (b *bandit) pull() (tired bool, err error) {
	frontier := b.frontier()
	arm, target := b.choose(frontier)
	if arm == nil {
		return true, nil
	}
	effort := max(quickEffort, 2*arm.tried[target.ID])
	arm.tried[target.ID] = effort
	before := b.spent()
	hit, err := arm.try(target, effort)
	cost := (b.spent() - before) / quickEffort
	arm.pulls += 1 + cost
	b.work += 1 + cost
	if hit && err == nil {
		arm.reward++
		b.refresh()
		err = b.walkOn(episode) // from the target, as EC does
	}
	b.stalled.Store(b.triedAll())
	return false, err
}

// triedAll tells whether every target of the frontier was tried by every technique with some effort.
func (b *bandit) triedAll() bool {
	frontier := b.frontier()
	for _, a := range b.arms {
		for _, t := range frontier {
			if a.tried[t.ID] < firstEffort {
				return false
			}
		}
	}
	return true
}

// spent is the work done so far, in questions.
func (b *bandit) spent() float64 {
	return float64(b.queries.Load()) + float64(b.steps.Load())/stepsPerQuestion
}

// refresh lets all targets be tried again from the beginning, now that there is something new to start from.
func (b *bandit) refresh() {
	for _, a := range b.arms {
		for i := range a.tried {
			a.tried[i] = min(a.tried[i], a.most/2)
		}
	}
}

// choose picks the arm by UCB1, and for it the target that was tried with the least effort.
func (b *bandit) choose(frontier []*sts.Transition) (*technique, *sts.Transition) {
	var best *technique
	var chosen *sts.Transition
	high := math.Inf(-1)
	for _, a := range b.arms {
		t := a.target(frontier)
		if t == nil {
			continue
		}
		value := a.value(b.work, a.tried[t.ID])
		if value > high {
			best, chosen, high = a, t, value
		}
	}
	return best, chosen
}

// value is the mean reward with the bonus of UCB1 for what was tried little, less the effort that the next try will take.
func (a *technique) value(work float64, tried int) float64 {
	if a.pulls == 0 {
		return math.Inf(1)
	}
	return a.reward/a.pulls + math.Sqrt(2*math.Log(1+work)/a.pulls) - math.Log2(1+float64(tried))/8
}

// target is the one that was tried with the least effort, nil if all had the most.
func (a *technique) target(frontier []*sts.Transition) *sts.Transition {
	var best *sts.Transition
	for _, t := range frontier {
		if a.tried[t.ID] < a.most && (best == nil || a.tried[t.ID] < a.tried[best.ID]) {
			best = t
		}
	}
	return best
}

// pumpAll pumps for each move that takes a target. In systems of several machines, where a round may need all of them, it walks.
func (b *bandit) pumpAll(p *pumper, t *sts.Transition, steps int) (bool, error) {
	if len(b.system.Machines) > 1 {
		return b.countOn(t, steps)
	}
	for _, m := range b.movesOf(t) {
		if done, err := p.pump(m, steps); done || err != nil {
			return done, err
		}
	}
	return false, nil
}
