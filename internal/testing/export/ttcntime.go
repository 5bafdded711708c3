package export

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// TTCN-3 modules of timed models have a second timer. It runs while nothing may come: before an input is sent, and before the window
// of an output begins. Then the timer for patience runs to the end of the window. An output that is outside of its window by at most
// the tolerance is accepted.

// component is the tester, with what tests of timed models need besides.
func (m *ttcnModule) component() string {
	if !m.suite.System.Timed() {
		return ttcnComponent
	}
	return strings.Replace(ttcnComponent, "  timer patience_t;\n", "  timer patience_t;\n  timer quiet_t;\n", 1) + ttcnTime
}

const ttcnTime = `
// One unit of time of the model in seconds, and how inexact times are, in seconds.
const float unit_c := 1.0;
const float tolerance_c := 0.05;

// quiet ends a test when an output comes while nothing may come.
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

// waitToSend lets the time before an input pass.
func (m *ttcnModule) waitToSend(s script.Step) {
	if s.After != nil && s.After.Sign() > 0 {
		fmt.Fprintf(&m.cases, "  quiet(%s * unit_c, %s);\n", decimal(s.After), m.verdict())
	}
}

// patience starts the timer for an output, when its window begins.
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

// mayBeMissing is the alternative that an output without a deadline does not come.
func mayBeMissing(o script.Output) string {
	if o.Window == nil || o.Window.High != nil {
		return ""
	}
	return "    [] patience_t.timeout { setverdict(inconc, \"no output came, and there is no deadline\"); mtc.stop }\n"
}
