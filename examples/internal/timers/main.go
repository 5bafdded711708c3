// Command timers is three small systems with timers, each with a fault: a heartbeat, a client that tries again, and a traffic light, as the
// models beside it describe them. They read inputs and write outputs as JSON lines.
package main

import (
	"flag"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

// faults are the faults, one for each system.
var faults = []lines.Fault{
	{Name: "skip", What: "heartbeat: every second beat is missing"},
	{Name: "fourth", What: "retry: a request is sent four times"},
	{Name: "stay", What: "light: yellow lasts as long as red"},
}

func main() {
	kind := flag.String("system", "heartbeat", "heartbeat, retry or light")
	lines.Main(faults, func(fault string, out *lines.Writer) func(lines.Input) error {
		m := &machine{fault: fault, out: func(channel string, values ...any) {
			_ = out.Send(channel, values...) // fails when the tester has ended, and then the program ends
		}}
		react := map[string]func(lines.Input) error{"heartbeat": m.heartbeat, "retry": m.retry, "light": m.light}[*kind]
		return func(in lines.Input) error {
			m.mu.Lock()
			defer m.mu.Unlock()
			if react == nil {
				return in.Unknown()
			}
			return react(in)
		}
	})
}

// machine is a system with one timer.
type machine struct {
	fault string
	out   func(channel string, values ...any)

	mu     sync.Mutex
	timer  *time.Timer
	count  int // beats, tries, or phases
	number int // of a request
}

// after calls a function after some time, and cancels the call scheduled before.
func (m *machine) after(d time.Duration, do func()) {
	m.stop()
	var timer *time.Timer
	timer = time.AfterFunc(d, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.timer == timer { // otherwise it was stopped while it waited for the lock
			do()
		}
	})
	m.timer = timer
}

func (m *machine) stop() {
	if m.timer != nil {
		m.timer.Stop()
		m.timer = nil
	}
}

// The heartbeat.

func (m *machine) heartbeat(in lines.Input) error {
	switch in.Channel {
	case "start":
		m.count = 0
		m.after(period, m.beat)
	case "stop":
		m.stop()
		m.out("stopped")
	default:
		return in.Unknown()
	}
	return nil
}

const period = 500 * time.Millisecond

func (m *machine) beat() {
	if m.count++; m.fault != "skip" || m.count%2 != 0 {
		m.out("beat")
	}
	m.after(period, m.beat)
}

// The client that tries again.

func (m *machine) retry(in lines.Input) error {
	switch in.Channel {
	case "call":
		m.count = 0
		if err := in.Values(&m.number); err != nil {
			return err
		}
		m.try()
	case "answer":
		m.stop()
		m.out("done", m.number)
	default:
		return in.Unknown()
	}
	return nil
}

const (
	pause = 300 * time.Millisecond
	tries = 3
)

func (m *machine) try() {
	most := tries
	if m.fault == "fourth" {
		most++
	}
	if m.count == most {
		m.stop()
		m.out("failed", m.number)
		return
	}
	m.count++
	m.out("request", m.number, m.count)
	m.after(pause, m.try)
}

// The traffic light.

func (m *machine) light(in lines.Input) error {
	switch {
	case in.Channel != "power":
		return in.Unknown()
	case m.timer != nil:
		m.stop()
		m.out("dark")
	default:
		m.count = 0
		m.phase()
	}
	return nil
}

func (m *machine) phase() {
	phases := []struct {
		name  string
		lasts time.Duration
	}{{"red", 400 * time.Millisecond}, {"green", 300 * time.Millisecond}, {"yellow", 100 * time.Millisecond}}
	p := phases[m.count%len(phases)]
	if m.fault == "stay" && p.name == "yellow" {
		p.lasts = phases[0].lasts
	}
	m.count++
	m.out(p.name)
	m.after(p.lasts, m.phase)
}
