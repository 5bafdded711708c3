// Package post posts the calls of externs to servers.
package post

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/externs/runner/message"
)

// httpEngine posts each call to a server; see package message for the messages. A proxy is taken from the environment variable
// HTTP_PROXY, but not for this machine itself.
type httpEngine struct {
	function, url string
	client        *http.Client
	limit         int
}

// maxIdle is how many idle connections are kept.
const maxIdle = 8

// Open makes the requests of a function to the server at an address, whose answers have at most output bytes.
func Open(function, address string, output int) (message.Requests, error) {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, errors.New("not the address of a server: write http://host/path or https://host/path")
	}
	transport := &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		MaxIdleConnsPerHost:    maxIdle,
		MaxResponseHeaderBytes: 64 << 10,
	}
	client := &http.Client{Transport: transport, CheckRedirect: checkRedirect}
	return &httpEngine{function, address, client, output}, nil
}

// checkRedirect lets a server redirect a call to another path of its own, with the same method.
func checkRedirect(request *http.Request, via []*http.Request) error {
	switch first := via[0]; {
	case request.URL.Host != first.URL.Host || request.URL.Scheme != first.URL.Scheme:
		return fmt.Errorf("redirects to %s, another server: name that one in the model if it is right", request.URL.Host)
	case request.Method != first.Method:
		return errors.New("redirects in a way that loses the call: answer with status 307 instead, or name the new address in the model")
	case len(via) > 3:
		return errors.New("redirects too many times")
	}
	return nil
}

// Call posts a call.
func (e *httpEngine) Call(ctx context.Context, args []any) (any, error) {
	body, err := message.Request(e.function, args)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header["Idempotency-Key"] = []string{} // not sent: lets the client send again over a new connection
	response, err := e.client.Do(request)
	if in := (*url.Error)(nil); errors.As(err, &in) {
		err = in.Err // without the address, which the message has already
	}
	if err != nil {
		return nil, fmt.Errorf("no answer from the server: %w: is it running?", err)
	}
	defer response.Body.Close()
	return e.read(response)
}

func (e *httpEngine) read(response *http.Response) (any, error) {
	body, err := io.ReadAll(io.LimitReader(response.Body, int64(e.limit)+1))
	switch {
	case response.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("the server answered with status %s: %s", response.Status, text.Clip(strings.TrimSpace(strings.ToValidUTF8(string(body), "�")), 200))
	case err != nil:
		return nil, fmt.Errorf("the answer of the server broke off: %w", err)
	case len(body) > e.limit:
		return nil, fmt.Errorf("the answer is longer than the output limit of %d bytes", e.limit)
	}
	return message.Answer(body)
}

// Close closes connections.
func (e *httpEngine) Close() error {
	e.client.CloseIdleConnections()
	return nil
}
