package diag

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// at is the span of the first occurrence of part in f.
func at(f *File, part string) Span {
	start := strings.Index(f.Text, part)
	return Span{f, start, start + len(part)}
}

// examples are diagnostics of every shape.
func examples() []Diagnostic {
	plain := NewFile("lamp.sxt", "var x: int = 0\n\tvar y: int = = 2\nvar 温度: nat = 数値\r\nassume a\nand b\nlast")
	long := NewFile("long.sxt", strings.Repeat("a", 500_000)+" ERROR "+strings.Repeat("ü", 500_000))
	wide := NewFile("wide.sxt", "const N = \""+strings.Repeat("x", 300)+"\"\n")
	odd := NewFile("odd.sxt", "a \x1b[31m\x00 \xff b")
	return []Diagnostic{
		{Code: "plain", Span: at(plain, "int"), Message: "a name"},
		{Code: "tab", Span: at(plain, "= 2"), Message: "after a tab", Hint: "remove it"},
		{Code: "wide", Severity: Warning, Span: at(plain, "数値"), Message: "wide characters"},
		{Code: "lines", Severity: Note, Span: at(plain, "a\nand b"), Message: "over two lines"},
		{Code: "end", Span: Span{plain, len(plain.Text), len(plain.Text)}, Message: "at the end"},
		{Code: "beyond", Span: Span{plain, 9999, 10000}, Message: "beyond the end"},
		{Code: "related", Span: at(plain, "y"), Message: "declared twice",
			Related: []Related{{at(plain, "x"), "the first is here"}, {Span{}, "somewhere"}}},
		{Code: "nowhere", Message: "no place", Hint: "none"},
		{Code: "long", Span: at(long, "ERROR"), Message: "a line of a megabyte"},
		{Code: "long-span", Span: at(wide, `"`+strings.Repeat("x", 300)+`"`), Message: "a long span"},
		{Code: "odd", Span: at(odd, "b"), Message: "control \x1b characters"},
	}
}

func TestRenderGolden(t *testing.T) {
	var out strings.Builder
	Render(&out, examples(), Counts{Error: 1, Note: 6}, false)
	golden.File(t, "testdata/render.golden", out.String())
}

// TestRenderColor checks that colour adds nothing but colour.
func TestRenderColor(t *testing.T) {
	var plain, colored strings.Builder
	Render(&plain, examples(), Counts{}, false)
	Render(&colored, examples(), Counts{}, true)
	text := colored.String()
	for _, style := range []string{styles[Error], styles[Warning], styles[Note], styleStrong, styleGutter, "0"} {
		if !strings.Contains(text, "\x1b["+style+"m") {
			t.Errorf("the style %s is not used", style)
		}
		text = strings.ReplaceAll(text, "\x1b["+style+"m", "")
	}
	if diff := cmp.Diff(plain.String(), text); diff != "" {
		t.Errorf("(-plain +colored)\n%s", diff)
	}
	if strings.Contains(plain.String(), "\x1b") {
		t.Error("the plain output has an escape character")
	}
}

func TestToJSON(t *testing.T) {
	got, err := json.Marshal(ToJSON(examples()[6:8]))
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"code":"related","severity":"error","file":"lamp.sxt","line":2,"column":6,"message":"declared twice",` +
		`"related":[{"file":"lamp.sxt","line":1,"column":5,"message":"the first is here"},` +
		`{"file":"","line":0,"column":0,"message":"somewhere"}]},` +
		`{"code":"nowhere","severity":"error","file":"","line":0,"column":0,"message":"no place","hint":"none"}]`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if empty, _ := json.Marshal(ToJSON(nil)); string(empty) != "[]" {
		t.Errorf("no diagnostics become %s", empty)
	}
}
