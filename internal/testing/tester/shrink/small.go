package shrink

import (
	"context"
	"slices"
)

// Small tests: leaving out steps ends when every part is needed, but a different test may be shorter. If runs are cheap, all short sequences
// of a few inputs that end with the last input of the test are tried: inputs of the test, and of other channels in the original test.

// maxSymbols bounds the number of different inputs in sequences, smallRuns the number of sequences.
const (
	maxSymbols = 12
	smallRuns  = 1000
)

// trySmall tries short sequences, the shortest first.
func (s *search) trySmall(ctx context.Context) error {
	if len(s.best) < 3 || !s.cheap() || slices.ContainsFunc(s.best, func(step Step) bool { return step.Reset }) {
		return nil
	}
	symbols, last := s.symbols(), s.best[len(s.best)-1]
	left := smallRuns
	for length := 1; length < len(s.best)-1; length++ {
		total := power(len(symbols), length, left)
		if total > left {
			return nil
		}
		left -= total
		for number := range total {
			if done, err := s.attempt(ctx, append(sequence(symbols, length, number), last), false); err != nil || done {
				return err
			}
		}
	}
	return nil
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

// symbols are the inputs of the test, each once, and for each other channel of the original test an input with the simplest values, and one
// with values of the test.
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
	return out
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
