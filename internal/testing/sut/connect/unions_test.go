package connect

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// carryReply is a mapping in which the reply of an order is all that matters.
const carryReply = `inputs.order.json = '{"n": {note}, "t": {tags}, "p": {prices}, "reply": {reply}}'
outputs.done.json = '{"n": {note}, "t": {tags}, "p": {prices}, "reply": {reply}}'
`

// A union has the form that the mapping says, in what is sent and in what is received.
func TestUnionsOfMapping(t *testing.T) {
	const kind = "unions.Reply.tag = 'kind'\nunions.Reply.names.ok = 'all right'\n"
	for _, c := range []struct{ mapping, order, want string }{
		{kind + carryReply, someOrder, `{"n":"a note","t":["x y","z"],"p":{"tea":3},"reply":{"hint":null,"kind":"all right","value":1}}`},
		{kind + carryReply, bareOrder, `{"n":null,"t":[],"p":{},"reply":{"kind":"busy"}}`},
		{kind + "omit = true\n" + carryReply, someOrder, `{"n":"a note","p":{"tea":3},"reply":{"kind":"all right","value":1},"t":["x y","z"]}`},
		{kind + "inputs.order.text = '{note};{tags};{prices};{reply}'\noutputs.done.text = '{note};{tags};{prices};{reply}'", bareOrder, `;[];{};{"kind":"busy"}`},
		{kind + "strict = true", bareOrder, `{"output": "done", "payload": [null, [], {}, {"kind":"busy"}]}`},
	} {
		b, err := bindText(orders(), c.mapping, false)
		if err != nil {
			t.Fatal(err)
		}
		m := order(t, sts.Input, "order", c.order)
		written, err := b.protocol.write(m)
		text := strings.Replace(string(written), `"input": "order"`, `"output": "done"`, 1)
		if err != nil || text != c.want {
			t.Errorf("%s is written %s, %v; want %s", m, text, err, c.want)
		}
		back, _, err := b.protocol.read([]byte(text))
		if want := order(t, sts.Output, "done", c.order).String(); err != nil || back.String() != want {
			t.Errorf("%s is read as %s, %v; want %s", text, back, err, want)
		}
	}
}

// Mappings of unions that cannot be right are refused.
func TestUnionsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"unions.Repl.tag = 'k'":                          "map.toml:1:1: unions.Repl: no channel of the model carries a union Repl; did you mean Reply?",
		"unions.Other.tag = 'k'":                         "unions.Other: no channel of the model carries a union Other: there are Reply",
		"unions.Reply.names = {}":                        `unions.Reply: write either tag = "...", the member that names the alternative, or untagged = true`,
		"unions.Reply = {tag = 'k', untagged = true}":    `unions.Reply: write either tag`,
		"unions.Reply = {untagged = true}":               "unions.Reply: a value of ok may have all fields that busy needs",
		"unions.Reply.tag = 'value'":                     "unions.Reply: ok has a field value, which stands where the tag is",
		"unions.Reply = {untagged=true, names={ok='b'}}": "unions.Reply: names are the values of the tag, but there is no tag",
		"unions.Reply.tags = 'k'":                        "map.toml:1:1: there is no key unions.Reply.tags; did you mean tag?",
	} {
		if _, err := bindText(orders(), text+"\n"+carryReply, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := bindText(load(t, boiler), "unions.Reply.tag = 'k'", false); err == nil || !strings.Contains(err.Error(), "no channel of the model carries a union") {
		t.Errorf("a model without unions: %v", err)
	}
}

// What a system may send for a union, and what it may not.
func TestReadUnions(t *testing.T) {
	const mapping = "unions.Reply.tag = 'kind'\n"
	for _, c := range []struct{ mapping, reply, want string }{
		{mapping, `{"kind": "ok", "value": 2, "more": 1}`, `ok{value: 2, hint: none}`},
		{mapping + "strict = true\n", `{"kind": "ok", "value": 2, "more": 1}`, "fields that ok does not have"},
		{mapping, `{"ok": {"value": 2}}`, `value 4 of done: the member kind of Reply, one of "ok", "busy", is missing`},
		{mapping, `{"kind": "idle"}`, `value 4 of done: the member kind of Reply is one of "ok", "busy", got string "idle"`},
	} {
		b, err := bindText(orders(), c.mapping+carryReply, false)
		if err != nil {
			t.Fatal(err)
		}
		m, _, err := b.protocol.read([]byte(`{"n": null, "t": [], "p": {}, "reply": ` + c.reply + "}"))
		got := m.String
		if err != nil {
			got = err.Error
		}
		if !strings.Contains(got(), c.want) {
			t.Errorf("%s is %s, want %s", c.reply, got(), c.want)
		}
	}
}
