package document

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// reader reads a document.
type reader struct {
	file    *diag.File
	list    *diag.List
	limits  Limits
	hint    string // what the document should be
	decoder *json.Decoder
	count   int
}

// errReported ends reading after an error that was reported.
var errReported = errors.New("reported")

// JSON reads one JSON value and nothing after it; it returns nil on failure. The hint of syntax errors describes the expected document.
func JSON(file *diag.File, limits Limits, hint string, list *diag.List) *Value {
	r := &reader{file: file, list: list, limits: limits, hint: hint, decoder: json.NewDecoder(strings.NewReader(file.Text))}
	r.decoder.UseNumber()
	if !limits.fits(file, list) {
		return nil
	}
	v, err := r.value(&Value{}, 0)
	if err == nil {
		err = r.end()
	}
	if err != nil {
		r.report(err)
		return nil
	}
	return v
}

// fits reports whether a file is small enough.
func (l Limits) fits(file *diag.File, list *diag.List) bool {
	if len(file.Text) > l.Bytes {
		list.Errorf(diag.CodeImportTooLarge, diag.Span{File: file}, "the file has more than %d bytes", l.Bytes)
		return false
	}
	return true
}

// check reports whether one more value, at a depth, is within the limits.
func (l Limits) check(v *Value, depth, count int, list *diag.List) error {
	switch {
	case depth > l.Depth:
		v.Wrong(list, diag.CodeImportTooLarge, "", "values are nested more than %d levels deep", l.Depth)
	case count > l.Values:
		v.Wrong(list, diag.CodeImportTooLarge, "", "the document has more than %d values", l.Values)
	default:
		return nil
	}
	return errReported
}

// end checks that nothing follows.
func (r *reader) end() error {
	start := r.skip()
	if _, err := r.decoder.Token(); err != io.EOF {
		r.list.Errorf(diag.CodeImportSyntax, r.from(start), "something follows the end of the document")
		return errReported
	}
	return nil
}

// report reports why the text is not JSON.
func (r *reader) report(err error) {
	if errors.Is(err, errReported) {
		return
	}
	offset := int(r.decoder.InputOffset())
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		offset, err = len(r.file.Text), errors.New("the file ends too early")
	case errors.As(json.Unmarshal([]byte(r.file.Text), new(json.RawMessage)), &syntax): // the decoder's own offsets count values only
		offset = int(syntax.Offset) - 1
	}
	offset = min(max(offset, 0), len(r.file.Text))
	offset = len(r.file.Text) - len(strings.TrimLeft(r.file.Text[offset:], " \t\r\n"))
	r.list.ErrorHint(diag.CodeImportSyntax, diag.Span{File: r.file, Start: offset, End: min(offset+1, len(r.file.Text))}, r.hint, "this is not JSON: %v", err)
}

// skip is the offset of the next token.
func (r *reader) skip() int {
	at := int(r.decoder.InputOffset())
	rest := r.file.Text[at:]
	return at + len(rest) - len(strings.TrimLeft(rest, " \t\r\n,:"))
}

func (r *reader) from(start int) diag.Span {
	return diag.Span{File: r.file, Start: start, End: max(start, int(r.decoder.InputOffset()))}
}

// value reads a value into v, which has its place in the document.
func (r *reader) value(v *Value, depth int) (*Value, error) {
	start := r.skip()
	v.Span = r.from(start)
	r.count++
	if err := r.limits.check(v, depth, r.count, r.list); err != nil {
		return nil, err
	}
	token, err := r.decoder.Token()
	if err != nil {
		return nil, err
	}
	v.Data = token
	switch token {
	case json.Delim('{'):
		err = r.object(v, depth)
	case json.Delim('['):
		err = r.array(v, depth)
	}
	v.Span = r.from(start)
	return v, err
}

func (r *reader) array(v *Value, depth int) error {
	items := []*Value{}
	for r.decoder.More() {
		item, err := r.value(&Value{parent: v, index: len(items)}, depth+1)
		if err != nil {
			return err
		}
		items = append(items, item)
	}
	v.Data = items
	_, err := r.decoder.Token()
	return err
}

func (r *reader) object(v *Value, depth int) error {
	o := &Object{Values: map[string]*Value{}}
	v.Data = o
	for r.decoder.More() {
		start := r.skip()
		token, err := r.decoder.Token()
		if err != nil {
			return err
		}
		key, span := token.(string), r.from(start) // the decoder allows nothing else
		item, err := r.value(&Value{parent: v, key: key}, depth+1)
		if err != nil {
			return err
		}
		o.add(key, item, span, r.list)
	}
	_, err := r.decoder.Token()
	return err
}

// add adds a value, unless the key is there already.
func (o *Object) add(key string, item *Value, at diag.Span, list *diag.List) {
	if o.Values[key] != nil {
		list.Errorf(diag.CodeImportKey, at, "%s occurs twice", item.Path())
		return
	}
	o.Keys = append(o.Keys, key)
	o.Values[key] = item
}
