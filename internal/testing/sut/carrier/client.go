package carrier

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/sextant-mbt/sextant/internal/base/text"
)

// NewClient returns an HTTP client that follows no redirects and uses no proxies.
func NewClient(t *http.Transport) *http.Client {
	t.MaxResponseHeaderBytes = 64 << 10
	t.TLSHandshakeTimeout = ConnectLimit
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Cause returns the cause of an error without the address, with a hint for TLS errors.
func Cause(err error) error {
	if in := (*url.Error)(nil); errors.As(err, &in) {
		err = in.Err
	}
	switch {
	case IsUntrusted(err):
		return fmt.Errorf("%w: if the certificate is right, set tls.ca in the mapping to a file with its authority, and tls.name to the name that it is for", err)
	case errors.Is(err, http.ErrSchemeMismatch):
		return fmt.Errorf("%w: does it use TLS?", err)
	}
	return err
}

// IsUntrusted reports whether the certificate of the server was rejected.
func IsUntrusted(err error) bool {
	var untrusted *tls.CertificateVerificationError
	return errors.As(err, &untrusted)
}

// Location describes where a response redirects to, for messages.
func Location(response *http.Response) string {
	if to := response.Header.Get("Location"); to != "" {
		return fmt.Sprintf("; it redirects to %q, which is not followed", text.Clip(to, 200))
	}
	return ""
}
