package sut

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/sut/carrier"
	"github.com/sextant-mbt/sextant/internal/text"
)

// errLong is the error of a response that is longer than a message may be.
var errLong = errors.New("a message is too long")

// maxRequests is how many requests may wait for a response.
const maxRequests = 64

// HTTP is an adapter for a server that gets a request for each input; each response is an output. Send returns when the request is
// on its way, so that inputs arrive in order, and Receive waits for responses, so that a slow one counts as quiescence.
type HTTP struct {
	carrier.Journal
	waits
	limits  limits
	binding *binding
	base    *url.URL
	client  *http.Client

	now *exchange // nil before the first reset
}

// exchange has the requests and responses between two resets.
type exchange struct {
	carrier.Inbox[response]
	limited func() (context.Context, context.CancelFunc) // makes the context of a request
	cancel  context.CancelFunc                           // ends all requests
	waiting atomic.Int32                                 // requests whose response was not received
	asking  sync.WaitGroup
}

// response is the response to a request, or the error.
type response struct {
	status   int
	headers  http.Header
	body     []byte
	location string
	err      error
	begun    bool          // it came, at least in part
	outputs  []*outputForm // what it may be
}

// openHTTP prepares a server.
func openHTTP(system *sts.System, scheme, address string, options Options, t *tlsSettings) (Adapter, error) {
	base, err := serverURL(scheme, address)
	if err != nil {
		return nil, err
	}
	if base.RawQuery != "" || base.ForceQuery {
		return nil, fmt.Errorf("%s:%s has a query: write it in the requests of the mapping", scheme, address)
	}
	if options.Mapping == nil {
		return nil, errors.New(`HTTP needs a mapping with the request of each input: write --sut-map FILE, with inputs.NAME.request = "POST /path" in it (docs/sut.md)`)
	}
	b, err := binder{Mapping: options.Mapping, system: system, kind: kindHTTP}.bind()
	if err != nil {
		return nil, err
	}
	switch {
	case options.Reset == NoReset:
		b.resetRequest = nil
	case options.Reset != "" && options.Reset != ByMessage:
		return nil, fmt.Errorf("%q is not a reset for HTTP: write message, or none for a server without a state", options.Reset)
	case b.resetRequest == nil:
		return nil, errors.New(`the mapping has no reset: add reset.request = "POST /reset", or write --reset none if it has no state`)
	}
	// Over an old connection a request could be lost, or sent twice.
	client := carrier.NewClient(&http.Transport{DisableKeepAlives: true, TLSClientConfig: t.config("")})
	return &HTTP{limits: defaultLimits(), waits: b.waits, binding: b, base: base, client: client}, nil
}

// Reset ends all requests and resets the server, or only checks that it can be reached.
func (h *HTTP) Reset(ctx context.Context) error {
	h.end()
	h.Begin(h.base.Scheme + " " + h.base.Redacted())
	ctx, cancel := context.WithTimeout(ctx, h.limits.reset)
	defer cancel()
	err := h.resetServer(ctx)
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &ErrUnavailable{fmt.Sprintf("the system under test did not answer the reset within %v", h.limits.reset)}
	case err != nil:
		return &ErrUnavailable{err.Error()}
	}
	test, endTest := context.WithCancel(context.Background())
	h.now = &exchange{cancel: endTest}
	h.now.limited = func() (context.Context, context.CancelFunc) { return context.WithTimeout(test, h.limits.answer) }
	h.now.Unit, h.now.Items = "response", make(chan response, maxRequests)
	return nil
}

func (h *HTTP) resetServer(ctx context.Context) error {
	if len(h.binding.resetRequest) == 0 {
		return h.look(ctx)
	}
	for _, form := range h.binding.resetRequest {
		if err := h.resetBy(ctx, form); err != nil {
			return err
		}
	}
	return nil
}

// resetBy makes one of the requests that reset the server.
func (h *HTTP) resetBy(ctx context.Context, form *resetForm) error {
	if form.pause > 0 {
		select {
		case <-time.After(form.pause):
		case <-ctx.Done():
		}
	}
	if form.request == nil {
		return ctx.Err()
	}
	request, err := h.newRequest(ctx, &inputForm{request: form.request, body: form.body}, nil)
	if err != nil {
		return err
	}
	r := h.do(request, new(atomic.Int32))
	switch {
	case r.err != nil:
		return fmt.Errorf("the system under test cannot be reset: %w", carrier.Cause(r.err))
	case !form.status.has(r.status):
		return fmt.Errorf("the system under test cannot be reset: expected status %s, got %s", form.status, r)
	}
	return nil
}

// look makes a connection to check that a server listens.
func (h *HTTP) look(ctx context.Context) error {
	port := h.base.Port()
	if port == "" {
		port = h.base.Scheme // whose name is that of its port
	}
	connection, err := new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(h.base.Hostname(), port))
	if err != nil {
		return fmt.Errorf("the system under test cannot be reached: %w", err)
	}
	return connection.Close()
}

// newRequest makes a request; without a message it has no values.
func (h *HTTP) newRequest(ctx context.Context, form *inputForm, m *Message) (*http.Request, error) {
	target, text, headers, err := form.parts(m)
	if err != nil {
		return nil, err
	}
	h.Note(carrier.Inward, fmt.Appendf(nil, "%s %s %s", form.request.method, target, text))
	var reader io.Reader
	if !form.body.isEmpty() {
		reader = bytes.NewReader(text)
	}
	base := *h.base
	base.Path, base.RawPath = "", ""
	request, err := http.NewRequestWithContext(ctx, form.request.method, base.String()+strings.TrimSuffix(h.base.EscapedPath(), "/")+target, reader)
	if err != nil {
		return nil, err
	}
	if form.body.json != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	maps.Copy(request.Header, h.binding.headers)
	maps.Copy(request.Header, headers)
	return request, nil
}

// Carries returns why an input cannot be sent as a request.
func (h *HTTP) Carries(m Message) error {
	form, ok := h.binding.inputs[m.Channel.Name]
	if !ok {
		return notAnInput(m)
	}
	_, text, _, err := form.parts(&m)
	if err == nil && len(text) > h.limits.message {
		err = notCarried(m, fmt.Errorf("a message has at most %d bytes", h.limits.message))
	}
	return err
}

// Send begins the request of an input.
func (h *HTTP) Send(ctx context.Context, m Message) error {
	if h.now == nil {
		return errNotStarted
	}
	form, ok := h.binding.inputs[m.Channel.Name]
	if !ok {
		return notAnInput(m)
	}
	if h.now.waiting.Load() >= maxRequests {
		return &ErrSystem{Reason: fmt.Sprintf("the system under test has not answered %d requests", maxRequests)}
	}
	limited, cancel := h.now.limited()
	written := make(chan struct{})
	done := sync.OnceFunc(func() { close(written) })
	trace := &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { done() }}
	request, err := h.newRequest(httptrace.WithClientTrace(limited, trace), form, &m)
	if err != nil {
		cancel()
		return err
	}
	e := h.now
	return e.ask(ctx, h.limits.send, written, func() response {
		defer cancel()
		r := h.do(request, &e.Begun)
		r.outputs = form.outputs
		return r
	})
}

// ask runs a request and returns when it is written, or has failed; Receive returns the response.
func (e *exchange) ask(ctx context.Context, limit time.Duration, written <-chan struct{}, run func() response) error {
	e.waiting.Add(1)
	answered := make(chan struct{})
	e.asking.Go(func() {
		r := run()
		e.Items <- r // there is room for all that wait
		if r.begun {
			e.Begun.Add(-1)
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
		return &ErrSystem{Reason: fmt.Sprintf("the system under test did not read an input within %v", limit)}
	}
	return nil
}

// do makes a request and reads the response.
func (h *HTTP) do(request *http.Request, begun *atomic.Int32) response {
	answer, err := h.client.Do(request)
	if err != nil {
		h.Note(carrier.Remark, []byte(carrier.Cause(err).Error()))
		return response{err: err}
	}
	defer answer.Body.Close()
	begun.Add(1)
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxText+1))
	if len(text) > maxText {
		err = errLong
	}
	h.Note(carrier.Outward, fmt.Appendf(nil, "%s %s", answer.Status, bytes.TrimRight(text, "\r\n")))
	return response{status: answer.StatusCode, headers: answer.Header, body: text, location: carrier.Location(answer), err: err, begun: true}
}

// Receive waits for the next response that is an output.
func (h *HTTP) Receive(ctx context.Context, wait time.Duration) (Message, bool, error) {
	if h.now == nil {
		return Message{}, false, errNotStarted
	}
	return await(wait, func(wait time.Duration) (m Message, came, isOutput bool, err error) {
		r, came, err := h.now.Receive(ctx, wait)
		if err != nil || !came {
			return m, came, false, err
		}
		h.now.waiting.Add(-1)
		m, isOutput, err = h.read(r)
		return m, true, isOutput, err
	})
}

// read understands a response; false means that it is ignored.
func (h *HTTP) read(r response) (Message, bool, error) {
	if r.err != nil {
		return Message{}, false, r.explain(h.limits.answer)
	}
	o := observed{text: h.binding.encoding.Decode(r.body), status: r.status, headers: r.headers}
	trimmed := o
	trimmed.text = strings.TrimRight(o.text, "\r\n")
	if ignore := h.binding.ignore; ignore != nil && ignore.status.has(r.status) && (ignore.fits(o) || ignore.fits(trimmed)) {
		return Message{}, false, nil
	}
	m, err := understand(r.outputs, trimmed)
	if err != nil {
		return m, false, &ErrSystem{Reason: fmt.Sprintf("the system under test answered with %s: %v", r, err)}
	}
	if trimmed.text != o.text {
		m.addReadings(understand(r.outputs, o))
	}
	return m, true, nil
}

// addReadings adds the readings of another message, if there is one, unless they are there.
func (m *Message) addReadings(other Message, err error) {
	if err != nil {
		return
	}
	for _, reading := range other.Readings() {
		if !slices.ContainsFunc(m.Readings(), func(r Message) bool { return r.String() == reading.String() }) {
			m.Others = append(m.Others, reading)
		}
	}
}

// String shows a response in messages.
func (r response) String() string {
	return fmt.Sprintf("status %d and %q%s", r.status, text.Clip(bytes.TrimRight(r.body, "\r\n"), 200), r.location)
}

// explain distinguishes a server that misbehaves from one that cannot be reached.
func (r response) explain(limit time.Duration) error {
	switch {
	case errors.Is(r.err, errLong):
		return &ErrSystem{Reason: fmt.Sprintf("the system under test sent a response that is too long, over %d MiB: it begins with %q", maxText>>20, r.body[:min(len(r.body), 40)])}
	case errors.Is(r.err, context.DeadlineExceeded):
		return &ErrSystem{Reason: fmt.Sprintf("the system under test did not answer a request within %v", limit)}
	case carrier.IsUntrusted(r.err) || errors.Is(r.err, http.ErrSchemeMismatch):
		return &ErrUnavailable{fmt.Sprintf("the system under test cannot be reached: %v", carrier.Cause(r.err))}
	case r.begun:
		return &ErrSystem{Reason: fmt.Sprintf("the system under test broke off in the middle of a response: %v", r.err)}
	}
	return &ErrSystem{Reason: (&carrier.Gone{What: fmt.Sprintf("it did not answer: %v", carrier.Cause(r.err))}).Error()}
}

// end cancels all requests and waits for them.
func (h *HTTP) end() {
	if h.now != nil {
		h.now.cancel()
		h.now.asking.Wait()
		h.now = nil
	}
}

// Close ends all requests and connections.
func (h *HTTP) Close() error {
	h.end()
	h.client.CloseIdleConnections()
	return nil
}
