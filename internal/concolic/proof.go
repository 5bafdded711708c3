package concolic

import (
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// Proofs that targets are unreachable. Finding the invariants takes a while, but they serve many targets at once; so proofs are
// looked for when all targets of the frontier were tried with some effort, and for each target once.

// prover looks for proofs. It belongs to the walker's goroutine.
type prover struct {
	*walker
	tried []bool // by transition
}

func (w *walker) newProver() *prover {
	return &prover{walker: w, tried: make([]bool, len(w.system.Transitions()))}
}

// due lists the targets to prove: those of the frontier that were not tried yet.
func (p *prover) due() []*sts.Transition {
	if p.options.Prove == nil || !p.stalled.Load() {
		return nil
	}
	var out []*sts.Transition
	for _, t := range p.frontier() {
		if !p.tried[t.ID] {
			out = append(out, t)
		}
	}
	return out
}

// prove looks for proofs of some targets. A proof ends the search for its target, and for what only such targets lead to.
func (p *prover) prove(targets []*sts.Transition) error {
	proofs, err := p.options.Prove(p.ctx, targets, p.solver)
	if err != nil {
		return err
	}
	for i, t := range targets {
		p.tried[t.ID] = true
		if proofs[i].Proved {
			p.drop(t, result.Proved(proofs[i].Method, proofs[i].Text))
			continue
		}
		p.mu.Lock()
		p.unproved[t.ID] = proofs[i].Text
		p.mu.Unlock()
	}
	p.dropBehind()
	return nil
}

// drop ends the search for a target, unless a run has taken it in the meantime: then the run is right.
func (c *campaign) drop(t *sts.Transition, why result.Why) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.hits[t.ID] != nil || c.dropped[t.ID].Load() {
		return
	}
	c.dropped[t.ID].Store(true)
	c.unreachable++
	c.why[t.ID] = why
}

// dropBehind drops the targets to whose location only dropped transitions lead.
func (c *campaign) dropBehind() {
	for i, m := range c.system.Machines {
		reached := c.reachable(m)
		for _, t := range c.targets() {
			if t.Machine == i && !reached[t.From] {
				c.drop(t, result.Proved(result.ByGraph, "only transitions that are proved unreachable lead to "+m.Locations[t.From].Name))
			}
		}
	}
}

// reachable tells for each location of a machine whether a path without dropped transitions leads to it.
func (c *campaign) reachable(m *sts.Machine) []bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	reached := make([]bool, len(m.Locations))
	reached[m.Initial] = true
	for changed := true; changed; {
		changed = false
		for _, t := range m.Transitions {
			if reached[t.From] && !reached[t.To] && !c.dropped[t.ID].Load() {
				reached[t.To], changed = true, true
			}
		}
	}
	return reached
}
