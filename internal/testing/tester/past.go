package tester

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// The past: a system may fail because a reset does not undo all earlier steps. So the steps before the last reset are kept, and a
// failure that is not reproduced by the test alone is repeated with them (confirm.go).

// maxPast bounds the steps that are kept.
const maxPast = 300

// past is the steps before the last reset.
type past struct {
	steps   []shrink.Step // each test followed by a reset
	telling []shrink.Step // the first tests that refuted products, each followed by a reset
}

// keep adds the steps of a test, and keeps them longer if it refutes products of a product line, since later failures may depend on that.
func (p *past) keep(steps []shrink.Step, refutes bool) {
	if len(steps) == 0 {
		return
	}
	if refutes && len(p.telling)+len(steps) < maxPast {
		p.telling = append(append(p.telling, steps...), shrink.Step{Reset: true})
	}
	p.steps = append(append(p.steps, steps...), shrink.Step{Reset: true})
	for len(p.steps) > maxPast {
		first := slices.IndexFunc(p.steps, isReset)
		p.steps = p.steps[first+1:]
	}
}

// all returns a copy of the past.
func (p *past) all() []shrink.Step { return slices.Concat(p.telling, p.steps) }

func isReset(step shrink.Step) bool { return step.Reset }

// hasReset reports whether a test resets the system.
func hasReset(steps []shrink.Step) bool { return slices.ContainsFunc(steps, isReset) }

// numbered sets the origin of each step to its index.
func numbered(steps []shrink.Step) []shrink.Step {
	out := slices.Clone(steps)
	for i := range out {
		out[i].Origin = i
	}
	return out
}
