package shrink

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Small tests: leaving out steps ends when every part is needed, but a different test may be shorter. If runs are cheap, all short sequences
// of a few inputs are tried, first those that end with the last input of the test: inputs of the test, and of other channels.

// maxSymbols bounds the number of different inputs in sequences.
const maxSymbols = 12

// SmallRuns is the number of short sequences to try where runs take little time.
const SmallRuns = 1000

// trySmall tries short sequences, the shortest first.
func (s *search) trySmall(ctx context.Context) error {
	left := s.small()
	if len(s.best) < 2 || left == 0 || slices.ContainsFunc(s.best, func(step Step) bool { return step.Reset }) {
		return nil
	}
	symbols, last := s.symbols(), s.best[len(s.best)-1:]
	for length := 0; length < len(s.best)-1; length++ {
		for _, end := range [][]Step{last, nil} {
			if done, err := s.trySequences(ctx, symbols, length+1-len(end), end, &left); err != nil || done {
				return err
			}
		}
	}
	return nil
}

// trySequences tries all sequences of a length, followed by an end, unless there are more than are left.
func (s *search) trySequences(ctx context.Context, symbols []Step, length int, end []Step, left *int) (bool, error) {
	total := power(len(symbols), length, *left)
	if total > *left {
		return false, nil
	}
	*left -= total
	for number := range total {
		if done, err := s.attempt(ctx, append(sequence(symbols, length, number), end...), false); err != nil || done {
			return done, err
		}
	}
	return false, nil
}

// power returns a number to the power of another, or a number above a limit.
func power(n, exponent, limit int) int {
	out := 1
	for range exponent {
		if out *= n; out > limit {
			return limit + 1
		}
	}
	return out
}

// sequence returns the sequence with a number among all of a length.
func sequence(symbols []Step, length, number int) []Step {
	out := make([]Step, length, length+1)
	for i := range out {
		out[i] = symbols[number%len(symbols)]
		number /= len(symbols)
	}
	return out
}

// symbols are the inputs of the test, each once, for each other channel, those of the original test first, an input with the simplest values and
// one with values of the test, and the inputs of the test with one value exchanged for another of the test.
func (s *search) symbols() []Step {
	var out []Step
	seen := map[string]bool{}
	add := func(step Step) {
		if key := keyOf([]Step{step}); !seen[key] && len(out) < maxSymbols {
			seen[key] = true
			out = append(out, step)
		}
	}
	for _, step := range s.best {
		add(step)
	}
	present := channels(s.best)
	for _, step := range s.first {
		if !step.Reset && !slices.Contains(present, step.Input.Channel) {
			add(simplest(step))
			add(s.filled(step))
		}
	}
	for _, c := range s.others {
		if !slices.Contains(present, c) {
			step := simplest(Step{Input: sut.Message{Channel: c}, Origin: -1})
			add(step)
			add(s.filled(step))
		}
	}
	for i, step := range s.best {
		for k := range step.Input.Values {
			s.exchanged(place{i, k}, add)
		}
	}
	return out
}

// exchanged calls add for a step of the test with another value of the test at a place.
func (s *search) exchanged(p place, add func(Step)) {
	m := s.best[p.step].Input
	for _, g := range groups(s.best) {
		if g.sort.Same(m.Sort(p.leaf)) && m.Sort(p.leaf).Contains(g.value) && !g.value.Equal(m.Values[p.leaf]) {
			add(with(s.best, []place{p}, g.value)[p.step])
		}
	}
}

// filled returns a step with values of the test of the same sorts, and the simplest values where there are none.
func (s *search) filled(step Step) Step {
	out := simplest(step)
	for k := range out.Input.Values {
		for _, g := range groups(s.best) {
			if g.sort.Same(out.Input.Sort(k)) && out.Input.Sort(k).Contains(g.value) && !g.value.Equal(out.Input.Values[k]) {
				out.Input.Values[k] = g.value
				break
			}
		}
	}
	out.Input.Fit()
	return out
}
