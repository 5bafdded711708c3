package sut

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/text"
)

// requestForm is a request: a method, and a path with places for values.
type requestForm struct {
	method      string
	path, query bound // without the question mark between them
	hasQuery    bool
}

// resetForm is a request that resets the system, and the status of its success.
type resetForm struct {
	request *requestForm
	body    body
	status  statusSet
}

var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

// request understands "POST /turn?steps={steps}".
func (d binder) request(key string, c *sts.Channel, t *template) (*requestForm, error) {
	key += ".request"
	switch {
	case t == nil && d.http:
		return nil, d.errorf(key, `write the method and the path, as in "POST /press"`)
	case t == nil:
		return nil, nil
	case !d.http:
		return nil, d.errorf(key, "requests are for HTTP: write text or json")
	}
	method, rest, _ := strings.Cut(t.literals[0], " ")
	if !slices.Contains(methods, method) || !strings.HasPrefix(rest, "/") || strings.Contains(strings.Join(t.literals, ""), "#") {
		return nil, d.errorf(key, `%q is not a method (%s), a space, and a path that begins with "/" and has no "#"`, t, strings.Join(methods, ", "))
	}
	path := template{append([]string{rest}, t.literals[1:]...), t.places}
	path, query, hasQuery := path.cut("?")
	form := &requestForm{method: method, hasQuery: hasQuery}
	var err error
	if form.path, err = path.bind(c); err != nil {
		return nil, d.errorf(key, "%w", err)
	}
	if form.query, err = query.bind(c); err != nil {
		return nil, d.errorf(key, "%w", err)
	}
	if _, err := url.Parse("http://host" + form.target(func(int) string { return "x" }, func(int) string { return "x" })); err != nil {
		return nil, d.errorf(key, "%w", requestError(err))
	}
	return form, nil
}

// cut divides a template at the first separator outside of places.
func (t template) cut(separator string) (before, after template, found bool) {
	for i, literal := range t.literals {
		if left, right, ok := strings.Cut(literal, separator); ok {
			before = template{append(slices.Clone(t.literals[:i]), left), t.places[:i]}
			after = template{append([]string{right}, t.literals[i+1:]...), t.places[i:]}
			return before, after, true
		}
	}
	return t, parseTemplate(""), false
}

// target fills path and query.
func (r *requestForm) target(inPath, inQuery func(place int) string) string {
	target := r.path.fill(inPath)
	if r.hasQuery {
		target += "?" + r.query.fill(inQuery)
	}
	return target
}

// targetOf is the path and query of an input; the values are escaped. Without a message there are none.
func (r *requestForm) targetOf(m *Message) (string, error) {
	var texts []string
	if m != nil {
		var err error
		if texts, err = plainTexts(*m); err != nil {
			return "", err
		}
	}
	target := r.target(
		func(i int) string { return url.PathEscape(texts[r.path.values[i]]) },
		func(i int) string { return url.QueryEscape(texts[r.query.values[i]]) })
	return target, r.checkSegments(target)
}

// checkSegments rejects a path that servers take for another one, because a value made a part of it empty, "." or "..".
func (r *requestForm) checkSegments(target string) error {
	path, _, _ := strings.Cut(target, "?")
	written := strings.Split(r.path.fill(func(int) string { return "x" }), "/")
	for i, segment := range strings.Split(path, "/") {
		if (segment == "" || segment == "." || segment == "..") && segment != written[i] {
			return fmt.Errorf("a part of the path would be %q, and servers take %s for another path", segment, path)
		}
	}
	return nil
}

// bindResetRequest understands the request that resets the system.
func (d binder) bindResetRequest(out *binding) error {
	rule := d.Reset
	if rule.Answer != nil {
		return d.errorf("reset.answer", "the answer of HTTP is a status: write status, or nothing for 2xx")
	}
	form := &resetForm{status: rule.Status.orSuccess()}
	var err error
	if form.request, err = d.request("reset", nil, rule.Request); err != nil {
		return err
	}
	form.body, err = d.body("reset", nil, rule.Text, rule.JSON)
	out.resetRequest = form
	return err
}

// serverURL is the address of a server: what follows the scheme and its colon. "//" may be left out, and so may the host, for
// this machine.
func serverURL(scheme, address string) (*url.URL, error) {
	example := scheme + "://localhost:8080/path"
	host := strings.TrimPrefix(address, "//")
	if strings.HasPrefix(host, ":") {
		host = "127.0.0.1" + host
	}
	u, err := url.Parse(scheme + "://" + host)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s:%s is not the address of a server (%w): write it as in %s", scheme, address, requestError(err), example)
	case u.Hostname() == "":
		return nil, fmt.Errorf("%s:%s names no host: write it as in %s", scheme, address, example)
	case u.Fragment != "":
		return nil, fmt.Errorf("%s:%s has a fragment, #%s, which servers do not get: leave it out", scheme, address, u.Fragment)
	}
	if port := u.Port(); port != "" {
		if _, err := checkAddress("localhost:" + port); err != nil {
			return nil, err
		}
	}
	return u, nil
}

// requestError is the cause of an error without the address, with a hint for those of TLS.
func requestError(err error) error {
	if in := (*url.Error)(nil); errors.As(err, &in) {
		err = in.Err
	}
	switch {
	case isUntrusted(err):
		return fmt.Errorf("%w: if the certificate is right, name a file with its authority in the environment variable SSL_CERT_FILE", err)
	case errors.Is(err, http.ErrSchemeMismatch):
		return fmt.Errorf("%w: does it use TLS?", err)
	}
	return err
}

// isUntrusted reports whether the certificate of the server was refused.
func isUntrusted(err error) bool {
	var untrusted *tls.CertificateVerificationError
	return errors.As(err, &untrusted)
}

// location is where a response redirects to, for messages.
func location(response *http.Response) string {
	if to := response.Header.Get("Location"); to != "" {
		return fmt.Sprintf("; it redirects to %q, which is not followed", text.Clip(to, 200))
	}
	return ""
}
