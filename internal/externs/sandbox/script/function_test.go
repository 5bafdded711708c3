package script

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/sandbox"
)

// A function answers values and errors; one that is not there is named.
func TestServe(t *testing.T) {
	script := &sandbox.Script{Path: "f.star", Text: "def f(x): return [x, None, 0.5, '\\n']", Params: 1, Steps: 1000, Output: 1000}
	f, _, err := serve(sandbox.Program{Function: "f", Script: script})
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"[1]":    `[1,null,0.5,"\n"]`,
		"[2.0]":  `[2,null,0.5,"\n"]`,
		"[1, 2]": "f.star:1:19: function f accepts 1 positional argument (2 given)",
	} {
		args, err := value.ReadJSON([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		var got []byte
		result, err := f.Call(args.([]any))
		if err == nil {
			got, err = value.AppendData(nil, result)
		}
		if err != nil {
			got = []byte(err.Error())
		}
		if string(got) != want {
			t.Errorf("%s is answered by %s, want %s", line, got, want)
		}
	}
	if _, _, err := serve(sandbox.Program{Function: "g", Script: script}); err == nil || !strings.Contains(err.Error(), "the file defines no function g, only f") {
		t.Errorf("got %v", err)
	}
}
