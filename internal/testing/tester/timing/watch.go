package timing

import (
	"slices"
	"sync"
	"time"
)

// Watch measures the delays of this process while a test runs: it sleeps repeatedly, and records sleeps that took too long. On a
// busy machine other goroutines, and the system under test, have similar delays.
type Watch struct {
	mutex  sync.Mutex
	late   []lateness // in the order of time
	asleep time.Time  // since when
	stop   chan struct{}
	ended  sync.WaitGroup
}

// lateness is the excess time of a sleep that ended at some time.
type lateness struct {
	end time.Time
	by  time.Duration
}

// The length of a sleep, the minimum excess time that is recorded, and how long it is kept.
const (
	nap       = 3 * time.Millisecond
	leastLate = time.Millisecond
	memory    = 5 * time.Minute
)

// NewWatch starts a watch, which must be stopped.
func NewWatch() *Watch {
	w := &Watch{stop: make(chan struct{}), asleep: time.Now()}
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
	for {
		select {
		case <-w.stop:
			return
		case <-time.After(nap):
		}
		w.wake(time.Now())
	}
}

// wake records the end of a sleep, and starts the next one.
func (w *Watch) wake(now time.Time) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if by := now.Sub(w.asleep) - nap; by >= leastLate {
		w.late = append(w.late, lateness{now, by})
	}
	if len(w.late) > 0 && now.Sub(w.late[0].end) > memory {
		w.late = slices.Clone(w.late[1:])
	}
	w.asleep = now
}

// Late returns the maximum delay since a time; 0 for a nil watch.
func (w *Watch) Late(since time.Time) time.Duration {
	if w == nil {
		return 0
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	worst := max(0, time.Since(w.asleep)-nap)
	for _, l := range slices.Backward(w.late) {
		if l.end.Before(since) {
			break
		}
		worst = max(worst, l.by)
	}
	return worst
}
