package timing

import (
	"sync"
	"time"
)

// Watch measures how far instants may be from the real ones while a test runs: on a busy machine what was measured at the start may be too
// little.
type Watch struct {
	mutex sync.Mutex
	worst [periods]time.Duration // how much too long sleeps took, in each of the last periods
	at    int
	stop  chan struct{}
	ended sync.WaitGroup
}

// The periods of a watch, and how long a sleep is.
const (
	periods = 5
	period  = time.Second
	nap     = 3 * time.Millisecond
)

// NewWatch starts a watch, which has to be stopped.
func NewWatch() *Watch {
	w := &Watch{stop: make(chan struct{})}
	w.ended.Go(w.run)
	return w
}

// Stop ends the watch. A nil watch may be stopped too.
func (w *Watch) Stop() {
	if w != nil {
		close(w.stop)
		w.ended.Wait()
	}
}

func (w *Watch) run() {
	begun := time.Now()
	for {
		start := time.Now()
		select {
		case <-w.stop:
			return
		case <-time.After(nap):
		}
		w.note(time.Since(start)-nap, time.Since(begun) >= period)
		if time.Since(begun) >= period {
			begun = time.Now()
		}
	}
}

// note keeps how much too long a sleep took, in the present period or in a new one.
func (w *Watch) note(late time.Duration, next bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if next {
		w.at = (w.at + 1) % periods
		w.worst[w.at] = 0
	}
	w.worst[w.at] = max(w.worst[w.at], late)
}

// Tolerance returns how far instants of the last seconds may be from the real ones.
func (w *Watch) Tolerance() time.Duration {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	worst := time.Duration(0)
	for _, late := range w.worst {
		worst = max(worst, late)
	}
	return max(safety*worst, leastTolerance).Round(100 * time.Microsecond)
}
