package convert_test

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

func TestNames(t *testing.T) {
	outer := convert.NewNames("Taken")
	inner := convert.NewNames()
	for _, test := range []struct {
		names   *convert.Names
		foreign string
		others  []*convert.Names
		want    string
	}{
		{outer, "x", nil, "x"},
		{outer, "x", nil, "x2"},
		{outer, "x2", nil, "x22"},
		{outer, "x", nil, "x3"},
		{outer, "Taken", nil, "Taken2"},
		{outer, "in", nil, "in_"},
		{outer, "a-b", nil, "a_b"},
		{outer, "a b", nil, "a_b2"},
		{inner, "x", []*convert.Names{outer}, "x4"},
		{inner, "y", []*convert.Names{outer}, "y"},
	} {
		if got := test.names.Give(test.foreign, test.others...); got != test.want {
			t.Errorf("%s became %s, want %s", test.foreign, got, test.want)
		}
	}
	inner.Free("x4")
	if got := inner.Give("x", outer); got != "x4" {
		t.Errorf("x4 is free, but x became %s", got)
	}
}

func TestExpressions(t *testing.T) {
	x, y := convert.Name("x"), convert.Name("y")
	number := convert.Integer
	for _, test := range []struct {
		e    syntax.Expr
		want string
	}{
		{convert.Minus(x, number(0)), "x"},
		{convert.Minus(x, number(2)), "x - 2"},
		{convert.Minus(x, number(-2)), "x + 2"},
		{convert.Minus(number(3), number(5)), "-2"},
		{convert.Minus(x, y), "x - y"},
		{convert.Count(number(1), x), "x"},
		{convert.Count(number(0), x), "x + 1"},
		{convert.Count(number(3), x), "x - 2"},
		{convert.Count(number(-1), number(1)), "3"},
		{convert.Count(x, y), "y - x + 1"},
		{convert.Not(convert.Not(x)), "x"},
		{convert.Not(convert.Binary("==", x, y)), "x != y"},
		{convert.And(nil, x, nil, convert.Or(x, y)), "x and (x or y)"},
		{convert.If(x, y, convert.Name("y")), "y"},
		{convert.If(x, y, number(1)), "if x then y else 1"},
		{convert.OrTrue(convert.And()), "true"},
	} {
		if got := print.Expr(test.e); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
	var parts []string
	for _, c := range convert.Conjuncts(convert.And(x, convert.Or(x, y), convert.And(y, x))) {
		parts = append(parts, print.Expr(c))
	}
	if got := strings.Join(parts, ", "); got != "x, x or y, y, x" {
		t.Errorf("the conjuncts are %s", got)
	}
}

func TestLine(t *testing.T) {
	if got := convert.Line([]string{"event e:", "when x"}); got != "event e: when x\n" {
		t.Errorf("a short line is %q", got)
	}
	long := strings.Repeat("x", convert.Width)
	if got := convert.Line([]string{"event e:", long}); got != "event e:\n"+long+"\n" {
		t.Errorf("a long line is %q", got)
	}
}

// Errors in a machine of the model are reported at the position of the transition, or else of the machine.
func TestRelocateInMachines(t *testing.T) {
	source := diag.NewFile("in.xml", "machine transition")
	at := func(word string) diag.Span {
		i := strings.Index(source.Text, word)
		return diag.Span{File: source, Start: i, End: i + len(word)}
	}
	m := convert.Model{Text: "machine M {\n  clock x\n\n  go: a -> b\n    when x > 1\n}\n",
		Places: map[string]diag.Span{"machine M": at("machine"), "M.go": at("transition")}}
	for part, want := range map[string]string{"x > 1": "transition", "go:": "transition", "clock": "machine"} {
		i := strings.Index(m.Text, part)
		d := m.Relocate(diag.Diagnostic{Span: diag.Span{Start: i}, Message: "wrong"})
		if got := d.Span.Text(); got != want {
			t.Errorf("%s is said at %s (%s), want %s", part, got, d.Message, want)
		}
	}
}
