package script

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Test is a test of a system. A generated test has the run that it follows; a test read from a file has only a script.
type Test struct {
	Name   string
	Run    *run.Witness
	Covers []string // the goals of the test, in the order in which it reaches them
	Wait   *big.Rat // in a timed model: the wait after the last step, for a goal that is met by waiting; nil if there is none
	Found  string   // the failure for which the test was stored
	Script *Script
}

// Transitions returns the names of the steps.
func (t Test) Transitions() []string {
	out := []string{}
	if t.Run == nil {
		for _, s := range t.Script.Steps {
			out = append(out, s.Transition)
		}
		return out
	}
	for _, w := range t.Run.Steps()[1:] {
		out = append(out, w.Move.Name)
	}
	return out
}

// Inputs returns the messages that the test sends, in order; in a timed model each with the time since the message before it,
// and the last with the remaining time of the test.
func (t Test) Inputs() []sut.Message {
	var out []sut.Message
	since, rest, awaits := new(big.Rat), new(big.Rat), 0
	for _, w := range t.Run.Steps()[1:] {
		since = new(big.Rat).Add(since, w.Delay().Rat())
		rest.Add(rest, w.Delay().Rat())
		if w.Move.Input != nil {
			out = append(out, sut.Message{Channel: w.Move.Input, Values: term.Pick(w.Params, w.Move.InputArgs), After: since, Awaits: awaits})
			if w.Move.DelayParam() < 0 {
				out[len(out)-1].After, out[len(out)-1].Awaits = nil, 0
			}
			rest, awaits = new(big.Rat), 0
		}
		awaits += len(w.Move.Outputs)
		if Visible(w.Move) {
			since = new(big.Rat)
		}
	}
	if last := len(out) - 1; last >= 0 && out[last].After != nil {
		if t.Wait != nil {
			rest = new(big.Rat).Add(rest, t.Wait)
		}
		out[last].Rest = rest
	}
	return out
}

// Visible reports whether a step by the move sends or receives a message: instants are counted from one message to the next.
func Visible(m *sts.Move) bool { return m.Input != nil || len(m.Outputs) > 0 }

// Instants returns the time of each step of the run; nil in a model without clocks.
func (t Test) Instants() []string {
	var out []string
	for _, w := range t.Run.Steps()[1:] {
		if w.Move.DelayParam() >= 0 {
			out = append(out, w.Instant().Format(term.Real))
		}
	}
	return out
}

// Chosen returns for each step the values that the system chooses in the run, as in "speed = 3"; nil if no step has
// choices.
func (t Test) Chosen() []string {
	var out []string
	some := false
	for _, w := range t.Run.Steps()[1:] {
		var words []string
		for _, c := range sts.Components(w.Move.Params) {
			if w.Move.Params[c.First].Kind == sts.Chosen {
				words = append(words, c.Name+" = "+c.Format(w.Params))
			}
		}
		out = append(out, strings.Join(words, ", "))
		some = some || len(words) > 0
	}
	if !some {
		return nil
	}
	return out
}

// Initial returns the initial values in the run of variables that may start with any value.
func (t Test) Initial(s *sts.System) map[string]string { return t.Run.Initial(s) }

// Assumes returns the results of externs that the run assumes because they are not in functions, which may be nil, as in
// "Price(tea) = 0".
func (t Test) Assumes(functions run.Functions) []string {
	var out []string
	for _, w := range t.Run.Steps()[1:] {
		for i, c := range w.Move.Calls {
			if !run.Known(functions, c.Extern) {
				call := w.Call(i)
				out = append(out, fmt.Sprintf("%s(%s) = %s", call.Extern, strings.Join(call.Args, ", "), call.Result))
			}
		}
	}
	return out
}
