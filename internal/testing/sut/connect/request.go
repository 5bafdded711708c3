package connect

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/carrier"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
)

// requestForm is a request: a method, and a path with placeholders for values.
type requestForm struct {
	method      string
	path, query content.Bound // without the question mark between them
	hasQuery    bool
}

// resetForm is a request that resets the system, and the status of its success.
type resetForm struct {
	request *requestForm
	body    body
	status  statusSet
	pause   time.Duration
}

var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

// request parses "POST /turn?steps={steps}".
func (d binder) request(key string, c *sts.Channel, t *content.Template) (*requestForm, error) {
	key += ".request"
	switch {
	case t == nil && d.isHTTP():
		return nil, d.errorf(key, `write the method and the path, as in "POST /press"`)
	case t == nil:
		return nil, nil
	case !d.isHTTP():
		return nil, d.errorf(key, "requests are for HTTP: write text or json")
	}
	method, path := t.CutPrefix(" ")
	if !slices.Contains(methods, method) || !strings.HasPrefix(path.Literal(), "/") || strings.HasPrefix(path.String(), "{") || strings.Contains(path.Literal(), "#") {
		return nil, d.errorf(key, `%q is not a method (%s), a space, and a path that begins with "/" and has no "#"`, t, strings.Join(methods, ", "))
	}
	path, query, hasQuery := path.Cut("?")
	form := &requestForm{method: method, hasQuery: hasQuery}
	var err error
	if form.path, err = path.Bind(c); err != nil {
		return nil, d.errorf(key, "%w", err)
	}
	if form.query, err = query.Bind(c); err != nil {
		return nil, d.errorf(key, "%w", err)
	}
	x := func(int) string { return "x" }
	if _, err := url.Parse("http://host" + form.path.Fill(x) + "?" + form.query.Fill(x)); err != nil {
		return nil, d.errorf(key, "%w", carrier.Cause(err))
	}
	return form, nil
}

// parts returns the parts of a request: its path and query, with escaped values, its body and its headers. Without a message there are
// no values. The error for a value that cannot be written is a *ErrNotCarried.
func (f *inputForm) parts(m *sut.Message) (target string, text []byte, headers http.Header, err error) {
	var plain content.Plain
	if m == nil {
		text, err = f.body.write(nil)
	} else if plain, err = f.body.notation.Plain(m.Channel, m.Values); err == nil {
		text, err = f.write(*m, false)
	}
	if err == nil {
		target, err = f.request.targetOf(plain)
	}
	if err == nil {
		headers, err = f.headersOf(plain)
	}
	if err != nil && m != nil {
		err = sut.NotCarried(*m, err)
	}
	return target, text, headers, err
}

// targetOf returns the path and query of an input; the texts of its values are escaped.
func (r *requestForm) targetOf(plain content.Plain) (string, error) {
	if err := r.path.CheckPresent(plain); err != nil {
		return "", err
	}
	target := r.path.Fill(func(i int) string { return url.PathEscape(r.path.TextAt(i, plain.Texts)) })
	if query := r.queryOf(plain); query != "" || r.hasQuery && len(r.query.Values()) == 0 {
		target += "?" + query
	}
	return target, r.checkSegments(target)
}

// queryOf returns the query of an input. A parameter whose value is none is left out, and a list is repeated for each element.
func (r *requestForm) queryOf(plain content.Plain) string {
	var parameters []string
	for _, p := range r.query.Split("&") {
		write := func(text func(int) string) {
			parameters = append(parameters, p.Fill(func(i int) string { return url.QueryEscape(text(i)) }))
		}
		elements, isList := p.Only(plain)
		switch {
		case p.IsAbsent(plain):
		case isList:
			for _, element := range elements {
				write(func(int) string { return element })
			}
		default:
			write(func(i int) string { return p.TextAt(i, plain.Texts) })
		}
	}
	return strings.Join(parameters, "&")
}

// checkSegments rejects a path that servers normalize to another one, because a value made a segment empty, "." or "..".
func (r *requestForm) checkSegments(target string) error {
	path, _, _ := strings.Cut(target, "?")
	written := strings.Split(r.path.Fill(func(int) string { return "x" }), "/")
	for i, segment := range strings.Split(path, "/") {
		if (segment == "" || segment == "." || segment == "..") && segment != written[i] {
			return fmt.Errorf("a segment of the path would be %q, so servers normalize %s to another path", segment, path)
		}
	}
	return nil
}

// bindResetRequest binds a request that resets the system, or a pause.
func (d binder) bindResetRequest(key string, rule resetStepRule) (*resetForm, error) {
	if rule.Answer != nil || rule.Pattern != nil {
		return nil, d.errorf(key+".answer", "the answer of HTTP is a status: write status, or nothing for 2xx")
	}
	if rule.Do != "" {
		return nil, d.errorf(key+".do", "each request of HTTP has a connection of its own: leave it out")
	}
	form := &resetForm{status: rule.Status.orSuccess(), pause: time.Duration(rule.Pause)}
	if rule.Pause > 0 && rule.Request == nil && rule.Text == nil && rule.JSON == nil {
		return form, nil
	}
	var err error
	if form.request, err = d.request(key, nil, rule.Request); err != nil {
		return nil, err
	}
	form.body, err = d.body(key, nil, rule.Text, rule.JSON)
	return form, err
}

// serverURL returns the address of a server, given the text after the scheme and its colon. "//" may be left out, and the
// default host is this machine.
func serverURL(scheme, address string) (*url.URL, error) {
	example := scheme + "://localhost:8080/path"
	host := strings.TrimPrefix(address, "//")
	if strings.HasPrefix(host, ":") {
		host = "127.0.0.1" + host
	}
	u, err := url.Parse(scheme + "://" + host)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s:%s is not the address of a server (%w): write it as in %s", scheme, address, carrier.Cause(err), example)
	case u.Hostname() == "":
		return nil, fmt.Errorf("%s:%s names no host: write it as in %s", scheme, address, example)
	case u.Fragment != "":
		return nil, fmt.Errorf("%s:%s has a fragment, #%s, which is not sent to servers: leave it out", scheme, address, u.Fragment)
	}
	if port := u.Port(); port != "" {
		if _, err := carrier.CheckAddress("localhost:" + port); err != nil {
			return nil, err
		}
	}
	return u, nil
}
