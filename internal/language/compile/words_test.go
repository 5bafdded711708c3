package compile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// places are models with a name at every kind of place; WORD stands for the name.
var places = map[string]string{
	"system": "system WORD\nvar x: int = 0\n",
	"location": `input go()
output done()
location WORD, other
initial start
a: start -> WORD in go()
b: WORD -> other in go()
c: WORD -> WORD out done()
d: other -> WORD
purpose p = location WORD
`,
	"initial": `input go()
initial WORD
final other
a: WORD -> other in go()
b: other -> WORD in go()
`,
	"variable": `input go()
var WORD: int = 0
var y: int = 1, z: int = 2
initial a
t: a -> a when WORD > 0 in go() do WORD := WORD + 1; y := WORD
u: a -> a when y > WORD do WORD := 3
v: a -> a when WORD == 3 and y < WORD do y := WORD
invariant i: WORD >= 0
`,
	"second variable": `var y: int = 1, WORD: int = 2
assume y < WORD
`,
	"parenthesis": `var x: int = 0
initial a
t: a -> a do x := (WORD + 1) * WORD
const WORD = 2
`,
	"input": `input WORD()
initial a
t: a -> a in WORD()
u: a -> a when true in WORD
`,
	"payload": `input go(WORD: int)
output done(y: int, WORD: int)
initial a
t: a -> a in go(WORD) out done(WORD, WORD)
u: a -> a in go(x) when x > 0 out done(x, 1)
`,
	"output": `output WORD(x: int)
initial a
t: a -> b out WORD(1)
u: b -> a out WORD(2), WORD(3)
`,
	"transition": `initial a
WORD: a -> b
t: b -> a
purpose p = transitions WORD
purpose q = sequence WORD, *
`,
	"any":         "output done(x: int)\ninitial a\nt: a -> a any WORD: int where WORD > 2 out done(WORD)\n",
	"parameter":   "function f(WORD: int) -> int = WORD + 1\nassume f(1) == 2\n",
	"function":    "function WORD(x: int) -> int = x + 1\nassume WORD(1) == 2\n",
	"extern":      "extern WORD(x: int) -> int\ninitial a\nt: a -> a when WORD(1) == 2\n",
	"quantifier":  "assume forall WORD: int :: WORD * WORD >= 0\n",
	"field":       "type T = record { WORD: int, x: int }\nvar r: T = T{WORD: 1, x: 2}\nassume r.WORD > 0\nassume r.x > r.WORD\n",
	"member":      "type T = enum { WORD, other }\nvar r: T = WORD\nassume r == WORD or r != WORD\n",
	"last member": "type T = enum { other, WORD }\nvar r: T = WORD\n",
	"alternative": "type T = WORD{value: int} | busy\nvar r: T = busy\n",
	"constant":    "const WORD = 3\nassume WORD > 2\nconst b = WORD\n",
	"type":        "type WORD = int\nvar x: WORD = 0\n",
	"machine":     "machine WORD {\n  initial a\n  t: a -> a\n}\ninstance i = WORD\n",
	"instance":    "machine M {\n  initial a\n  t: a -> a\n}\ninstance WORD = M\npurpose p = transitions WORD.t\n",
	"item":        "machine M {\n  var WORD: int = 0\n  initial WORD\n  t: WORD -> WORD do WORD := WORD + 1\n}\ninstance i = M\n",
	"purpose":     "initial a\nt: a -> a\npurpose WORD = transitions t\n",
	"invariant":   "var x: int = 0\ninvariant WORD: x == 0\n",
	"predicates":  "var x: int = 0\npredicates WORD = { x == 0 }\n",
	"clock":       "clock WORD\ninitial a\nt: a -> a when WORD > 2 do WORD := 0\n",
	"feature":     "feature WORD, other\nfeatures valid when WORD or other\nassume WORD or not WORD\n",
	"classify":    "initial a\nt: a -> a\nclassify WORD: steps\n",
	"contract":    "extern f(x: int) -> int\n  contract WORD {\n    behavior WORD: requires x > 0 ensures result > 0\n  }\n",
	"event":       "var x: int = 0\nevent WORD: when x > 0 do x := 1\n",
}

// errorsOf returns the errors of a place with a name, each with its line.
func errorsOf(t *testing.T, text, name string) []string {
	t.Helper()
	if !strings.Contains(text, "initial") && !strings.Contains(text, "event") {
		text += "initial a\nt: a -> a\n"
	}
	_, found := loadFiles(t, map[string]string{"m.sxt": strings.ReplaceAll(text, "WORD", name)}, Options{})
	var out []string
	for _, d := range found {
		if d.Severity == diag.Error {
			out = append(out, fmt.Sprintf("%d: %s: %s | %s", d.Span.Position().Line, d.Code, d.Message, d.Hint))
		}
	}
	return out
}

// TestPlacesOfNames: the models have no errors with a name that nothing else has.
func TestPlacesOfNames(t *testing.T) {
	for place, text := range places {
		if found := errorsOf(t, text, "spare"); len(found) > 0 {
			t.Errorf("%s: %q", place, found)
		}
	}
}

// otherwise are places at which a reserved word is parsed as such: there is no error, or one with its own hint.
var otherwise = map[string][]string{
	"parenthesis": {"not", "if", "exists", "forall"}, // used before it is declared, where an operand may begin with it
	"alternative": {"enum", "record"},                // types
}

// TestReservedWordsAsNames: a reserved word in place of a name is one error, however often it occurs.
func TestReservedWordsAsNames(t *testing.T) {
	for kind := token.Import; kind < token.Count; kind++ {
		word := kind.String()
		if !token.IsReserved(word) {
			continue
		}
		want := fmt.Sprintf("reserved-word: `%s` is a reserved word and cannot be a name | choose another name, such as `%s_`", word, word)
		for place, text := range places {
			found := errorsOf(t, text, word)
			if (len(found) != 1 || !strings.Contains(found[0], want)) && !slices.Contains(otherwise[place], word) {
				t.Errorf("%s %s: %q", place, word, found)
			}
		}
	}
}

// TestBuiltinsAsNames: the name of a type or function of the language in place of a name is at most one error; none where it hides
// nothing.
func TestBuiltinsAsNames(t *testing.T) {
	for _, name := range strings.Fields("len abs min max floor int nat real int8 int16 int32 int64 uint8 uint16 uint32 uint64") {
		want := fmt.Sprintf("%q is built in and cannot be declared | choose another name, such as `%s_`", name, name)
		for place, text := range places {
			found := errorsOf(t, text, name)
			if len(found) > 1 || len(found) == 1 && !strings.Contains(found[0], want) {
				t.Errorf("%s %s: %q", place, name, found)
			}
			if place == "variable" && len(found) == 0 {
				t.Errorf("%s %s: there is no error", place, name)
			}
		}
	}
}
