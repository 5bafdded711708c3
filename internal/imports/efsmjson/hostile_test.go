package efsmjson

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
)

// sample puts parts in the place of those of a table without errors.
func sample(parts ...string) string {
	text := `{"initial": "a", "states": ["a", "b"], "vars": {"x": 0},
 "transitions": [
  {"id": "t", "from": "a", "to": "b", "input": "i", "params": ["p"], "guard": "p > x", "update": [["x", "p"]], "output": "o(x)"}]}`
	return strings.NewReplacer(parts...).Replace(text)
}

// Errors are reported with their position in the file and their path in the document.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ text, at, want string }{
		{"", "", "this is not JSON: the file ends too early"},
		{"[1, 2", "", "this is not JSON: the file ends too early"},
		{sample(`"t",`, `"t"`), "\"", "this is not JSON: invalid character '\"' after object key:value pair"},
		{sample(`{"x": 0}`, `{"x": Infinity}`), "I", "this is not JSON: invalid character 'I' looking for beginning of value"},
		{sample() + " 1", "1", "something follows the end of the document"},
		{"[]", "[]", "the document: an object is expected here, not a list"},
		{sample(`"id": "t", `, ""), `{"from": "a"`, "transitions[0].id is missing"},
		{sample(`"id": "t", `, `"id": "t", "id": "u", `), `"id"`, "transitions[0].id occurs twice"},
		{sample(`"id"`, `"gaurd": "b", "id"`), `"b"`, "transitions[0].gaurd: this key is not known"},
		{sample(`["p"]`, `"p"`), `"p"`, "transitions[0].params: a list of strings is expected here, not a string"},
		{sample(`["p"]`, `[null]`), "null", "transitions[0].params[0]: a string is expected here, not null"},
		{sample(`["p"]`, `["p", "p"]`), `"p"`, `transitions[0].params[1]: the parameter "p" occurs twice`},
		{sample(`[["x", "p"]]`, `[["x"]]`), `["x"]`, "transitions[0].update[0]: a pair of variable and value is expected here, not a list"},
		{sample(`{"x": 0}`, `{"x": {}}`), "{}", "vars.x: a number, true, false, or a literal such as \"'c'\" is expected here, not an object"},
		{sample(`{"x": 0}`, `{"x": "y"}`), `"y"`, `vars.x: a literal is expected here, not "y"`},
		{sample(`{"x": 0}`, `{"x": 1e3}`), "1e3", "vars.x: 1e3 is not a number in plain decimal form"},
		{sample(`"to": "b"`, `"to": "c"`), `"c"`, `transitions[0].to: there is no state "c"`},
		{sample(`["a", "b"]`, `["a", "a", "b"]`), `"a"`, `states[1]: the state "a" occurs twice`},
		{sample(`p > x`, `p > y`), `"p > y"`, `transitions[0].guard: "y" is not defined`},
		{sample(`p > x`, `p > `), `"p > "`, `transitions[0].guard: "p >" cannot be read: at character 4, expected operand, found 'EOF'`},
		{sample(`p > x`, `p & x`), `"p & x"`, "transitions[0].guard: the operator & cannot be imported"},
		{sample(`p > x`, `p + x`), `"p + x"`, "transitions[0].guard: p + x is an integer, but a Boolean is expected"},
		{sample(`p > x`, `x == 'e'`), `"x == 'e'"`, "transitions[0].guard: 'e' is a character, but an integer is expected"},
		{sample(`p > x`, `f(p)`), `"f(p)"`, `transitions[0].guard: "f" is not defined`},
		{sample(`p > x`, `x[p] > 0`), `"x[p] > 0"`, `transitions[0].guard: "x[p]" is not an expression that can be imported`},
		{sample(`p > x`, `010 > x`), `"010 > x"`, "transitions[0].guard: 010 is not a number in plain decimal form"},
		{sample(`["x", "p"]`, `["x", "p > 0"]`), `"p > 0"`, "transitions[0].update[0][1]: p > 0 is a Boolean, but an integer is expected"},
		{sample(`o(x)`, `o(x`), `"o(x"`, "transitions[0].output: \"_(x\" cannot be read: at character 4, missing ',' before newline in argument list"},
		{sample(`o(x)`, `o(x)(x)`), `"o(x)(x)"`, "transitions[0].output: this is not an output: write NAME or NAME(VALUE, ...)"},
		{sample(`"i"`, `""`), `{"id"`, "transitions[0]: there are parameters, but no input"},
		{`{"initial": "a", "states": ["a"], "transitions": []}`, `{"initial"`, "transitions: a machine needs at least one transition"},
		{sample(`p > x`, strings.Repeat("!", 20000)), `"!!`, "transitions[0].guard: the expression has more than 10000 bytes"},
		{strings.Repeat("[", 100000), "", "[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]: values are nested more than 16 levels deep"},
	} {
		converter.CheckError(t, test.text, test.at, test.want)
	}
}

// FuzzConvert checks that any text quickly yields errors with positions in it, or a model that compiles.
func FuzzConvert(f *testing.F) {
	for _, path := range converter.Files(f) {
		f.Add(testkit.ReadFile(f, path))
	}
	for _, c := range codes.Section(f, codes.EFSM) {
		f.Add(c.Example)
	}
	f.Add(sample())
	f.Fuzz(converter.CheckAny)
}

// FuzzRow does the same with the parts of a table in valid JSON.
func FuzzRow(f *testing.F) {
	f.Add("a", "x", "coin", "p", "p > x && x != 3", "x + 1", `write("a", x); U!ok`, "0")
	f.Add("in", "when", "U?x", "x", "!(x == 'e') || p", "'f'", "write(0.5) ; p(x)", "'e'")
	f.Add("1 2", "int", "", "", "", "-x%7", "a;;b(')')", "true")
	f.Fuzz(func(t *testing.T, state, variable, input, param, guard, value, output, initial string) {
		row := map[string]any{"id": state, "from": state, "to": state, "input": input, "params": []string{param}, "guard": guard,
			"update": [][]string{{variable, value}}, "output": output}
		if input == "" {
			delete(row, "params")
		}
		text, err := json.Marshal(map[string]any{"name": variable, "title": output, "initial": state, "states": []string{state, state + "2"},
			"vars": map[string]string{variable: initial}, "transitions": []any{row}})
		if err != nil {
			t.Skip()
		}
		converter.CheckAny(t, string(text))
	})
}

// A file of the maximum size is converted or rejected in time linear in its size.
func TestLargeTables(t *testing.T) {
	var odd, many, wide strings.Builder
	for i := range 60000 {
		fmt.Fprintf(&odd, `"%s%c", `, strings.Repeat("?", i%7), 0x4e00+i%20000)
		fmt.Fprintf(&many, `, {"id": "t%d", "from": "a", "to": "a", "input": "i%d", "output": "o%d(%d)"}`, i, i, i, i)
		fmt.Fprintf(&wide, `, "p%d"`, i)
	}
	row := `{"id": "t", "from": "a", "to": "a", "input": "i", "params": ["p"%s], "guard": "p > 0"}%s`
	for name, text := range map[string]string{
		"states":      fmt.Sprintf(`{"initial": "a", "states": [%s"a"], "transitions": [`+row+`]}`, odd.String(), "", ""),
		"transitions": fmt.Sprintf(`{"initial": "a", "states": ["a"], "transitions": [`+row+`]}`, "", many.String()),
		"lost states": fmt.Sprintf(`{"initial": "a", "states": ["b"], "transitions": [`+row+`]}`, "", many.String()),
		"parameters":  fmt.Sprintf(`{"initial": "a", "states": ["a"], "transitions": [`+row+`]}`, wide.String(), ""),
	} {
		t.Run(name, func(t *testing.T) {
			watchdog := time.AfterFunc(testkit.Patience, func() { panic("no end after " + testkit.Patience.String()) })
			defer watchdog.Stop()
			var list diag.List
			if out := Convert(diag.NewFile("table.json", text), &list).Text; list.HasErrors() != (out == "") {
				t.Errorf("errors: %v, model of %d bytes", list.HasErrors(), len(out))
			}
		})
	}
}
