package abstract

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Playing tests of an abstraction on a real system. Events have no channels, so this file generates some: an input for each
// event, with the parameters that the test prefers; an input that requests the state; an output with the state, which answers
// both; and an output that refuses an event. The names of all but the first begin with @, which no event's name does.
const (
	stateChannel   = "@state"
	refusalChannel = "@refused"
)

// eventSystem is a system under test that takes events.
type eventSystem struct {
	model   *sts.System
	talk    *sts.System // has only the channels
	adapter sut.Adapter
	wait    time.Duration
	at      []int
}

// openEvents connects to a system that takes events.
func openEvents(model *sts.System, options Options) (*eventSystem, error) {
	if len(model.Machines) != 1 || len(model.Machines[0].Locations) != 1 {
		return nil, &result.Unsupported{By: "--sut", Feature: result.HasLocations, Text: "the model has locations", Because: "tests are played on systems of events",
			Advice: "store the tests with -o and use sextant replay"}
	}
	if model.Timed() {
		return nil, &result.Unsupported{By: "--sut", Feature: result.HasClocks, Text: "the model has clocks", Because: "messages of systems of events have no instants",
			Advice: "store the tests with -o"}
	}
	e := &eventSystem{model: model, talk: eventChannels(model), wait: options.Wait, at: model.Initial()}
	adapter, err := sut.Open(e.talk, sut.Address{System: options.System})
	e.adapter = adapter
	return e, err
}

// eventChannels generates the channels.
func eventChannels(model *sts.System) *sts.System {
	talk := &sts.System{Name: model.Name, Store: model.Store}
	add := func(name string, direction sts.Direction, payload []*sts.Type) {
		talk.Channels = append(talk.Channels, &sts.Channel{Name: name, Direction: direction, Payload: payload, Names: make([]string, len(payload)), Queue: -1})
	}
	for _, m := range model.Moves() {
		var payload []*sts.Type
		for _, p := range m.Params {
			payload = append(payload, sts.ScalarType(p.Sort))
		}
		add(m.Name, sts.Input, payload)
	}
	var variables []*sts.Type
	for _, v := range model.Vars {
		variables = append(variables, v.Type)
	}
	add(stateChannel, sts.Input, nil)
	add(stateChannel, sts.Output, variables)
	add(refusalChannel, sts.Output, nil)
	return talk
}

// Start resets the system and requests its state.
func (e *eventSystem) Start(ctx context.Context) (*sts.Config, error) {
	if err := e.adapter.Reset(ctx); err != nil {
		return nil, err
	}
	after, err := e.ask(ctx, stateChannel, nil)
	if err == nil && after == nil {
		err = &sut.ErrSystem{Reason: "the system refuses to send its state"}
	}
	return after, err
}

// Do requests that the system take an event.
func (e *eventSystem) Do(ctx context.Context, event *sts.Move, wish []term.Value) (*sts.Config, error) {
	return e.ask(ctx, event.Name, wish)
}

// ask sends a message and reads the state that answers it; nil is a refusal.
func (e *eventSystem) ask(ctx context.Context, name string, values []term.Value) (*sts.Config, error) {
	for _, c := range e.talk.Channels {
		if c.Name == name && c.Direction == sts.Input {
			if err := e.adapter.Send(ctx, sut.Message{Channel: c, Values: values}); err != nil {
				return nil, err
			}
			break
		}
	}
	answer, ok, err := sut.Receive(ctx, e.adapter, e.wait)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, &sut.ErrSystem{Reason: fmt.Sprintf("the system did not answer %s within %s", name, e.wait)}
	case answer.Channel.Name == refusalChannel:
		return nil, nil
	}
	return &sts.Config{Locations: e.at, Values: answer.Values}, nil
}

// play plays all tests, and returns the number that fail. A system that breaks down during a test fails the test.
func (x *abstracting) play(ctx context.Context, r *result.Abstract) error {
	subject, err := openEvents(x.loaded.System, x.options)
	if err != nil {
		return err
	}
	defer subject.adapter.Close()
	all := 0
	for _, study := range x.studies {
		all += len(study.Tests)
	}
	x.session.Playing(all)
	for i, study := range x.studies {
		tests := r.Tests
		if i > 0 {
			tests = r.More[i-1].Tests
		}
		for k, t := range study.Tests {
			played, err := x.session.Play(ctx, study.Derived, t, subject)
			if broken := (*sut.ErrSystem)(nil); errors.As(err, &broken) {
				played, err = abstraction.Played{Verdict: result.Fail, Evidence: broken.Reason}, nil
			}
			if err != nil {
				return err
			}
			tests[k].Played = &result.PlayedTest{Verdict: played.Verdict, Evidence: played.Evidence, Replans: played.Replans}
		}
	}
	return nil
}
