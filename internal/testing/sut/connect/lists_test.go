package connect

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
)

// shop is a model with lists of records, headers and texts that can be two outputs.
const shop = `system Shop
type Item = record { name: string, price: int }
input list(token: string)
output items(n: 0..3, list: Item[3])
output tagged(tag: string, text: string)
output word(text: string)
initial s
list: s -> s in list(t)
`

const shopRequests = `
inputs.list.request = "GET /items"
inputs.list.headers.X-Token = "t {token}"
outputs.items.json = '{"items": {list}}'
outputs.items.count.list = "n"
outputs.tagged.text = "{text}"
outputs.tagged.headers.etag = '"{tag}"'
outputs.word.text = "{text}"
`

// shopAnswer answers with a body, and with the token in a header if it is not empty.
func shopAnswer(t *testing.T, mapping, token, body string) sut.Message {
	t.Helper()
	server := website(t, map[string]http.HandlerFunc{"/items": func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Token") != "t a" {
			w.Header().Set("ETag", `"`+strings.TrimPrefix(r.Header.Get("X-Token"), "t ")+`"`)
		}
		_, _ = io.WriteString(w, body)
	}})
	model := load(t, shop)
	a := open(t, model, server.URL, mapping, sut.NoReset)
	if err := a.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.Send(t.Context(), message(t, model, sts.Input, "list", token)); err != nil {
		t.Fatal(err)
	}
	m, came, err := a.Receive(t.Context(), patience)
	if err != nil || !came {
		m.Note = "none: " + err.Error()
	}
	return m
}

// describe shows all readings of a message.
func readings(m sut.Message) string {
	if m.Channel == nil {
		return m.Note
	}
	var out []string
	for _, r := range m.Readings() {
		out = append(out, r.String())
	}
	return strings.Join(out, " or ")
}

// TestListsOfRecords: a list that is shorter than the array of the model is filled up, and its length is a value. Fields that the model
// does not have are left out.
func TestListsOfRecords(t *testing.T) {
	empty := `Item{name: "", price: 0}`
	only := strings.Replace(shopRequests, `outputs.word.text = "{text}"`, `outputs.word.text = "w{text}"`, 1)
	for body, want := range map[string]string{
		`{"items": []}`: "items(0, [" + empty + ", " + empty + ", " + empty + "])",
		`{"items": [{"name": "a", "price": 1, "unit": "kg"}], "more": 1}`: `items(1, [Item{name: "a", price: 1}, ` + empty + ", " + empty + "])",
		`{"items": [1,2,3,4]}`: "items: the list list has 4 elements, but the array of the model has only 3",
		`{"items": [{}]}`:      "value 2 of items: at [0]: field name of Item is missing",
		`{"items": {}}`:        "items: list is no list",
	} {
		if got := readings(shopAnswer(t, only, "a", body)); !strings.Contains(got, want) {
			t.Errorf("%s: %s\nwant %s", body, got, want)
		}
	}
}

// TestStrict: with strict, what the model does not know is a failure, in documents and in records.
func TestStrict(t *testing.T) {
	only := "strict = true\n" + strings.Replace(shopRequests, `outputs.word.text = "{text}"`, `outputs.word.text = "w{text}"`, 1)
	for body, want := range map[string]string{
		`{"items": []}`:            "items(0, ",
		`{"items": [], "more": 1}`: "items: it has other members than items",
		`{"items": [{"name": "a", "price": 1, "unit": "kg"}]}`: "fields that Item does not have",
	} {
		if got := readings(shopAnswer(t, only, "a", body)); !strings.Contains(got, want) {
			t.Errorf("%s: %s\nwant %s", body, got, want)
		}
	}
	model := load(t, shop)
	for text, want := range map[string]string{
		`{"output": "word", "payload": ["x"], "at": 1}`: "there are other members than output and payload",
		`{"output": "items", "payload": [0, [{"name": "", "price": 0, "x": 1}, {"name": "", "price": 0}, {"name": "", "price": 0}]]}`: "fields that Item does not have",
	} {
		if m, means, err := (jsonMessages{system: model}).read([]byte(text)); err != nil || !means {
			t.Errorf("%s: %v, %v", text, m, err)
		}
		if _, _, err := (jsonMessages{system: model, notation: content.Notation{Strict: true}}).read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", text, err, want)
		}
	}
}

// TestReadings: a text that fits several outputs has all of them as readings, in whatever order they are declared; so has a body that
// ends with the end of a line.
func TestReadings(t *testing.T) {
	if got := readings(shopAnswer(t, shopRequests, "T", "abc")); got != `tagged("T", "abc") or word("abc")` {
		t.Error(got)
	}
	if got := readings(shopAnswer(t, shopRequests, "a", "abc")); got != `word("abc")` {
		t.Error(got)
	}
	if got := readings(shopAnswer(t, shopRequests, "a", "abc\n")); got != `word("abc") or word("abc\n")` {
		t.Error(got)
	}
}

// TestHeaderValues: a header cannot carry every string.
func TestHeaderValues(t *testing.T) {
	model := load(t, shop)
	a := open(t, model, "http://localhost:1", shopRequests, sut.NoReset)
	for value, ok := range map[string]bool{"abc": true, "a b": true, "": false, "a\nb": false, "a ": false, "\u00e4": false, "a\x00": false} {
		if err := sut.Carries(a, message(t, model, sts.Input, "list", value)); (err == nil) != ok {
			t.Errorf("%q: %v", value, err)
		}
	}
}

func TestShopErrors(t *testing.T) {
	model := load(t, shop)
	change := func(old, replacement string) string { return strings.Replace(shopRequests, old, replacement, 1) }
	for _, test := range []struct{ mapping, want string }{
		{change(`count.list = "n"`, `count.lst = "n"`), "{lst} is not a value of items; did you mean {list}?"},
		{change(`count.list = "n"`, `count.list = "m"`), "map.toml:5:1: outputs.items.count.list: {m} is not a value of items"},
		{change(`count.list = "n"`, `count.n = "n"`), "n is not a list: its type is 0..3"},
		{change(`count.list = "n"`, `count.list = "list"`), "list must be the number of elements of list, from 0 to 3, but its type is"},
		{change("outputs.items.count.list = \"n\"\n", ""), "there is no place for the value n of items"},
		{change("X-Token = ", "Host = "), "map.toml:3:1: inputs.list.headers.Host: the host is that of the address"},
		{change("t {token}", "t {tken}"), "{tken} is not a value of list; did you mean {token}?"},
		{change(`inputs.list.headers.X-Token = "t {token}"`, ""), "the value token of list is not sent to the system"},
		{change(`{tag}`, "{tg}"), "outputs.tagged.headers.etag: {tg} is not a value of tagged"},
	} {
		if _, err := bindText(model, test.mapping, true); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v\nwant %s", err, test.want)
		}
	}
	if _, err := bindText(model, "inputs.list.headers.A = '{token}'\n[inputs.list]\ntext='x'", false); err == nil {
		t.Error("headers of lines")
	}
}
