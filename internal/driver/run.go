package driver

import (
	"context"
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/tester"
)

// RunOptions are the options of Run and Replay.
type RunOptions struct {
	tester.Options
	Backend
	SystemOptions
	Adapter sut.Adapter
	Shrink  bool   // make a failing test shorter, and find the regions of its values
	Goal    string // name of the purpose to reach; empty covers transitions

	Failures string // folder of tests that failed before: they are run first
}

// Run tests a system online. Failures that are stored from before are run first; if one of them still fails that is the
// result, unless the session is to keep going.
func Run(ctx context.Context, l *Loaded, options RunOptions) (*result.Run, error) {
	t, err := NewTester(l, options)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	return t.Run(ctx)
}

// Replay runs a stored test again, as it is.
func Replay(ctx context.Context, l *Loaded, test *result.Test, options RunOptions) (*result.Run, error) {
	options.Shrink, options.Failures = false, ""
	t, err := NewTester(l, options)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	r, err := t.Replay(ctx, test)
	if r != nil {
		r.Command = "replay"
	}
	return r, err
}

// purposeNamed finds a purpose of the model; no name is none.
func purposeNamed(s *sts.System, name string) (*sts.Purpose, error) {
	if name == "" {
		return nil, nil
	}
	var names []string
	for i := range s.Purposes {
		if s.Purposes[i].Name == name {
			return &s.Purposes[i], nil
		}
		names = append(names, s.Purposes[i].Name)
	}
	if meant := diag.Closest(name, names); meant != "" {
		return nil, fmt.Errorf("the model has no purpose called %q; did you mean %q?", name, meant)
	}
	return nil, fmt.Errorf("the model has no purpose called %q; it has: %s", name, strings.Join(names, ", "))
}

func sessionCoverage(s *sts.System, covered []*sts.Transition) result.Tally {
	reached := map[*sts.Transition]bool{}
	for _, t := range covered {
		reached[t] = true
	}
	c := result.NewTally(0, nil)
	for _, t := range s.Transitions() {
		if reached[t] {
			c.Hit(result.Hit{Name: t.Name})
		} else {
			c.Miss(result.Miss{Name: t.Name, Why: result.Why{Status: result.NotReached, Reason: "not reached in this run"}})
		}
	}
	return c
}
