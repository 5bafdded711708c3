package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

// TestAnswers: what the server says, and what the tester gets of it. The job 1 has the number 7.
func TestAnswers(t *testing.T) {
	tests := []struct{ name, said, want string }{
		{"one word", "TOUCHED\r\n", `{"output":"done","payload":["TOUCHED"]}`},
		{"a new job", "INSERTED 9\r\n", `{"output":"done","payload":["INSERTED"]}`},
		{"a job", "RESERVED 7 1\r\n1\r\n", `{"output":"got","payload":[1]}`},
		{"a job with another number", "RESERVED 8 1\r\n1\r\n", `{"output":"got","payload":["job 8 with the content \"1\""]}`},
		{"a job with another content", "RESERVED 7 2\r\nab\r\n", `{"output":"got","payload":["job 7 with the content \"ab\""]}`},
		{"stats", "OK 30\r\n---\nid: 7\nstate: ready\npri: 3\n\r\n", `{"output":"stats","payload":["ready",3]}`},
		{"no answer of the protocol", "SORRY\r\n", `{"output":"done","payload":["SORRY"]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			c := &client{reader: bufio.NewReader(strings.NewReader(test.said)), ids: newNumbers(), out: lines.NewWriter(&out), answers: "done"}
			c.ids.expect(1)
			c.ids.inserted(7)
			text, err := c.line()
			if err == nil {
				err = c.answer(text)
			}
			if got := strings.TrimSpace(out.String()); err != nil || got != test.want {
				t.Errorf("got %s, %v, want %s", got, err, test.want)
			}
		})
	}
}

// TestCommands: what the tester sends, and what the server gets of it.
func TestCommands(t *testing.T) {
	tests := []struct{ channel, payload, want, err string }{
		{"put", "[1, 5, 0, 2]", "put 5 0 2 1|1", ""},
		{"kick", "[0]", "kick-job 0", ""},
		{"release", "[1, 5, 2]", "release 7 5 2", ""},
		{"bury", "[1, 4]", "bury 7 4", ""},
		{"reserve", "[2]", "reserve-with-timeout 2", ""},
		{"release", "[1]", "", "release has 1 values, expected 3"},
		{"nonsense", "[]", "", `there is no input "nonsense"`},
	}
	for _, test := range tests {
		t.Run(test.channel+test.payload, func(t *testing.T) {
			near, far := net.Pipe()
			defer far.Close()
			c := &client{connection: near, ids: newNumbers()}
			c.ids.expect(1)
			c.ids.inserted(7)
			in := lines.Input{Channel: test.channel}
			if err := json.Unmarshal([]byte(test.payload), &in.Payload); err != nil {
				t.Fatal(err)
			}
			problem := make(chan error, 1)
			go func() {
				problem <- (&adapter{producer: c, worker: c, ids: c.ids}).react(in)
				near.Close()
			}()
			var got bytes.Buffer
			_, _ = got.ReadFrom(far)
			err := <-problem
			if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("error %v, want %q", err, test.err)
			}
			if text := strings.ReplaceAll(strings.TrimSpace(got.String()), "\r\n", "|"); text != test.want {
				t.Errorf("sent %q, want %q", text, test.want)
			}
		})
	}
}
