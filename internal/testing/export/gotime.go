package export

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// Go files of timed models. Times are measured by the clock of the test, which is that of a synctest bubble if it runs in one. An
// output that is outside its window by at most the tolerance makes the test inconclusive.

// slackName is the name of the variable for the tolerance in conditions.
const slackName = "slack"

// timed reports whether the model has clocks.
func (g *goFile) timed() bool { return g.suite.System.Timed() }

// begin writes the first lines of a timed test.
func (g *goFile) begin(s *script.Script) {
	if !g.timed() {
		return
	}
	g.line("run.begin()")
	for _, step := range s.Steps {
		for _, o := range step.Outputs {
			for _, c := range o.Where {
				if _, err := g.condition(c); err == nil && aboutTime(s, c) {
					g.line("%s := run.slack()", slackName)
					return
				}
			}
		}
	}
}

// send writes the input of a step.
func (g *goFile) send(s script.Step) error {
	payload, err := g.arguments(*s.Input)
	if err != nil {
		return err
	}
	switch {
	case !g.timed():
		g.line("run.send(%q%s)", s.Input.Channel.Name, payload)
	case s.After == nil:
		g.line("run.sendAfter(0, %q%s) // at any time", s.Input.Channel.Name, payload)
	default:
		g.line("run.sendAfter(%s, %q%s)", decimal(s.After), s.Input.Channel.Name, payload)
	}
	return nil
}

// expectation returns the call that waits for an output.
func (g *goFile) expectation(o script.Output, payload string) string {
	if !g.timed() {
		return fmt.Sprintf("run.expect(%q%s)", o.Channel.Name, payload)
	}
	high := "run.never()"
	if o.Window.High != nil {
		high = decimal(o.Window.High)
	}
	return fmt.Sprintf("run.expectIn(%s, %s, %q%s)", decimal(o.Window.Low), high, o.Channel.Name, payload)
}

// where writes a condition of an output.
func (g *goFile) where(s *script.Script, c *term.Term) {
	text, err := g.condition(c)
	if err != nil {
		g.line("// not checked: %s, since %s", oneLine(c.String()), oneLine(err.Error()))
		return
	}
	if !aboutTime(s, c) {
		g.line("run.where(%s, %q)", text, c.String())
		return
	}
	store := g.suite.System.Store
	slack := store.Var(slackName, term.Real)
	g.conditions.Name(slack, slackName)
	loose, err := g.conditions.Condition(withSlack(store, c, slack))
	if err != nil {
		loose = "true"
	}
	g.line("run.whereTime(%s, %s, %q)", text, loose, c.String())
}

// goFields are the fields of a run of a timed model.
const goFields = `
	patience time.Duration // time limit of the next output
	last     time.Time     // time of the last message
	gap      float64       // the time between the last two messages, in units of the model
	optional bool          // the next output need not come
	doubt    string        // the check that depends on less than the tolerance`

// goMissing is the code of a timed model for a missing output that is optional.
const goMissing = `
		if r.optional {
			r.t.Skipf("inconclusive, the system sent nothing within %v, and has no deadline; expected was %s%v", r.patience, channel, payload)
		}`

const goTimedRuntime = `// One unit of time of the model, and how inexact times are.
const (
	PREFIXUnit      = time.Second
	PREFIXTolerance = 50 * time.Millisecond
)

// begin records the start of the test.
func (r *PREFIXRun) begin() { r.last = time.Now() }

// never is the upper end of a window without a deadline.
func (r *PREFIXRun) never() float64 { return math.Inf(1) }

// slack is the tolerance in units of the model.
func (r *PREFIXRun) slack() float64 { return float64(PREFIXTolerance) / float64(PREFIXUnit) }

// until returns the remaining time until some units after the last message.
func (r *PREFIXRun) until(units float64) time.Duration {
	return time.Until(r.last.Add(time.Duration(units * float64(PREFIXUnit))))
}

// sendAfter sends an input some units after the last message. It fails if an output comes before.
func (r *PREFIXRun) sendAfter(units float64, channel string, payload ...any) {
	r.t.Helper()
	if rest := r.until(units); rest > 0 {
		got, values, err := r.system.Receive(rest)
		switch {
		case err != nil:
			r.t.Fatalf("no output can be received: %v", err)
		case got != "":
			r.wrong("the system sent %s%v; expected was nothing before %s%v is sent", got, values, channel, payload)
		}
		time.Sleep(r.until(units))
	}
	r.send(channel, payload...)
	r.last = time.Now()
}

// expectIn waits for an output that is allowed from low to high units after the last message.
func (r *PREFIXRun) expectIn(low, high float64, channel string, payload ...any) (seen map[int]any) {
	r.t.Helper()
	if r.optional = math.IsInf(high, 1); r.optional {
		r.patience = max(0, r.until(low)) + PREFIXPatience
	} else {
		r.patience = max(0, r.until(high)) + PREFIXTolerance
	}
	seen = r.expect(channel, payload...)
	now := time.Now()
	r.gap = float64(now.Sub(r.last)) / float64(PREFIXUnit)
	r.last = now
	text := fmt.Sprintf("%s%v came after %.4g units; it is allowed from %g to %g", channel, payload, r.gap, low, high)
	switch {
	case r.gap < low-r.slack() || r.gap > high+r.slack():
		r.wrong("%s", text)
	case high > 0 && (r.gap < low || r.gap > high):
		r.doubt = text
	}
	return seen
}

// whereTime checks a condition on times, exactly and up to the tolerance.
func (r *PREFIXRun) whereTime(exact, loose bool, condition string) {
	r.t.Helper()
	switch {
	case !loose:
		r.wrong("this does not hold: %s", condition)
	case !exact:
		r.doubt = "this holds only up to the tolerance: " + condition
	}
}

// done ends a test, which is inconclusive if a check depends on less than the tolerance.
func (r *PREFIXRun) done() {
	r.t.Helper()
	if r.doubt != "" {
		r.t.Skipf("inconclusive: %s", r.doubt)
	}
}

`
