package efsmjson

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
)

// converter is what the tests of all converters check.
var converter = testkit.Converter{Convert: Convert, Ending: ".json", Codes: codes.EFSM, Allowed: allowed}

// allowed are the errors of a model that a table without errors may become: of limits, and of constant expressions that fail,
// such as a division by zero.
var allowed = map[diag.Code]bool{diag.CodeTooDeep: true, diag.CodeTooLarge: true, diag.CodeConstDivZero: true}

// The published tables become the models next to them.
func TestPublishedTables(t *testing.T) {
	if tables := converter.Files(t); len(tables) < 7 {
		t.Errorf("only %v", tables)
	}
	converter.CheckGolden(t)
}

func TestDocumentedCodes(t *testing.T) { converter.CheckCodes(t) }

// Whatever names a table uses, the names of the model are valid and distinct.
func TestNamesThatTheLanguageDoesNotHave(t *testing.T) {
	text := converter.Text(t, `{"name": "in out", "initial": "when", "states": ["when", "1st state", "1st-state"],
		"vars": {"initial": 0, "int": 1, "x": true, "min": 0},
		"transitions": [
		  {"id": "do", "from": "when", "to": "1st state", "input": "x", "params": ["in", "out", "write"], "guard": "in > initial && x && min == out",
		   "update": [["initial", "write + int"]], "output": "write(in); write(x); write"},
		  {"id": "do!", "from": "1st state", "to": "1st-state", "input": "", "update": [["x", "!x"], ["min", "min + 1"]], "output": "x; U!x(initial); \"; odd"},
		  {"id": "ok", "from": "1st-state", "to": "when", "input": "record", "params": [], "guard": "true"}]}`)
	s := testkit.LoadStrictly(t, text, nil)
	if len(s.Transitions()) != 3 || len(s.Machines[0].Locations) != 3 {
		t.Errorf("%s", text)
	}
}

// A guard of C becomes a guard with the same meaning, whatever the precedences.
func TestOperatorsBindAsInC(t *testing.T) {
	for guard, want := range map[string]string{
		"!a && b":                   "not a and b",
		"!(a && b)":                 "not (a and b)",
		"!a == b":                   "(not a) == b",
		"a || b && x > 0":           "a or b and x > 0",
		"(a || b) && x > 0":         "(a or b) and x > 0",
		"x - (y - 1) * 2 >= -x":     "x - (y - 1) * 2 >= -x",
		"c == 'e' || c != '-'":      "c == char_e or c != char_x2d",
		"(x > 0) == (y > 0)":        "(x > 0) == (y > 0)",
		"x%2==0&&a":                 "x % 2 == 0 and a",
		`s == "say \"hi\"" && true`: `s == "say \"hi\"" and true`,
		"r < 0.5":                   "r < 0.5",
		"r == x && x == 1.5":        "r == x and x == 1.5",
	} {
		text := converter.Text(t, `{"initial": "q", "states": ["q"], "vars": {"a": true, "b": false},
			"transitions": [{"id": "t", "from": "q", "to": "q", "input": "i", "params": ["x", "y", "c", "s", "r", "a", "b"], "guard": `+quoted(guard)+`}]}`)
		testkit.LoadStrictly(t, text, nil)
		if !strings.Contains(text, " when "+want+"\n") {
			t.Errorf("%s became\n%s", guard, text)
		}
	}
}

func quoted(s string) string {
	return `"` + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`) + `"`
}
