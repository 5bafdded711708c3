package connect

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
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/carrier"
)

// HTTP is an adapter for a server that gets a request for each input; each response is an output. Send returns when the request
// was written, so that inputs arrive in order, and Receive waits for responses, so that a slow response counts as quiescence.
type HTTP struct {
	carrier.Journal
	waits
	limits  limits
	binding *binding
	base    *url.URL
	client  *http.Client

	now *exchange // nil before the first reset
}

// exchange is an exchange in which each response is one of some outputs.
type exchange = carrier.Exchange[[]*outputForm]

// response is the response to a request, or the error.
type response = carrier.Answer[[]*outputForm]

// openHTTP prepares a server.
func openHTTP(system *sts.System, scheme, address string, options Options, t *tlsSettings) (sut.Adapter, error) {
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
	case options.Reset == sut.NoReset:
		b.resetRequest = nil
	case options.Reset != "" && options.Reset != sut.ByMessage:
		return nil, fmt.Errorf("%q is not a reset for HTTP: write message, or none for none, for a server without state", options.Reset)
	case b.resetRequest == nil:
		return nil, errors.New(`the mapping has no reset: add reset.request = "POST /reset", or write --reset none if it has no state`)
	}
	// On an old connection a request could be lost, or sent twice.
	client := carrier.NewClient(&http.Transport{DisableKeepAlives: true, TLSClientConfig: t.config("")})
	return &HTTP{limits: defaultLimits(), waits: b.waits, binding: b, base: base, client: client}, nil
}

// Reset cancels all requests and resets the server, or only checks that it can be reached.
func (h *HTTP) Reset(ctx context.Context) error {
	h.end()
	h.Begin(h.base.Scheme + " " + h.base.Redacted())
	ctx, cancel := crowd.WithTimeout(ctx, h.limits.reset)
	defer cancel()
	err := h.resetServer(ctx)
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &sut.ErrUnavailable{Reason: fmt.Sprintf("the system under test did not answer the reset within %v", h.limits.reset)}
	case err != nil:
		return &sut.ErrUnavailable{Reason: err.Error()}
	}
	h.now = carrier.NewExchange[[]*outputForm]()
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
	r := carrier.Do(h.client, &h.Journal, request, new(atomic.Int32))
	switch {
	case r.Err != nil:
		return fmt.Errorf("the system under test cannot be reset: %w", carrier.Cause(r.Err))
	case !form.status.has(r.Status):
		return fmt.Errorf("the system under test cannot be reset: expected status %s, got %s", form.status, r)
	}
	return nil
}

// look checks that a server listens by making a connection.
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
func (h *HTTP) newRequest(ctx context.Context, form *inputForm, m *sut.Message) (*http.Request, error) {
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
func (h *HTTP) Carries(m sut.Message) error {
	form, ok := h.binding.inputs[m.Channel.Name]
	if !ok {
		return notAnInput(m)
	}
	_, text, _, err := form.parts(&m)
	if err == nil && len(text) > h.limits.message {
		err = sut.NotCarried(m, fmt.Errorf("a message has at most %d bytes", h.limits.message))
	}
	return err
}

// Send starts the request of an input.
func (h *HTTP) Send(ctx context.Context, m sut.Message) error {
	if h.now == nil {
		return errNotStarted
	}
	form, ok := h.binding.inputs[m.Channel.Name]
	if !ok {
		return notAnInput(m)
	}
	if h.now.Waiting.Load() >= carrier.MaxRequests {
		return &sut.ErrSystem{Reason: fmt.Sprintf("the system under test has not answered %d requests", carrier.MaxRequests)}
	}
	limited, cancel := h.now.Limited(h.limits.answer)
	written := make(chan struct{})
	done := sync.OnceFunc(func() { close(written) })
	trace := &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { done() }}
	request, err := h.newRequest(httptrace.WithClientTrace(limited, trace), form, &m)
	if err != nil {
		cancel()
		return err
	}
	e := h.now
	return e.Ask(ctx, h.limits.send, written, func() response {
		defer cancel()
		return response{Response: carrier.Do(h.client, &h.Journal, request, &e.Begun), Expected: form.outputs}
	})
}

// Receive waits for the next response that is an output.
func (h *HTTP) Receive(ctx context.Context, wait time.Duration) (sut.Message, bool, error) {
	if h.now == nil {
		return sut.Message{}, false, errNotStarted
	}
	return await(wait, func(wait time.Duration) (m sut.Message, came, isOutput bool, err error) {
		r, came, err := h.now.Receive(ctx, wait)
		if err != nil || !came {
			return m, came, false, err
		}
		h.now.Waiting.Add(-1)
		m, isOutput, err = h.read(r)
		return m, true, isOutput, err
	})
}

// read understands a response; false means that it is ignored.
func (h *HTTP) read(r response) (sut.Message, bool, error) {
	if r.Err != nil {
		return sut.Message{}, false, explain(r.Response, h.limits.answer)
	}
	o := observed{text: h.binding.encoding.Decode(r.Body), status: r.Status, headers: r.Headers}
	trimmed := o
	trimmed.text = strings.TrimRight(o.text, "\r\n")
	if ignore := h.binding.ignore; ignore != nil && ignore.status.has(r.Status) && (ignore.fits(o) || ignore.fits(trimmed)) {
		return sut.Message{}, false, nil
	}
	m, err := understand(r.Expected, trimmed)
	if err != nil {
		return m, false, &sut.ErrSystem{Reason: fmt.Sprintf("the system under test answered with %s: %v", r, err)}
	}
	if trimmed.text != o.text {
		m.AddReadings(understand(r.Expected, o))
	}
	return m, true, nil
}

// explain distinguishes a server that misbehaves from one that cannot be reached.
func explain(r carrier.Response, limit time.Duration) error {
	switch {
	case errors.Is(r.Err, carrier.ErrLong):
		return &sut.ErrSystem{Reason: fmt.Sprintf("the system under test sent a response that is too long, over %d MiB: it begins with %q", maxText>>20, r.Body[:min(len(r.Body), 40)])}
	case errors.Is(r.Err, context.DeadlineExceeded):
		return &sut.ErrSystem{Reason: fmt.Sprintf("the system under test did not answer a request within %v", limit)}
	case carrier.IsUntrusted(r.Err) || errors.Is(r.Err, http.ErrSchemeMismatch):
		return &sut.ErrUnavailable{Reason: fmt.Sprintf("the system under test cannot be reached: %v", carrier.Cause(r.Err))}
	case r.Begun:
		return &sut.ErrSystem{Reason: fmt.Sprintf("the system under test stopped in the middle of a response: %v", r.Err)}
	}
	return &sut.ErrSystem{Reason: (&carrier.Gone{What: fmt.Sprintf("it did not answer: %v", carrier.Cause(r.Err))}).Error()}
}

// end cancels all requests and waits until they have ended.
func (h *HTTP) end() {
	if h.now != nil {
		h.now.End()
		h.now = nil
	}
}

// Close cancels all requests and closes all connections.
func (h *HTTP) Close() error {
	h.end()
	h.client.CloseIdleConnections()
	return nil
}
