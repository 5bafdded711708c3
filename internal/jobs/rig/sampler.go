package rig

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/campaign"
	"github.com/sextant-mbt/sextant/internal/testing/chance/forward"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
)

// sampler makes the decisions in the runs of a campaign: stop, observe or stimulate. A decision depends only on the seed, the number of the
// test, and the actions so far. So a test is a tree of decisions that is derived while it is run, and a batch is a number of tests that are
// run in turn.
type sampler struct {
	*runs
	tests int // number of different tests; 0 means one for each run
	test  int // number of the current test
	node  *forward.Node
	seen  int                         // number of events that led to node
	known map[decided]tester.Decision // of a batch
}

// decided identifies a decision: a test, and its node in the tree of histories.
type decided struct {
	test int
	node *forward.Node
}

// batch is the number of tests for nondeterministic models: the runs of each test form a sample, which should be large.
const batch = 4

// The probabilities of decisions.
const (
	stopShare   = 0.01 // stop before the whole length
	quietShare  = 0.05 // observe silence where the system is quiescent, instead of sending an input
	hastyShare  = 0.1  // send an input where an output is due
	quietPeriod = 50 * time.Millisecond
)

func newSampler(c *runs) *sampler {
	return &sampler{runs: c, tests: c.options.Tests, known: map[decided]tester.Decision{}}
}

// begin starts a run.
func (s *sampler) begin(number int) {
	s.node, s.seen = s.judge.Tree().Root(), 0
	if s.tests == 0 && !s.judge.Tree().Deterministic() && s.options.Tests == 0 {
		s.tests = batch
	}
	s.test = number
	if s.tests > 0 {
		s.test = number % s.tests
	}
}

// decide returns the decision after the events of a run so far.
func (s *sampler) decide(ctx context.Context, so []tester.Event) (tester.Decision, error) {
	for ; s.seen < len(so); s.seen++ {
		s.node = s.node.After(actionOf(so[s.seen]))
	}
	if len(so) >= s.options.Length || !s.node.Known() {
		return tester.Decision{Deed: tester.Stop}, nil
	}
	if s.tests == 0 {
		return s.derive(ctx)
	}
	place := decided{s.test, s.node}
	if d, known := s.known[place]; known {
		return d, nil
	}
	d, err := s.derive(ctx)
	if err == nil {
		s.known[place] = d
	}
	return d, err
}

// derive makes a decision.
func (s *sampler) derive(ctx context.Context) (tester.Decision, error) {
	seed := s.seed()
	random := rand.New(rand.NewPCG(uint64(s.Tester.options.Seed), seed))
	if s.node.Parent != nil && random.Float64() < stopShare {
		return tester.Decision{Deed: tester.Stop}, nil
	}
	if s.stimulates(random) {
		input, ok, err := s.session.Offer(ctx, seed)
		if err != nil || ok {
			return tester.Decision{Deed: tester.Stimulate, Input: input, Patience: s.delay(random)}, err
		}
	}
	if s.quiet() {
		return tester.Decision{Deed: tester.Stop}, nil
	}
	return s.observation(), nil
}

// stimulates reports whether to send an input, if there is one.
func (s *sampler) stimulates(random *rand.Rand) bool {
	x := random.Float64()
	switch {
	case len(s.node.Offers()) == 0 && !s.node.Waits():
		return s.quiet() || x >= quietShare
	case s.node.Rests():
		return false // wait for a possible output
	}
	return x < hastyShare
}

// quiet reports whether the last observation was silence: then there is nothing more to observe.
func (s *sampler) quiet() bool { return s.node.Parent != nil && s.node.Action.Kind == forward.Silence }

// delay returns the time before a stimulus. If a Markovian step is pending, the input should come sometimes before it, sometimes after.
func (s *sampler) delay(random *rand.Rand) time.Duration {
	return time.Duration(random.Float64() * s.patience() * s.unit * float64(time.Second))
}

// patience returns the time limit for a step of the system, in units of the model.
func (s *sampler) patience() float64 { return s.node.Patience(s.options.Alpha) }

// observation returns a wait for outputs: for Markovian steps as long as their rates require, otherwise as long as outputs may take.
func (s *sampler) observation() tester.Decision {
	d := tester.Decision{Deed: tester.Observe, Patience: s.Tester.options.Wait, Late: s.node.Waits()}
	if d.Patience == 0 {
		d.Patience = defaultPatience
	}
	switch {
	case d.Late:
		d.Patience = max(d.Patience, time.Duration(s.patience()*s.unit*float64(time.Second)))
	case len(s.node.Offers()) == 0:
		d.Patience = min(d.Patience, quietPeriod)
	}
	return d
}

// defaultPatience is the default time limit for an output.
const defaultPatience = 200 * time.Millisecond

// seed returns the seed of a decision.
func (s *sampler) seed() uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, s.test)
	for n := s.node; n.Parent != nil; n = n.Parent {
		h.Write([]byte(n.Action.Key()))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// actionOf returns an event as an action of the model.
func actionOf(e tester.Event) forward.Action {
	switch e.Kind {
	case result.EventInput:
		return forward.Action{Kind: forward.Input, Channel: e.Message.Channel, Values: e.Message.Values}
	case result.EventOutput:
		return forward.Action{Kind: forward.Output, Channel: e.Message.Channel, Values: e.Message.Values}
	}
	return forward.Action{Kind: forward.Silence}
}

// restored returns a stored run with the channels of the model.
func (c *runs) restored(r result.TracedRun) (campaign.Run, error) {
	out := campaign.Run{Test: r.Test, Untimed: r.Untimed}
	for _, e := range r.Events {
		event := tester.Event{Kind: e.Kind}
		var err error
		switch e.Kind {
		case result.EventInput:
			event.Message, err = sut.Restore(result.Stored{Channel: e.Channel, Payload: e.Payload}, c.loaded.System, sts.Input)
		case result.EventOutput:
			event.Message, err = sut.Restore(result.Stored{Channel: e.Channel, Payload: e.Payload}, c.loaded.System, sts.Output)
		}
		if err != nil {
			return out, err
		}
		out.Events = append(out.Events, timed(event, e.Time, e.Limit))
	}
	return out, nil
}
