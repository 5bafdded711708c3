package concolic

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// AUTO: the default engine. It consists of the parts of EC, and of
//
//   - a backward search that recognizes trails with equal needs (backward.go);
//   - pumping, which repeats loops concretely (pump.go);
//   - sweeping, which visits all configurations if inputs have few values (sweep.go);
//   - proofs that a target is unreachable, which end the search for it (proof.go);
//   - both cores: with two workers or more, one searches concretely while another queries the solver.
//
// Only targets on the frontier are tried: those whose location was reached. A target that is reached only through another one
// joins the frontier later.
//
// The choice of the next technique is a bandit problem: each technique is an arm, its reward the targets that it reached, its cost the steps
// and queries that it took, and UCB1 (Auer and others) chooses. Its target is the one on which it was tried least.

// quickEffort is the first effort for a target: most reachable targets take few queries.
const quickEffort = 16

// byLoop is the name of pumping in results.
const byLoop = "repeated loop"

// autoEngine is AUTO.
func (w *walker) autoEngine(ctx context.Context) error {
	w.pooled = true
	search := w.autoTogether
	if w.campaign.options.Workers < 2 {
		search = w.autoAlone
	}
	if err := search(ctx); err != nil {
		return err
	}
	return w.newProver().proveLeft(ctx)
}

// autoAlone uses the techniques one after the other, in one goroutine.
func (w *walker) autoAlone(ctx context.Context) error {
	b, p := w.newBandit(), w.newProver()
	return w.alternate(ctx, b, func() error {
		if err := w.easy(ctx); err != nil {
			return err
		}
		_, err := p.prove(ctx)
		return err
	})
}

// autoTogether lets another walker search concretely at the same time.
func (w *walker) autoTogether(ctx context.Context) error {
	other, err := w.campaign.newWalker(ctx, 1)
	if err != nil {
		return err
	}
	defer other.close()
	other.pooled = true
	var wait sync.WaitGroup
	var failed error
	ended := make(chan struct{})
	wait.Go(func() { failed = other.roam(ctx, ended) })
	if err = w.easy(ctx); err == nil {
		err = w.alternate(ctx, w.newBandit(), func() error { return nil })
	}
	close(ended)
	wait.Wait()
	if err == nil {
		err = failed
	}
	return err
}

// easy searches long-range as long as that reaches something.
func (w *walker) easy(ctx context.Context) error {
	return w.longRangeSearch(ctx, w.campaign.options.Inactivity/2, episode/4)
}

// alternate pulls arms, and calls before ahead of each, until there is nothing left to try.
func (w *walker) alternate(ctx context.Context, b *bandit, before func() error) error {
	for !w.campaign.over(ctx) {
		if err := before(); err != nil {
			return err
		}
		tired, err := b.pull(ctx)
		if err != nil {
			return err
		}
		if !tired {
			continue
		}
		if more, err := w.settle(ctx); err != nil || !more {
			return err
		}
	}
	return nil
}

// rest is the pause of a walker that finds nothing new.
const rest = 5 * time.Millisecond

// roam searches long-range until the others have ended. When that finds nothing new, it looks for proofs; when it finds none, it pauses
// until the others have reached something.
func (w *walker) roam(ctx context.Context, ended chan struct{}) error {
	p := w.newProver()
	seen := 0
	for !w.campaign.over(ctx) {
		select {
		case <-ended:
			return nil
		default:
		}
		if w.idle < w.campaign.options.Inactivity/2 {
			if err := w.longRange(ctx, episode/4); err != nil {
				return err
			}
			continue
		}
		covered := w.campaign.coverage()
		tried, err := p.prove(ctx)
		switch {
		case err != nil:
			return err
		case tried:
		case covered != seen:
			seen, w.idle = covered, 0
		default:
			time.Sleep(rest)
		}
	}
	return nil
}

// settle walks when there is nothing else left to try: as long as something is covered or a variable becomes more extreme than before, and
// then for the number of steps that all queries cost. It reports whether something was covered; otherwise the search has ended.
func (w *walker) settle(ctx context.Context) (bool, error) {
	c := w.campaign
	covered, records := c.coverage(), c.store.advances()
	patience := c.options.Inactivity + stepsPerQuery*int(c.queries.Load())
	for w.idle = 0; w.idle < patience && !c.over(ctx); {
		if err := w.longRange(ctx, episode); err != nil {
			return false, err
		}
		if c.coverage() > covered {
			return true, nil
		}
		if now := c.store.advances(); now > records {
			records, w.idle = now, 0
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stop = result.StopExhausted
	return false, nil
}

// technique is an arm of the bandit.
type technique struct {
	try    func(ctx context.Context, t *sts.Transition, effort int) (bool, error)
	tried  []int   // by transition: the last effort
	pulls  float64 // in units of work
	reward float64
}

// bandit chooses what to do next. It belongs to the walker's goroutine.
type bandit struct {
	walker   *walker
	campaign *campaign
	arms     []*technique
	work     float64
}

// newBandit sets up the techniques that need no other goroutine.
func (w *walker) newBandit() *bandit {
	n := len(w.system.Transitions())
	back, pumper := w.newBackward(false), w.newPumper()
	jump, pump := &technique{tried: make([]int, n)}, &technique{tried: make([]int, n)}
	jump.try = func(ctx context.Context, t *sts.Transition, effort int) (bool, error) {
		return back.try(ctx, t, effort, jump.tried)
	}
	pump.try = func(ctx context.Context, t *sts.Transition, effort int) (bool, error) {
		pump.tried[t.ID] = effort
		return pumper.reach(ctx, t, effort*64)
	}
	b := &bandit{walker: w, campaign: w.campaign, arms: []*technique{jump, pump}}
	if sweeper := w.newSweeper(); sweeper != nil {
		sweep := &technique{tried: make([]int, n)}
		sweep.try = func(ctx context.Context, t *sts.Transition, effort int) (bool, error) {
			sweep.tried[t.ID] = effort
			return sweeper.reach(ctx, t, effort*64)
		}
		b.arms = append(b.arms, sweep)
	}
	return b
}

// pull chooses an arm and a target and tries it; tired is set if everything was tried with the largest effort.
func (b *bandit) pull(ctx context.Context) (tired bool, err error) {
	arm, target := b.choose(b.campaign.frontier())
	if arm == nil {
		return true, nil
	}
	before := b.spent()
	hit, err := arm.try(ctx, target, max(quickEffort, 2*arm.tried[target.ID]))
	cost := (b.spent() - before) / quickEffort
	arm.pulls += 1 + cost
	b.work += 1 + cost
	if hit && err == nil {
		arm.reward++
		for _, a := range b.arms {
			renew(a.tried)
		}
		err = b.walker.walkOn(ctx, episode) // from the target, as EC does
	}
	b.campaign.stalled.Store(b.triedAll())
	return false, err
}

// triedAll reports whether every target of the frontier was tried by every technique with some effort.
func (b *bandit) triedAll() bool {
	frontier := b.campaign.frontier()
	for _, a := range b.arms {
		for _, t := range frontier {
			if a.tried[t.ID] < firstEffort {
				return false
			}
		}
	}
	return true
}

// spent returns the work done so far, in queries.
func (b *bandit) spent() float64 {
	return float64(b.campaign.queries.Load()) + float64(b.campaign.steps.Load())/stepsPerQuery
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
		if value := a.value(b.work, a.tried[t.ID]); value > high {
			best, chosen, high = a, t, value
		}
	}
	return best, chosen
}

// value returns the mean reward with the bonus of UCB1 for rarely tried arms, minus the effort of the next try.
func (a *technique) value(work float64, tried int) float64 {
	if a.pulls == 0 {
		return math.Inf(1)
	}
	return a.reward/a.pulls + math.Sqrt(2*math.Log(1+work)/a.pulls) - math.Log2(1+float64(tried))/8
}

// target returns the transition that was tried with the least effort, nil if all had the largest.
func (a *technique) target(frontier []*sts.Transition) *sts.Transition {
	var best *sts.Transition
	for _, t := range frontier {
		if a.tried[t.ID] < maxEffort && (best == nil || a.tried[t.ID] < a.tried[best.ID]) {
			best = t
		}
	}
	return best
}
