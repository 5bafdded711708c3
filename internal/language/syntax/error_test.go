package syntax

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// TestErrors checks testdata/errors_syntax.txt. Its chunks, separated by lines of ---, are models. The errors must be announced on their
// lines, each by ### and fragments of "code: message | hint", separated by "...".
func TestErrors(t *testing.T) {
	for i, chunk := range golden.Chunks(t, "testdata/errors_syntax.txt") {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) { checkChunk(t, chunk) })
	}
}

func checkChunk(t *testing.T, chunk string) {
	_, found := parseText(chunk)
	lines := map[int][]string{}
	for _, d := range found {
		line := d.Span.Position().Line
		lines[line] = append(lines[line], fmt.Sprintf("%s: %s | %s", d.Code, d.Message, d.Hint))
	}
	for i, text := range strings.Split(chunk, "\n") {
		got := lines[i+1]
		wanted := strings.Split(text, "###")[1:]
		if len(got) != len(wanted) {
			t.Errorf("line %d: want %q, got %q\n%s", i+1, wanted, got, chunk)
			continue
		}
		for j, pattern := range wanted {
			if !fragmentsIn(got[j], pattern) {
				t.Errorf("line %d:\n got %s\nwant %s", i+1, got[j], pattern)
			}
		}
	}
}

// fragmentsIn reports whether the parts of pattern between "..." occur in text in this order.
func fragmentsIn(text, pattern string) bool {
	for part := range strings.SplitSeq(pattern, "...") {
		_, rest, ok := strings.Cut(text, strings.TrimSpace(part))
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

// TestCodeExamples demands that the example of each code yields that code and no other.
func TestCodeExamples(t *testing.T) {
	for _, info := range codes.Section(t, codes.Syntax) {
		example := info.Example
		switch info.Code { // examples that a page cannot show
		case diag.CodeTooLong:
			example = strings.Repeat("# nothing\n", 16<<20/10+1)
		case diag.CodeTooDeep:
			example = "assume " + strings.Repeat("(", 501) + "true" + strings.Repeat(")", 501) + "\n"
		case diag.CodeNotUTF8:
			example = "const N = 3 # caf\xe9\n"
		}
		_, found := parseText(example)
		if len(found) != 1 || found[0].Code != info.Code {
			t.Errorf("%s: got %v", info.Code, found)
		}
		if info.Meaning == "" {
			t.Errorf("%s has no meaning", info.Code)
		}
	}
}

// TestHostile runs the parser on hostile texts. Each must yield the code, quickly.
func TestHostile(t *testing.T) {
	repeat := strings.Repeat
	const many = 100_000
	for name, test := range map[string]struct {
		text string
		code diag.Code
	}{
		"parentheses":   {"assume " + repeat("(", many) + "a" + repeat(")", many), diag.CodeTooDeep},
		"minuses":       {"assume " + repeat("-", many) + "1 > 0", diag.CodeTooDeep},
		"spaced minus":  {"assume " + repeat("- ", many) + "1 > 0", diag.CodeTooDeep},
		"brackets":      {"assume " + repeat("[", many), diag.CodeTooDeep},
		"not":           {"assume " + repeat("not ", many) + "a", diag.CodeTooDeep},
		"implies":       {"assume " + repeat("a => ", many) + "a", diag.CodeTooDeep},
		"if":            {"assume " + repeat("if a then b else ", many) + "a", diag.CodeTooDeep},
		"if condition":  {"assume " + repeat("if ", many) + "a", diag.CodeTooDeep},
		"exists":        {"assume " + repeat("exists a: int :: ", many) + "a", diag.CodeTooDeep},
		"sum":           {"assume " + repeat("a + ", many) + "a", diag.CodeTooDeep},
		"and":           {"assume " + repeat("a and ", many) + "a", diag.CodeTooDeep},
		"index chain":   {"assume a" + repeat("[1]", many), diag.CodeTooDeep},
		"index nest":    {"assume " + repeat("a[", many), diag.CodeTooDeep},
		"field chain":   {"assume a" + repeat(".f", many), diag.CodeTooDeep},
		"calls":         {"assume " + repeat("f(", many), diag.CodeTooDeep},
		"records":       {"assume " + repeat("P{x:", many), diag.CodeTooDeep},
		"target chain":  {"t: a -> b do x" + repeat("[1]", many) + " := 1", diag.CodeTooDeep},
		"array types":   {"type T = int" + repeat("[2]", many), diag.CodeTooDeep},
		"record types":  {"type T = " + repeat("record { x: ", many), diag.CodeTooDeep},
		"length types":  {"type T = " + repeat("int[exists x: ", many), diag.CodeTooDeep},
		"range types":   {"type T = " + repeat("(", many) + "1..2", diag.CodeTooDeep},
		"sets":          {"assume " + repeat("{", many), diag.CodeTooDeep},
		"maps":          {"assume " + repeat("{1: ", many), diag.CodeTooDeep},
		"fills":         {"assume " + repeat("[0; ", many), diag.CodeTooDeep},
		"slice chain":   {"assume a" + repeat("[:]", many), diag.CodeTooDeep},
		"slice nest":    {"assume " + repeat("a[:", many), diag.CodeTooDeep},
		"filters":       {"assume " + repeat("{x in ", many), diag.CodeTooDeep},
		"conditions":    {"assume " + repeat("{x in s : ", many), diag.CodeTooDeep},
		"generators":    {"assume " + repeat("[x for x in ", many), diag.CodeTooDeep},
		"bare":          {"assume " + repeat("sum(x for x in ", many), diag.CodeTooDeep},
		"folds":         {"assume " + repeat("fold t = 0 for x in s :: ", many), diag.CodeTooDeep},
		"fold starts":   {"assume " + repeat("fold t = ", many), diag.CodeTooDeep},
		"cases":         {"assume " + repeat("case x of {a: ", many), diag.CodeTooDeep},
		"case subjects": {"assume " + repeat("(case ", many) + repeat("x of {a: 1})", many), diag.CodeTooDeep},
		"case names":    {"assume " + repeat("case + ", many) + "1", diag.CodeTooDeep},
		"case words":    {"assume " + repeat("case ", many), diag.CodeUnexpectedToken},
		"of words":      {"assume case " + repeat("of {", many), diag.CodeUnexpectedToken},
		"set types":     {"type T = " + repeat("set ", many) + "int", diag.CodeTooDeep},
		"map keys":      {"type T = " + repeat("map ", many) + "int", diag.CodeTooDeep},
		"map values":    {"type T = " + repeat("map int -> ", many) + "int", diag.CodeTooDeep},
		"optionals":     {"type T = int" + repeat("?", many), diag.CodeTooDeep},
		"sequences":     {"type T = int" + repeat("[]", many), diag.CodeTooDeep},
		"grouped types": {repeat("type T = "+repeat("(", 400)+"\n", many/100), diag.CodeUnexpectedToken},
		"unions":        {"type T = " + repeat("a{x: int} | ", many), diag.CodeUnexpectedToken},
		"zeros":         {repeat("\x00", many), diag.CodeBadCharacter},
		"zero and name": {repeat("\x00a", many), diag.CodeBadCharacter},
		"dollars":       {repeat("$ ", many), diag.CodeBadCharacter},
		"bytes":         {repeat("\xff\xfe\x00\x01", many), diag.CodeNotUTF8},
		"long digits":   {"const N = " + repeat("1", 1<<20), diag.CodeBadNumber},
		"long name":     {"assume " + repeat("a", 1<<20) + " " + repeat("b", 1<<20), diag.CodeUnexpectedToken},
		"long string":   {"import \"" + repeat("a", 1<<20), diag.CodeUnterminatedString},
		"escapes":       {"import \"" + repeat(`\q`, 1<<19) + "\"", diag.CodeBadEscape},
		"quotes":        {repeat("\" ", 1<<19), diag.CodeUnexpectedToken},
		"braces":        {repeat("{", 1<<20), diag.CodeUnexpectedToken},
		"machines":      {repeat("machine M {", many), diag.CodeMissingBrace},
		"comments":      {repeat("/*", many), diag.CodeBadComment},
		"keywords":      {repeat("var ", many), diag.CodeReservedWord},
		"colons":        {repeat("a:", many), diag.CodeMissingArrow},
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			_, found := parseText(test.text)
			if took := time.Since(begin); took > 30*time.Second {
				t.Errorf("took %v", took)
			}
			if len(found) == 0 {
				t.Fatal("no errors")
			}
			if found[0].Code != test.code {
				t.Errorf("got %s: %s", found[0].Code, found[0].Message)
			}
			if len(found) > diag.MaxShown {
				t.Errorf("%d errors", len(found))
			}
		})
	}
}

// TestLargeLiterals checks that long lists are read quickly and without recursion, and deep ones up to the limit.
func TestLargeLiterals(t *testing.T) {
	repeat := strings.Repeat
	const many, levels = 100_000, 50
	for name, text := range map[string]string{
		"sequence":       "assume [" + repeat("1, ", many) + "1] == s",
		"set":            "assume {" + repeat("1, ", many) + "1} == s",
		"map":            "assume {" + repeat("1: 2, ", many) + "1: 2} == s",
		"record":         "assume P{" + repeat("a: 2, ", many) + "a: 2} == s",
		"case":           "assume case r of {" + repeat("a{b}: 2, ", many) + "else: 2} == s",
		"union":          "type T = " + repeat("a{b: int} | ", many) + "a",
		"nested types":   "type T = " + repeat("set map int -> (", levels) + "int" + repeat("[])?[..3]", levels),
		"nested literal": "assume " + repeat("[{", levels) + "1" + repeat(": 2}; 3]", levels) + " == s",
		"comprehensions": "assume " + repeat("[x for x in {y in ", levels) + "s" + repeat(" : c}]", levels) + " == s",
		"nested cases":   "assume " + repeat("case (", levels) + "x" + repeat(") of { a: b }", levels) + " == s",
	} {
		begin := time.Now()
		if _, found := parseText(text); len(found) > 0 {
			t.Errorf("%s: %s", name, found[0].Message)
		}
		if took := time.Since(begin); took > 30*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
}

// TestAllErrorsInOneGo checks that an error hides neither those of later declarations nor correct declarations.
func TestAllErrorsInOneGo(t *testing.T) {
	text := "const A = )\nconst B = 2\nmachine M {\n  var x int\n  initial a\n  t: a a\n  u: a -> a\n}\nconst C = 3\nassume 1 = 2\n"
	file, found := parseText(text)
	var lines []int
	for _, d := range found {
		lines = append(lines, d.Span.Position().Line)
	}
	if diff := cmp.Diff([]int{1, 4, 6, 10}, lines); diff != "" {
		t.Errorf("lines of the errors (-want +got)\n%s", diff)
	}
	want := dumpFile(parseGood(t, "const B = 2 machine M { initial a u: a -> a } const C = 3"))
	if diff := cmp.Diff(want, dumpFile(file)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
