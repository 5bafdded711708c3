package carrier

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
)

// MaxRequests is the maximum number of requests that wait for a response.
const MaxRequests = 64

// ErrLong is the error of a response that is longer than a message may be.
var ErrLong = errors.New("a message is too long")

// Response is the response to a request, or the error.
type Response struct {
	Status   int
	Headers  http.Header
	Body     []byte
	Location string // its redirect, for messages
	Err      error
	Begun    bool // it came, at least in part
}

// String formats a response for messages.
func (r Response) String() string {
	return fmt.Sprintf("status %d and %q%s", r.Status, text.Clip(bytes.TrimRight(r.Body, "\r\n"), 200), r.Location)
}

// Do makes a request, reads the response, and writes it to a journal. Begun counts the responses that have begun to arrive.
func Do(client *http.Client, journal *Journal, request *http.Request, begun *atomic.Int32) Response {
	answer, err := client.Do(request)
	if err != nil {
		journal.Note(Remark, []byte(Cause(err).Error()))
		return Response{Err: err}
	}
	defer answer.Body.Close()
	begun.Add(1)
	body, err := io.ReadAll(io.LimitReader(answer.Body, frame.MaxMessage+1))
	if len(body) > frame.MaxMessage {
		err = ErrLong
	}
	journal.Note(Outward, fmt.Appendf(nil, "%s %s", answer.Status, bytes.TrimRight(body, "\r\n")))
	return Response{Status: answer.StatusCode, Headers: answer.Header, Body: body, Location: Location(answer), Err: err, Begun: true}
}

// Answer is the response to a request, with the expected outputs.
type Answer[T any] struct {
	Response
	Expected T
}

// Exchange has the requests and responses between two resets.
type Exchange[T any] struct {
	Inbox[Answer[T]]
	Waiting atomic.Int32 // requests whose response was not received

	test   context.Context
	cancel context.CancelFunc // ends all requests
	asking sync.WaitGroup
}

// NewExchange starts an exchange.
func NewExchange[T any]() *Exchange[T] {
	e := &Exchange[T]{}
	e.test, e.cancel = context.WithCancel(context.Background())
	e.Unit, e.Items = "response", make(chan Answer[T], MaxRequests)
	return e
}

// Limited returns the context of a request with a time limit.
func (e *Exchange[T]) Limited(limit time.Duration) (context.Context, context.CancelFunc) {
	return crowd.WithTimeout(e.test, limit)
}

// Ask starts a request and returns when it was written or has failed; Receive returns the response.
func (e *Exchange[T]) Ask(ctx context.Context, limit time.Duration, written <-chan struct{}, run func() Answer[T]) error {
	e.Waiting.Add(1)
	answered := make(chan struct{})
	e.asking.Go(func() {
		r := run()
		e.Items <- r // there is room for all that wait
		if r.Begun {
			e.Inbox.Begun.Add(-1)
		}
		close(answered)
	})
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-written:
	case <-answered:
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return &sut.ErrSystem{Reason: fmt.Sprintf("the system under test did not read an input within %v", limit)}
	}
	return nil
}

// End cancels all requests and waits for them.
func (e *Exchange[T]) End() {
	e.cancel()
	e.asking.Wait()
}
