package concolic

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Proofs that targets are unreachable. Finding the invariants takes time, but they serve many targets at once; so proofs are tried when all
// targets of the frontier were tried with some effort, and once for each target.

// prover looks for proofs. It belongs to the walker's goroutine.
type prover struct {
	walker   *walker
	campaign *campaign
	tried    []bool // by transition
}

func (w *walker) newProver() *prover {
	return &prover{walker: w, campaign: w.campaign, tried: make([]bool, len(w.system.Transitions()))}
}

// prove looks for proofs for the targets of the frontier that it has not tried yet, if the search is stalled or has visited everything, and
// reports whether there were any. A proof ends the search for its target, and for targets that only such targets lead to.
func (p *prover) prove(ctx context.Context) (tried bool, err error) {
	if c := p.campaign; c.options.Prove == nil || !c.stalled.Load() && !c.swept.Load() {
		return false, nil
	}
	return p.tryAll(ctx)
}

// proveLeft looks for proofs for the remaining targets of the frontier, when the search has ended.
func (p *prover) proveLeft(ctx context.Context) error {
	c := p.campaign
	if c.options.Prove == nil || ctx.Err() != nil {
		return nil
	}
	c.mu.Lock()
	for i, reason := range c.unproved {
		p.tried[i] = reason != ""
	}
	c.mu.Unlock()
	_, err := p.tryAll(ctx)
	return err
}

// tryAll looks for proofs for the targets of the frontier that it has not tried yet, and reports whether there were any.
func (p *prover) tryAll(ctx context.Context) (tried bool, err error) {
	c := p.campaign
	targets := slices.DeleteFunc(c.frontier(), func(t *sts.Transition) bool { return p.tried[t.ID] })
	if len(targets) == 0 {
		return false, nil
	}
	proofs, err := c.options.Prove(ctx, targets, p.walker.solver)
	if err != nil {
		return true, err
	}
	for i, t := range targets {
		p.tried[t.ID] = true
		c.decide(t, proofs[i])
	}
	c.dropBehind()
	return true, nil
}

// decide ends the search for a target that is proved unreachable, unless a run has taken it in the meantime: then the run is
// right.
func (c *campaign) decide(t *sts.Transition, why result.Why) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case why.Status != result.Unreachable:
		c.unproved[t.ID] = why.Reason
	case c.hits[t.ID] == nil && !c.dropped[t.ID].Load():
		c.settle(&c.dropped[t.ID])
		c.unreachable++
		c.why[t.ID] = why
	}
}

// dropBehind drops the targets to whose location only dropped transitions lead.
func (c *campaign) dropBehind() {
	for i, m := range c.system.Machines {
		reached := m.ReachableWithout(func(t *sts.Transition) bool { return c.dropped[t.ID].Load() })
		for _, t := range c.targets() {
			if t.Machine == i && !reached[t.From] {
				c.decide(t, result.Proved(result.ByGraph, "only transitions that are proved unreachable lead to "+m.Locations[t.From].Name))
			}
		}
	}
}
