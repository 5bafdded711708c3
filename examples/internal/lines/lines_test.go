package lines

import (
	"bytes"
	"strings"
	"testing"
)

// echo answers every input with its number, doubled.
func echo(out *Writer) func(Input) error {
	return func(in Input) error {
		if in.Channel != "number" {
			return in.Unknown()
		}
		var n int64
		if err := in.Values(&n); err != nil {
			return err
		}
		return out.Send("double", 2*n)
	}
}

func TestRead(t *testing.T) {
	tests := []struct{ name, input, output, err string }{
		{"answer", `{"input": "number", "payload": [4]}`, `{"output":"double","payload":[8]}` + "\n", ""},
		{"the tester hangs up", "", "", ""},
		{"no JSON", "four", "", "expected {"},
		{"unknown channel", `{"input": "text", "payload": [4]}`, "", `there is no input "text"`},
		{"too many values", `{"input": "number", "payload": [4, 5]}`, "", "number has 2 values, expected 1"},
		{"wrong type", `{"input": "number", "payload": ["4"]}`, "", "value 1 of number: json"},
		{"too large", `{"input": "number", "payload": [99999999999999999999]}`, "", "value 1 of number: json"},
		{"too long", strings.Repeat(" ", maxLine+1), "", "too long"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var output bytes.Buffer
			err := Read(strings.NewReader(test.input), echo(NewWriter(&output)))
			if output.String() != test.output {
				t.Errorf("wrote %q, want %q", output.String(), test.output)
			}
			if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("error %v, want %q", err, test.err)
			}
		})
	}
}

func TestSendWithoutValues(t *testing.T) {
	var output bytes.Buffer
	if err := NewWriter(&output).Send("bell"); err != nil {
		t.Fatal(err)
	}
	if got := output.String(); got != `{"output":"bell","payload":[]}`+"\n" {
		t.Errorf("wrote %q", got)
	}
}

func TestFaults(t *testing.T) {
	faults := []Fault{{"late", "comes too late"}, {"early", "comes too early"}}
	for _, name := range []string{"", "late", "early"} {
		if err := known(faults, name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	err := known(faults, "never")
	if err == nil || !strings.Contains(err.Error(), "late       comes too late\nearly      comes too early\n") {
		t.Errorf("got %v", err)
	}
}
