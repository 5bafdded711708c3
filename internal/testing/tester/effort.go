package tester

import (
	"math"

	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/drawing"
	"github.com/sextant-mbt/sextant/internal/testing/tester/plan"
)

// Effort: searching for an input competes with sending inputs. A system in this process answers some ten thousand inputs in the second that a few
// hundred queries take, and inputs drawn at random meet most goals in that time. A system behind a connection, which is waited for, gets fewer inputs,
// so that each should be chosen well. So searches have budgets of work that grow with the number of inputs sent, and smaller ones where the system is
// near. Work is counted, not timed: the same seed chooses the same inputs on any machine.

// effort is what a session may spend on searches.
type effort struct {
	queries budget // cost of queries; see ioco.Tracker.Cost
	trials  budget // conditions that scouts evaluate
	warm    int    // inputs sent before searches begin
	share   int    // these are at most this part of all inputs
}

// budget is an amount of work, of which more is granted for each input.
type budget struct {
	first int
	every int // inputs for one more unit; 0 grants any amount
	units int // for these inputs
}

// granted returns the work that may have been done when a number of inputs were sent.
func (b budget) granted(sent int) int {
	if b.every == 0 {
		return math.MaxInt
	}
	return b.first + sent*b.units/b.every
}

// The efforts for systems that are waited for, and for those in this process.
var (
	patientEffort = effort{queries: budget{first: 2000, every: 8, units: 1}, warm: warmMost, share: 20}
	nearEffort    = effort{queries: budget{first: 100, every: 64, units: 1}, trials: budget{first: 20_000, every: 1, units: 8}, warm: 2000, share: 4}
)

// newEffort returns the effort for the system behind an adapter.
func newEffort(a sut.Adapter) effort {
	if near, ok := a.(sut.Near); ok && near.Near() {
		return nearEffort
	}
	return patientEffort
}

// warmMost is the maximum number of inputs before searches begin, where the system is waited for; warmSteps is the minimum length of a session
// with such inputs.
const (
	warmMost  = 250
	warmSteps = 500
)

// expenses are what the searches of a session have cost, and may cost.
type expenses struct {
	options *Options
	report  *Report
	drawing *drawing.Drawing
	scouts  *plan.Scout

	effort effort
	cost   int // of queries of searches so far
}

// warms reports whether searches for goals have not begun yet: most goals are met by chance, and searches are expensive.
func (e *expenses) warms() bool {
	return e.options.Steps >= warmSteps && e.options.Until == Spent && e.report.Sent < min(e.options.Steps/e.effort.share, e.effort.warm)
}

// allowance returns the remaining budget of queries of searches.
func (e *expenses) allowance() int {
	if e.options.Purpose != nil {
		return math.MaxInt
	}
	return e.effort.queries.granted(e.report.Sent) - e.cost - e.drawing.Cost()
}

// trials returns the remaining budget of scouts.
func (e *expenses) trials() int {
	return e.effort.trials.granted(e.report.Sent) - e.scouts.Tried()
}
