package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/face/workbench/history"
	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Limits of runs.
const (
	maxRunning       = 2
	maxWaiting       = 100
	progressInterval = 100 * time.Millisecond // minimum time between events about one run
	keepInterval     = 5 * time.Second        // minimum time between notes of one run in the history, in case that the server is killed
)

// run is a run that has not ended. Its summary is guarded by the lock of runs.
type run struct {
	job     *driver.Job
	summary result.Summary
	cancel  context.CancelFunc
	ctx     context.Context
	told    time.Time // time of the last progress event
	kept    time.Time // time of the last note in the history
}

// runs executes runs, a few at a time.
type runs struct {
	history *history.History
	hub     *hub
	note    func(string)
	group   sync.WaitGroup

	mu      sync.Mutex
	waiting []*run
	running map[string]*run
	closed  bool
}

func newRuns(h *history.History, events *hub, note func(string)) *runs {
	return &runs{history: h, hub: events, note: note, running: map[string]*run{}}
}

// start adds a job, which waits until a place is free.
func (q *runs) start(job *driver.Job, s result.Summary) (result.Summary, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		return s, &httpError{http.StatusServiceUnavailable, "the server ends"}
	case len(q.waiting) >= maxWaiting:
		return s, &httpError{http.StatusTooManyRequests, fmt.Sprintf("%d runs wait already: cancel some, or wait until they have ended", maxWaiting)}
	}
	s.Begun = time.Now()
	removed, err := q.history.Add(s)
	if err != nil {
		return s, err
	}
	for _, id := range removed {
		removeTests(id)
	}
	r := &run{job: job, summary: s}
	job.Progress = func(now result.Progress) { q.progress(r, now) }
	job.Keep()
	r.ctx, r.cancel = context.WithCancel(context.Background())
	q.waiting = append(q.waiting, r)
	q.hub.send("run", s)
	q.next()
	return s, nil
}

// next starts waiting runs, up to the limit; the lock is held.
func (q *runs) next() {
	for len(q.running) < maxRunning && len(q.waiting) > 0 {
		r := q.waiting[0]
		q.waiting = q.waiting[1:]
		q.running[r.summary.ID] = r
		r.summary.State, r.summary.Begun = result.RunRunning, time.Now()
		q.save(r.summary)
		q.group.Go(func() { q.execute(r) })
	}
}

// save stores a changed summary, and sends an event.
func (q *runs) save(s result.Summary) {
	if err := q.history.Update(s); err != nil {
		q.note(fmt.Sprintf("the history cannot be written: %v", err))
	}
	q.hub.send("run", s)
}

// execute runs a job to its end.
func (q *runs) execute(r *run) {
	record := q.work(r)
	r.cancel()
	if err := q.history.Finish(record); err != nil {
		q.note(fmt.Sprintf("the history cannot be written: %v", err))
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.running, r.summary.ID)
	q.hub.send("run", record.Summary)
	q.next()
}

// work executes the job. A panic in the analysis is an error of the run, and does not end the server.
func (q *runs) work(r *run) (record *result.Record) {
	s := r.summary
	defer func() {
		if fault := recover(); fault != nil {
			record = &result.Record{Summary: s}
			record.State, record.Error, record.Seconds = result.RunFailed, fmt.Sprintf("the analysis panicked, which is a bug in sextant: %v", fault), time.Since(s.Begun).Seconds()
		}
	}()
	document, err := r.job.Execute(r.ctx, s.Begun, driver.Hooks{})
	return r.job.Record(s, document, explained(err))
}

// progressEvent is the progress of a run.
type progressEvent struct {
	ID string `json:"id"`
	result.Point
	Doing  string       `json:"doing"`
	Detail string       `json:"detail"`
	Share  *float64     `json:"share,omitempty"` // completed share of the work, or of its phase; nil if it is unknown
	Live   *result.Live `json:"live,omitempty"`  // what a test of a system does now
}

// progress sends the progress of a run from time to time.
func (q *runs) progress(r *run, now result.Progress) {
	q.mu.Lock()
	due := time.Since(r.told) >= progressInterval
	if due {
		r.told = time.Now()
	}
	id := r.summary.ID
	keeps := time.Since(r.kept) >= keepInterval
	if keeps {
		r.kept = time.Now()
	}
	kept := &result.Record{Summary: r.summary}
	q.mu.Unlock()
	if keeps {
		kept.Curve = r.job.Curve()
		if err := q.history.Keep(kept); err != nil {
			q.note(fmt.Sprintf("the history cannot be written: %v", err))
		}
	}
	if due {
		q.hub.send("progress", progressEvent{ID: id, Point: now.Point, Doing: now.Doing, Detail: now.Detail(), Share: now.Share(), Live: now.Live})
	}
}

// cancel cancels a run.
func (q *runs) cancel(id string) (result.Summary, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if r := q.running[id]; r != nil {
		r.cancel()
		return r.summary, nil
	}
	i := slices.IndexFunc(q.waiting, func(r *run) bool { return r.summary.ID == id })
	if i >= 0 {
		r := q.waiting[i]
		q.waiting = slices.Delete(q.waiting, i, i+1)
		r.cancel()
		r.summary.State = result.RunCancelled
		q.save(r.summary)
		return r.summary, nil
	}
	record, err := q.history.Record(id)
	if err != nil {
		return result.Summary{}, err
	}
	return record.Summary, nil // it has ended already
}

// record returns the record of a run; one that has not ended has its summary and the curve so far.
func (q *runs) record(id string) (*result.Record, error) {
	if r := q.sofar(id); r != nil {
		return r, nil
	}
	return q.history.Record(id)
}

// recordJSON returns the record of a run as JSON.
func (q *runs) recordJSON(id string) (json.RawMessage, error) {
	if r := q.sofar(id); r != nil {
		return json.Marshal(r)
	}
	return q.history.JSON(id)
}

// sofar returns the results so far of a run; nil if it is not running.
func (q *runs) sofar(id string) *result.Record {
	q.mu.Lock()
	defer q.mu.Unlock()
	r := q.running[id]
	if r == nil {
		return nil
	}
	return &result.Record{Summary: r.summary, Curve: r.job.Curve()}
}

// remove deletes a run that has ended.
func (q *runs) remove(id string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.running[id] != nil || slices.ContainsFunc(q.waiting, func(r *run) bool { return r.summary.ID == id }) {
		return &httpError{http.StatusConflict, "the run has not ended: cancel it first"}
	}
	if err := q.history.Delete(id); err != nil {
		return err
	}
	removeTests(id)
	return nil
}

// testsOf returns the folder of the tests of a run.
func testsOf(id string) string { return filepath.Join(data, "suites", id) }

// removeTests removes the tests of a run.
func removeTests(id string) { _ = os.RemoveAll(testsOf(id)) } // remaining files are in the folder of the server

// close cancels all runs and waits until they have ended.
func (q *runs) close() error {
	q.mu.Lock()
	q.closed = true
	for _, r := range q.waiting {
		r.cancel()
		r.summary.State = result.RunCancelled
		q.save(r.summary)
	}
	q.waiting = nil
	for _, r := range q.running {
		r.cancel()
	}
	q.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		q.group.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-time.After(endTime):
		return errors.New("a run did not end in time")
	}
}
