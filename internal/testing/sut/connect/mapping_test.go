package connect

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// boiler is a model with channels of every kind of payload.
const boiler = `system Boiler
type Mode = enum { off, heating, failed }
type Point = record { x: int, y: real }
input press()
input set(degrees: int, who: string)
input tune(mode: Mode, real)
output level(degrees: int)
output said(mode: Mode, text: string)
output place(at: Point, list: int[2], sure: bool)
initial s
press: s -> s in press
`

// whole maps all of boiler to lines.
const whole = `
inputs.press.text  = "PRESS"
inputs.set.text    = "SET {degrees} BY {who}"
inputs.tune.json   = '{"tune": [{mode}, {1}]}'
outputs.level.text = "LEVEL {degrees}"
outputs.said.pattern = '(?i)say (?P<mode>\w+)/(?P<text>.*)'
outputs.place.json = '{"at": {at}, "list": {list}, "sure": {sure}, "kind": "where"}'
`

// requests maps all of boiler to HTTP.
const requests = `
inputs.press.request = "POST /press"
inputs.set.request   = "PUT /users/{who}?degrees={degrees}"
inputs.tune.request  = "POST /tune"
inputs.tune.json     = '{"mode": {mode}, "factor": {1}}'
outputs.level.json   = '{"level": {degrees}}'
outputs.said.status  = "4xx"
outputs.said.text    = "{mode}: {text}"
outputs.place.status = 201
outputs.place.json   = '{"at": {at}, "list": {list}, "sure": {sure}}'
reset.request        = "POST /reset"
`

// bindText reads a mapping and holds it against a model.
func bindText(system *sts.System, text string, http bool) (*binding, error) {
	m, err := ParseMapping("map.toml", []byte(text))
	if err != nil {
		return nil, err
	}
	return binder{Mapping: m, system: system, kind: kindOf(http)}.bind()
}

func kindOf(http bool) kind {
	if http {
		return kindHTTP
	}
	return kindTCP
}

func TestMappingErrors(t *testing.T) {
	model := load(t, boiler)
	without := func(text, line string) string {
		var kept []string
		for _, l := range strings.Split(text, "\n") {
			if !strings.HasPrefix(l, line) {
				kept = append(kept, l)
			}
		}
		return strings.Join(kept, "\n")
	}
	for _, test := range []struct{ name, text, want string }{
		{"not TOML", "inputs", "map.toml:1:"},
		{"unknown key", "inputs.press.txt = 'x'", "map.toml:1:1: there is no key inputs.press.txt; did you mean text?"},
		{"unknown key of the top", "\n\nquite = 'x'", "map.toml:3:1: there is no key quite here: write one of end, encoding, strict, omit, frame, tls, headers, inputs, outputs, ignore, unions, reset"},
		{"unknown key of a wait", "[outputs.level]\nwiat = '2s'", "map.toml:2:1: there is no key outputs.level.wiat; did you mean wait?"},
		{"unknown key of a header", "headers.a.b = 'x'", "map.toml:1:"},
		{"key twice", "reset.text = 'a'\nreset.text = 'b'", "map.toml:2:"},
		{"wrong type", "inputs.press.text = ['x']", "map.toml:1:"},
		{"wrong table", "inputs = 3", "map.toml:1:"},
		{"not UTF-8", "inputs.press.text = '\xff'", "map.toml:1:"},
		{"wait without a unit", "outputs.level.wait = '2'", `map.toml:1:22: "2" is not a duration: write a number with a unit, as in "500ms" or "2s"`},
		{"wait below zero", "outputs.level.wait = '-2s'", "is not a duration"},
		{"bad pattern", "outputs.level.pattern = '('", "map.toml:1:25: error parsing regexp: missing closing ): `(`"},
		{"pattern that closes a group too many", "outputs.level.pattern = 'a)|(b'", "unexpected )"},
		{"end of line", "end = 'x'", `map.toml:1:1: end: write "\n" or "\r\n"`},
		{"header", `headers.X = "a\nb"`, "headers.X: a header is one line"},
		{"name of a header", `headers."a b" = "c"`, "letters, digits and -"},
		{"host", `headers.host = "c"`, "the host is that of the address in --sut"},
		{"headers of lines", "headers.a = 'b'", "headers: only HTTP and WebSockets have headers"},
		{"no such input", "inputs.pres.text = 'x'", `map.toml:1:1: inputs.pres: the model has no input channel "pres"; did you mean "press"?`},
		{"no such output", "outputs.noise.text = 'x'", `outputs.noise: the model has no output channel "noise"`},
		{"an output among inputs", "inputs.level.text = 'x'", "level is an output channel: write outputs.level"},
		{"an input among outputs", "outputs.press.text = 'x'", "press is an input channel: write inputs.press"},
		{"input forgotten", without(whole, "inputs.set"), `map.toml:2:1: inputs.set: the mapping does not describe this input of the model: add inputs.set.text = "..."`},
		{"output forgotten", without(whole, "outputs.said"), "outputs.said: the mapping does not describe this output"},
		{"empty rule", without(whole, "inputs.press") + "[inputs.press]", "inputs.press: write text or json"},
		{"empty output rule", without(whole, "outputs.level") + "[outputs.level]", "outputs.level: write text, json or pattern"},
		{"text and json", whole + "inputs.press.json = '1'", "there are both text and json"},
		{"text and pattern", whole + "outputs.level.pattern = 'x'", "there is more than one of text, json and pattern"},
		{"placeholder", strings.Replace(whole, "SET {degrees}", "SET {degree}", 1), "inputs.set.text: {degree} is not a value of set; did you mean {degrees}?"},
		{"placeholder without names", strings.Replace(whole, "{1}", "{2}", 1), "inputs.tune.json: {2} is not a value of tune: write one of mode, 1"},
		{"placeholder of nothing", strings.Replace(whole, "PRESS", "PRESS {0}", 1), "{0} is not a value of press, which carries none"},
		{"value not sent", strings.Replace(whole, " BY {who}", "", 1), "inputs.set: the value who of set is not sent to the system: write {who}"},
		{"value not found", strings.Replace(whole, "LEVEL {degrees}", "LEVEL", 1), "outputs.level: there is no place for the value degrees of level"},
		{"value found twice", strings.Replace(whole, "LEVEL {degrees}", "LEVEL {degrees} {0}", 1), "the value degrees of level occurs in several places"},
		{"group missing", strings.Replace(whole, "(?P<text>.*)", ".*", 1), "outputs.said: there is no place for the value text of said"},
		{"group of nothing", strings.Replace(whole, "(?P<text>.*)", "(?P<txt>.*)", 1), "the group txt is not a value of said; did you mean {text}?"},
		{"two values side by side", strings.Replace(without(whole, "outputs.said"), "PRESS\"", "PRESS\"\noutputs.said.text = '{mode}{text}'", 1), "there is no text between {mode} and {text}"},
		{"not JSON", strings.Replace(whole, `"sure": {sure}`, `"sure" {sure}`, 1), "outputs.place.json: it is not JSON, in which a placeholder such as {level} is a whole value"},
		{"name twice", strings.Replace(whole, `"sure": {sure}`, `"sure": {sure}, "sure": 1`, 1), `outputs.place.json: the name "sure" occurs twice in one object`},
		{"place within a string", strings.Replace(whole, "{mode}, {1}", `"is {mode}", {1}`, 1), "inputs.tune.json: it is not JSON"},
		{"status of a line", whole + "outputs.level.status = 200", "only the responses of HTTP have a status"},
		{"request of a line", whole + "inputs.press.request = 'GET /'", "requests are for HTTP"},
		{"outputs of a line alone", "inputs.press.outputs = ['level']", "outputs.level: the mapping does not describe this output"},
		{"outputs of a line", whole + "inputs.press.outputs = ['level']", "only the responses of HTTP belong to an input"},
		{"reset without an answer", "reset.text = 'RESET'", "reset: there is no answer"},
		{"reset without a text", "reset.answer = 'READY'", "reset: write text or json"},
		{"reset by request", "reset.request = 'POST /reset'", "request and status are for HTTP"},
		{"reset with a value", "reset.text = 'RESET {0}'\nreset.answer = 'x'", "{0} is not allowed here"},
		{"reset with the end of a line", `reset.text = "a\n"` + "\nreset.answer = 'x'", "reset.text: a message is a line: leave out the end of a line in it"},
		{"input with the end of a line", strings.Replace(whole, "PRESS", "PRESS\\r\\n", 1), "map.toml:2:1: inputs.press.text: a message is a line"},
		{"answer that is not JSON", "reset.json = '1'\nreset.answer = 'x'", "reset.answer: it is not JSON"},
		{"ignore nothing", whole + "[ignore]", "ignore: write text, json or pattern"},
		{"ignore with a value", whole + "ignore.text = '{x}'", "{x} is not allowed here"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := bindText(model, test.text, false); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v\nwant %s", err, test.want)
			}
		})
	}
}

func TestRequestErrors(t *testing.T) {
	model := load(t, boiler)
	change := func(old, replacement string) string {
		if !strings.Contains(requests, old) {
			t.Fatal(old)
		}
		return strings.Replace(requests, old, replacement, 1)
	}
	for _, test := range []struct{ name, text, want string }{
		{"end of a line", `end = "\n"` + requests, "end: only exec, tcp, tls and unix have lines"},
		{"no request", "inputs.press.text = 'x'\n" + change(`inputs.press.request = "POST /press"`, ""), `inputs.press.request: write the method and the path, as in "POST /press"`},
		{"no method", change("POST /press", "/press"), "is not a method (GET, HEAD, POST"},
		{"no path", change("POST /press", "POST press"), `a path that begins with "/"`},
		{"fragment", change("POST /press", "POST /press#1"), `has no "#"`},
		{"bad escape", change("POST /press", "POST /%zz"), `invalid URL escape`},
		{"placeholder in the path", change("{who}", "{whom}"), "{whom} is not a value of set; did you mean {who}?"},
		{"placeholder in the query", change("degrees={degrees}", "degrees={level}"), "{level} is not a value of set"},
		{"status", change(`"4xx"`, `"9xx"`), `map.toml:7:24: "9xx" is not a status: write one as in 404, or a class as in "4xx"`},
		{"status that is none", change("201", "true"), `"true" is not a status`},
		{"status of the reset", requests + "reset.status = 12", `"12" is not a status`},
		{"answer of the reset", requests + "reset.answer = 'x'", "the answer of HTTP is a status"},
		{"placeholder in the reset", change("POST /reset", "POST /{0}"), "reset.request: {0} is not allowed here"},
		{"outputs", requests + "inputs.press.outputs = ['levle']", `inputs.press.outputs: the model has no output channel "levle"; did you mean "level"?`},
		{"ignore nothing", requests + "[ignore]", "ignore: write status, text, json or pattern"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := bindText(model, test.text, true); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v\nwant %s", err, test.want)
			}
		})
	}
}

// TestWaits: times stand alone, too, and our own JSON is spoken then.
func TestWaits(t *testing.T) {
	b, err := bindText(load(t, boiler), "[outputs.level]\nwait = \"2s\"\n", false)
	if err != nil {
		t.Fatal(err)
	}
	if _, own := b.protocol.(jsonMessages); !own {
		t.Errorf("the protocol is %T", b.protocol)
	}
	var w sut.Waits = b.connection("")
	if w.Wait("level") != 2*time.Second || w.Wait("said") != 0 {
		t.Errorf("level waits %v, said %v", w.Wait("level"), w.Wait("said"))
	}
}

// TestIgnoreWithJSON: what means nothing can be said without saying how messages look.
func TestIgnoreWithJSON(t *testing.T) {
	b, err := bindText(load(t, boiler), "ignore.pattern = 'debug: .*'", false)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"debug: {": "ignored", `{"output": "level", "payload": [1]}`: "level(1)"} {
		m, means, err := b.protocol.read([]byte(text))
		if err != nil || means != (want != "ignored") || means && m.String() != want {
			t.Errorf("%q: %v, %v", text, means, err)
		}
	}
}

func TestMappingTooLong(t *testing.T) {
	_, err := ParseMapping("map.toml", make([]byte, MaxMapping+1))
	if err == nil || !strings.Contains(err.Error(), "at most 1 MiB") {
		t.Error(err)
	}
}

// FuzzMapping: whatever is in a mapping, it is refused or can be used.
func FuzzMapping(f *testing.F) {
	model := load(f, boiler)
	for _, text := range []string{whole, requests, "", "end = \"\\r\\n\"", "[ignore]\npattern = '#.*'", "reset.json = '{}'\nreset.answer = '{\"a\": 1}'",
		"encoding = 'bytes'\nframe.length = 'u16le'\nstrict = true\n" + whole, "outputs.level.event = 'closed'\ninputs.press.action = 'connect'", cacheText,
		strings.Replace(whole, "SET {degrees} BY {who}", "SET {degrees:i32}{#who:u8}{who}", 1), "[[frame.blocks]]\nfirst = '(?P<length>.*)'\n" + whole, steps,
		requests + "outputs.level.headers.a = '{degrees}'\noutputs.place.count.list = 'degrees'\ninputs.set.only.who = '.'"} {
		f.Add([]byte(text), []byte("LEVEL 3"))
	}
	f.Fuzz(func(t *testing.T, text, line []byte) {
		m, err := ParseMapping("map.toml", text)
		if err != nil {
			return
		}
		for _, http := range []bool{false, true} {
			b, err := binder{Mapping: m, system: model, kind: kindOf(http)}.bind()
			if err != nil {
				continue
			}
			if out, means, err := b.protocol.read(line); err == nil && means && out.Channel == nil {
				t.Error("a message without a channel")
			}
			for _, in := range inputsOf(model) {
				if b.actions[in.Channel.Name] != "" {
					continue
				}
				refused := (*sut.ErrNotCarried)(nil)
				if _, err := b.protocol.write(in); err != nil && !errors.As(err, &refused) {
					t.Errorf("%s: %v", in, err)
				}
				if form := b.inputs[in.Channel.Name]; form != nil && form.request != nil {
					if target, err := form.targetFor(in); !errors.As(err, &refused) && (err != nil || target[0] != '/') {
						t.Errorf("%s: %q, %v", in, target, err)
					}
				}
			}
		}
	})
}
