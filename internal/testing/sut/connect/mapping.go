package connect

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
)

// Mapping describes the messages of a model as a system sends and receives them. It is a TOML file:
//
//	inputs.turn.text   = "TURN {steps}"
//	outputs.lamp.text  = "LEVEL {level}"
//	outputs.lamp.wait  = "2s"
//	reset.text         = "RESET"
//	reset.answer       = "READY"
//
// docs/sut.md explains every key. This file reads it; binding.go checks it against a model.
type Mapping struct {
	name   string
	places map[string]place // of the keys in the file

	End      *string                `toml:"end"`
	Encoding content.Encoding       `toml:"encoding"`
	Strict   bool                   `toml:"strict"`
	Omit     bool                   `toml:"omit"`
	Frame    *frameRule             `toml:"frame"`
	TLS      *tlsRule               `toml:"tls"`
	Headers  map[string]string      `toml:"headers"`
	Inputs   map[string]*inputRule  `toml:"inputs"`
	Outputs  map[string]*outputRule `toml:"outputs"`
	Ignore   *contentRule           `toml:"ignore"`
	Unions   map[string]*unionRule  `toml:"unions"`
	Reset    *resetRule             `toml:"reset"`
}

// inputRule describes how an input is sent.
type inputRule struct {
	Request *content.Template `toml:"request"` // of HTTP: the method and the path
	Text    *content.Template `toml:"text"`
	JSON    *content.Template `toml:"json"`
	Outputs []string          `toml:"outputs"` // of HTTP: the possible responses
	Action  action            `toml:"action"`  // the action instead of a message

	Headers map[string]*content.Template   `toml:"headers"` // of HTTP
	Only    map[string]*content.Expression `toml:"only"`    // by value: the texts that can be sent
}

// outputRule describes how an output is recognised.
type outputRule struct {
	contentRule
	Wait  duration          `toml:"wait"`
	Event event             `toml:"event"` // the event instead of a message
	Count map[string]string `toml:"count"` // by the name of a list: the value that gets its length
}

// contentRule describes how a message of the system is recognised: an output, or an ignored message.
type contentRule struct {
	Status  *statusSet                   `toml:"status"` // of HTTP
	Text    *content.Template            `toml:"text"`
	JSON    *content.Template            `toml:"json"`
	Pattern *content.Expression          `toml:"pattern"`
	Headers map[string]*content.Template `toml:"headers"` // of a response of HTTP, or of the response that opens a WebSocket
}

// isEmpty reports whether a rule is empty.
func (r contentRule) isEmpty() bool {
	return r.Status == nil && r.Text == nil && r.JSON == nil && r.Pattern == nil && r.Headers == nil
}

// resetRule describes how the system is reset: in one step, or several.
type resetRule struct {
	resetStepRule
	Steps []resetStepRule `toml:"steps"`
}

// resetStepRule is a step of a reset: a message and its answer when the system is ready, a new connection, or a pause.
type resetStepRule struct {
	Do      sut.Reset           `toml:"do"`
	Request *content.Template   `toml:"request"` // of HTTP
	Status  *statusSet          `toml:"status"`  // of HTTP
	Text    *content.Template   `toml:"text"`
	JSON    *content.Template   `toml:"json"`
	Answer  *content.Template   `toml:"answer"` // of the others
	Pattern *content.Expression `toml:"pattern"`
	Pause   duration            `toml:"pause"`
}

// frameRule describes how a stream of bytes is split into messages.
type frameRule struct {
	Size      int         `toml:"size"`
	Delimiter *string     `toml:"delimiter"`
	Length    string      `toml:"length"`
	Separator *string     `toml:"separator"`
	Trailer   string      `toml:"trailer"`
	Inclusive bool        `toml:"inclusive"`
	Blocks    []blockRule `toml:"blocks"`
}

// blockRule is a message of several lines.
type blockRule struct {
	First *content.Expression `toml:"first"`
	Last  *content.Expression `toml:"last"`
	Lines int                 `toml:"lines"`
}

// tlsRule has the trusted authorities and the client certificate. Paths are relative to the folder of the mapping.
type tlsRule struct {
	CA          string `toml:"ca"`
	Certificate string `toml:"certificate"`
	Key         string `toml:"key"`
	ServerName  string `toml:"name"`
}

// unionRule is the form of a union in JSON.
type unionRule struct {
	Tag      string            `toml:"tag"`
	Untagged bool              `toml:"untagged"`
	Names    map[string]string `toml:"names"`
}

// duration is a time span as in "2s".
type duration time.Duration

// UnmarshalText reads a time span.
func (d *duration) UnmarshalText(written []byte) error {
	span, err := time.ParseDuration(string(written))
	if err != nil || span <= 0 {
		return fmt.Errorf(`%q is not a duration: write a number with a unit, as in "500ms" or "2s"`, text.Clip(written, 200))
	}
	*d = duration(span)
	return nil
}

// MaxMapping is the size of the largest mapping file.
const MaxMapping = 1 << 20

// ParseMapping parses a mapping; name is the name of its file in messages.
func ParseMapping(name string, text []byte) (*Mapping, error) {
	if len(text) > MaxMapping {
		return nil, fmt.Errorf("%s: a mapping is at most %d MiB long", name, MaxMapping>>20)
	}
	m := &Mapping{name: name}
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := decoder.Decode(m); err != nil {
		return nil, mappingError(name, err)
	}
	m.places = placesOf(text)
	if m.End != nil && *m.End != "\n" && *m.End != "\r\n" {
		return nil, m.errorf("end", `write "\n" or "\r\n"`)
	}
	switch m.Encoding {
	case "", content.UTF8, content.Bytes:
	default:
		return nil, m.errorf("encoding", "%q is not an encoding: write %s or %s", m.Encoding, content.UTF8, content.Bytes)
	}
	return m, m.checkHeaders()
}

// mappingError returns an error with its position in the mapping.
func mappingError(name string, err error) error {
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) && len(unknown.Errors) > 0 {
		first := &unknown.Errors[0]
		row, column := first.Position()
		return fmt.Errorf("%s:%d:%d: %s", name, row, column, unknownKey(first.Key()))
	}
	var wrong *toml.DecodeError
	if errors.As(err, &wrong) {
		row, column := wrong.Position()
		return fmt.Errorf("%s:%d:%d: %s", name, row, column, strings.TrimPrefix(wrong.Error(), "toml: "))
	}
	return fmt.Errorf("%s: %s", name, strings.TrimPrefix(err.Error(), "toml: "))
}

// tables are the tables of a mapping, by the first word of their keys.
var tables = map[string]reflect.Type{
	"":        reflect.TypeFor[Mapping](),
	"inputs":  reflect.TypeFor[inputRule](),
	"outputs": reflect.TypeFor[outputRule](),
	"ignore":  reflect.TypeFor[contentRule](),
	"reset":   reflect.TypeFor[resetRule](),
	"unions":  reflect.TypeFor[unionRule](),
	"frame":   reflect.TypeFor[frameRule](),
	"tls":     reflect.TypeFor[tlsRule](),
	"steps":   reflect.TypeFor[resetStepRule](),
	"blocks":  reflect.TypeFor[blockRule](),
}

// keysOf returns the keys that a table may have.
func keysOf(table string) []string {
	var out []string
	if t, ok := tables[table]; ok {
		for _, field := range reflect.VisibleFields(t) {
			if key := field.Tag.Get("toml"); key != "" {
				out = append(out, key)
			}
		}
	}
	return out
}

// unknownKey returns the error for an unknown key, with a suggestion.
func unknownKey(key toml.Key) string {
	table := ""
	if len(key) > 1 {
		table = key[0]
	}
	if len(key) > 2 && (key[1] == "steps" || key[1] == "blocks") {
		table = key[1]
	}
	candidates := keysOf(table)
	if meant := diag.Closest(key[len(key)-1], candidates); meant != "" {
		return fmt.Sprintf("there is no key %s; did you mean %s?", strings.Join(key, "."), meant)
	}
	return fmt.Sprintf("there is no key %s here: write one of %s", strings.Join(key, "."), strings.Join(candidates, ", "))
}

// errorf returns an error about a key, with its position in the file.
func (m *Mapping) errorf(key, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if at, ok := m.placeOf(key); ok {
		return fmt.Errorf("%s:%d:%d: %s: %w", m.name, at.line, at.column, key, err)
	}
	return fmt.Errorf("%s: %s: %w", m.name, key, err)
}

var headerName = text.Pattern(`\A[A-Za-z0-9_-]+\z`)

// checkHeaders rejects headers that cannot be sent.
func (m *Mapping) checkHeaders() error {
	for name, value := range m.Headers {
		if err := m.checkHeader("headers."+name, name, value); err != nil {
			return err
		}
	}
	return nil
}

func (m *Mapping) checkHeader(key, name, value string) error {
	switch {
	case !headerName().MatchString(name):
		return m.errorf(key, "the name of a header consists of letters, digits and -")
	case strings.EqualFold(name, "Host"):
		return m.errorf(key, "the host is that of the address in --sut")
	case strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return m.errorf(key, "a header is one line without control characters")
	}
	return nil
}

// statusSet is a set of HTTP statuses: one, or a class.
type statusSet struct{ low, high int }

// success is the default class of statuses.
var success = statusSet{200, 299}

func (s statusSet) has(status int) bool { return s.low <= status && status <= s.high }

// String returns it in the syntax of mappings.
func (s statusSet) String() string {
	if s.low == s.high {
		return strconv.Itoa(s.low)
	}
	return fmt.Sprintf("%dxx", s.low/100)
}

// UnmarshalText parses 404 and "4xx".
func (s *statusSet) UnmarshalText(written []byte) error {
	if class, ok := strings.CutSuffix(string(written), "xx"); ok {
		if n, err := strconv.Atoi(class); err == nil && n >= 1 && n <= 5 {
			*s = statusSet{n * 100, n*100 + 99}
			return nil
		}
	} else if n, err := strconv.Atoi(class); err == nil && n >= 100 && n <= 599 {
		*s = statusSet{n, n}
		return nil
	}
	return fmt.Errorf(`%q is not a status: write one as in 404, or a class as in "4xx"`, text.Clip(written, 200))
}

// orSuccess returns the set of a rule, or the default if the rule has none.
func (s *statusSet) orSuccess() statusSet {
	if s == nil {
		return success
	}
	return *s
}
