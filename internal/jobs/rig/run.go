package rig

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
)

// RunOptions are the options of Run and Replay.
type RunOptions struct {
	tester.Options
	model.Backend
	SystemOptions
	Adapter sut.Adapter
	Shrink  bool   // shorten a failing test, and find the regions of its values
	Goal    string // name of the purpose to reach; empty covers transitions

	Unexplained bool // the documents need not have the runs of the model that explain the tests

	Failures string // folder of tests that failed before, which are run first
}

// Run tests a system online. Stored failures are run first; if one of them still fails, it is the result, unless
// KeepGoing is set.
func Run(ctx context.Context, l *model.Loaded, options RunOptions) (*result.Run, error) {
	t, err := NewTester(l, options)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	return t.Run(ctx)
}

// Replay runs a stored test again, and shortens it if requested.
func Replay(ctx context.Context, l *model.Loaded, test *result.Test, options RunOptions) (*result.Run, error) {
	options.Failures = ""
	t, err := NewTester(l, options)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	r, err := t.Shorten(ctx, test)
	if r != nil {
		r.Command = "replay"
	}
	return r, err
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

// SystemOptions configure the connection to the system under test.
type SystemOptions struct {
	System  string    `flag:"sut" usual:"yes" page:"exec" replay:"model" help:"the system: exec:COMMAND, unix:PATH, tcp:, tls: or udp:HOST:PORT, http:// or ws://HOST:PORT/PATH (docs/sut.md)"`
	Mapping string    `flag:"sut-map" usual:"yes" page:"file" replay:"model" help:"file with the mapping of messages to those of the system; by default they are JSON"`
	Reset   sut.Reset `flag:"reset" usual:"yes" replay:"model" help:"restart (exec), reconnect (tcp, tls, unix, udp, ws), message, or none (http)"`
}
