package testgen

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Inputs lists what a test sends, in order.
func (t Test) Inputs() []sut.Message {
	var out []sut.Message
	for _, w := range t.Witness.Steps()[1:] {
		if w.Move.Input == nil {
			continue
		}
		in := sut.Message{Channel: w.Move.Input}
		for _, k := range w.Move.InputArgs {
			in.Values = append(in.Values, w.Params[k])
		}
		out = append(out, in)
	}
	return out
}

// Chosen says for each step which values the run takes for what the system chooses, as in "speed = 3"; nil if it chooses
// nothing in any step.
func (t Test) Chosen() []string {
	var out []string
	some := false
	for _, w := range t.Witness.Steps()[1:] {
		out = append(out, chosenIn(w))
		some = some || out[len(out)-1] != ""
	}
	if !some {
		return nil
	}
	return out
}

func chosenIn(w *explore.Witness) string {
	var out []string
	for i, p := range w.Move.Params {
		if p.Kind == sts.Chosen {
			out = append(out, p.Name+" = "+w.Params[i].Format(p.Sort))
		}
	}
	return strings.Join(out, ", ")
}

// Initial gives the values that the run takes for what the model lets start with any value.
func (t Test) Initial(s *sts.System) map[string]string {
	out := map[string]string{}
	start := t.Witness.Steps()[0].Config
	for _, v := range s.Vars {
		if s.Slots[v.First].Init == nil {
			out[v.Name] = v.Type.Format(start.Values[v.First : v.First+v.Type.Size()])
		}
	}
	return out
}

// Assumes lists the results of externs that the run takes for granted since neither a table nor a runner knows them, as in
// "Price(tea) = 0".
func (t Test) Assumes(knows func(*sts.Extern) bool) []string {
	var out []string
	for _, w := range t.Witness.Steps()[1:] {
		for i, c := range w.Move.Calls {
			if !knows(c.Extern) {
				input, output := callWords(c, w.Calls[i], w.Params)
				out = append(out, input+" = "+output)
			}
		}
	}
	return out
}

// callWords prints a call and its result.
func callWords(c sts.Call, arguments, params []term.Value) (input, output string) {
	var words []string
	for _, p := range c.Extern.Params {
		words = append(words, p.Type.Format(arguments[:p.Type.Size()]))
		arguments = arguments[p.Type.Size():]
	}
	var results []term.Value
	for _, k := range c.Results {
		results = append(results, params[k])
	}
	return c.Extern.Name + "(" + strings.Join(words, ", ") + ")", c.Extern.Result.Format(results)
}
