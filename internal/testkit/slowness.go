package testkit

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

// Slowness measures how busy the machine is, for tests of what must not take long: on a busy machine everything takes longer.
type Slowness struct {
	mu    sync.Mutex
	sum   float64
	count int
	over  chan struct{}
	once  sync.Once
}

// sampleInterval is how often the programs that want a processor are counted.
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

// sample counts the programs that have a processor or wait for one. Where the system does not say, there is no other.
func (s *Slowness) sample() {
	running := 1
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		if fields := strings.Fields(string(text)); len(fields) > 3 {
			_, _ = fmt.Sscanf(fields[3], "%d/", &running)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sum += max(1, float64(running)/float64(runtime.NumCPU()))
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
