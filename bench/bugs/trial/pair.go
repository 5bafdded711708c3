// Package trial lets testers look for the faults of the bench.
package trial

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/bench/bugs"
)

// pair is a system with a fault beside the correct one. Both get the same inputs, so it is known when a tester meets the
// fault for the first time. The testers that compare with a correct system compare with this one.
type pair struct {
	target        *bugs.Target
	fault         string
	faulty, right bugs.Instance
	meter         meter
	inputs        int // sent so far
	length        int // inputs since the last reset
	failing       int // length of the last sequence that failed
	first         *find
	shown         atomic.Bool // the fault showed
	spent         atomic.Bool // the processor time is used up, and the fault has not shown
	err           error       // a system could not be started
}

// find is when the fault showed for the first time.
type find struct {
	inputs  int
	seconds float64 // of processor time
	at      time.Time
}

func newPair(target *bugs.Target, fault string) *pair {
	return &pair{target: target, fault: fault, meter: newMeter()}
}

// reset starts both systems.
func (p *pair) reset() error {
	p.close()
	var err1, err2 error
	p.faulty, err1 = p.target.Start(p.fault)
	p.right, err2 = p.target.Start("")
	p.length = 0
	p.err = errors.Join(p.err, err1, err2)
	return p.err
}

func (p *pair) close() {
	for _, i := range []bugs.Instance{p.faulty, p.right} {
		if i != nil {
			i.Close()
		}
	}
	p.faulty, p.right = nil, nil
}

// do sends an input to both, and returns the answer of the faulty system, and whether it is right.
func (p *pair) do(input bugs.Message) ([]bugs.Message, bool) {
	p.inputs++
	p.length++
	answer := p.faulty.Do(input)
	ok := bugs.Equal(answer, p.right.Do(input))
	if !ok {
		p.failing = p.length
	}
	if !ok && p.first == nil {
		p.first = &find{p.inputs, p.meter.used().Seconds(), time.Now()}
		p.shown.Store(true)
	}
	return answer, ok
}

// shrunk reports whether the inputs for making a failure shorter are used up.
func (p *pair) shrunk(b Budget) bool { return p.first != nil && p.inputs-p.first.inputs >= b.Shrink }

// ended reports whether an answer ends the conversation.
func ended(answer []bugs.Message) bool {
	return len(answer) > 0 && answer[len(answer)-1].Name == bugs.Closed
}
