package sut

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// message makes a message, which must be right.
func message(t testing.TB, system *sts.System, direction sts.Direction, name string, payload ...any) Message {
	t.Helper()
	m, err := NewMessage(system, direction, name, payload)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// inputsOf are an input for each channel of boiler.
func inputsOf(model *sts.System) []Message {
	values := map[string][]term.Value{
		"press": nil,
		"set":   {term.IntValue(20), term.StringValue("a/b c?")},
		"tune":  {term.IntValue(1), term.RatValue(big.NewRat(1, 2))},
	}
	var out []Message
	for _, c := range model.Channels {
		if c.Direction == sts.Input {
			out = append(out, Message{c, values[c.Name]})
		}
	}
	return out
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
		if target, err := web.inputs[in.Channel.Name].request.targetOf(&in); err != nil || target != wantTargets[i] {
			t.Errorf("%s is %q, %v; want %q", in, target, err, wantTargets[i])
		}
	}
	if text, err := lines.protocol.write(message(t, model, sts.Input, "set", 1, "a\nPRESS")); err == nil || !strings.Contains(err.Error(), "it has the end of a line in it") {
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

// TestFitNumbers: a number in a document is the same however it is written.
func TestFitNumbers(t *testing.T) {
	j, err := newJSONContent(parseTemplate(`{"list": [1, "a", null, {"deep": 10}]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`{"list": [1.0, "a", null, {"deep": 1e1}]}`: "",
		`{"list": [2, "a", null, {"deep": 10}]}`:    "list[0] is not 1",
		`{"list": [1, "a", 0, {"deep": 10}]}`:       "list[2] is not null",
		`{"list": [1, "a", null, {"deep": [10]}]}`:  "list[3].deep is not 10",
		`{"list": [1, "a", null]}`:                  "list is not a list of 4",
	} {
		if _, err := j.read([]byte(text)); fmt.Sprint(err) != want && (err != nil || want != "") {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// A template in braces, and what it reads and writes.
func TestTemplates(t *testing.T) {
	for text, want := range map[string]string{
		"":                      `[""] []`,
		"{a}":                   `["" ""] ["a"]`,
		"x{a}y{1}z":             `["x" "y" "z"] ["a" "1"]`,
		"{{a}":                  `["{a}"] []`,
		"{ a } {} { {a":         `["{ a } {} { {a"] []`,
		`{"n": {grün}}`:         `["{\"n\": " "}"] ["grün"]`,
		"{{{a}":                 `["{" ""] ["a"]`,
		"{{{{a}":                `["{{a}"] []`,
		`{"a": {"b": {"c":1}}}`: `["{\"a\": {\"b\": {\"c\":1}}}"] []`,
	} {
		parsed := parseTemplate(text)
		if got := fmt.Sprintf("%q %q", parsed.literals, parsed.places); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

// TestBackwards: what a template writes, it reads again.
func TestBackwards(t *testing.T) {
	model := load(t, `system S
type Mode = enum { off, heat, heating }
output all(a: int, b: bool, c: real, d: Mode, e: int[2], f: uint8, g: string)
initial s
s: s -> s out all(1, true, 0.5, off, [1, 2], 3, "")
`)
	c := model.Channels[0]
	words := rapid.StringMatching(`[a-z (){}$^.|\\-]{1,5}`)
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		for _, i := range rapid.Permutation([]int{0, 1, 2, 3, 4, 5}).Draw(t, "order") {
			fmt.Fprintf(&text, "%s;{%s}", strings.ReplaceAll(words.Draw(t, "word"), "{", "{{"), c.Names[i])
		}
		text.WriteString(";{g}")
		content, err := newTextContent(parseTemplate(text.String()), c)
		if err != nil {
			t.Fatal(err)
		}
		sent := Message{c, []term.Value{
			term.IntValue(rapid.Int64().Draw(t, "a")), term.BoolValue(rapid.Bool().Draw(t, "b")),
			term.RatValue(big.NewRat(int64(rapid.Int32().Draw(t, "c")), 8)), term.IntValue(rapid.Int64Range(0, 2).Draw(t, "d")),
			term.IntValue(rapid.Int64().Draw(t, "e0")), term.IntValue(rapid.Int64().Draw(t, "e1")),
			term.IntValue(rapid.Int64Range(0, 255).Draw(t, "f")), term.StringValue(rapid.String().Draw(t, "g")),
		}}
		texts, err := plainTexts(sent)
		if err != nil {
			t.Fatal(err)
		}
		bound, err := parseTemplate(text.String()).bind(c)
		if err != nil {
			t.Fatal(err)
		}
		written := bound.render(texts)
		payload, err := content.read([]byte(written))
		if err != nil {
			t.Fatalf("%q: %v", written, err)
		}
		if back, err := decodePayload(c, payload); err != nil || back.String() != sent.String() {
			t.Fatalf("%q is %s, %v; want %s", written, back, err, sent)
		}
	})
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
		for _, p := range []protocol{b.protocol, jsonMessages{model}} {
			m, means, err := p.read(text)
			if err != nil || !means {
				continue
			}
			data, err := m.Plain()
			if err != nil {
				t.Fatal(err)
			}
			if again, err := decodePayload(m.Channel, data); err != nil || again.String() != m.String() {
				t.Errorf("%s became %s, %v", m, again, err)
			}
		}
	})
}
