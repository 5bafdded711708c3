// Package shrink makes failing tests short and simple, by trying tests that do less.
//
// A test is a list of steps. First steps are left out: all but the last few, everything before a reset, all inputs of a channel, then parts
// of halving sizes. Then the values of the inputs are made simple: numbers go towards zero, strings become shorter and then consist of
// simpler characters, lists lose elements, and values that are equal change together, also where some of them are in lists. Then further
// steps are left out, with the rest adapted, and in pairs, and inputs are merged. If runs are cheap, all short sequences of a few inputs are
// tried. These passes are repeated until none of them helps.
//
// The caller decides whether a test fails in the same way, and may end the search at any time.
package shrink

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Step is a step of a tester: an input, or a reset of the system.
type Step struct {
	Reset  bool
	Input  sut.Message // unless it is a reset
	Origin int         // the index of the step in the original test
}

// Inputs returns the steps that send inputs.
func Inputs(inputs []sut.Message) []Step {
	out := make([]Step, len(inputs))
	for i, m := range inputs {
		out[i] = Step{Input: m, Origin: i}
	}
	return out
}

// Try runs a candidate. It returns the steps until the system failed, and whether it failed in the required way. With adapt, the
// values of inputs may be changed, or inputs left out, so that the model accepts them.
type Try func(ctx context.Context, candidate []Step, adapt bool) (taken []Step, fails bool, err error)

// ErrEnough is the error of a Try that ends the search; the results so far are kept.
var ErrEnough = errors.New("shrinking was ended")

// search is one call of Run.
type search struct {
	try    Try
	small  func() int
	others []*sts.Channel // of inputs that may occur in a short test
	first  []Step         // the original test
	best   []Step
	tried  map[string]bool
}

// Run returns the simplest test found, which is never longer than the given one. An error of try ends the search; Run then returns
// the simplest test so far with the error. Small returns the number of short tests to try at most, such as SmallRuns, or 0 if runs
// take long. Others are channels of inputs that may occur in short tests although they do not occur in this one.
func Run(ctx context.Context, steps []Step, try Try, small func() int, others ...*sts.Channel) ([]Step, error) {
	s := &search{try: try, small: small, others: others, first: steps, best: steps, tried: map[string]bool{}}
	passes := []func(context.Context) error{s.keepEnd, s.dropSegments, s.dropChannels, s.dropParts, s.simplifyAll, s.simplifyValues, s.simplifySpread, s.dropLoops, s.dropPairs,
		s.dropAdapted, s.merge, s.lowerTogether, s.trySmall}
	for {
		before := s.best
		for _, pass := range passes {
			if err := pass(ctx); err != nil {
				return s.best, err
			}
		}
		if !Simpler(s.best, before) {
			return s.best, nil
		}
	}
}

// attempt tries a candidate, and keeps the steps taken if the system fails and they are simpler. No candidate is tried twice.
func (s *search) attempt(ctx context.Context, candidate []Step, adapt bool) (bool, error) {
	key := keyOf(candidate)
	if adapt {
		key += "~"
	}
	if s.tried[key] || len(candidate) == len(s.best) && !Simpler(candidate, s.best) {
		return false, nil
	}
	s.tried[key] = true
	taken, fails, err := s.try(ctx, candidate, adapt)
	if err != nil || !fails || !Simpler(taken, s.best) {
		return false, err
	}
	s.best = taken
	return true, nil
}

// keyOf identifies a test by its steps.
func keyOf(steps []Step) string {
	var b strings.Builder
	for _, step := range steps {
		if step.Reset {
			b.WriteByte('!')
			continue
		}
		b.WriteString(step.Input.Channel.Name)
		for _, v := range step.Input.Values {
			text := v.Encode()
			b.WriteByte(' ')
			b.WriteString(strconv.Itoa(len(text)))
			b.WriteByte(':')
			b.WriteString(text)
		}
		b.WriteByte(';')
	}
	return b.String()
}

// with returns a copy of steps, with another value at some places.
func with(steps []Step, places []place, v term.Value) []Step {
	out := slices.Clone(steps)
	for _, p := range places {
		out[p.step].Input.Values = slices.Clone(out[p.step].Input.Values)
		out[p.step].Input.Values[p.leaf] = v
	}
	for _, p := range places {
		out[p.step].Input.Fit()
	}
	return out
}
