package tester

import (
	"cmp"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester/timing"
)

// Strategy is the way inputs are chosen.
type Strategy string

// The strategies.
const (
	Guided Strategy = "guided" // by search towards uncovered goals, or towards the purpose
	Random Strategy = "random" // for comparison
)

// Strategies lists them for checking flags.
var Strategies = []Strategy{Guided, Random}

// Until is the condition on which a session without a purpose stops.
type Until string

// The ends of a session.
const (
	Spent   Until = "spent"   // all inputs were sent
	Covered Until = "covered" // transitions and boundary values were tried
)

// Ends lists them for checking flags.
var Ends = []Until{Spent, Covered}

// Options configure a session. The zero value is the default.
type Options struct {
	Steps     int           `flag:"steps" usual:"yes" min:"0" help:"number of inputs to send (0 means up to 5000)"` // 0 is DefaultSteps
	Wait      time.Duration // time limit of an output; 0 means 200 ms
	Learn     bool          // learn from the answers the minimum time of silence, at most Wait
	Seed      int64
	Strategy  Strategy `flag:"strategy" choices:"guided,random" help:"how inputs are chosen: guided (towards uncovered transitions, or the purpose) or random"` // empty is Guided
	KeepGoing bool     `flag:"keep-going" usual:"yes" help:"collect distinct failures until all steps are done"`
	Until     Until    `flag:"until" choices:"spent,covered" help:"when to stop: spent (all inputs are sent) or covered (transitions and boundary values were tried)"`

	Spare time.Duration // time limit for inputs after everything was tried; 0 means no limit, unless Steps is 0

	TimeUnit  time.Duration // the real time of one unit of a model with clocks; 0 means a second
	Tolerance time.Duration // maximum distance of measured instants from the real ones
	Watch     *timing.Watch // measures delays of this process while the test runs; nil does not

	ShrinkTime time.Duration // time limit for shortening a failing test; 0 means DefaultShrinkTime

	Purpose *sts.Purpose // the purpose to reach; nil means to cover transitions
	Values  []sts.Goal   // to try after the transitions are covered

	Progress func(result.Progress) // called from time to time, by one goroutine; may be nil
}

// fill puts the defaults in the place of what is not given.
func (o *Options) fill() {
	if o.Steps == 0 {
		o.Steps, o.Spare = DefaultSteps, cmp.Or(o.Spare, DefaultSpare)
	}
	o.Wait = cmp.Or(o.Wait, 200*time.Millisecond)
	o.Strategy = cmp.Or(o.Strategy, Guided)
	o.Until = cmp.Or(o.Until, Spent)
}

// DefaultSteps is the default number of inputs of a session; it is lower for a slow system, by DefaultSpare.
const (
	DefaultSteps = 5000
	DefaultSpare = 10 * time.Second
)
