package logs

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// maxLine bounds the bytes of a line, maxID those of an id. maxSeconds bounds times that are given as numbers, in seconds: some
// thousand years.
const (
	maxLine    = 1 << 20
	maxID      = 256
	maxSeconds = 1e11
)

// End is the kind of a line that ends an instance; the next event with its id begins a new one.
const End result.EventKind = "end"

// Event is one line of a log.
type Event struct {
	Line    int
	Time    time.Time // zero if the line has none
	ID      string
	Kind    result.EventKind
	Channel string // of an input or output
	Payload []any

	text string // of the line, where times count
}

// Fields are the names of the fields of a line in the log, by their default names.
type Fields map[string]string

// The fields of a line by their default names; those of the kinds come last.
var (
	fieldNames = []string{"time", "id", "payload", string(result.EventInput), string(result.EventOutput), string(result.EventQuiescence), string(End)}
	kindNames  = fieldNames[3:]
)

// Check refuses names for fields that do not exist.
func (f Fields) Check() error {
	for name := range f {
		if !slices.Contains(fieldNames, name) {
			return fmt.Errorf("a line has no field %q; the fields are %s", name, strings.Join(fieldNames, ", "))
		}
	}
	return nil
}

// name returns the name of a field in the log.
func (f Fields) name(field string) string { return cmp.Or(f[field], field) }

// ErrGarbage is a line that is no event.
type ErrGarbage struct {
	Line   int
	Column int    // in bytes, from 1
	Field  string // that is wrong, by its default name; empty if it is none
	Reason string
	Needed bool   // the line is an event of its instance, and cannot be skipped
	Text   string // of the line, made short around the column
	caret  int    // characters before the column in Text
}

// Error returns the reason alone: callers know the name of the log, and have the position and Quote.
func (e *ErrGarbage) Error() string { return e.Reason }

// Quote returns the line with a caret under the column, for a terminal.
func (e *ErrGarbage) Quote() string {
	return "  " + e.Text + "\n  " + strings.Repeat(" ", e.caret) + "^"
}

// quoted is the number of characters of a line that are shown on each side of the column.
const quoted = 60

// newGarbage makes the error for an offset of a line.
func newGarbage(line int, text []byte, offset int, reason string) *ErrGarbage {
	offset = max(0, min(offset, len(text)))
	before, after := printable(text[:offset]), printable(text[offset:])
	if len(before) > quoted {
		before = append([]rune("…"), before[len(before)-quoted:]...)
	}
	if len(after) > quoted {
		after = append(after[:quoted], '…')
	}
	return &ErrGarbage{Line: line, Column: offset + 1, Reason: reason, Text: string(before) + string(after), caret: len(before)}
}

// printable replaces control characters.
func printable(text []byte) []rune {
	out := []rune(strings.ToValidUTF8(string(text), "\uFFFD"))
	for i, r := range out {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			out[i] = '\uFFFD'
		}
	}
	return out
}

// Reader reads the events of a log, one line at a time.
type Reader struct {
	from   *bufio.Reader
	fields Fields
	times  times
	timed  bool
	line   int
	bytes  int64
	buffer []byte
}

// ReadOptions say how a log is written. The zero value is the default.
type ReadOptions struct {
	Fields Fields
	Times  TimeFormat
	Timed  bool // the times are compared with the clocks of a model
}

// NewReader reads a log.
func NewReader(from io.Reader, options ReadOptions) *Reader {
	return &Reader{from: bufio.NewReaderSize(from, 64<<10), fields: options.Fields, times: times{format: options.Times}, timed: options.Timed}
}

// Times returns the format of the times that were read; empty if there were none.
func (r *Reader) Times() TimeFormat {
	if !r.times.seen {
		return ""
	}
	return r.times.format
}

// Lines returns the number of lines read.
func (r *Reader) Lines() int { return r.line }

// Bytes returns the number of bytes read.
func (r *Reader) Bytes() int64 { return r.bytes }

// Next returns the next event. The error is *ErrGarbage for a line that is no event, after which reading may continue, or io.EOF.
func (r *Reader) Next() (Event, error) {
	for {
		text, err := r.nextLine()
		if err != nil {
			return Event{}, err
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			return r.event(text)
		}
	}
}

// nextLine reads a line without its end; of one that is too long only the beginning is kept.
func (r *Reader) nextLine() ([]byte, error) {
	r.buffer = r.buffer[:0]
	size := 0
	for {
		part, err := r.from.ReadSlice('\n')
		r.bytes += int64(len(part))
		size += len(part)
		if room := maxLine - len(r.buffer); room > 0 {
			r.buffer = append(r.buffer, part[:min(room, len(part))]...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || size == 0):
			return nil, err
		}
		r.line++
		if size > maxLine+1 {
			return nil, newGarbage(r.line, r.buffer[:quoted], 0, fmt.Sprintf("the line is too long, over %d MiB", maxLine>>20))
		}
		return r.buffer, nil
	}
}

// event reads the text of a line.
func (r *Reader) event(text []byte) (Event, error) {
	if r.line == 1 {
		text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	}
	data, err := value.ReadJSON(text)
	if err != nil {
		return Event{}, r.notJSON(text, err)
	}
	object, ok := data.(map[string]any)
	if !ok {
		return Event{}, newGarbage(r.line, text, 0, `expected an object such as {"id": "7", "input": "coins", "payload": [150]}`)
	}
	e, bad := (&entry{r, object}).event()
	if bad != nil {
		garbage := newGarbage(r.line, text, r.fields.find(text, bad.field), bad.reason)
		garbage.Field = bad.field
		return Event{}, garbage
	}
	e.Line = r.line
	if r.timed {
		e.text = string(text)
	}
	return e, nil
}

// notJSON makes the error for a line that is not JSON.
func (r *Reader) notJSON(text []byte, err error) error {
	var syntax *json.SyntaxError
	var repeated *value.RepeatedName
	switch {
	case errors.As(err, &repeated):
		return newGarbage(r.line, text, repeated.Offset, fmt.Sprintf("the name %q occurs twice in one object: keep one of them", repeated.Name))
	case errors.As(err, &syntax):
		return newGarbage(r.line, text, int(syntax.Offset)-1, "the line is not JSON: "+syntax.Error())
	case errors.Is(err, io.ErrUnexpectedEOF):
		return newGarbage(r.line, text, len(text), "the line is not JSON: it ends too early")
	case !utf8.Valid(text):
		return newGarbage(r.line, text, invalidByte(text), "the line is not UTF-8")
	}
	return newGarbage(r.line, text, 0, "the line is not one JSON object: "+err.Error())
}

// invalidByte returns the offset of the first byte that is not UTF-8.
func invalidByte(text []byte) int {
	for i, c := range string(text) {
		if c == utf8.RuneError && !bytes.HasPrefix(text[i:], []byte("\uFFFD")) {
			return i
		}
	}
	return len(text)
}

// find returns the offset of a field in a line, or 0.
func (f Fields) find(text []byte, field string) int {
	name, err := json.Marshal(f.name(field))
	if field == "" || err != nil {
		return 0
	}
	return max(0, bytes.Index(text, name))
}

// entry is the object of a line.
type entry struct {
	*Reader
	object map[string]any
}

// badField is what is wrong with a field of a line.
type badField struct{ field, reason string }

// get returns the value of a field; nil if it is null or missing.
func (l *entry) get(field string) any { return l.object[l.fields.name(field)] }

// bad describes what is wrong with a field; the reason begins with its name.
func (l *entry) bad(field, reason string) *badField {
	return &badField{field, fmt.Sprintf("%q %s", l.fields.name(field), reason)}
}

// event reads all fields.
func (l *entry) event() (e Event, bad *badField) {
	if bad = l.readKind(&e); bad == nil {
		bad = l.readRest(&e)
	}
	return e, bad
}

// readKind reads what a line is about.
func (l *entry) readKind(e *Event) *badField {
	for _, k := range kindNames {
		v := l.get(k)
		if v == nil || v == false {
			continue
		}
		if e.Kind != "" {
			return &badField{k, fmt.Sprintf("the line has both %q and %q", l.fields.name(string(e.Kind)), l.fields.name(k))}
		}
		e.Kind = result.EventKind(k)
		name, isName := v.(string)
		switch {
		case e.Kind == result.EventQuiescence || e.Kind == End:
			if v != true {
				return l.bad(k, "must be true")
			}
		case !isName:
			return l.bad(k, "must be the name of a channel")
		}
		e.Channel = name
	}
	if e.Kind == "" {
		return &badField{"", fmt.Sprintf("expected one of %q, %q, %q and %q", l.fields.name(kindNames[0]), l.fields.name(kindNames[1]),
			l.fields.name(kindNames[2]), l.fields.name(kindNames[3]))}
	}
	return nil
}

// readRest reads the payload, the id and the time, if there are any.
func (l *entry) readRest(e *Event) *badField {
	payload := l.get("payload")
	list, ok := payload.([]any)
	if payload != nil && !ok {
		return l.bad("payload", "must be a list of values")
	}
	e.Payload = list
	switch id := l.get("id").(type) {
	case nil:
	case string:
		e.ID = id
	case json.Number:
		e.ID = id.String()
	default:
		return l.bad("id", "must be a string or a number")
	}
	if len(e.ID) > maxID {
		return l.bad("id", fmt.Sprintf("is longer than %d bytes", maxID))
	}
	var reason string
	if e.Time, reason = l.times.read(l.get("time"), l.line); reason != "" {
		return l.bad("time", reason)
	}
	return nil
}
