package logs

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// readAll reads a log to its end: a line of text for each event or line of garbage.
func readAll(t testing.TB, r *Reader) []string {
	t.Helper()
	var out []string
	for {
		e, err := r.Next()
		garbage := (*ErrGarbage)(nil)
		switch {
		case errors.Is(err, io.EOF):
			return out
		case errors.As(err, &garbage):
			out = append(out, fmt.Sprintf("%d:%d: %s\n%s", garbage.Line, garbage.Column, garbage.Reason, garbage.Quote()))
		case err != nil:
			t.Fatal(err)
		default:
			out = append(out, fmt.Sprintf("%d: %q %s %s %v", e.Line, e.ID, e.Kind, e.Channel, e.Payload))
		}
	}
}

func TestReader(t *testing.T) {
	log := "\uFEFF" + `{"id": "a", "input": "coins", "payload": [150, {"x": true}], "more": null}

{"id": 7, "output": "tea"}
{"quiescence": true, "input": null, "output": false}
  {"end": true, "id": "a"}  `
	want := []string{
		`1: "a" input coins [150 map[x:true]]`,
		`3: "7" output tea []`,
		`4: "" quiescence  []`,
		`5: "a" end  []`,
	}
	if got := readAll(t, NewReader(strings.NewReader(log), ReadOptions{})); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestGarbage: each line that is no event is refused with the place, and reading goes on after it.
func TestGarbage(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`hello`, "1:1: the line is not JSON: invalid character 'h' looking for beginning of value\n  hello\n  ^"},
		{`{"input": "a"`, "1:14: the line is not JSON: it ends too early\n  {\"input\": \"a\"\n               ^"},
		{`{"input": x}`, "1:11: the line is not JSON: invalid character 'x' looking for beginning of value\n  {\"input\": x}\n            ^"},
		{`{"input": "a"} {}`, "1:1: the line is not one JSON object: more after the end of the value"},
		{`{"input": "a", "input": "b"}`, "1:16: the name \"input\" occurs twice in one object: keep one of them\n  {\"input\": \"a\", \"input\": \"b\"}\n                 ^"},
		{`[1]`, `1:1: expected an object such as {"id": "7", "input": "coins", "payload": [150]}`},
		{`{}`, `1:1: expected one of "input", "output", "quiescence" and "end"`},
		{`{"input": "a", "output": "b"}`, `1:16: the line has both "input" and "output"`},
		{`{"input": 7}`, `1:2: "input" must be the name of a channel`},
		{`{"end": 1}`, `1:2: "end" must be true`},
		{`{"input": "a", "payload": 1}`, `1:16: "payload" must be a list of values`},
		{`{"input": "a", "id": []}`, `1:16: "id" must be a string or a number`},
		{`{"input": "a", "id": "` + strings.Repeat("x", 257) + `"}`, `1:16: "id" is longer than 256 bytes`},
		{`{"input": "a", "time": "noon"}`, `1:16: "time" must be a time such as`},
		{`{"input": "a", "time": 1e999}`, `1:16: "time" must be a time such as`},
		{`{"input": "a", "time": true}`, `1:16: "time" must be a time such as`},
		{"{\"input\": \"\xff\"}", "1:12: the line is not UTF-8\n  {\"input\": \"\uFFFD\"}\n             ^"},
		{"\x1b[31m", "1:1: the line is not JSON: invalid character '\\x1b' looking for beginning of value\n  \uFFFD[31m\n  ^"},
		{strings.Repeat("x", maxLine+2), "1:1: the line is too long, over 1 MiB\n  " + strings.Repeat("x", quoted) + "\n  ^"},
		{`{"input": "` + strings.Repeat("é", 100) + `", }`, "1:215: the line is not JSON: invalid character '}' looking for beginning of object key string\n  …" + strings.Repeat("é", 57) + "\", }\n  " + strings.Repeat(" ", 61) + "^"},
	} {
		got := readAll(t, NewReader(strings.NewReader(c.line+"\n{\"end\": true}\n"), ReadOptions{}))
		if len(got) != 2 || !strings.HasPrefix(got[0], c.want) || got[1] != `2: "" end  []` {
			t.Errorf("%.60s:\n%s\nwant\n%s", c.line, strings.Join(got, "\n"), c.want)
		}
	}
}

func TestFields(t *testing.T) {
	fields := Fields{"id": "session", "input": "recv", "time": "ts"}
	r := NewReader(strings.NewReader(`{"session": "s", "recv": "a", "ts": 1.5, "id": "other"}`), ReadOptions{Fields: fields})
	e, err := r.Next()
	if err != nil || e.ID != "s" || e.Channel != "a" || !e.Time.Equal(time.Unix(1, 5e8)) {
		t.Errorf("%+v, %v", e, err)
	}
	if err := fields.Check(); err != nil {
		t.Error(err)
	}
	if err := (Fields{"ide": "x"}).Check(); err == nil || !strings.Contains(err.Error(), `no field "ide"`) {
		t.Errorf("%v", err)
	}
}

func TestTimes(t *testing.T) {
	want := time.Date(2026, 1, 31, 10, 0, 0, 125e6, time.UTC)
	for _, text := range []string{`"2026-01-31T10:00:00.125Z"`, `"2026-01-31T11:00:00.125+01:00"`, fmt.Sprintf("%d.125", want.Unix())} {
		e, err := NewReader(strings.NewReader(`{"end": true, "time": `+text+`}`), ReadOptions{}).Next()
		if err != nil || e.Time.Sub(want).Abs() > time.Microsecond {
			t.Errorf("%s: %v, %v", text, e.Time, err)
		}
	}
}

// FuzzReader: whatever the log, every line is an event or garbage that can be shown, and the reader comes to the end.
func FuzzReader(f *testing.F) {
	f.Add([]byte(`{"id": "a", "time": 1.5, "input": "coins", "payload": [150]}` + "\n" + `{"quiescence": true}`))
	f.Add([]byte("hello\n\n{\"output\": \"\xff\"}\r\n\x00"))
	f.Fuzz(func(t *testing.T, log []byte) {
		r := NewReader(strings.NewReader(string(log)), ReadOptions{})
		readAll(t, r)
		if r.Bytes() != int64(len(log)) {
			t.Errorf("%d of %d bytes were read", r.Bytes(), len(log))
		}
		if lines := strings.Count(string(log), "\n"); r.Lines() < lines || r.Lines() > lines+1 {
			t.Errorf("%d lines were counted, there are %d line feeds", r.Lines(), lines)
		}
	})
}
