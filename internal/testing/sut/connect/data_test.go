package connect

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

// orders is a system with an input and an output that carry the same data:
//
//	input order(note: string?, tags: string[], prices: map string -> int, reply: Reply)
func orders() *sts.System {
	text, number := sts.ScalarType(term.String), sts.ScalarType(term.Int)
	reply := &sts.Type{Name: "Reply", Form: sts.Union, Alternatives: []sts.Alternative{{Name: "ok", Fields: []sts.Field{
		{Name: "value", Type: number}, {Name: "hint", Type: &sts.Type{Form: sts.Optional, Elem: text}}}}, {Name: "busy"}}}
	payload := []*sts.Type{
		{Form: sts.Optional, Elem: text},
		{Form: sts.Sequence, Elem: text, Length: -1},
		{Form: sts.Map, Key: text, Elem: number},
		reply,
	}
	names := []string{"note", "tags", "prices", "reply"}
	return &sts.System{Name: "Orders", Channels: []*sts.Channel{
		{Name: "order", Direction: sts.Input, Payload: payload, Names: names},
		{Name: "done", Direction: sts.Output, Payload: payload, Names: names},
	}}
}

// order is a message of a channel of orders, given as JSON.
func order(t testing.TB, direction sts.Direction, name, payload string) sut.Message {
	t.Helper()
	data, err := value.ReadJSON([]byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	return message(t, orders(), direction, name, data.([]any)...)
}

const (
	someOrder = `["a note", ["x y", "z"], {"tea": 3}, {"ok": {"value": 1, "hint": null}}]`
	bareOrder = `[null, [], {}, "busy"]`
)

// Optional values, lists, maps and unions as the places of a mapping write them.
func TestWriteData(t *testing.T) {
	document := `inputs.order.json = '{"note": {note}, "tags": {tags}, "prices": {prices}, "reply": {reply}}'
outputs.done.json = '[{note}, {tags}, {prices}, {reply}]'
`
	text := `inputs.order.text = "{note};{tags};{prices};{reply}"
outputs.done.text = "{note};{tags};{prices};{reply}"
`
	for _, c := range []struct{ mapping, order, want string }{
		{document, someOrder, `{"note":"a note","tags":["x y","z"],"prices":{"tea":3},"reply":{"ok":{"hint":null,"value":1}}}`},
		{document, bareOrder, `{"note":null,"tags":[],"prices":{},"reply":"busy"}`},
		{"omit = true\n" + document, someOrder, `{"note":"a note","prices":{"tea":3},"reply":{"ok":{"value":1}},"tags":["x y","z"]}`},
		{"omit = true\n" + document, bareOrder, `{"prices":{},"reply":"busy","tags":[]}`},
		{"omit = true\nignore.text = '#'", someOrder, `{"input": "order", "payload": ["a note", ["x y","z"], {"tea":3}, {"ok":{"value":1}}]}`},
		{text, someOrder, `a note;["x y","z"];{"tea":3};{"ok":{"hint":null,"value":1}}`},
		{text, bareOrder, `;[];{};busy`},
		{text, `["", [], {}, "busy"]`, "error: note is an empty text, which stands for none here"},
		{text, `["a;b", [], {}, "busy"]`, `error: note = "a;b" contains ";", which marks its end`},
	} {
		b, err := bindText(orders(), c.mapping, false)
		if err != nil {
			t.Fatal(err)
		}
		written, err := b.protocol.write(order(t, sts.Input, "order", c.order))
		got := string(written)
		if err != nil {
			got = err.Error()
		}
		if reason, wrong := strings.CutPrefix(c.want, "error: "); got != c.want && !(wrong && strings.Contains(got, reason)) {
			t.Errorf("%s is written\n%s, want\n%s", c.order, got, c.want)
		}
	}
}

// A query has no parameter for a value that is none, and one for each element of a list; a header of none is left out.
func TestRequestData(t *testing.T) {
	b, err := bindText(orders(), `
inputs.order.request = "POST /orders?note={note}&tag={tags}&fixed=1&price={prices}"
inputs.order.json = '{reply}'
inputs.order.headers.X-Note = "<{note}>"
outputs.done.json = '[{tags}, {prices}, {reply}]'
outputs.done.headers.X-Note = "<{note}>"
reset.request = "POST /reset?hard"
`, true)
	if err != nil {
		t.Fatal(err)
	}
	for payload, want := range map[string][2]string{
		someOrder: {"/orders?note=a+note&tag=x+y&tag=z&fixed=1&price=%7B%22tea%22%3A3%7D", "<a note>"},
		bareOrder: {"/orders?fixed=1&price=%7B%7D", ""},
	} {
		m := order(t, sts.Input, "order", payload)
		target, _, headers, err := b.inputs["order"].parts(&m)
		if err != nil || target != want[0] || headers.Get("X-Note") != want[1] || (headers["X-Note"] == nil) != (want[1] == "") {
			t.Errorf("%s is %s with %v, %v; want %s", m, target, headers, err, want)
		}
		back, err := understand(b.outputs, observed{text: `[["x y","z"],{"tea":3},{"ok":{"value":1}}]`, status: 200, headers: headers})
		if wantNote := map[bool]string{true: "none", false: `"a note"`}[want[1] == ""]; err != nil || !strings.HasPrefix(back.String(), "done("+wantNote+", ") {
			t.Errorf("the answer is %s, %v", back, err)
		}
	}
	if target, err := b.resetRequest[0].request.targetOf(content.Plain{}); err != nil || target != "/reset?hard" {
		t.Errorf("the reset is %s, %v", target, err)
	}
}

// What a system may send for data.
func TestReadData(t *testing.T) {
	for _, c := range []struct{ mapping, text, want string }{
		{`outputs.done.json = '{"note": {note}, "tags": {tags}, "prices": {prices}, "reply": {reply}}'`,
			`{"tags": ["b", "a"], "prices": {"x": 1}, "reply": {"ok": {"value": 2, "other": 1}}, "more": 1}`,
			`done(none, ["b", "a"], {"x": 1}, ok{value: 2, hint: none})`},
		{`strict = true
outputs.done.json = '{"note": {note}, "tags": {tags}, "prices": {prices}, "reply": {reply}}'`,
			`{"tags": [], "prices": {}, "reply": "busy", "more": 1}`, `error: has other members than note, prices, reply, tags`},
		{`outputs.done.json = '{"note": {note}, "tags": {tags}, "prices": {prices}, "reply": {reply}}'`,
			`{"note": "a", "prices": {}, "reply": "busy"}`, `error: it has no member "tags"`},
		{`outputs.done.json = '{"note": {note}, "tags": {tags}, "prices": {prices}, "reply": {reply}}'`,
			`{"tags": [], "prices": {}, "reply": "idle"}`, `error: value 4 of done: expected an alternative of Reply`},
		{`outputs.done.text = "{note} {tags} {prices} {reply}"`, ` ["a b"] {"x": 1} busy`, `done(none, ["a b"], {"x": 1}, busy)`},
		{`outputs.done.text = "{note} {tags} {prices} {reply}"`, `hm [] {} {"ok": {"value": 2}}`, `done("hm", [], {}, ok{value: 2, hint: none})`},
		{`outputs.done.pattern = '(?P<tags>\[.*\])(?: note (?P<note>.*))? (?P<prices>\{.*\}) (?P<reply>\w+)'`, `[] {} busy`, `done(none, [], {}, busy)`},
		{`ignore.text = '#'`, `{"output": "done", "payload": [null, [], {}, {"busy": {}}]}`, `done(none, [], {}, busy)`},
		{`ignore.text = '#'`, `{"output": "done", "payload": [null, ["a", 1], {}, {"busy": {}}]}`, `error: value 2 of done: at [1]: expected string, got number 1`},
	} {
		if !strings.HasPrefix(c.mapping, "ignore") {
			c.mapping += "\ninputs.order.json = '[{note}, {tags}, {prices}, {reply}]'"
		}
		b, err := bindText(orders(), c.mapping, false)
		if err != nil {
			t.Fatal(err)
		}
		m, _, err := b.protocol.read([]byte(c.text))
		if reason, wrong := strings.CutPrefix(c.want, "error: "); wrong {
			if err == nil || !strings.Contains(err.Error(), reason) {
				t.Errorf("%s: %v, want %s", c.text, err, reason)
			}
		} else if err != nil || m.String() != c.want {
			t.Errorf("%s is %s, %v; want %s", c.text, m, err, c.want)
		}
	}
}

// A message of any types is understood as it was written, by our protocol and by a mapping, also without members that are none.
func TestDataThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := types.Type(t, 3)
		payload, names := []*sts.Type{typ, sts.ScalarType(term.Int)}, []string{"a", "b"}
		in := &sts.Channel{Name: "c", Direction: sts.Input, Payload: payload, Names: names}
		out := &sts.Channel{Name: "c", Direction: sts.Output, Payload: payload, Names: names}
		m := sut.Message{Channel: in, Values: append(types.Value(t, typ), term.IntValue(7))}
		system := &sts.System{Channels: []*sts.Channel{in, out}}
		for _, mapping := range []string{"ignore.text = '#'", `inputs.c.json = '{"d": {"a": {a}}, "b": {b}}'
outputs.c.json = '{"d": {"a": {a}}, "b": {b}}'`} {
			for _, omit := range []string{"omit = false\n", "omit = true\n"} {
				b, err := bindText(system, omit+mapping, false)
				if err != nil {
					t.Fatal(err)
				}
				text, err := b.protocol.write(m)
				if err != nil {
					t.Fatal(err)
				}
				back, _, err := b.protocol.read([]byte(strings.Replace(string(text), `{"input"`, `{"output"`, 1)))
				if err != nil || !term.SameValues(back.Values, m.Values) {
					t.Fatalf("%s came back as %s, %v", text, back, err)
				}
			}
		}
	})
}
