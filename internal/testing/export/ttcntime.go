package export

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// TTCN-3 modules of timed models have a second timer. It runs while no output is allowed: before an input is sent, and before the
// window of an output begins. Then the timer for patience runs to the end of the window. An output that is outside its window by at
// most the tolerance is accepted.

// component returns the tester, with the additional parts for timed models.
func (m *ttcnModule) component() string {
	if !m.suite.System.Timed() {
		return ttcnComponent
	}
	return strings.Replace(ttcnComponent, "  timer patience_t;\n", "  timer patience_t;\n  timer quiet_t;\n", 1) + ttcnTime
}

const ttcnTime = `
// The length of a unit of time of the model, and the clock tolerance, both in seconds.
const float unit_c := 1.0;
const float tolerance_c := 0.05;

// quiet ends a test when an output comes while none is allowed.
function quiet(float p_time, verdicttype p_verdict) runs on Tester {
  if (p_time > 0.0) {
    quiet_t.start(p_time);
    alt {
      [] channel_p.receive { setverdict(p_verdict, "an output came too early"); mtc.stop }
      [] quiet_t.timeout { }
    }
  }
}
`

// waitToSend waits for the time of an input.
func (m *ttcnModule) waitToSend(s script.Step) {
	if s.After != nil && s.After.Sign() > 0 {
		fmt.Fprintf(&m.cases, "  quiet(%s * unit_c, %s);\n", decimal(s.After), m.verdict())
	}
}

// patience starts the timer for an output, at the beginning of its window.
func (m *ttcnModule) patience(o script.Output) string {
	if o.Window == nil {
		return "  patience_t.start(2.0);\n"
	}
	out := fmt.Sprintf("  // allowed %s\n", o.Window)
	low := decimal(o.Window.Low)
	if o.Window.Low.Sign() > 0 {
		out += fmt.Sprintf("  quiet(%s * unit_c - tolerance_c, %s);\n", low, m.verdict())
	}
	switch {
	case o.Window.High == nil:
		return out + "  patience_t.start(2.0);\n"
	case o.Window.Low.Sign() == 0:
		return out + fmt.Sprintf("  patience_t.start(%s * unit_c + tolerance_c);\n", decimal(o.Window.High))
	}
	return out + fmt.Sprintf("  patience_t.start((%s - %s) * unit_c + 2.0 * tolerance_c);\n", decimal(o.Window.High), low)
}

// mayBeMissing returns the alternative for a missing output without a deadline.
func mayBeMissing(o script.Output) string {
	if o.Window == nil || o.Window.High != nil {
		return ""
	}
	return "    [] patience_t.timeout { setverdict(inconc, \"no output came, and there is no deadline\"); mtc.stop }\n"
}
