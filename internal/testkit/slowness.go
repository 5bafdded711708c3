package testkit

import (
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
)

// Slowness measures how busy the machine is, for tests of what must not take long: on a busy machine everything takes longer.
type Slowness struct {
	mu    sync.Mutex
	sum   float64
	count int
	over  chan struct{}
	once  sync.Once
}

// sampleInterval is how often it is measured.
const sampleInterval = 50 * time.Millisecond

// MeasureSlowness measures from now on.
func MeasureSlowness() *Slowness {
	s := &Slowness{over: make(chan struct{})}
	s.sample()
	go func() {
		ticker := time.NewTicker(sampleInterval)
		defer ticker.Stop()
		for {
			select {
			case <-s.over:
				return
			case <-ticker.C:
				s.sample()
			}
		}
	}()
	return s
}

// sample notes how busy the machine is.
func (s *Slowness) sample() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sum += crowd.Now()
	s.count++
}

// Factor returns how many times longer a program took that only computes than on an idle machine. It is at least 1.
func (s *Slowness) Factor() float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sum / float64(s.count)
}

// End ends the measurement. It may be called twice.
func (s *Slowness) End() { s.once.Do(func() { close(s.over) }) }
