package tester

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// Values that come from the system: an input may have a value that the system sent before, such as the number of a new account. If
// earlier steps are left out, the system may send another value, and the input must use that one.

// source identifies the output that a value of an input comes from: the n-th output after a step, -1 for the start.
type source struct {
	step, output, leaf int
	channel            *sts.Channel
}

// sources has the sources by the origin of a step and the index of the value.
type sources struct {
	of   map[[2]int]source
	sent []sentValue // in order
}

// sentValue is a scalar of an output.
type sentValue struct {
	source
	sort  *term.Sort
	value term.Value
}

// newSources finds the values in the inputs of a test that occur in earlier outputs, and the latest such output of each.
func newSources(r *Report) *sources {
	out := &sources{of: map[[2]int]source{}}
	taken := r.taken
	if taken == nil {
		taken = r.test()
	}
	origin, outputs := -1, 0
	for _, e := range r.Trace {
		switch e.Kind {
		case result.EventOutput:
			out.addOutput(origin, outputs, e.Message)
			outputs++
		case result.EventInput, result.EventReset:
			origin, outputs, taken = taken[0].Origin, 0, taken[1:]
			out.addInput(origin, e.Message)
		}
	}
	return out
}

func (s *sources) addOutput(step, number int, m sut.Message) {
	for k, v := range m.Values {
		if follows(m.Sort(k)) {
			s.sent = append(s.sent, sentValue{source{step, number, k, m.Channel}, m.Sort(k), v})
		}
	}
}

func (s *sources) addInput(step int, m sut.Message) {
	for k, v := range m.Values {
		for _, sent := range slices.Backward(s.sent) {
			if sent.sort.Same(m.Sort(k)) && sent.value.Equal(v) {
				s.of[[2]int{step, k}] = sent.source
				break
			}
		}
	}
}

// follows reports whether equal values of a sort are significant, which they are not if the sort has few values.
func follows(s *term.Sort) bool { return s.Kind != term.KindBool && s.Kind != term.KindEnum }

// bound returns an input whose values that came from the system are replaced by those sent this time.
func (r *replaying) bound(step shrink.Step, trace []Event) sut.Message {
	m := step.Input
	for k := range m.Values {
		from, ok := r.adapt.of[[2]int{step.Origin, k}]
		if !ok {
			continue
		}
		if v, ok := r.sent(from, trace); ok && m.Sort(k).Contains(v) {
			m.Values = slices.Clone(m.Values)
			m.Values[k] = v
			m.Fit()
		}
	}
	return m
}

// sent returns the value of a source in a trace; false if there is no such output.
func (r *replaying) sent(from source, trace []Event) (term.Value, bool) {
	start := 0
	if from.step >= 0 {
		i := slices.IndexFunc(r.taken, func(s shrink.Step) bool { return s.Origin == from.step })
		if i < 0 {
			return term.Value{}, false
		}
		start = r.at[i] + 1
	}
	n := 0
	for _, e := range trace[min(start, len(trace)):] {
		if e.Kind == result.EventInput || e.Kind == result.EventReset {
			break
		}
		if e.Kind != result.EventOutput {
			continue
		}
		if n == from.output && e.Message.Channel == from.channel {
			return e.Message.Values[from.leaf], true
		}
		n++
	}
	return term.Value{}, false
}
