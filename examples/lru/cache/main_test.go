package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

// ask sends inputs to a cache and returns its answers.
func ask(t *testing.T, fault string, inputs ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := lines.Read(strings.NewReader(strings.Join(inputs, "\n")), newAdapter(fault, lines.NewWriter(&out)).react); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(strings.NewReplacer(`{"output":"`, "", `","payload":`, "", "}\n", " ").Replace(out.String()))
}

// Inputs of tests.
func put(key, value string) string {
	return `{"input": "put", "payload": [` + key + `, ` + value + `]}`
}
func with(channel, key string) string {
	return `{"input": "` + channel + `", "payload": [` + key + `]}`
}

func TestCache(t *testing.T) {
	full := []string{put("1", "10"), put("2", "20"), put("3", "30")}
	const stored = "stored[null] stored[null] stored[null] "
	tests := []struct {
		name, fault string
		inputs      []string
		want        string
	}{
		{"the oldest has to go", "", []string{put("4", "40"), with("list", "")}, "stored[1] listed[[2,3,4]]"},
		{"an update is a use", "", []string{put("1", "11"), put("4", "40")}, "stored[null] stored[2]"},
		{"an update is no use", "victim", []string{put("1", "11"), put("4", "40")}, "stored[null] stored[1]"},
		{"its value is new all the same", "victim", []string{put("1", "11"), with("read", "1")}, "stored[null] found[11]"},
		{"reading is a use", "", []string{with("read", "1"), put("4", "40")}, "found[10] stored[2]"},
		{"looking is no use", "", []string{with("peek", "1"), put("4", "40")}, "found[10] stored[1]"},
		{"looking is a use", "peek", []string{with("peek", "1"), put("4", "40")}, "found[10] stored[2]"},
		{"dropped", "", []string{with("drop", "1"), with("read", "1"), with("drop", "1"), put("4", "40")}, "found[10] found[null] found[null] stored[null]"},
		{"again", "again", []string{with("drop", "1"), put("1", "11"), with("read", "1")}, "found[10] stored[null] found[10]"},
	}
	for _, test := range tests {
		if got := ask(t, test.fault, append(full, test.inputs...)...); got != stored+test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, stored+test.want)
		}
	}
}

func TestReactRefuses(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{`{"input": "nonsense", "payload": [1]}`, `there is no input "nonsense"`},
		{`{"input": "put", "payload": [1]}`, "put has 1 values, expected 2"},
		{`{"input": "read", "payload": ["one"]}`, "value 1 of read"},
		{`{"input": "list", "payload": [1]}`, "list has 1 values, expected 0"},
	} {
		err := lines.Read(strings.NewReader(test.in), newAdapter("", lines.NewWriter(&bytes.Buffer{})).react)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.in, err, test.want)
		}
	}
}
