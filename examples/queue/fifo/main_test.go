package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

// ask sends inputs, each a channel with perhaps a value, to a queue, and returns its answers.
func ask(t *testing.T, fault string, inputs ...string) string {
	t.Helper()
	var out bytes.Buffer
	s := &server{queue: newQueue(fault), out: lines.NewWriter(&out)}
	for _, text := range inputs {
		channel, value, given := strings.Cut(text, " ")
		in := lines.Input{Channel: channel}
		if given {
			in.Payload = []json.RawMessage{json.RawMessage(value)}
		}
		if err := s.react(in); err != nil {
			t.Fatal(err)
		}
	}
	return strings.TrimSpace(strings.NewReplacer(`{"output":"`, "", `","payload":[`, " ", "]}", "", "\n", " ").Replace(out.String()))
}

func TestQueue(t *testing.T) {
	tests := []struct{ name, fault, inputs, want string }{
		{"order", "", "push 1,push 2,size,pop,pop,pop", "done  done  length 2 item 1 item 2 empty"},
		{"any size", "", "push 12345678901234567890123,peek", "done  item 12345678901234567890123"},
		{"nothing", "", "push 1,pop,peek", "done  item 1 empty"},
		{"shadow", "shadow", "peek,push 1,pop,peek", "empty  done  item 1 item 1"},
	}
	for _, test := range tests {
		if got := ask(t, test.fault, strings.Split(test.inputs, ",")...); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// What is popped is what was pushed, in the same order, also where the ring grows; the faults change that.
func TestQueueAsList(t *testing.T) {
	for fault, want := range map[string]bool{"": true, "drop": false, "order": false} {
		random := rand.New(rand.NewPCG(1, 2))
		q := newQueue(fault)
		var list []json.Number
		same := true
		for i := range 1000 {
			if random.IntN(3) > 0 {
				x := json.Number(fmt.Sprint(i))
				q.push(x)
				list = append(list, x)
			} else if x, ok := q.pop(); ok != (len(list) > 0) {
				same = false
			} else if ok {
				same = same && x == list[0]
				list = list[1:]
			}
		}
		if same = same && q.length == len(list); same != want {
			t.Errorf("fault %q: as a list %v, want %v", fault, same, want)
		}
	}
}

func TestReactRefuses(t *testing.T) {
	s := &server{queue: newQueue(""), out: lines.NewWriter(&bytes.Buffer{})}
	for _, test := range []struct{ in, want string }{
		{`{"input": "nonsense"}`, `there is no input "nonsense"`},
		{`{"input": "push"}`, "push has 0 values, expected 1"},
		{`{"input": "pop", "payload": [1]}`, "pop has 1 values, expected 0"},
	} {
		err := lines.Read(strings.NewReader(test.in), s.react)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.in, err, test.want)
		}
	}
}
