package trial

import (
	"context"
	"time"

	"github.com/sextant-mbt/sextant/bench/bugs"
)

// shrinkTime is how long a failure may be made shorter. The program of fast-check has the same limit.
const shrinkTime = 10 * time.Second

// Options are those of a trial.
type Options struct {
	Dir     string // of the bench
	Inputs  int    // maximum number
	Seed    int64
	Timeout time.Duration
}

// Outcome is the result of one tool with one fault and one seed.
type Outcome struct {
	Tool    string
	System  string
	Fault   string
	Class   bugs.Class
	Seed    int64
	Found   bool
	Inputs  int      // to the first find; if there is none, all that were sent
	Seconds float64  // to the first find; if there is none, in all
	Total   float64  // seconds, with shrinking
	Length  int      // number of inputs after shrinking
	Trouble string   `json:",omitempty"` // what makes the outcome doubtful
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

// Try runs a tester with a limit on its time.
func (t Tool) Try(ctx context.Context, target *bugs.Target, fault string, o Options) (Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	start := time.Now()
	out, err := t.Run(ctx, target, fault, o)
	f, _ := target.Fault(fault)
	out.Tool, out.System, out.Fault, out.Class, out.Seed = t.Name, target.Name, fault, f.Class, o.Seed
	out.Total = time.Since(start).Seconds()
	if err == nil && ctx.Err() != nil && !out.Found && out.Trouble == "" {
		out.Trouble = "time limit"
	}
	return out, err
}

// outcome returns what is known from the pair. Whether the tester reports a failure is for the caller to say.
func (p *pair) outcome(found bool, length int) Outcome {
	out := Outcome{Found: found, Inputs: p.inputs, Seconds: time.Since(p.start).Seconds()}
	switch {
	case found && p.first == nil:
		out.Trouble = "false alarm"
	case !found && p.first != nil:
		out.Trouble = "the fault showed and was not reported"
	}
	if found && p.first != nil {
		out.Inputs, out.Seconds, out.Length = p.first.inputs, p.first.seconds, length
	}
	return out
}
