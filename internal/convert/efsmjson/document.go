package efsmjson

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
)

// value is one JSON value with its place.
type value struct {
	data    any // string, json.Number, bool, nil, []*value or *object
	path    string
	span    diag.Span
	missing bool // no such key: the zero value
}

// wrong reports an error in the value, after its path; the hint may be empty.
func (v *value) wrong(list *diag.List, code diag.Code, hint, format string, args ...any) {
	list.ErrorHint(code, v.span, hint, "%s: %s", v.path, fmt.Sprintf(format, args...))
}

// object is a JSON object in the order of the file.
type object struct {
	keys   []string
	values map[string]*value
}

// The limits of a document.
const (
	maxDepth = 16
	maxBytes = 16 << 20
)

// reader reads a document.
type reader struct {
	file    *diag.File
	list    *diag.List
	decoder *json.Decoder
}

// errReported ends reading; what is wrong was reported.
var errReported = errors.New("reported")

// readDocument reads one JSON value and nothing after it; it is nil if that fails.
func readDocument(file *diag.File, list *diag.List) *value {
	r := &reader{file: file, list: list, decoder: json.NewDecoder(strings.NewReader(file.Text))}
	r.decoder.UseNumber()
	if len(file.Text) > maxBytes {
		list.Errorf(diag.CodeImportTooLarge, diag.Span{File: file}, "the file has more than %d bytes", maxBytes)
		return nil
	}
	v, err := r.value("", 0)
	if err == nil {
		err = r.end()
	}
	if err != nil {
		r.report(err)
		return nil
	}
	return v
}

// end demands that nothing follows.
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
	r.list.ErrorHint(diag.CodeImportSyntax, diag.Span{File: r.file, Start: offset, End: min(offset+1, len(r.file.Text))},
		"an EFSM is one JSON object with the keys initial, states, vars and transitions", "this is not JSON: %v", err)
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

// value reads a value.
func (r *reader) value(path string, depth int) (*value, error) {
	start := r.skip()
	if depth > maxDepth {
		r.list.Errorf(diag.CodeImportTooLarge, r.from(start), "%s: values are nested more than %d levels deep", path, maxDepth)
		return nil, errReported
	}
	token, err := r.decoder.Token()
	if err != nil {
		return nil, err
	}
	v := &value{data: token, path: path}
	switch token {
	case json.Delim('{'):
		v.data, err = r.object(path, depth)
	case json.Delim('['):
		v.data, err = r.array(path, depth)
	}
	v.span = r.from(start)
	return v, err
}

func (r *reader) array(path string, depth int) ([]*value, error) {
	items := []*value{}
	for r.decoder.More() {
		item, err := r.value(fmt.Sprintf("%s[%d]", path, len(items)), depth+1)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	_, err := r.decoder.Token()
	return items, err
}

func (r *reader) object(path string, depth int) (*object, error) {
	o := &object{values: map[string]*value{}}
	for r.decoder.More() {
		start := r.skip()
		token, err := r.decoder.Token()
		if err != nil {
			return nil, err
		}
		key, span := token.(string), r.from(start) // the decoder allows nothing else
		item, err := r.value(join(path, key), depth+1)
		if err != nil {
			return nil, err
		}
		if o.values[key] != nil {
			r.list.Errorf(diag.CodeImportKey, span, "%s occurs twice", join(path, key))
			continue
		}
		o.keys = append(o.keys, key)
		o.values[key] = item
	}
	_, err := r.decoder.Token()
	return o, err
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
