package connect

import (
	"fmt"
	"maps"
	"net/http"
	"net/textproto"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
)

// bindHeadersWritten binds the headers of a request.
func (d binder) bindHeadersWritten(key string, c *sts.Channel, rules map[string]*content.Template) ([]headerForm, error) {
	var out []headerForm
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		key := key + ".headers." + name
		if !d.isHTTP() {
			return nil, d.errorf(key, "only the requests of HTTP have headers; those of all messages stand in headers")
		}
		if err := d.checkHeader(key, name, rules[name].Literal()); err != nil {
			return nil, err
		}
		bound, err := rules[name].Bind(c)
		if err != nil {
			return nil, d.errorf(key, "%w", err)
		}
		out = append(out, headerForm{name: textproto.CanonicalMIMEHeaderKey(name), text: bound})
	}
	return out, nil
}

// bindHeadersRead binds the headers of a response, or of the response that began a WebSocket.
func (d binder) bindHeadersRead(key string, c *sts.Channel, rules map[string]*content.Template, e event) ([]headerForm, error) {
	var out []headerForm
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		key := key + ".headers." + name
		if !d.isHTTP() && (d.kind != kindWS || e != opened) {
			return nil, d.errorf(key, "only the responses of HTTP have headers, and the event opened of a WebSocket")
		}
		read, err := content.NewText(*rules[name], c, content.UTF8)
		if err != nil {
			return nil, d.errorf(key, "%w", err)
		}
		bound, err := rules[name].Bind(c)
		if err != nil {
			return nil, d.errorf(key, "%w", err)
		}
		out = append(out, headerForm{name: textproto.CanonicalMIMEHeaderKey(name), text: bound, read: read})
	}
	return out, nil
}

// headersOf returns the headers of a request, without those whose values are none. The error has the reason why a value cannot be
// in a header.
func (f *inputForm) headersOf(plain content.Plain) (http.Header, error) {
	out := http.Header{}
	for _, h := range f.headers {
		if h.text.IsAbsent(plain) {
			continue
		}
		written, err := h.text.Render(plain.Texts, content.UTF8)
		if err != nil {
			return nil, err
		}
		if strings.ContainsFunc(written, func(r rune) bool { return r < ' ' || r > '~' }) || strings.TrimSpace(written) != written {
			return nil, fmt.Errorf("header %s: %q is not a line of ASCII without spaces at its ends", h.name, text.Clip(written, 200))
		}
		out.Set(h.name, written)
	}
	return out, nil
}
