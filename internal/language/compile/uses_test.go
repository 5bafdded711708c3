package compile

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/compile/expression"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// TestUses checks the referents of names. In the text, 1!x declares the name that 1'x refers to.
func TestUses(t *testing.T) {
	for name, marked := range map[string]string{
		"globals": `const 1!n = 2 type 2!T = enum { 3!a, 4!b } input 5!go(x: 2'T) output 6!done(y: 2'T) var 7!v: 2'T = 3'a
			function 8!f(9!x: 2'T) -> int = if 9'x == 4'b then 1'n else 0 initial s t: s -> s in 5'go(7'v) when 8'f(7'v) > 0 out 6'done(4'b)`,
		"locals": `var x: int = 0 input go(i: int) initial s
			t: s -> s any 1!k: int where 1'k > 0 in go(2!p) when 2'p > 1'k and (exists 3!q: int :: 3'q > 1'k) do x := 2'p`,
		"locations": `machine M(1!c: channel, 2!n: int) { var 3!v: int = 2'n initial 4!s location 6!u 5!t: 4's -> 6'u when 3'v > 0 out 1'c() 7!b: 6'u -> 4's }
			output c() instance 8!i = M(c, 1) instance 9!j = M(c, 2) invariant k: not (8'i.6'u and 9'j.4's) and 8'i.3'v > 0 purpose p = transitions 8'i.5't, 9'j.7'b
			purpose q = location 9'j.6'u`,
		"fields": `type 1!P = record { 2!a: int, 3!b: 6'Q } type 6!Q = record { 4!a: int } var 5!p: 1'P = 1'P{2'a: 1, 3'b: 6'Q{4'a: 2}}
			initial s t: s -> s when 5'p.2'a > 5'p.3'b.4'a do 5'p.3'b.4'a := 5'p.2'a`,
		"unions": `type R = 1!ok{2!value: int} | 3!no var r: R = 3'no, n: int = 0 initial s
			t: s -> s when r is 1'ok do n := case r of { 1'ok{2'value: 4!v}: 4'v, 3'no: 0 }; n := r.2'value; r := 1'ok{2'value: n}`,
		"collections": `var 1!s: int[] = [], 2!m: map int -> int = {} initial l
			t: l -> l do 1's := [3'x + 1 for 3!x in 1's : 3'x > 0]; 2'm := {4'k: 4'k for 4!k in 1's}; 2'm[1] := fold 5!a = 0 for 6!e in 1's :: 5'a + 6'e`,
		"contracts": `extern 1!F(2!x: int) -> int contract c { behavior b: requires 2'x > 0 ensures result > 2'x } var v: int = 0 initial s t: s -> s do v := 1'F(v)`,
	} {
		t.Run(name, func(t *testing.T) { checkMarked(t, marked) })
	}
}

// checkMarked compares the uses of a text with its marks.
func checkMarked(t *testing.T, marked string) {
	var text strings.Builder
	declared, marks := map[byte]int{}, map[int]byte{} // offsets of declarations, and the marks of uses
	for i := 0; i < len(marked); i++ {
		switch next := marked[min(i+1, len(marked)-1)]; {
		case next == '!' && marked[i] != ' ':
			declared[marked[i]] = text.Len()
			i++
		case next == '\'':
			marks[text.Len()] = marked[i]
			i++
		default:
			text.WriteByte(marked[i])
		}
	}
	uses := &Uses{}
	m, found := loadFiles(t, map[string]string{"m.sxt": text.String()}, Options{Uses: uses})
	if m.System == nil {
		t.Fatalf("%v\n%s", found, text.String())
	}
	got := map[int]int{}
	for _, u := range uses.All() {
		got[u.At.Start] = u.Symbol.Declared.Start
	}
	for at, mark := range marks {
		if to, known := got[at]; !known || to != declared[mark] {
			t.Errorf("%q refers to %d, want %d", text.String()[at:min(at+10, text.Len())], to, declared[mark])
		}
	}
}

// TestEveryNameOfTheExamplesIsUsed checks that uses are complete: each name of a model has a known referent, or cannot be referred to.
func TestEveryNameOfTheExamplesIsUsed(t *testing.T) {
	models, _ := filepath.Glob("../../../examples/*/*.sxt")
	names := 0
	for _, path := range models {
		uses := &Uses{}
		var list diag.List
		if m, err := Load(path, Options{Uses: uses}, &list); err != nil || m.System == nil {
			continue
		}
		known := map[int]bool{}
		for _, u := range uses.All() {
			for _, at := range []diag.Span{u.At, u.Symbol.Declared} {
				if at.File.Name == path {
					known[at.Start] = true
				}
			}
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		source := diag.NewFile(path, string(text))
		tokens, _ := syntax.Tokens(source, &diag.List{})
		for i, name := range tokens {
			if name.Kind != token.Name {
				continue
			}
			names++
			if !known[int(name.Start)] && !refersToNothing(source, tokens, i) {
				t.Errorf("%s: %q is not known", fmt.Sprint(path, name.Span(source).Position()), name.Text(source))
			}
		}
	}
	if names < 3000 {
		t.Errorf("only %d names", names)
	}
}

// refersToNothing reports whether a name is built in, or declares what other names cannot refer to: a system, payload, a contract, an
// invariant and so on.
func refersToNothing(source *diag.File, tokens []token.Token, i int) bool {
	text := tokens[i].Text(source)
	if slices.Contains(Functions(), text) || slices.Contains(Types(), text) || slices.Contains([]string{"_", "none", "some", "result", "transitions", "sequence", expression.StepsName, expression.TopName}, text) {
		return true
	}
	declares := []token.Kind{token.System, token.Invariant, token.Predicates, token.Purpose, token.Classify, token.Contract, token.Behavior, token.Run}
	if slices.Contains(declares, tokens[i-1].Kind) {
		return true
	}
	for ; i > 0 && !token.BeginsDeclaration(tokens, i); i-- {
	}
	return slices.Contains([]token.Kind{token.Input, token.Output, token.Channel, token.Extern}, tokens[i].Kind)
}

func TestCandidates(t *testing.T) {
	head := "type P = record { ax: int, ay: int } type C = enum { red } var p: P, n: int = 0 input go(i: int) output stop() function f() -> int = 1 initial s "
	for text, want := range map[string]string{
		"t: s -> s in go(k) when HERE > 0":     "k n p red",
		"t: s -> s when p.HERE > 0":            "ax ay",
		"t: s -> s do HERE := 1":               "n p",
		"t: s -> s in HERE()":                  "go stop",
		"t: s -> s when HERE() > 1":            "f",
		"var q: HERE t: s -> s":                "C P",
		"t: s -> s when n + HERE > 0 var x: (": "n p red", // with a syntax error elsewhere
	} {
		uses := &Uses{Placeholder: "HERE"}
		loadFiles(t, map[string]string{"m.sxt": head + text}, Options{Uses: uses})
		var got []string
		for _, c := range uses.Candidates {
			got = append(got, c.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: candidates %v, want %s", text, got, want)
		}
	}
}
