package trial

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/sextant-mbt/sextant/bench/bugs"
)

// Options are those of a trial.
type Options struct {
	Dir string // of the bench
	Budget
	Seed       int64
	Timeout    time.Duration // a tester that waits that long is stuck
	ShrinkTime time.Duration // by the clock, in which Sextant makes a failure shorter; 0 is 20 s, as by default
}

// Budget is how much a tester may do.
type Budget struct {
	Inputs int           // maximum number until the fault shows; 0 is any
	Time   time.Duration // of the processors, for tester and systems, until the fault shows
	Shrink int           // maximum number of inputs to make a failure shorter; 0 leaves it as it was found
}

// String returns the budget as in "5000 inputs".
func (b Budget) String() string {
	if b.Inputs == 0 {
		return fmt.Sprintf("%g s of processor time", b.Time.Seconds())
	}
	return fmt.Sprintf("%d inputs", b.Inputs)
}

// inputs returns the maximum number of inputs, as testers need it that always have one.
func (b Budget) inputs() int {
	if b.Inputs == 0 {
		return math.MaxInt32
	}
	return b.Inputs
}

// Outcome is the result of one tool with one fault and one seed.
type Outcome struct {
	Tool    string
	System  string
	Fault   string
	Class   bugs.Class
	Heldout bool // of tuning
	Seed    int64
	Found   bool
	Inputs  int      // to the first find; if there is none, all that were sent
	Seconds float64  // of processor time to the first find; if there is none, in all
	Total   float64  // seconds by the clock, with shrinking
	Length  int      // number of inputs after shrinking
	Trouble string   `json:",omitempty"` // what makes the outcome doubtful
	Shrink  int      // number of inputs sent to make the failure shorter
	Shorter float64  // seconds by the clock from when the fault showed to the report: the failure is repeated and made shorter meanwhile
	Limit   float64  `json:",omitempty"` // seconds that making it shorter may take; 0 is no limit
	Failure []string `json:",omitempty"` // what Sextant reports: the evidence, then the trace
}

// Tool is a tester.
type Tool struct {
	Name string
	Run  func(ctx context.Context, target *bugs.Target, fault string, o Options) (Outcome, error)
}

// Tools returns all testers.
func Tools() []Tool {
	return []Tool{
		{"sextant", sextantTool(byDefault)},
		{"covered", sextantTool(untilCovered)},
		{"random", sextantTool(atRandom)},
		{"rapid", rapidTool},
		{"fastcheck", fastcheckTool},
	}
}

// Try runs a tester.
func (t Tool) Try(ctx context.Context, target *bugs.Target, fault string, o Options) (Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	start := time.Now()
	out, err := t.Run(ctx, target, fault, o)
	f, _ := target.Fault(fault)
	out.Tool, out.System, out.Fault, out.Class, out.Seed = t.Name, target.Name, fault, f.Class, o.Seed
	out.Total = time.Since(start).Seconds()
	if err == nil && ctx.Err() != nil && !out.Found && out.Trouble == "" {
		out.Trouble = "stuck"
	}
	return out, err
}

// outcome returns what is known from the pair. Whether the tester reports a failure is for the caller to say. A fault that showed
// after the time was used up, before this was noticed, is not found.
func (p *pair) outcome(b Budget, found bool, length int) Outcome {
	out := Outcome{Found: found, Inputs: p.inputs, Seconds: p.meter.used().Seconds()}
	late := p.first != nil && p.first.seconds > b.Time.Seconds()
	switch {
	case late:
		out.Found = false
	case p.spent.Load() && b.Inputs > 0:
		out.Trouble = "time limit"
	case found && p.first == nil:
		out.Trouble = "false alarm"
	case !found && p.first != nil:
		out.Trouble = "the fault showed and was not reported"
	}
	if out.Found && p.first != nil {
		out.Shrink = p.inputs - p.first.inputs
		out.Inputs, out.Seconds, out.Length = p.first.inputs, p.first.seconds, length
		out.Shorter = time.Since(p.first.at).Seconds()
	}
	return out
}
