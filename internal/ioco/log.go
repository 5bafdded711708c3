package ioco

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/value"
)

// maxLine bounds the bytes of a line.
const maxLine = 1 << 20

// maxID bounds the bytes of an id.
const maxID = 256

// End is the kind of a line that ends an instance; the next event with its id begins a new one.
const End result.EventKind = "end"

// kinds lists the kinds of events in the order of messages.
var kinds = []result.EventKind{result.EventInput, result.EventOutput, result.EventQuiescence, End}

// Event is what one line of a log says.
type Event struct {
	Line    int
	Time    time.Time // zero if the line has none
	ID      string
	Kind    result.EventKind
	Channel string // of an input or output
	Payload []any
}

// Fields are the names of the fields of a line. Names that are left out are the default ones, which are the keys.
type Fields map[string]string

// The fields that a line may have besides those of the kinds.
const (
	fieldTime    = "time"
	fieldID      = "id"
	fieldPayload = "payload"
)

// Check refuses names for fields that there are not.
func (f Fields) Check() error {
	known := []string{fieldTime, fieldID, fieldPayload}
	for _, k := range kinds {
		known = append(known, string(k))
	}
	for name := range f {
		if !slices.Contains(known, name) {
			return fmt.Errorf("a line has no field %q; the fields are %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

// of looks a field up in a line; a field that is null is not there.
func (f Fields) of(object map[string]any, field string) any {
	if name := f[field]; name != "" {
		return object[name]
	}
	return object[field]
}

// name is what a field is called in the log.
func (f Fields) name(field string) string {
	if name := f[field]; name != "" {
		return name
	}
	return field
}

// ErrGarbage is a line that is no event.
type ErrGarbage struct {
	Line   int
	Column int // in bytes, from 1
	Reason string
	Text   string // of the line, made short around the column
	caret  int    // characters before the column in Text
}

// Error is the reason alone: who shows it knows the name of the log, and has the place and Quote.
func (e *ErrGarbage) Error() string { return e.Reason }

// Quote shows the line with a caret under the place, for a terminal.
func (e *ErrGarbage) Quote() string {
	return "  " + e.Text + "\n  " + strings.Repeat(" ", e.caret) + "^"
}

// quoted is how much of a line is shown on each side of the place.
const quoted = 60

// newGarbage describes what is wrong at an offset of a line.
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

// printable replaces what would spoil a terminal.
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
	line   int
	bytes  int64
	buffer []byte
}

// NewReader reads a log with the given names of fields.
func NewReader(from io.Reader, fields Fields) *Reader {
	return &Reader{from: bufio.NewReaderSize(from, 64<<10), fields: fields}
}

// Lines is the number of lines read.
func (r *Reader) Lines() int { return r.line }

// Bytes is the number of bytes read.
func (r *Reader) Bytes() int64 { return r.bytes }

// Next is the next event, or *ErrGarbage for a line that is none, after which one may go on, or io.EOF.
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
	e := Event{Line: r.line}
	for _, read := range []func(*Event, map[string]any) (string, error){r.readKind, r.readPayload, r.readID, r.readTime} {
		if field, err := read(&e, object); err != nil {
			return Event{}, newGarbage(r.line, text, r.find(text, field), err.Error())
		}
	}
	return e, nil
}

// notJSON says where a line stops to be JSON.
func (r *Reader) notJSON(text []byte, err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return newGarbage(r.line, text, int(syntax.Offset)-1, "the line is not JSON: "+syntax.Error())
	case errors.Is(err, io.ErrUnexpectedEOF):
		return newGarbage(r.line, text, len(text), "the line is not JSON: it ends too early")
	case !utf8.Valid(text):
		return newGarbage(r.line, text, len(validPrefix(text)), "the line is not UTF-8")
	}
	return newGarbage(r.line, text, 0, "the line is not one JSON object: "+err.Error())
}

// validPrefix is the part of a text before the first byte that is not UTF-8.
func validPrefix(text []byte) []byte {
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRune(text[i:])
		if c == utf8.RuneError && size <= 1 {
			return text[:i]
		}
		i += size
	}
	return text
}

// find is the offset of a field in a line, or 0.
func (r *Reader) find(text []byte, field string) int {
	name, err := json.Marshal(r.fields.name(field))
	if field == "" || err != nil {
		return 0
	}
	return max(0, bytes.Index(text, name))
}

// readKind finds out what a line is about.
func (r *Reader) readKind(e *Event, object map[string]any) (string, error) {
	for _, k := range kinds {
		v := r.fields.of(object, string(k))
		if v == nil || v == false {
			continue
		}
		if e.Kind != "" {
			return string(k), fmt.Errorf("the line has both %q and %q", r.fields.name(string(e.Kind)), r.fields.name(string(k)))
		}
		e.Kind = k
		if k == result.EventQuiescence || k == End {
			if v != true {
				return string(k), fmt.Errorf("%q must be true", r.fields.name(string(k)))
			}
			continue
		}
		name, ok := v.(string)
		if !ok {
			return string(k), fmt.Errorf("%q must be the name of a channel", r.fields.name(string(k)))
		}
		e.Channel = name
	}
	if e.Kind == "" {
		return "", fmt.Errorf("expected one of %q, %q, %q and %q", r.fields.name(string(result.EventInput)), r.fields.name(string(result.EventOutput)),
			r.fields.name(string(result.EventQuiescence)), r.fields.name(string(End)))
	}
	return "", nil
}

func (r *Reader) readPayload(e *Event, object map[string]any) (string, error) {
	v := r.fields.of(object, fieldPayload)
	if v == nil {
		return "", nil
	}
	payload, ok := v.([]any)
	if !ok {
		return fieldPayload, fmt.Errorf("%q must be a list of values", r.fields.name(fieldPayload))
	}
	e.Payload = payload
	return "", nil
}

func (r *Reader) readID(e *Event, object map[string]any) (string, error) {
	switch id := r.fields.of(object, fieldID).(type) {
	case nil:
	case string:
		e.ID = id
	case json.Number:
		e.ID = id.String()
	default:
		return fieldID, fmt.Errorf("%q must be a string or a number", r.fields.name(fieldID))
	}
	if len(e.ID) > maxID {
		return fieldID, fmt.Errorf("%q is longer than %d bytes", r.fields.name(fieldID), maxID)
	}
	return "", nil
}

func (r *Reader) readTime(e *Event, object map[string]any) (string, error) {
	var err error
	switch v := r.fields.of(object, fieldTime).(type) {
	case nil:
	case string:
		e.Time, err = time.Parse(time.RFC3339Nano, v)
	case json.Number:
		e.Time, err = seconds(v)
	default:
		err = errors.New("another type")
	}
	if err != nil {
		return fieldTime, fmt.Errorf("%q must be a time such as \"2026-01-31T10:00:00.125Z\", or a number of seconds", r.fields.name(fieldTime))
	}
	return "", nil
}

// maxSeconds bounds times that are given as a number of seconds: some thousand years.
const maxSeconds = 1e11

// seconds is a time that is given as seconds since some moment.
func seconds(n json.Number) (time.Time, error) {
	f, err := n.Float64()
	if err != nil || math.Abs(f) > maxSeconds {
		return time.Time{}, fmt.Errorf("%s is no time", n)
	}
	whole, part := math.Modf(f)
	return time.Unix(int64(whole), int64(math.Round(part*1e9))), nil
}
