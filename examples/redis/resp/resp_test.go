package main

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

func TestEncode(t *testing.T) {
	if got, want := encode([]string{"set", "k", "é\r\n"}), "*3\r\n$3\r\nset\r\n$1\r\nk\r\n$4\r\né\r\n\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRead(t *testing.T) {
	tests := []struct {
		text string
		want reply
	}{
		{"+OK\r\n", reply{kind: simple, text: "OK"}},
		{"-ERR no\r\n", reply{kind: fault, text: "ERR no"}},
		{":-7\r\n", reply{kind: integer, text: "-7", number: -7}},
		{"$4\r\na\r\nb\r\n", reply{kind: bulk, text: "a\r\nb"}},
		{"$0\r\n\r\n", reply{kind: bulk}},
		{"$-1\r\n", reply{kind: null}},
		{"*-1\r\n", reply{kind: nullArray}},
		{"*0\r\n", reply{kind: array}},
		{"*2\r\n+OK\r\n*1\r\n:1\r\n", reply{kind: array, elements: []reply{
			{kind: simple, text: "OK"}, {kind: array, elements: []reply{{kind: integer, text: "1", number: 1}}}}}},
	}
	for _, test := range tests {
		got, err := read(bufio.NewReader(strings.NewReader(test.text)), 0)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
		}
		if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(reply{})); diff != "" {
			t.Errorf("%q: %s", test.text, diff)
		}
	}
}

// hostile is what no server should send, with what is said about it.
var hostile = []struct{ text, want string }{
	{"", "no reply"},
	{"+OK", "no reply"},
	{"\r\n", "the line"},
	{"+OK\n", "the line"},
	{"OK\r\n", "no reply"},
	{":one\r\n", "invalid syntax"},
	{":99999999999999999999\r\n", "out of range"},
	{"$99999999\r\n", "expected -1 to 1048576"},
	{"$-2\r\n", "expected -1"},
	{"$3\r\nab", "no reply"},
	{"$1\r\nabc\r\n", "longer than 1"},
	{"*1000000000\r\n", "expected -1 to 16384"},
	{"*2\r\n+OK\r\n", "no reply"},
	{strings.Repeat("*1\r\n", 100), "nested"},
	{"+" + strings.Repeat("x", 10000) + "\r\n", "no reply"},
}

func TestReadHostile(t *testing.T) {
	for _, test := range hostile {
		_, err := read(bufio.NewReader(strings.NewReader(test.text)), 0)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.20q: got %v, want %q", test.text, err, test.want)
		}
	}
}

// FuzzRead: whatever a server sends, reading it ends, and what was read can be told to the tester.
func FuzzRead(f *testing.F) {
	for _, test := range hostile {
		f.Add(test.text)
	}
	f.Add("*2\r\n+OK\r\n$3\r\nabc\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := read(bufio.NewReader(strings.NewReader(text)), 0)
		if err != nil {
			return
		}
		var out bytes.Buffer
		a := &adapter{out: lines.NewWriter(&out)}
		if err := a.tell(own, r); err != nil || !strings.HasPrefix(out.String(), `{"output":`) {
			t.Errorf("%q: %q, %v", text, out.String(), err)
		}
	})
}

func TestTell(t *testing.T) {
	var out bytes.Buffer
	a := &adapter{out: lines.NewWriter(&out)}
	r := reply{kind: array, elements: []reply{{kind: bulk, text: "12"}, {kind: bulk, text: "012"}, {kind: null}}}
	if err := a.tell(own, r); err != nil {
		t.Fatal(err)
	}
	want := `{"output":"array","payload":[3]}
{"output":"bulkNumber","payload":[12]}
{"output":"bulk","payload":["012"]}
{"output":"null","payload":[]}
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}
