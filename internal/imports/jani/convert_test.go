package jani

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// TestExpressions translates expressions over an int x, a real r, a bool b and the constant K = 3.
func TestExpressions(t *testing.T) {
	for in, want := range map[string]string{
		`{"op": "+", "left": "x", "right": {"op": "*", "left": 2, "right": "K"}}`:                      "x + 6",
		`{"op": "/", "left": "x", "right": 4}`:                                                         "real(x) / 4.0",
		`{"op": "/", "left": 1, "right": "K"}`:                                                         "1.0 / 3.0",
		`{"op": "<", "left": "x", "right": "r"}`:                                                       "real(x) < r",
		`{"op": "⇒", "left": "b", "right": {"op": "≥", "left": "x", "right": 0.5}}`:                    "not b or real(x) >= 1.0 / 2.0",
		`{"op": "∧", "left": true, "right": {"op": "¬", "exp": {"op": "=", "left": "x", "right": 1}}}`: "x != 1",
		`{"op": "ite", "if": "b", "then": 1, "else": "r"}`:                                             "if b then 1.0 else r",
		`{"op": "ite", "if": {"op": "=", "left": "K", "right": 3}, "then": "x", "else": 0}`:            "x",
		`{"op": "ceil", "exp": "r"}`:                                                                   "-floor(-r)",
		`{"op": "floor", "exp": {"op": "/", "left": -7, "right": 2}}`:                                  "-4",
		`{"op": "trc", "exp": {"op": "/", "left": -7, "right": 2}}`:                                    "-3",
		`{"op": "%", "left": -7, "right": 2}`:                                                          "1",
		`{"op": "pow", "left": "x", "right": 2}`:                                                       "x * x",
		`{"op": "pow", "left": 2, "right": -3}`:                                                        "1.0 / 8.0",
		`{"op": "log", "left": 81, "right": "K"}`:                                                      "4.0",
		`{"op": "min", "left": "x", "right": "K"}`:                                                     "min(x, 3)",
		`{"op": "call", "function": "twice", "args": ["K"]}`:                                           "6",
		`{"op": "call", "function": "twice", "args": ["x"]}`:                                           "twice(x)",
		`{"exp": 1e-3, "comment": "one thousandth"}`:                                                   "1.0 / 1000.0",
	} {
		c := newTestConverter(t)
		v := document.JSON(diag.NewFile("x", in), limits, "", c.list)
		got := c.expression(v, c.globals)
		if c.list.HasErrors() || print.Expr(got.tree()) != want {
			t.Errorf("%s: got %s, want %s; %v", in, print.Expr(got.tree()), want, c.list.Sorted())
		}
	}
}

// TestWrongExpressions checks for errors, instead of panics or values.
func TestWrongExpressions(t *testing.T) {
	for in, want := range map[string]string{
		`"y"`:                                  `"y" is not declared`,
		`{"op": "/", "left": "x", "right": 0}`: "division by zero",
		`{"op": "%", "left": "x", "right": {"op": "-", "left": "K", "right": 3}}`: "division by zero",
		`{"op": "pow", "left": 2, "right": 1000000}`:                              "too large",
		`{"op": "pow", "left": 2, "right": "x"}`:                                  "constant integer",
		`{"op": "log", "left": 80, "right": "K"}`:                                 "logarithms",
		`{"op": "∧", "left": "x", "right": "b"}`:                                  "type bool is expected",
		`{"op": "=", "left": "x", "right": "b"}`:                                  "types int and bool are compared",
		`{"op": "sin", "exp": "r"}`:                                               `operator "sin" is not imported`,
		`{"constant": "e"}`:                                                       "not a fraction",
		`{"op": "call", "function": "twice", "args": []}`:                         "takes 1 arguments, not 0",
		`{"op": "call", "function": "thrice", "args": []}`:                        `no function "thrice"`,
		`1e999999999`: "too large",
		`null`:        "an expression is expected here",
		`[]`:          "an expression is expected here",
	} {
		c := newTestConverter(t)
		if v := document.JSON(diag.NewFile("x", in), limits, "", c.list); v != nil {
			c.expression(v, c.globals)
		}
		if found := c.list.Sorted(); len(found) == 0 || !strings.Contains(found[0].Message, want) {
			t.Errorf("%s: got %v, want %s", in, found, want)
		}
	}
}

func newTestConverter(t *testing.T) *converter {
	t.Helper()
	text := `{"constants": [{"name": "K", "type": "int", "value": 3}],
	 "functions": [{"name": "twice", "type": "int", "parameters": [{"name": "n", "type": "int"}], "body": {"op": "*", "left": 2, "right": "n"}}],
	 "variables": [{"name": "x", "type": "int"}, {"name": "r", "type": "real"}, {"name": "b", "type": "bool"}]}`
	list := &diag.List{}
	c := &converter{list: list, names: convert.NewNames(), globals: newScope(nil), places: map[string]diag.Span{},
		root: document.JSON(diag.NewFile("test.jani", text), limits, "", list)}
	c.readConstants(nil)
	c.readFunctions()
	c.readVariables(c.root.Get("variables"), c.globals)
	if list.HasErrors() {
		t.Fatal(list.Sorted())
	}
	return c
}

// small is a document with most features of documents.
const small = `{"jani-version": 1, "name": "small", "type": "ma", "features": ["derived-operators"],
 "actions": [{"name": "a"}], "constants": [{"name": "p", "type": "real", "value": 0.25}],
 "functions": [{"name": "small", "type": "bool", "parameters": [{"name": "n", "type": "int"}], "body": {"op": "<", "left": "n", "right": 2}}],
 "restrict-initial": {"exp": {"op": "<", "left": "x", "right": 2}},
 "variables": [{"name": "x", "type": {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": 3}},
  {"name": "w", "type": "real", "transient": true, "initial-value": 0}],
 "properties": [{"name": "q", "expression": {"op": "filter", "fun": "max", "states": {"op": "initial"}, "values": {"op": "Pmax",
  "exp": {"op": "U", "left": {"op": "<", "left": "x", "right": 3}, "right": {"op": "=", "left": "x", "right": 2}, "step-bounds": {"upper": 5}}}}},
  {"name": "e", "expression": {"op": "filter", "fun": "min", "states": {"op": "initial"}, "values": {"op": "Emin", "exp": "w", "accumulate": ["exit"], "reach": {"op": "=", "left": "x", "right": 3}}}}],
 "automata": [{"name": "one", "locations": [{"name": "l", "transient-values": [{"ref": "w", "value": 1}]}, {"name": "m", "transient-values": [{"ref": "w", "value": 1}]}], "initial-locations": ["l"],
   "edges": [{"location": "l", "action": "a", "destinations": [{"location": "m", "probability": {"exp": "p"}, "assignments": [{"ref": "x", "value": 2}, {"ref": "x", "value": {"op": "+", "left": "x", "right": 1}, "index": 1}]},
     {"location": "l", "probability": {"exp": {"op": "-", "left": 1, "right": "p"}}}]}]},
  {"name": "two", "variables": [{"name": "y", "type": "bool", "initial-value": true}], "locations": [{"name": "l"}], "initial-locations": ["l"],
   "edges": [{"location": "l", "action": "a", "guard": {"exp": {"op": "∧", "left": "y", "right": {"op": "call", "function": "small", "args": ["x"]}}}, "destinations": [{"location": "l", "assignments": [{"ref": "y", "value": false}]}]},
    {"location": "l", "rate": {"exp": {"op": "*", "left": 2, "right": "x"}}, "destinations": [{"location": "l", "assignments": [{"ref": "y", "value": true}]}]}]}],
 "system": {"elements": [{"automaton": "one"}, {"automaton": "two"}], "syncs": [{"synchronise": ["a", "a"], "result": "a"}]}}`

func TestComposition(t *testing.T) {
	var list diag.List
	m, properties := Options{}.Convert(diag.NewFile("small.jani", small), &list)
	if len(list.Sorted()) > 0 || len(properties) != 2 {
		t.Fatal(list.Sorted(), properties)
	}
	for _, want := range []string{
		"type Location_one = enum { l, m }",
		"var x: 0..3\n",
		"assume x < 2",
		"step: on -> on when 2 * x > 0 rate real(2 * x) do y := true",
		"a: on -> { 1 / 4: on do x, at_one, y := 2, m, false; x := x + 1; 3 / 4: on do y := false } when at_one == l and y and small(x)",
		"purpose q = location on when x == 2",
		"predicates q = { x < 3 }",
		"--purpose q --within-steps 5",
		"property e: the minimum expected steps",
	} {
		if !strings.Contains(strings.Join(strings.Fields(m.Text), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("%q is not in the model:\n%s", want, m.Text)
		}
	}
}

// TestHostileDocuments replaces each value of a document by others, and cuts it off: no panic, and a model only without errors.
func TestHostileDocuments(t *testing.T) {
	var tree any
	if err := json.Unmarshal([]byte(small), &tree); err != nil {
		t.Fatal(err)
	}
	models := 0
	check := func(text string) {
		var list diag.List
		m, _ := Options{}.Convert(diag.NewFile("hostile.jani", text), &list)
		if (m.Text == "") != list.HasErrors() {
			t.Errorf("a model of %d characters with %d errors: %s", len(m.Text), len(list.Sorted()), text)
		}
		if m.Text != "" {
			models++
		}
	}
	replaceEach(tree, func(replaced any) { tree = replaced }, func() {
		text, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		check(string(text))
	})
	for i := 0; i < len(small); i += 97 {
		check(small[:i])
	}
	if models < 20 {
		t.Errorf("only %d models: nearly every change is an error", models)
	}
}

// replaceEach replaces each value of a tree in turn by others, with a visit for each.
func replaceEach(v any, set func(any), visit func()) {
	for _, other := range []any{nil, true, 7.0, -1.5, "x", "nowhere", []any{}, map[string]any{}, map[string]any{"op": "+"}} {
		set(other)
		visit()
	}
	set(v)
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			replaceEach(value, func(other any) { v[key] = other }, visit)
		}
	case []any:
		for i, value := range v {
			replaceEach(value, func(other any) { v[i] = other }, visit)
		}
	}
}

// TestLimits checks that products of automata and functions that call each other terminate.
func TestLimits(t *testing.T) {
	edges := strings.Repeat(`{"location": "l", "action": "a", "destinations": [{"location": "l"}]},`, 40)
	automaton := `{"name": "x", "locations": [{"name": "l"}], "initial-locations": ["l"], "edges": [` + strings.TrimSuffix(edges, ",") + `]}`
	text := `{"type": "mdp", "automata": [` + automaton + `], "system": {"elements": [` + strings.TrimSuffix(strings.Repeat(`{"automaton": "x"},`, 12), ",") +
		`], "syncs": [{"synchronise": [` + strings.TrimSuffix(strings.Repeat(`"a",`, 12), ",") + `]}]}}`
	fibonacci := `{"type": "mdp", "functions": [{"name": "f", "type": "int", "parameters": [{"name": "n", "type": "int"}], "body": {"op": "+",
	 "left": {"op": "call", "function": "f", "args": [{"op": "-", "left": "n", "right": 1}]}, "right": {"op": "call", "function": "f", "args": [{"op": "-", "left": "n", "right": 2}]}}}],
	 "constants": [{"name": "c", "type": "int", "value": 1}], "variables": [{"name": "v", "type": "int", "initial-value": {"op": "call", "function": "f", "args": [60]}}],
	 "automata": [], "system": {"elements": []}}`
	for document, want := range map[string]string{text: "more than 20000 combinations", fibonacci: "at least one automaton"} {
		var list diag.List
		Options{}.Convert(diag.NewFile("large.jani", document), &list)
		if found := list.Sorted(); len(found) == 0 || !strings.Contains(found[0].Message, want) {
			t.Errorf("got %v, want %s", found, want)
		}
	}
}

func FuzzConvert(f *testing.F) {
	f.Add(small)
	f.Fuzz(func(t *testing.T, text string) {
		var list diag.List
		if m, _ := (Options{}).Convert(diag.NewFile("fuzz.jani", text), &list); (m.Text == "") != list.HasErrors() {
			t.Errorf("a model of %d characters, and %v", len(m.Text), list.Sorted())
		}
	})
}
