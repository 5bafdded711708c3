package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

func TestReactRefuses(t *testing.T) {
	tests := []struct{ channel, payload, want string }{
		{"nonsense", `[]`, `there is no input "nonsense"`},
		{"drop", `[]`, "drop: the publisher was never connected"},
		{"publish", `[1, true]`, "publish: the publisher was never connected"},
		{"connectWill", `[1]`, "connectWill has 1 values, expected 2"},
		{"connectWill", `["one", true]`, "value 1 of connectWill"},
	}
	for _, test := range tests {
		in := lines.Input{Channel: test.channel}
		if err := json.Unmarshal([]byte(test.payload), &in.Payload); err != nil {
			t.Fatal(err)
		}
		if err := new(adapter).react(in); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.channel, err, test.want)
		}
	}
}

func TestReceived(t *testing.T) {
	tests := []struct {
		payload  string
		retained bool
		want     string
	}{
		{"12", true, `{"output":"message","payload":[12,true]}`},
		{"", false, `{"output":"empty","payload":[false]}`},
		{"twelve", false, `{"output":"message","payload":["twelve",false]}`},
	}
	for _, test := range tests {
		var out bytes.Buffer
		a := &adapter{out: lines.NewWriter(&out)}
		a.received(test.payload, test.retained)
		if got := strings.TrimSpace(out.String()); got != test.want {
			t.Errorf("%q: got %s, want %s", test.payload, got, test.want)
		}
	}
}
