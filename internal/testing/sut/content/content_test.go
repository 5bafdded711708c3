package content

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/language/compile"
)

// channel returns the only channel of a model, given by its declarations.
func channel(t testing.TB, declarations string) *sts.Channel {
	t.Helper()
	var list diag.List
	text := "system S\n" + declarations + "\ninitial s\ns: s -> s\n"
	m, err := compile.Load("model.sxt", compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}, &list)
	if err != nil || list.HasErrors() {
		t.Fatal(err, diag.ToJSON(list.Sorted()))
	}
	return m.System.Channels[0]
}

// decoded returns a payload as the model writes it.
func decoded(c *sts.Channel, payload []any) (string, error) {
	var scalars []term.Value
	for i, t := range c.Payload {
		values, err := value.Decode(t, payload[i])
		if err != nil {
			return "", err
		}
		scalars = append(scalars, values...)
	}
	return value.Format(c.Payload, scalars), nil
}

// TestFitNumbers: a number in a document is the same however it is written.
func TestFitNumbers(t *testing.T) {
	j, err := NewDocument(Parse(`{"list": [1, "a", null, {"deep": 10}]}`), nil, false)
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
		if err := j.Read(text, nil); fmt.Sprint(err) != want && (err != nil || want != "") {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// A template in braces, and what it reads and writes.
func TestTemplates(t *testing.T) {
	for text, want := range map[string]string{
		"":                      `[""] []`,
		"{a}":                   `["" ""] ["{a}"]`,
		"x{a}y{1}z":             `["x" "y" "z"] ["{a}" "{1}"]`,
		"{{a}":                  `["{a}"] []`,
		"{ a } {} { {a":         `["{ a } {} { {a"] []`,
		`{"n": {grün}}`:         `["{\"n\": " "}"] ["{grün}"]`,
		"{{{a}":                 `["{" ""] ["{a}"]`,
		"{{{{a}":                `["{{a}"] []`,
		"{#a}{a:u8}{a:i64le}":   `["" "" "" ""] ["{#a}" "{a:u8}" "{a:i64le}"]`,
		"{a:u7}{#}{a:}{a:u16x}": `["{a:u7}{#}{a:}{a:u16x}"] []`,
		`{"a": {"b": {"c":1}}}`: `["{\"a\": {\"b\": {\"c\":1}}}"] []`,
	} {
		parsed := Parse(text)
		if got := fmt.Sprintf("%q %q", parsed.literals, parsed.places); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

// TestBackwards: what a template writes, it reads again: values as text, and strings with their length before them, which can have
// everything in them, in both encodings.
func TestBackwards(t *testing.T) {
	c := channel(t, `type Mode = enum { off, heat, heating }
output all(a: int, b: bool, c: real, d: Mode, e: int[2], f: uint8, h: string, g: string)`)
	words := rapid.StringMatching(`[a-z (){}$^.|\\-]{1,5}`)
	rapid.Check(t, func(t *rapid.T) {
		encoding := rapid.SampledFrom([]Encoding{UTF8, Bytes}).Draw(t, "encoding")
		var text strings.Builder
		for _, i := range rapid.Permutation([]int{0, 1, 2, 3, 4, 5}).Draw(t, "order") {
			fmt.Fprintf(&text, "%s;{%s}", strings.ReplaceAll(words.Draw(t, "word"), "{", "{{"), c.Names[i])
		}
		ends := []string{";{#h} {h};{g}", ";{#h}:{h}{g}"}
		if encoding == Bytes {
			ends = append(ends, ";{#h:u16}{h}{g}", ";{#h:u32le}{h}{g}")
		}
		text.WriteString(rapid.SampledFrom(ends).Draw(t, "strings"))
		template := Parse(text.String())
		reader, err := NewText(template, c, encoding)
		if err != nil {
			t.Fatal(err)
		}
		characters := rapid.String()
		if encoding == Bytes {
			characters = rapid.StringOf(rapid.RuneFrom(nil, &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0, Hi: 255, Stride: 1}}, LatinOffset: 1}))
		}
		sent := []term.Value{
			term.IntValue(rapid.Int64().Draw(t, "a")), term.BoolValue(rapid.Bool().Draw(t, "b")),
			term.RatValue(big.NewRat(int64(rapid.Int32().Draw(t, "c")), 8)), term.IntValue(rapid.Int64Range(0, 2).Draw(t, "d")),
			term.IntValue(rapid.Int64().Draw(t, "e0")), term.IntValue(rapid.Int64().Draw(t, "e1")),
			term.IntValue(rapid.Int64Range(0, 255).Draw(t, "f")), term.StringValue(characters.Draw(t, "h")), term.StringValue(characters.Draw(t, "g")),
		}
		plain, err := Notation{}.Plain(c, sent)
		if err != nil {
			t.Fatal(err)
		}
		bound, err := template.Bind(c)
		if err != nil {
			t.Fatal(err)
		}
		written, err := bound.Render(plain.Texts, encoding)
		if err != nil {
			t.Fatal(err)
		}
		payload := make([]any, len(c.Payload))
		if err := reader.Read(throughBytes(t, written, encoding), payload); err != nil {
			t.Fatalf("%q, %q: %v", template, written, err)
		}
		if back, err := decoded(c, payload); err != nil || back != value.Format(c.Payload, sent) {
			t.Fatalf("%q is %s, %v; want %s", written, back, err, value.Format(c.Payload, sent))
		}
	})
}

// throughBytes encodes a text and decodes it again.
func throughBytes(t *rapid.T, written string, e Encoding) string {
	data, err := e.Encode(written)
	if err != nil {
		t.Fatal(err)
	}
	return e.Decode(data)
}

func TestBinaryNumbers(t *testing.T) {
	for _, test := range []struct{ form, digits, want string }{
		{"u8", "0", "\x00"}, {"u8", "255", "\xff"}, {"u8", "256", "error: 256 does not fit in u8, which ranges from 0 to 255"},
		{"u8", "-1", "error: -1 does not fit in u8"}, {"i8", "-1", "\xff"}, {"i8", "-128", "\x80"}, {"i8", "128", "error: from -128 to 127"},
		{"u16", "258", "\x01\x02"}, {"u16le", "258", "\x02\x01"}, {"i32le", "-2", "\xfe\xff\xff\xff"},
		{"u64", "18446744073709551615", strings.Repeat("\xff", 8)}, {"i64", "9223372036854775808", "error: does not fit in i64"},
		{"u16", "x", "error: it is not an integer"},
	} {
		form := binaryNamed(test.form)
		written, err := form.write(test.digits)
		if want, fails := strings.CutPrefix(test.want, "error: "); fails || err != nil {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s of %s: %q, %v; want %s", test.form, test.digits, written, err, test.want)
			}
			continue
		}
		if data, err := Bytes.Encode(written); err != nil || string(data) != test.want {
			t.Errorf("%s of %s: %q, %v", test.form, test.digits, data, err)
		}
		if back := form.read(written); back != test.digits {
			t.Errorf("%s of %s: read as %s", test.form, test.digits, back)
		}
	}
}

// TestCounted: a value whose length is announced has exactly this length, whatever follows.
func TestCounted(t *testing.T) {
	c := channel(t, "output value(key: string, data: string, more: string)")
	template := Parse("VALUE {key} {#data}\r\n{data}\r\n{more}")
	reader, err := NewText(template, c, UTF8)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"VALUE a 3\r\nbcd\r\nmore":      `"a", "bcd", "more"`,
		"VALUE a 4\r\n\r\n\r\n\r\nmore": `"a", "\r\n\r\n", "more"`,
		"VALUE a 2\r\nä\r\n":            `"a", "ä", ""`,
		"VALUE a 1\r\nä\r\n":            "does not have the announced length",
		"VALUE a 9\r\nbcd\r\nmore":      "it is not",
		"VALUE a 99999999999\r\nb\r\nc": "does not have the announced length",
		"VALUE a x\r\nb\r\nc":           "does not have the announced length",
		"VALUE a 4\r\nbcd\r\nmore":      "it is not",
		"VALUE a -1\r\nbcd\r\nmore":     "does not have the announced length",
	} {
		payload := make([]any, 3)
		err := reader.Read(text, payload)
		if err != nil {
			if strings.HasPrefix(want, `"`) || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if got, err := decoded(c, payload); err != nil || got != want {
			t.Errorf("%q: %s, %v; want %s", text, got, err, want)
		}
	}
}

// TestCountAfter: a length that stands after its value is checked.
func TestCountAfter(t *testing.T) {
	c := channel(t, "output value(data: string)")
	reader, err := NewText(Parse("{data} ({#data} bytes)"), c, UTF8)
	if err != nil {
		t.Fatal(err)
	}
	if err := reader.Read("abc (3 bytes)", make([]any, 1)); err != nil {
		t.Error(err)
	}
	if err := reader.Read("abc (4 bytes)", make([]any, 1)); err == nil || err.Error() != "data has 3 bytes, but its announced length is 4" {
		t.Error(err)
	}
}

// TestStrictDocument: a strict document has no other members than its own.
func TestStrictDocument(t *testing.T) {
	for _, strict := range []bool{false, true} {
		d, err := NewDocument(Parse(`{"a": {"b": 1}}`), nil, strict)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Read(`{"a": {"b": 1, "c": 2}}`, nil); (err != nil) != strict || strict && err.Error() != "a has other members than b" {
			t.Error(strict, err)
		}
	}
}

// TestTextErrors: templates that cannot be read.
func TestTextErrors(t *testing.T) {
	c := channel(t, "output value(data: string, n: int, sure: bool)")
	for text, want := range map[string]string{
		"{data}{n} {sure}":     "there is no text between {data} and {n}, so the end of the first is ambiguous",
		"{data}{n:u8}{sure}":   "there is no text between {data} and {n:u8}",
		"{data} {n:u8}{sure}":  "",
		"{data} {n} {sure:u8}": "{sure:u8} is for integers, and sure is of type bool",
		"{dat}":                "{dat} is not a value of value; did you mean {data}?",
	} {
		if _, err := NewText(Parse(text), c, Bytes); err == nil && want != "" || err != nil && (want == "" || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := NewText(Parse("{n:u8}"), c, UTF8); err == nil || err.Error() != `{n:u8} is a binary number: write encoding = "bytes", so that each character is a byte` {
		t.Error(err)
	}
	if _, err := NewDocument(Parse(`[{#data}]`), c, false); err == nil {
		t.Error("a length in JSON")
	}
}

func TestBytes(t *testing.T) {
	if _, err := Bytes.Encode("aĀ"); err == nil || !strings.Contains(err.Error(), "'Ā' is not a byte") {
		t.Error(err)
	}
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	if back, err := Bytes.Encode(Bytes.Decode(all)); err != nil || string(back) != string(all) {
		t.Errorf("%q, %v", back, err)
	}
}
