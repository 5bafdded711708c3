package sut

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/text"
)

// maxRequests is how many requests may wait for a response.
const maxRequests = 64

// HTTP is an adapter for a server that gets a request for each input; each response is an output. Send returns when the request is
// on its way, so that inputs arrive in order, and Receive waits for responses, so that a slow one counts as quiescence.
type HTTP struct {
	journal
	waits
	limits  limits
	binding *binding
	base    *url.URL
	client  *http.Client

	now *exchange // nil before the first reset
}

// exchange has the requests and responses between two resets.
type exchange struct {
	inbox[response]
	limited func() (context.Context, context.CancelFunc) // makes the context of a request
	cancel  context.CancelFunc                           // ends all requests
	waiting atomic.Int32                                 // requests whose response was not received
	asking  sync.WaitGroup
}

// response is the response to a request, or the error.
type response struct {
	status   int
	body     []byte
	location string
	err      error
	begun    bool          // it came, at least in part
	outputs  []*outputForm // what it may be
}

// openHTTP prepares a server.
func openHTTP(system *sts.System, scheme, address string, options Options) (Adapter, error) {
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
	b, err := binder{Mapping: options.Mapping, system: system, http: true}.bind()
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
	client := newClient(&http.Transport{DisableKeepAlives: true}) // over an old connection a request could be lost, or sent twice
	return &HTTP{limits: defaultLimits(), waits: b.waits, binding: b, base: base, client: client}, nil
}

// Reset ends all requests and resets the server, or only checks that it can be reached.
func (h *HTTP) Reset(ctx context.Context) error {
	h.end()
	h.begin(h.base.Scheme + " " + h.base.Redacted())
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
	h.now.unit, h.now.items = "response", make(chan response, maxRequests)
	return nil
}

func (h *HTTP) resetServer(ctx context.Context) error {
	form := h.binding.resetRequest
	if form == nil {
		return h.look(ctx)
	}
	request, err := h.newRequest(ctx, form.request, form.body, nil)
	if err != nil {
		return err
	}
	r := h.do(request, new(atomic.Int32))
	switch {
	case r.err != nil:
		return fmt.Errorf("the system under test cannot be reset: %w", requestError(r.err))
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

// newClient is an HTTP client that takes every response as it is, redirects too, and does not go through proxies.
func newClient(t *http.Transport) *http.Client {
	t.MaxResponseHeaderBytes = 64 << 10
	t.TLSHandshakeTimeout = connectLimit
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// newRequest makes a request; without a message it has no values.
func (h *HTTP) newRequest(ctx context.Context, form *requestForm, b body, m *Message) (*http.Request, error) {
	target, err := form.targetOf(m)
	if err != nil && m != nil {
		return nil, notCarried(*m, err)
	}
	text, err := b.write(m)
	if err != nil {
		return nil, err
	}
	h.note(inward, fmt.Appendf(nil, "%s %s %s", form.method, target, text))
	var reader io.Reader
	if b.text != nil || b.json != nil {
		reader = bytes.NewReader(text)
	}
	base := *h.base
	base.Path, base.RawPath = "", ""
	request, err := http.NewRequestWithContext(ctx, form.method, base.String()+strings.TrimSuffix(h.base.EscapedPath(), "/")+target, reader)
	if err != nil {
		return nil, err
	}
	if b.json != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, values := range h.binding.headers {
		request.Header[name] = values
	}
	return request, nil
}

// Carries returns why an input cannot be sent as a request.
func (h *HTTP) Carries(m Message) error {
	form, ok := h.binding.inputs[m.Channel.Name]
	if !ok {
		return notAnInput(m)
	}
	text, err := form.write(m)
	if err == nil && len(text) > maxText {
		err = errTooLong
	}
	if err == nil {
		_, err = form.request.targetOf(&m)
	}
	if err != nil {
		return notCarried(m, err)
	}
	return nil
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
		return &ErrSystem{fmt.Sprintf("the system under test has not answered %d requests", maxRequests)}
	}
	limited, cancel := h.now.limited()
	written := make(chan struct{})
	done := sync.OnceFunc(func() { close(written) })
	trace := &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { done() }}
	request, err := h.newRequest(httptrace.WithClientTrace(limited, trace), form.request, form.body, &m)
	if err != nil {
		cancel()
		return err
	}
	e := h.now
	return e.ask(ctx, h.limits.send, written, func() response {
		defer cancel()
		r := h.do(request, &e.begun)
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
		e.items <- r // there is room for all that wait
		if r.begun {
			e.begun.Add(-1)
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
		return &ErrSystem{fmt.Sprintf("the system under test did not read an input within %v", limit)}
	}
	return nil
}

// do makes a request and reads the response.
func (h *HTTP) do(request *http.Request, begun *atomic.Int32) response {
	answer, err := h.client.Do(request)
	if err != nil {
		h.note(remark, []byte(requestError(err).Error()))
		return response{err: err}
	}
	defer answer.Body.Close()
	begun.Add(1)
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxText+1))
	if len(text) > maxText {
		err = errLong
	}
	text = bytes.TrimRight(text, "\r\n")
	h.note(outward, fmt.Appendf(nil, "%s %s", answer.Status, text))
	return response{status: answer.StatusCode, body: text, location: location(answer), err: err, begun: true}
}

// Receive waits for the next response that is an output.
func (h *HTTP) Receive(ctx context.Context, wait time.Duration) (Message, bool, error) {
	if h.now == nil {
		return Message{}, false, errNotStarted
	}
	return await(wait, func(wait time.Duration) (m Message, came, isOutput bool, err error) {
		r, came, err := h.now.receive(ctx, wait)
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
	if ignore := h.binding.ignore; ignore != nil && ignore.status.has(r.status) && ignore.fits(r.body) {
		return Message{}, false, nil
	}
	m, err := understand(r.outputs, r.body, r.status)
	if err != nil {
		return m, false, &ErrSystem{fmt.Sprintf("the system under test answered with %s: %v", r, err)}
	}
	return m, true, nil
}

// String shows a response in messages.
func (r response) String() string {
	return fmt.Sprintf("status %d and %q%s", r.status, text.Clip(r.body, 200), r.location)
}

// explain distinguishes a server that misbehaves from one that cannot be reached.
func (r response) explain(limit time.Duration) error {
	switch {
	case errors.Is(r.err, errLong):
		return &ErrSystem{fmt.Sprintf("the system under test sent a response that is too long, over %d MiB: it begins with %q", maxText>>20, r.body[:min(len(r.body), 40)])}
	case errors.Is(r.err, context.DeadlineExceeded):
		return &ErrSystem{fmt.Sprintf("the system under test did not answer a request within %v", limit)}
	case isUntrusted(r.err) || errors.Is(r.err, http.ErrSchemeMismatch):
		return &ErrUnavailable{fmt.Sprintf("the system under test cannot be reached: %v", requestError(r.err))}
	case r.begun:
		return &ErrSystem{fmt.Sprintf("the system under test broke off in the middle of a response: %v", r.err)}
	}
	return &ErrSystem{(&gone{fmt.Sprintf("it did not answer: %v", requestError(r.err))}).Error()}
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
