package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

func TestReactRefuses(t *testing.T) {
	tests := []struct{ channel, payload, want string }{
		{"nonsense", `[]`, `there is no input "nonsense"`},
		{"drop", `[]`, "the publisher was never connected"},
		{"publish", `[1, true]`, "the publisher was never connected"},
		{"connectWill", `[1]`, "connectWill has 1 values, expected 2"},
		{"connectWill", `["one", true]`, "value 1 of connectWill"},
		{"violate", `["politeness"]`, `violate: there is no packet "politeness"`},
		{"half", `[]`, "half has 0 values, expected 1"},
	}
	for _, test := range tests {
		in := lines.Input{Channel: test.channel}
		if err := json.Unmarshal([]byte(test.payload), &in.Payload); err != nil {
			t.Fatal(err)
		}
		if err := newAdapter("", "test", nil).react(in); err == nil || !strings.Contains(err.Error(), test.want) {
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

// TestPackets: packets are what the standard says.
func TestPackets(t *testing.T) {
	tests := []struct {
		name string
		got  []byte
		want string
	}{
		{"ping", packet(typePingreq), "\xc0\x00"},
		{"a long packet", packet(typePublish, make([]byte, 200))[:3], "\x30\xc8\x01"},
		{"a message", publish(once|retained, "a", publishID, "7"), "\x33\x06\x00\x01a\x00\x017"},
		{"a message without an id", publish(repeated, "a", publishID, "7"), "\x38\x04\x00\x01a7"},
		{"a greeting", polite("me").packet(), "\x10\x0e\x00\x04MQTT\x04\x02\x00\x00\x00\x02me"},
		{"a will", polite("me").will("a", "7", flagRetain).packet(), "\x10\x14\x00\x04MQTT\x04\x2e\x00\x00\x00\x02me\x00\x01a\x00\x017"},
	}
	for _, test := range tests {
		if string(test.got) != test.want {
			t.Errorf("%s: got %q, want %q", test.name, test.got, test.want)
		}
	}
}

// TestHeard: every packet of the broker becomes an output, also one that no broker sends.
func TestHeard(t *testing.T) {
	tests := []struct{ bytes, want string }{
		{"\x20\x02\x00\x00", `{"output":"connected","payload":[]}`},
		{"\x20\x02\x00\x02", `{"output":"refused","payload":[2]}`},
		{"\x40\x02\x00\x01", `{"output":"published","payload":[]}`},
		{"\x40\x02\x00\x09", `{"output":"unexpected","payload":["40020009"]}`},
	}
	for _, test := range tests {
		first, rest, err := readPacket(bufio.NewReader(strings.NewReader(test.bytes)))
		var out bytes.Buffer
		p := &publisher{out: lines.NewWriter(&out)}
		if err == nil {
			err = p.heard(first, rest)
		}
		if got := strings.TrimSpace(out.String()); err != nil || got != test.want {
			t.Errorf("%x: got %s, %v, want %s", test.bytes, got, err, test.want)
		}
	}
}

// TestReadHostile: what no broker sends is refused.
func TestReadHostile(t *testing.T) {
	for _, text := range []string{"", "\x40", "\x40\x02\x00", "\x30\xff\xff\xff\x7f", "\x30\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"} {
		if _, _, err := readPacket(bufio.NewReader(strings.NewReader(text))); err == nil {
			t.Errorf("%x is read", text)
		}
	}
}
