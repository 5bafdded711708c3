package sextant_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sextant-mbt/sextant"
)

// The model of a door that is locked again an hour after it was opened, unless it is kept open.
const door = `system Door
input open()
input keep()
output opened()
output locked()
clock x
initial shut
location ajar while x <= 3600
open: shut -> ajar in open() do x := 0 out opened()
keep: ajar -> ajar in keep() do x := 0
lock: ajar -> shut when x == 3600 out locked()
`

// realDoor is such a door with timers of package time; its hour may be too long or too short.
type realDoor struct {
	hour    time.Duration
	timer   *time.Timer
	outputs chan sextant.Message
}

func (d *realDoor) Reset(context.Context) error {
	if d.timer != nil {
		d.timer.Stop()
	}
	d.timer, d.outputs = nil, make(chan sextant.Message, 10)
	return nil
}

func (d *realDoor) Send(_ context.Context, m sextant.Message) error {
	outputs := d.outputs
	switch {
	case m.Channel == "keep":
		d.timer.Reset(d.hour)
		return nil
	case d.timer != nil:
		d.timer.Stop()
	}
	outputs <- sextant.Message{Channel: "opened"}
	d.timer = time.AfterFunc(d.hour, func() { outputs <- sextant.Message{Channel: "locked"} })
	return nil
}

func (d *realDoor) Receive(ctx context.Context, wait time.Duration) (sextant.Message, bool, error) {
	select {
	case m := <-d.outputs:
		return m, true, nil
	case <-ctx.Done():
		return sextant.Message{}, false, ctx.Err()
	case <-time.After(wait):
		return sextant.Message{}, false, nil
	}
}

func (d *realDoor) Close() error {
	if d.timer != nil {
		d.timer.Stop()
	}
	return nil
}

// Hours pass in milliseconds where time is simulated, and instants are exact.
func TestSimulatedTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "door.sxt")
	if err := os.WriteFile(path, []byte(door), 0o600); err != nil {
		t.Fatal(err)
	}
	model, err := sextant.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	for hour, want := range map[time.Duration]sextant.Verdict{time.Hour: sextant.Pass, time.Hour + time.Nanosecond: sextant.Fail, time.Hour - time.Nanosecond: sextant.Fail} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			r, err := model.Test(t.Context(), &realDoor{hour: hour}, sextant.TestOptions{Steps: 200})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != want {
				t.Errorf("an hour of %v: %s, want %s: %s", hour, r.Verdict, want, r.Evidence)
			}
			t.Logf("an hour of %v: %s after %v of simulated time: %s", hour, r.Verdict, time.Since(start), r.Evidence)
		})
	}
}

// The verdict at a deadline: an output at it passes, one that is late by no more than the input and the output together may be inexact, twice the
// tolerance, is inconclusive, one that is later fails; and so before the window.
func TestVerdictAtTheDeadline(t *testing.T) {
	path := filepath.Join(t.TempDir(), "door.sxt")
	late := strings.Replace(door, "when x == 3600", "when x >= 3590", 1)
	if err := os.WriteFile(path, []byte(late), 0o600); err != nil {
		t.Fatal(err)
	}
	model, err := sextant.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	const tolerance, inexact = time.Second, 2 * time.Second
	for after, want := range map[time.Duration]sextant.Verdict{
		3600*time.Second - tolerance:   sextant.Pass,
		3600 * time.Second:             sextant.Pass,
		3600*time.Second + 1:           sextant.Inconclusive,
		3600*time.Second + inexact:     sextant.Inconclusive,
		3600*time.Second + inexact + 1: sextant.Fail,
		3590 * time.Second:             sextant.Pass,
		3590*time.Second - 1:           sextant.Inconclusive,
		3590*time.Second - inexact:     sextant.Inconclusive,
		3590*time.Second - inexact - 1: sextant.Fail,
		1000 * time.Hour:               sextant.Fail,
	} {
		synctest.Test(t, func(t *testing.T) {
			r, err := model.Test(t.Context(), &realDoor{hour: after}, sextant.TestOptions{Steps: 40, Tolerance: tolerance})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != want {
				t.Errorf("locked after %v: %s, want %s: %s", after, r.Verdict, want, r.Evidence)
			}
		})
	}
}

// TestRestless: the steps of a test also bound what a system sends for ever, and a test with few inputs says so.
func TestRestless(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ticker.sxt")
	if err := os.WriteFile(path, []byte(ticker), 0o600); err != nil {
		t.Fatal(err)
	}
	warning := "inputs is small: inputs to this system take long"
	if testing.Short() { // a short test is meant to be small
		warning = "2 inputs"
	}
	for steps, want := range map[int]string{12: "2 inputs", 0: warning} {
		synctest.Test(t, func(t *testing.T) {
			r := &logger{TB: t}
			sextant.Test(r, sextant.File(path), &tickingSystem{}, sextant.TestOptions{Steps: steps, Seed: 1})
			if got := strings.Join(r.lines, "\n"); !strings.Contains(got, want) || (steps == 12 || testing.Short()) && strings.Contains(got, "warning") {
				t.Errorf("with %d steps: %s; want %q", steps, got, want)
			}
		})
	}
}

// ticker is a system that ticks for ever.
const ticker = `system Ticker
input start()
output tick()
clock x
initial stopped
location running while x <= 1
start: stopped -> running in start() do x := 0
tick:  running -> running when x >= 1 do x := 0 out tick()
`

// tickingSystem is such a system.
type tickingSystem struct{ ticker *time.Ticker }

func (s *tickingSystem) Reset(context.Context) error { return s.Close() }

func (s *tickingSystem) Close() error {
	if s.ticker != nil {
		s.ticker.Stop()
	}
	s.ticker = nil
	return nil
}

func (s *tickingSystem) Send(context.Context, sextant.Message) error {
	s.ticker = time.NewTicker(time.Second)
	return nil
}

func (s *tickingSystem) Receive(_ context.Context, wait time.Duration) (sextant.Message, bool, error) {
	var ticks <-chan time.Time
	if s.ticker != nil {
		ticks = s.ticker.C
	}
	select {
	case <-ticks:
		return sextant.Message{Channel: "tick"}, true, nil
	case <-time.After(wait):
		return sextant.Message{}, false, nil
	}
}

// logger keeps what a test logs.
type logger struct {
	testing.TB
	lines []string
}

func (l *logger) Log(args ...any) { l.lines = append(l.lines, fmt.Sprint(args...)) }
