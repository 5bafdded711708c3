package connect

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

var (
	_ sut.Selective = (*Connection)(nil)
	_ sut.Selective = (*HTTP)(nil)
)

// keeper is a model of a store with keys and values that are strings.
const keeper = `system Keeper
input put(key: string, value: string)
output ok()
initial s
put: s -> s in put(k, v) out ok()
`

// TestCarries: an adapter knows which inputs it cannot send, before and without sending them.
func TestCarries(t *testing.T) {
	model := load(t, keeper)
	address := "tcp:" + testkit.Serve(t, answering(func(string) string { return "OK\n" }))
	web := website(t, map[string]http.HandlerFunc{"/": func(http.ResponseWriter, *http.Request) {}}).URL
	text := "inputs.put.text = 'PUT {key} {value}'\noutputs.ok.text = 'OK'\n"
	document := "inputs.put.json = '[{key}, {value}]'\noutputs.ok.text = 'OK'\n"
	request := "inputs.put.request = 'PUT /keys/{key}'\ninputs.put.text = '{value}'\n[outputs.ok]\n"
	for _, test := range []struct{ name, address, mapping, key, value, want string }{
		{"plain", address, text, "a", "b", ""},
		{"space at the end", address, text, "a", " b c ", ""},
		{"NUL", address, text, "a\x00", "\x00", ""},
		{"not ASCII", address, text, "ä", "\u05d0\u0301\U0001F600", ""},
		{"separator", address, text, "a b", "c", `key = "a b" contains " ", which marks its end`},
		{"line feed", address, text, "a", "b\nc", "contains the end of a line"},
		{"carriage return", address, text, "a", "b\r", "contains the end of a line"},
		{"line feed in JSON", address, document, "a\n", "b c\r\n", ""},
		{"own JSON", address, "", "a\n", "b c\r\n\x00", ""},
		{"only", address, text + `inputs.put.only.key = '[a-z]{1,3}'`, "abc", "X", ""},
		{"not only", address, text + `inputs.put.only.key = '[a-z]{1,3}'`, "abcd", "X", `key = "abcd" does not fit "[a-z]{1,3}"`},
		{"too long", address, text, "a", strings.Repeat("x", maxText), "at most 1048576 bytes"},
		{"path", web, request, "a b/ä\x00?#", "b\nc", ""},
		{"path that is empty", web, request, "", "b", `a segment of the path would be "", so servers normalize /keys/ to another path`},
		{"path that goes up", web, request, "..", "b", `a segment of the path would be ".."`},
		{"body that is too long", web, strings.Replace(request, "text = '{value}'", "json = '{value}'", 1), "a", strings.Repeat("\x00", maxText/2), "at most 1048576 bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			reset := sut.Reset("")
			if test.address == web {
				reset = sut.NoReset
			}
			a := open(t, model, test.address, test.mapping, reset)
			in := message(t, model, sts.Input, "put", test.key, test.value)
			err := sut.Carries(a, in)
			var refused *sut.ErrNotCarried
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && (!errors.As(err, &refused) || !strings.Contains(err.Error(), test.want)):
				t.Errorf("%v, want %s", err, test.want)
			}
			if test.want != "" && !strings.Contains(test.want, "at most") {
				_ = a.Reset(t.Context())
				if err := a.Send(t.Context(), in); !errors.As(err, &refused) {
					t.Errorf("sent: %v", err)
				}
			}
		})
	}
}

// TestCarriesAll: an adapter that does not say what it can carry carries everything.
func TestCarriesAll(t *testing.T) {
	if err := sut.Carries(struct{ sut.Adapter }{}, sut.Message{}); err != nil {
		t.Error(err)
	}
}
