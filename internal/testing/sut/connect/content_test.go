package connect

import (
	"math/big"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// message makes a message, which must be right.
func message(t testing.TB, system *sts.System, direction sts.Direction, name string, payload ...any) sut.Message {
	t.Helper()
	m, err := sut.NewMessage(system, direction, name, payload)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// inputsOf are an input for each channel of boiler.
func inputsOf(model *sts.System) []sut.Message {
	values := map[string][]term.Value{
		"press": nil,
		"set":   {term.IntValue(20), term.StringValue("a/b c?")},
		"tune":  {term.IntValue(1), term.RatValue(big.NewRat(1, 2))},
	}
	var out []sut.Message
	for _, c := range model.Channels {
		if c.Direction == sts.Input {
			out = append(out, sut.Message{Channel: c, Values: values[c.Name]})
		}
	}
	return out
}

// targetFor is the path and query of an input.
func (f *inputForm) targetFor(m sut.Message) (string, error) {
	target, _, _, err := f.parts(&m)
	return target, err
}

func TestWriteMapped(t *testing.T) {
	model := load(t, boiler)
	lines, err := bindText(model, whole, false)
	if err != nil {
		t.Fatal(err)
	}
	web, err := bindText(model, requests, true)
	if err != nil {
		t.Fatal(err)
	}
	wantLines := []string{"PRESS", "SET 20 BY a/b c?", `{"tune":["heating",0.5]}`}
	wantTargets := []string{"/press", "/users/a%2Fb%20c%3F?degrees=20", "/tune"}
	for i, in := range inputsOf(model) {
		if text, err := lines.protocol.write(in); err != nil || string(text) != wantLines[i] {
			t.Errorf("%s is %q, %v; want %q", in, text, err, wantLines[i])
		}
		if target, err := web.inputs[in.Channel.Name].targetFor(in); err != nil || target != wantTargets[i] {
			t.Errorf("%s is %q, %v; want %q", in, target, err, wantTargets[i])
		}
	}
	if text, err := lines.protocol.write(message(t, model, sts.Input, "set", 1, "a\nPRESS")); err == nil || !strings.Contains(err.Error(), "contains the end of a line") {
		t.Errorf("two lines: %q, %v", text, err)
	}
}

func TestReadMapped(t *testing.T) {
	model := load(t, boiler)
	b, err := bindText(model, whole+"ignore.pattern = '#.*'\n", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ text, want string }{
		{"LEVEL 20", "level(20)"},
		{"LEVEL -7", "level(-7)"},
		{"LEVEL 123456789012345678901234567890", "level(123456789012345678901234567890)"},
		{"say failed/too hot", `said(failed, "too hot")`},
		{"SAY off/", `said(off, "")`},
		{`{"kind": "where", "at": {"x": 1, "y": 0.5}, "list": [1, 2], "sure": true, "more": null}`, "place(Point{x: 1, y: 0.5}, [1, 2], true)"},
		{"# nothing", "ignored"},
		{"LEVEL", `error: the system under test sent "LEVEL": it fits no output of the mapping (level: it is not "LEVEL {degrees}"; said: it does not fit`},
		{"LEVEL three", `error: level: value 1 of level: expected int, got string "three"`},
		{"LEVEL 3 ", `error: got string "3 "`},
		{"LEVEL 3.5", `error: expected int, got string "3.5"`},
		{"say what/ever", "error: value 1 of said: expected a member of Mode (off, heating, failed)"},
		{"say failed/\xff", "error: expected a string in UTF-8"},
		{"\xff", "error: it fits no output"},
		{"{", "error: place: it is not JSON"},
		{"[1]", "error: place: it is not an object"},
		{`{"kind": "where", "at": {"x": 1, "x": 2, "y": 0.5}, "list": [1, 2], "sure": true}`, `error: place: the name "x" occurs twice in one object, again at line 1, column 34`},
		{`{"kind": "where", "list": [1, 2], "sure": true}`, `error: place: it has no member "at"`},
		{`{"kind": "there", "at": 1, "list": 2, "sure": 3}`, `error: place: kind is not "where"`},
		{`{"kind": "where", "at": 1, "list": 2, "sure": 3}`, "error: value 1 of place: expected an object with the fields"},
		{`{"kind": "where", "at": {"x": 1, "y": 2}, "list": [1], "sure": true}`, "error: value 2 of place: expected a list of 2"},
	} {
		m, means, err := b.protocol.read([]byte(test.text))
		got := "ignored"
		if means {
			got = m.String()
		}
		if err != nil {
			got = "error: " + err.Error()
		}
		want := strings.TrimPrefix(test.want, "error: ")
		if err == nil && got != want || err != nil && (want == test.want || !strings.Contains(got, want)) {
			t.Errorf("%q: %s\nwant %s", test.text, got, test.want)
		}
	}
}

// FuzzRead: whatever the system sends is understood or refused, and what is understood has the types of the model.
func FuzzRead(f *testing.F) {
	model := load(f, boiler)
	b, err := bindText(model, whole, false)
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{"LEVEL 3", "say off/x", `{"kind": "where", "at": {"x": 1, "y": "1/3"}, "list": [1, 2], "sure": false}`, "LEVEL 1e999999999"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, p := range []protocol{b.protocol, jsonMessages{system: model}} {
			m, means, err := p.read(text)
			if err != nil || !means {
				continue
			}
			data, err := m.Plain()
			if err != nil {
				t.Fatal(err)
			}
			if again, err := sut.DecodePayload(m.Channel, data); err != nil || again.String() != m.String() {
				t.Errorf("%s became %s, %v", m, again, err)
			}
		}
	})
}
