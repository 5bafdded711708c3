package syntax

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

func TestParseGolden(t *testing.T) {
	golden.Pairs(t, "testdata/parse.txtar", ".dump", func(t *testing.T, text string) string { return dumpFile(parseGood(t, text)) })
}

// TestExprString checks the canonical text of expressions; an empty want means the input.
func TestExprString(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"((a + b)) + c", "a + b + c"},
		{"a + (b + c)", ""},
		{"a - (b - c)", ""},
		{"(a * b) + c", "a * b + c"},
		{"a * (b + c)", ""},
		{"(a => b) => c", ""},
		{"a => (b => c)", "a => b => c"},
		{"(a < b) == c", ""},
		{"not (a and b)", ""},
		{"not (a == b)", "not a == b"},
		{"(not a) == b", ""},
		{"- - x", "--x"},
		{"-(a + b)", ""},
		{"(-x)[1]", ""},
		{"a[1][2].f.g[i + 1]", ""},
		{"(if a then b else c) and d", ""},
		{"a and (if b then c else d)", "a and if b then c else d"},
		{"(a and if b then c else d) or e", "a and (if b then c else d) or e"},
		{"1 + (if a then 2 else 3)", ""},
		{"(exists n: int :: n > 0) => forall m: 0..N - 1, k: bool[2] :: k[0]", ""},
		{"exists n: (a[1])..(b[2] + 1) :: true", "exists n: (a[1])..(b[2] + 1) :: true"},
		{"exists n: enum{a,b}, r: record{x:int} :: true", "exists n: enum { a, b }, r: record { x: int } :: true"},
		{`f() + f(1,2) + [1,2][0] + P{x:1,y:"a\"\u{7}"}.x`, `f() + f(1, 2) + [1, 2][0] + P{x: 1, y: "a\"\u{7}"}.x`},
		{"1_000 + 12.5 + 0xF_f", "1000 + 12.5 + 0xFf"},
		{"a | b ^ c & d << 1 >> 2 % 3", ""},
		{"(a | b) & c", ""},
	} {
		file := parseGood(t, "assume "+test.in)
		want := test.want
		if want == "" {
			want = test.in
		}
		if got := ExprString(file.Decls[0].(*AssumeDecl).Cond); got != want {
			t.Errorf("%s\n got %s\nwant %s", test.in, got, want)
		}
	}
}

// TestSpans checks that the place of each node of one expression covers its text.
func TestSpans(t *testing.T) {
	text := "system S\nvar x: int[2] = (a + b) * -f(1, c.d), y: 0..7\nt: p -> q when e[1] == P{x: 1} do x := 2; y := 3 out a(x), b"
	file := parseGood(t, text)
	var got []string
	var visit func(v reflect.Value)
	visit = func(v reflect.Value) {
		if node, ok := v.Interface().(Node); ok && v.Kind() == reflect.Pointer {
			got = append(got, node.Span().Text())
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
	for _, d := range file.Decls {
		visit(reflect.ValueOf(d))
	}
	want := []string{
		"x: int[2] = (a + b) * -f(1, c.d)", "int[2]", "int", "2", "(a + b) * -f(1, c.d)", "a + b", "a", "b",
		"-f(1, c.d)", "f(1, c.d)", "1", "c.d", "c",
		"y: 0..7", "0..7", "0", "7",
		"t: p -> q when e[1] == P{x: 1} do x := 2; y := 3 out a(x), b",
		"when e[1] == P{x: 1}", "e[1] == P{x: 1}", "e[1]", "e", "1", "P{x: 1}", "1",
		"do x := 2; y := 3", "x", "2", "y", "3", "out a(x), b", "x",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if file.System.At.Text() != "S" {
		t.Errorf("system spans %q", file.System.At.Text())
	}
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
