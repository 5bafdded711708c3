package tester

import (
	"context"
	"math/big"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
)

// act is an action of a session: an input is sent, or the session waits. In a system without clocks there are only inputs: they are sent when the
// system is silent.
type act struct {
	ioco.Input          // without channel for a wait; then the move is the one that is awaited, nil for none
	at         *big.Rat // in a system with clocks: its instant, or the end of the wait; nil means after Options.Wait
}

// waits reports whether the action is a wait.
func (a act) waits() bool { return a.Message.Channel == nil }

// option is what an action may be: an input that a move may receive, or a wait, for the output of a move or without a move for none.
type option struct {
	ioco.Receiver
	window sts.Window // in a system with clocks
}

// waits reports whether the option is a wait.
func (o option) waits() bool { return o.Move == nil || o.Move.Input == nil }

// prospect knows what may be done next.
type prospect struct {
	tracker *ioco.Tracker
	options *Options
	random  *rand.Rand
	time    *timekeeper

	listed []option // buffer of list

	// In a system with clocks:
	future  ioco.Future // after the last observation
	longest *big.Rat    // the longest time before something that may come that was seen so far; nil for none
}

// look computes what may come after the last observation, in a system with clocks, and reports whether an output is due.
func (p *prospect) look(ctx context.Context) (owed bool, err error) {
	if !p.time.isTimed() {
		return false, nil
	}
	p.here()
	if p.future, err = p.tracker.Future(ctx); err != nil {
		return false, err
	}
	p.measure(p.future.Deadline)
	for _, list := range [][]ioco.Chance{p.future.Inputs, p.future.Outputs} {
		for _, c := range list {
			p.measure(c.Window.Low)
			p.measure(c.Window.High)
		}
	}
	return p.future.Owed, nil
}

// measure notes an instant that is ahead.
func (p *prospect) measure(at *big.Rat) {
	if at == nil {
		return
	}
	if d := new(big.Rat).Sub(at, p.tracker.LastInstant()); d.Sign() > 0 && (p.longest == nil || d.Cmp(p.longest) > 0) {
		p.longest = d
	}
}

// here sets the instant of the tracker back to that of the last observation.
func (p *prospect) here() { p.tracker.At(p.tracker.LastInstant()) }

// list returns the options, in an order without meaning. The next call overwrites them.
func (p *prospect) list(ctx context.Context) ([]option, error) {
	if p.time.isTimed() {
		return p.chances(), nil
	}
	receivers, err := p.tracker.Receivers(ctx)
	p.listed = p.listed[:0]
	for _, r := range receivers {
		p.listed = append(p.listed, option{Receiver: r})
	}
	return p.listed, err
}

// chances returns the options in a system with clocks.
func (p *prospect) chances() []option {
	var out []option
	for _, list := range [][]ioco.Chance{p.future.Inputs, p.future.Outputs} {
		for _, c := range list {
			out = append(out, option{ioco.Receiver{State: c.State, Move: c.Move}, c.Window})
		}
	}
	if len(p.future.Outputs) == 0 && p.future.Deadline != nil {
		out = append(out, option{})
	}
	return out
}

// idleShare is how rarely the session idles while it roams.
const idleShare = 12

// idles reports whether to wait for long where nothing needs to come, as it is done now and then.
func (p *prospect) idles() bool {
	return p.time.isTimed() && p.future.Deadline == nil && p.random.IntN(idleShare) == 0
}

// wait returns the action for an option that is a wait. It ends when nothing has come that had to, or where nothing needs to come, after the
// output may have come, or after longer than anything takes, if that is not too long for us.
func (p *prospect) wait(o option) act {
	a := act{Input: ioco.Input{Move: o.Move}, at: p.time.latest(p.future)}
	if a.at == nil {
		a.at = p.affordable(p.endOf(o))
	}
	return a
}

// idleTimes are how long the session idles, in eighths of the longest time that was seen.
var idleTimes = []int64{9, 16, 32}

// endOf returns the end of a wait where nothing needs to come.
func (p *prospect) endOf(o option) *big.Rat {
	switch {
	case o.Move != nil && o.window.Low != nil:
		return new(big.Rat).Add(o.window.Low, p.time.clock.Units(p.options.Wait))
	case o.Move == nil && p.longest != nil:
		d := new(big.Rat).Mul(p.longest, big.NewRat(idleTimes[p.random.IntN(len(idleTimes))], 8))
		return d.Add(d, p.time.clock.Now())
	}
	return nil
}

// affordable returns the end of a wait that nothing enforces, unless it takes too long in real time, or less than Options.Wait; then nil.
func (p *prospect) affordable(end *big.Rat) *big.Rat {
	if end == nil {
		return nil
	}
	if d := p.time.clock.Until(end); d < p.options.Wait || d > mostIdle && !p.time.simulated() {
		return nil
	}
	return end
}
