package syntax

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

func TestParseGolden(t *testing.T) {
	golden.Pairs(t, "testdata/parse.txtar", ".dump", func(t *testing.T, text string) string { return dumpFile(parseGood(t, text)) })
}

// TestSpans checks that the place of each node covers its text.
func TestSpans(t *testing.T) {
	text := "system S\nvar x: int[2] = (a + b) * -f(1, c.d), y: 0..7\nt: p -> q when e[1] == P{x: 1} do x := 2; y := 3 out a(x), b"
	file := parseGood(t, text)
	want := []string{
		"x: int[2] = (a + b) * -f(1, c.d)", "int[2]", "int", "2", "(a + b) * -f(1, c.d)", "a + b", "a", "b",
		"-f(1, c.d)", "f(1, c.d)", "1", "c.d", "c",
		"y: 0..7", "0..7", "0", "7",
		"t: p -> q when e[1] == P{x: 1} do x := 2; y := 3 out a(x), b",
		"when e[1] == P{x: 1}", "e[1] == P{x: 1}", "e[1]", "e", "1", "P{x: 1}", "1",
		"do x := 2; y := 3", "x", "2", "y", "3", "out a(x), b", "x",
	}
	if diff := cmp.Diff(want, spans(file.Decls)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if file.System.At.Text() != "S" {
		t.Errorf("system spans %q", file.System.At.Text())
	}
}

// TestSpansOfData is TestSpans for collections, optional values and unions.
func TestSpansOfData(t *testing.T) {
	for text, want := range map[string][]string{
		"type T = map (set int)[..3] -> U?":       {"map (set int)[..3] -> U?", "(set int)[..3]", "set int", "int", "3", "U?", "U"},
		"type T = a{x: int[]} | b":                {"a{x: int[]} | b", "int[]", "int"},
		"assume [x in s : c]":                     {"[x in s : c]", "s", "c"},
		"assume {k: v for k in (s) : c}":          {"{k: v for k in (s) : c}", "k", "v", "s", "c"},
		"assume sum(f for x in s)":                {"sum(f for x in s)", "f for x in s", "f", "s"},
		"assume [0; 8]":                           {"[0; 8]", "0", "8"},
		"assume {1: 2}[a:][:b]":                   {"{1: 2}[a:][:b]", "{1: 2}[a:]", "{1: 2}", "1", "2", "a", "b"},
		"assume {1} in []":                        {"{1} in []", "{1}", "1", "[]"},
		"assume fold t = 0 for x in s :: t":       {"fold t = 0 for x in s :: t", "0", "s", "t"},
		"assume case r of { a{x}: 1, else: 2 }":   {"case r of { a{x}: 1, else: 2 }", "r", "1", "2"},
		"assume (r) is ok":                        {"(r) is ok", "r"},
		"assume forall x in s, y: bool :: busy{}": {"forall x in s, y: bool :: busy{}", "s", "bool", "busy{}"},
	} {
		got := spans(parseGood(t, text).Decls)
		if diff := cmp.Diff(want, got[1:]); diff != "" || got[0] != text {
			t.Errorf("%s: %s (-want +got)\n%s", text, got[0], diff)
		}
	}
}

// spans are the texts of the nodes of declarations, outer ones first.
func spans(decls []Decl) []string {
	var out []string
	var visit func(v reflect.Value)
	visit = func(v reflect.Value) {
		if node, ok := v.Interface().(Node); ok && v.Kind() == reflect.Pointer {
			out = append(out, node.Span().Text())
		}
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if !v.IsNil() && v.Type() != reflect.TypeFor[*diag.File]() {
				visit(v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				visit(v.Field(i))
			}
		case reflect.Slice:
			for i := range v.Len() {
				visit(v.Index(i))
			}
		}
	}
	visit(reflect.ValueOf(decls))
	return out
}

// BenchmarkParse10k parses a model of ten thousand lines.
func BenchmarkParse10k(b *testing.B) {
	const lines = 10_000
	var text strings.Builder
	for i := range lines {
		fmt.Fprintf(&text, "t%d: l%d -> l%d when x + %d < N and not done do x := x + 1; y := (x * 2) %% 7 out send(x, y)\n",
			i, i, i+1, i)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		var list diag.List
		Parse(diag.NewFile("m.sxt", text.String()), &list)
	}
	b.ReportMetric(lines*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}
