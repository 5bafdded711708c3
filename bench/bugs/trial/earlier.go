package trial

import (
	"slices"

	"github.com/sextant-mbt/sextant/bench/bugs"
)

// earlier is what a run has sent and received so far. An expert draws values from it, since many faults need a value twice:
// state machines of other property-based testers call this bundles.
type earlier struct {
	target  *bugs.Target
	bundles map[string][]any          // values that were sent
	inputs  map[string][]bugs.Message // by the bundles of their arguments
	answers []int64                   // numbers that were received
}

func newEarlier(target *bugs.Target) *earlier {
	return &earlier{target: target, bundles: map[string][]any{}, inputs: map[string][]bugs.Message{}}
}

// note remembers an input and its answer.
func (e *earlier) note(op bugs.Op, input bugs.Message, answer []bugs.Message) {
	for i, a := range op.Args {
		if a.Bundle != "" {
			e.bundles[a.Bundle] = with(e.bundles[a.Bundle], input.Args[i])
		}
	}
	if like := e.inputs[op.Bundles()]; len(op.Args) > 0 && !slices.ContainsFunc(like, func(m bugs.Message) bool { return slices.Equal(m.Args, input.Args) }) {
		e.inputs[op.Bundles()] = append(like, input)
	}
	for _, m := range answer {
		for _, v := range m.Args {
			if n, ok := v.(int64); ok {
				e.answers = with(e.answers, n)
			}
		}
	}
}

// with appends a value, once. Since values are known by their place in the list, shrinking is easier if equal ones have one place.
func with[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

// texts returns the texts that an argument can take again. The keys that are worth repeating are among them from the beginning.
func (e *earlier) texts(a bugs.Arg) []string {
	out := slices.Clone(a.Of)
	for _, v := range e.bundles[a.Bundle] {
		out = with(out, v.(string))
	}
	return out
}

// numbers returns the numbers that an argument can take again: those that were sent, and those of answers.
func (e *earlier) numbers(a bugs.Arg) []int64 {
	if a.Bundle == "" {
		return nil
	}
	var out []int64
	for _, v := range e.bundles[a.Bundle] {
		out = append(out, v.(int64))
	}
	for _, n := range e.answers {
		if a.Low <= n && n <= a.High {
			out = with(out, n)
		}
	}
	return out
}
