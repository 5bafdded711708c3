package protobuf

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
	"github.com/sextant-mbt/sextant/internal/testkit/services"
)

// files is what the tests of all converters check.
var files = testkit.Converter{Convert: Options{}.Convert, Ending: ".proto", Codes: codes.Protobuf, Allowed: allowed}

// allowed are the errors of a model that a file without errors may become: of limits.
var allowed = map[diag.Code]bool{diag.CodeTooDeep: true, diag.CodeTooLarge: true}

// converted is the model of a file without errors, and the warnings.
func converted(t testkit.Failer, o Options, text string) (convert.Model, []diag.Diagnostic) {
	t.Helper()
	return services.Convert(t, o.Convert, text)
}

// A file becomes the model and the mapping next to it, which fit each other.
func TestFiles(t *testing.T) { services.CheckGolden(t, files) }

func TestDocumentedCodes(t *testing.T) { files.CheckCodes(t) }

// withFields is a file with one method and the fields of a message M.
func withFields(fields, request, response string) string {
	return "syntax = \"proto3\";\nenum E { A = 0; B = 1; }\nmessage Inner { bool x = 1; }\nmessage Choice { oneof o { bool a = 1; string b = 2; } }\nmessage M { " + fields + " }\nmessage Empty {}\n" +
		"service S { rpc Do(" + request + ") returns (" + response + "); }\n"
}

// The translation of fields.
func TestFields(t *testing.T) {
	for field, want := range map[string]string{
		"bool x = 1;":               "x: bool",
		"double x = 1;":             "x: real",
		"string some_name = 1;":     "someName: string",
		"int32 x = 1;":              "x: Int32",
		"fixed32 x = 1;":            "x: 0..4294967295",
		"uint64 x = 1;":             "x <= 18446744073709551615",
		"E x = 1;":                  "type E = enum { A, B }",
		"Inner x = 1;":              "type Inner = record { x: bool }",
		"optional string x = 1;":    "x: string?",
		"repeated string x = 1;":    "x: string[]",
		"repeated Inner x = 1;":     "x: Inner[]",
		"map<string, int32> x = 1;": "x: map string -> Int32",
		"map<uint32, E> x = 1;":     "x: map 0..4294967295 -> E",
		"oneof o { string x = 1; bool y = 2; Inner z = 3; }": "(x == none or y == none) and (x == none or z == none) and (y == none or z == none)",
		"Choice x = 1;": "(value(x).a == none or value(x).b == none)",
	} {
		m, left := converted(t, Options{Optional: true}, withFields(field, "M", "Empty"))
		services.Bind(t, m)
		testkit.LoadStrictly(t, m.Text, nil)
		if !strings.Contains(m.Text, want) || len(left) > 0 {
			t.Errorf("%s became\n%s\nwant %s, and nothing left out: %v", field, m.Text, want, left)
		}
	}
}

// Parts that cannot be expressed are reported.
func TestLeftOut(t *testing.T) {
	for field, want := range map[string]string{
		"map<bool, string> x = 1;": "M.x is left out: maps with Boolean keys are not supported",
		"repeated bytes x = 1;":    "M.x is left out: the type bytes is not supported",
		"bytes x = 1;":             "M.x is left out: the type bytes is not supported",
		"M x = 1;":                 "M.x is left out: M is recursive",
		"Empty x = 1;":             "M.x is left out: none of its fields is supported",
	} {
		m, left := converted(t, Options{Optional: true}, withFields(field, "M", "M"))
		services.Bind(t, m)
		if found := fmt.Sprint(diag.ToJSON(left)); !strings.Contains(found, want) || !strings.Contains(m.Text, want) {
			t.Errorf("%s: %s\nwant %s\n%s", field, found, want, m.Text)
		}
	}
	for field, want := range map[string]string{
		"int64 x = 1;": "M.x is left out: integers of 64 bits are strings in the JSON form, which is not supported in responses",
	} {
		if m, _ := converted(t, Options{}, withFields(field, "Empty", "M")); !strings.Contains(m.Text, want) || !strings.Contains(m.Text, "output S_Do_ok()") {
			t.Errorf("%s: %s\nwant %s", field, m.Text, want)
		}
	}
}

// Errors are reported with their position in the file.
func TestErrors(t *testing.T) {
	whole := withFields("bool x = 1;", "M", "Empty")
	for _, test := range []struct{ text, at, want string }{
		{"", "", "there is no method of a service that a model can express"},
		{strings.Replace(whole, "bool x", "bool", 1), "=", `unexpected '='`},
		{strings.Replace(whole, "bool x", "Bool x", 1), "B", `field Inner.x: unknown type Bool`},
		{strings.Replace(whole, "enum E", "import \"other.proto\";\nenum E", 1), `"`, `could not resolve path "other.proto": it is in another file, and no other file is read: put everything into one file`},
		{strings.Replace(whole, "returns (", "returns (stream ", 1), "", "there is no method of a service that a model can express"},
		{strings.Replace(whole, "x = 1", "x = 0", 1), "0", "tag number 0 must be greater than zero"},
		{strings.Repeat("message A {", 100), "{", "braces are nested more than 64 levels deep"},
		{strings.Repeat(" ", maxBytes+1), "", "the file has more than 2097152 bytes"},
	} {
		files.CheckError(t, test.text, test.at, test.want)
	}
}

// Hostile files are handled quickly.
func TestHostileFiles(t *testing.T) {
	var diamonds, wide strings.Builder
	for i := range 60 {
		fmt.Fprintf(&diamonds, "message D%d { D%d a = 1; D%d b = 2; }\n", i, i+1, i+1)
	}
	diamonds.WriteString("message D60 { bool x = 1; }\nservice T { rpc Do(D0) returns (D40); }\n")
	wide.WriteString("service T {\n")
	for i := range 5000 {
		fmt.Fprintf(&wide, "rpc Do%d(M) returns (M);\n", i)
	}
	whole := withFields("bool x = 1;", "M", "Empty")
	for name, text := range map[string]string{"diamonds": whole + diamonds.String(), "wide": whole + wide.String() + "}\n",
		"options": whole + "option java_package = \"" + strings.Repeat("x", 1<<20) + "\";\n"} {
		t.Run(name, func(t *testing.T) {
			watchdog := time.AfterFunc(testkit.Patience, func() { panic("no end after " + testkit.Patience.String()) })
			defer watchdog.Stop()
			var list diag.List
			if out := (Options{Optional: true}).Convert(diag.NewFile("x.proto", text), &list).Text; list.HasErrors() != (out == "") {
				t.Errorf("errors: %v, model of %d bytes", list.HasErrors(), len(out))
			}
		})
	}
}

// FuzzConvert checks that any text quickly yields errors with positions in it, or a model that compiles and a mapping for it.
func FuzzConvert(f *testing.F) {
	for _, path := range files.Files(f) {
		f.Add(testkit.ReadFile(f, path))
	}
	for _, c := range codes.Section(f, codes.Protobuf) {
		f.Add(c.Example)
	}
	f.Fuzz(func(t *testing.T, text string) {
		files.CheckAny(t, text)
		var list diag.List
		if m := (Options{}).Convert(diag.NewFile("x.proto", text), &list); m.Text != "" {
			services.Bind(t, m)
		}
	})
}

// The page shows the translation of the file in it.
func TestDocumentedExample(t *testing.T) {
	page := testkit.ReadFile(t, "../../../docs/import.md")
	_, rest, _ := strings.Cut(page, "```proto\n")
	text, shown, found := strings.Cut(rest, "```\n")
	if !found {
		t.Fatal("the page has no file")
	}
	m, _ := converted(t, Options{}, text)
	lines := 0
	for _, line := range strings.Split(m.Text, "\n") {
		if strings.Contains(line, "put ") && !strings.Contains(line, "#") {
			lines++
			if !strings.Contains(shown, "    "+line+"\n") {
				t.Errorf("the page does not show %s", line)
			}
		}
	}
	if lines != 3 {
		t.Errorf("%d channels", lines)
	}
}
