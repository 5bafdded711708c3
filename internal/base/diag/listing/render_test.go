package listing

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// lines is a file with n lines, and the span of each of them.
func lines(n int) (spans []diag.Span) {
	f := diag.NewFile("m.sxt", strings.Repeat("t: a -> b\n", n))
	for i := range n {
		start := f.LineStart(i + 1)
		spans = append(spans, diag.Span{File: f, Start: start, End: start + 1})
	}
	return spans
}

// at is the span of the first occurrence of part in f.
func at(f *diag.File, part string) diag.Span {
	start := strings.Index(f.Text, part)
	return diag.Span{File: f, Start: start, End: start + len(part)}
}

// examples are diagnostics of every shape.
func examples() []diag.Diagnostic {
	plain := diag.NewFile("lamp.sxt", "var x: int = 0\n\tvar y: int = = 2\nvar 温度: nat = 数値\r\nassume a\nand b\nlast")
	long := diag.NewFile("long.sxt", strings.Repeat("a", 500_000)+" ERROR "+strings.Repeat("ü", 500_000))
	wide := diag.NewFile("wide.sxt", "const N = \""+strings.Repeat("x", 300)+"\"\n")
	odd := diag.NewFile("odd.sxt", "a \x1b[31m\x00 \xff b")
	return []diag.Diagnostic{
		{Code: "plain", Span: at(plain, "int"), Message: "a name"},
		{Code: "tab", Span: at(plain, "= 2"), Message: "after a tab", Hint: "remove it"},
		{Code: "wide", Severity: diag.Warning, Span: at(plain, "数値"), Message: "wide characters"},
		{Code: "lines", Severity: diag.Note, Span: at(plain, "a\nand b"), Message: "over two lines"},
		{Code: "end", Span: diag.Span{File: plain, Start: len(plain.Text), End: len(plain.Text)}, Message: "at the end"},
		{Code: "beyond", Span: diag.Span{File: plain, Start: 9999, End: 10000}, Message: "beyond the end"},
		{Code: "related", Span: at(plain, "y"), Message: "declared twice",
			Related: []diag.Related{{Span: at(plain, "x"), Message: "the first is here"}, {Message: "somewhere"}}},
		{Code: "nowhere", Message: "no place", Hint: "none"},
		{Code: "long", Span: at(long, "ERROR"), Message: "a line of a megabyte"},
		{Code: "long-span", Span: at(wide, `"`+strings.Repeat("x", 300)+`"`), Message: "a long span"},
		{Code: "odd", Span: at(odd, "b"), Message: "control \x1b characters"},
	}
}

func TestRenderGolden(t *testing.T) {
	var out strings.Builder
	Render(&out, examples(), diag.Counts{diag.Error: 1, diag.Note: 6}, false)
	golden.File(t, "testdata/render.golden", out.String())
}

// TestRenderColor checks that colour adds nothing but colour.
func TestRenderColor(t *testing.T) {
	var plain, colored strings.Builder
	Render(&plain, examples(), diag.Counts{}, false)
	Render(&colored, examples(), diag.Counts{}, true)
	text := colored.String()
	for _, style := range []string{styles[diag.Error], styles[diag.Warning], styles[diag.Note], styleStrong, styleGutter, "0"} {
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

// Many notes of one kind are shown as one, with their number and their lines; few are shown each, and so are all warnings.
func TestRenderAlike(t *testing.T) {
	spans := lines(30)
	for _, row := range []struct {
		severity diag.Severity
		at       []diag.Span
		want     string // the line about the others; empty for all in full
	}{
		{diag.Note, spans[:3], ""},
		{diag.Warning, spans[:9], ""},
		{diag.Note, spans[:4], "  and 3 more notes of this kind, in lines 2, 3, 4\n"},
		{diag.Note, spans, "  and 29 more notes of this kind, in lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ..., 30\n"},
		{diag.Note, []diag.Span{spans[0], spans[0], spans[0], spans[0]}, "  and 3 more notes of this kind in this line\n"},
		{diag.Note, make([]diag.Span, 5), "and 4 more notes of this kind\n"},
	} {
		var list []diag.Diagnostic
		for i, at := range row.at {
			list = append(list, diag.Diagnostic{Code: diag.CodeMissingElse, Severity: row.severity, Span: at, Message: fmt.Sprint("number ", i)})
		}
		var out strings.Builder
		Render(&out, list, diag.Counts{}, false)
		heads := strings.Count(out.String(), "[missing-else]")
		if row.want == "" && heads != len(list) || row.want != "" && (heads != 1 || !strings.HasSuffix(out.String(), row.want)) {
			t.Errorf("%d of %v:\n%s", len(row.at), row.severity, out.String())
		}
	}
}
