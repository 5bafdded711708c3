package run

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Holds reports whether a condition over the variables holds in a configuration, as Executor.Holds does.
type Holds func(c *sts.Config, cond *term.Term) (bool, error)

// FirstMeets returns the number of steps after which a run meets a purpose for the first time; -1 if it never does.
func FirstMeets(p *sts.Purpose, w *Witness, holds Holds) (int, error) {
	progress := p.Begin()
	for i, step := range w.Steps() {
		if p.Kind == sts.ReachLocation {
			if met, err := isAt(p, step.Config, holds); met || err != nil {
				return i, err
			}
			continue
		}
		if step.Move != nil {
			progress = p.Advance(progress, step.Move)
		}
		if p.Done(progress) {
			return i, nil
		}
	}
	return -1, nil
}

// isAt reports whether a configuration is at the location of a purpose and meets its condition.
func isAt(p *sts.Purpose, c *sts.Config, holds Holds) (bool, error) {
	if c.Locations[p.Machine] != p.Location {
		return false, nil
	}
	return holds(c, p.Cond)
}

// FirstPair returns the number of steps after which a machine has taken two of its transitions one after the other for the first time; -1 if it
// never does.
func FirstPair(first, second *sts.Transition, w *Witness) int {
	var last *sts.Transition // that the machine has taken
	for i, step := range w.Steps() {
		if step.Move == nil {
			continue
		}
		if last == first && slices.Contains(step.Move.Parts, second) {
			return i
		}
		for _, t := range step.Move.Parts {
			if t.Machine == first.Machine {
				last = t
			}
		}
	}
	return -1
}
