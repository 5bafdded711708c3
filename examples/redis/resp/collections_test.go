package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

func TestCollectionWords(t *testing.T) {
	tests := []struct{ channel, payload, want string }{
		{"llen", `["k1"]`, "llen s:k1"},
		{"rpush", `["k1", ["x", "y"]]`, "rpush s:k1 x y"},
		{"rpush", `["k1", []]`, "rpush s:k1"},
		{"lrange", `["k1", 9223372036854775807, -1]`, "lrange s:k1 9223372036854775807 -1"},
		{"hset", `["k1", {"b": "2", "a": "1"}]`, "hset s:k1 a 1 b 2"},
		{"smove", `["k1", "k2", "k3"]`, "smove s:k1 s:k2 k3"},
	}
	for _, test := range tests {
		got, err := collectionWords(test.channel, test.payload)
		if err != nil || strings.Join(got, " ") != test.want {
			t.Errorf("%s %s: got %q, %v, want %q", test.channel, test.payload, got, err, test.want)
		}
	}
	if got, err := collectionWords("llen", `[[]]`); err == nil || !strings.Contains(err.Error(), "value 1 of llen: expected a key") {
		t.Errorf("got %q, %v", got, err)
	}
}

// collectionWords is the command of an input whose payload is a text, with keys that begin with s.
func collectionWords(channel, payload string) ([]string, error) {
	a := &adapter{key: "s"}
	in := lines.Input{Channel: channel}
	if err := json.Unmarshal([]byte(payload), &in.Payload); err != nil {
		return nil, err
	}
	return a.collectionWords(in)
}

// texts is an array of bulk strings.
func texts(list ...string) reply {
	r := reply{kind: array}
	for _, text := range list {
		r.elements = append(r.elements, reply{kind: bulk, text: text})
	}
	return r
}

func TestTellCollection(t *testing.T) {
	tests := []struct {
		channel string
		reply   reply
		want    string // the line, or the error
	}{
		{"elements", texts("b", "a", "b"), `{"output":"elements","payload":[["b","a","b"]]}`},
		{"elements", texts(), `{"output":"elements","payload":[[]]}`},
		{"pairs", texts("f", "1", "g", "2"), `{"output":"pairs","payload":[{"f":"1","g":"2"}]}`},
		{"pairs", texts(), `{"output":"pairs","payload":[{}]}`},
		{"", reply{kind: bulk, text: "12"}, `{"output":"bulk","payload":["12"]}`},
		{"", reply{kind: null}, `{"output":"bulk","payload":[null]}`},
		{"", reply{kind: integer, number: 3}, `{"output":"integer","payload":[3]}`},
		{"members", reply{kind: fault, text: "ERR"}, `{"output":"error","payload":["ERR"]}`},
		{"pairs", texts("f", "1", "f", "2"), `the server sent field "f" twice`},
		{"pairs", texts("f"), `the server sent field "f" without a value`},
		{"elements", reply{kind: array, elements: []reply{{kind: null}}}, "element 1 of an array of the server is no text"},
	}
	for _, test := range tests {
		var out bytes.Buffer
		a := &adapter{out: lines.NewWriter(&out)}
		err := a.tellCollection(test.channel, test.reply)
		got := strings.TrimSpace(out.String())
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
