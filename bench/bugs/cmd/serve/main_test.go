package main

import (
	"bufio"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/bench/bugs"
)

func TestLinesOnStandardInput(t *testing.T) {
	tests := []struct{ name, system, fault, in, want string }{
		{"answers", "mailbox", "", `{"input":"push","payload":[9007199254740993]} {"input":"pop","payload":[]}`,
			`{"output":"done","payload":[]} {"done":true} {"output":"item","payload":[9007199254740993]} {"done":true}`},
		{"a fault", "mailbox", "item-float64", `{"input":"push","payload":[9007199254740993]} {"input":"pop","payload":[]}`,
			`{"output":"done","payload":[]} {"done":true} {"output":"item","payload":[9007199254740992]} {"done":true}`},
		{"reset", "mailbox", "", `{"input":"push","payload":[1]} {"reset":true} {"input":"count","payload":[]}`,
			`{"output":"done","payload":[]} {"done":true} {"ready":true} {"output":"size","payload":[0]} {"done":true}`},
		{"two outputs of a server", "kv", "", `{"input":"quit","payload":[]}`,
			`{"output":"bye","payload":[]} {"output":"closed","payload":[]} {"done":true}`},
		{"no answer", "kv", "no-answer-to-empty", `{"input":"set","payload":["a",""]}`, `{"done":true}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			target, err := bugs.Find(test.system)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			s := &stdio{target: target, fault: test.fault, done: true, out: bufio.NewWriter(&out)}
			if err := s.run(strings.NewReader(strings.ReplaceAll(test.in, "} {", "}\n{"))); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(strings.Fields(out.String()), " "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}
