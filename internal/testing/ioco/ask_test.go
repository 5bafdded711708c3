package ioco

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// TestCosts: queries that calculate with texts cost more than those that compare them, and these more than those about numbers.
func TestCosts(t *testing.T) {
	st := term.NewStore()
	x, y, n := st.Var("x", term.String), st.Var("y", term.String), st.Var("n", term.Int)
	text := func(s string) *term.Term { return st.Const(term.String, term.StringValue(s)) }
	chosen := st.Ite(st.Eq(x, y), text("a"), x)
	tests := []struct {
		name string
		cond *term.Term
		want int
	}{
		{"a number", st.Le(n, st.Int(3)), 1},
		{"an equal text", st.Eq(x, text("a")), equalTextCost},
		{"a choice", st.Eq(chosen, y), equalTextCost},
		{"a length", st.Le(st.Length(x), n), textCost},
		{"a sum", st.Eq(st.Concat(x, y), text("ab")), textCost},
		{"a length inside", st.Or(st.Eq(x, y), st.Eq(st.Length(chosen), n)), textCost},
	}
	asker := &asker{}
	for _, test := range tests {
		for range 2 { // what is known does not change
			if got := asker.costOf(smt.Query{Conjuncts: []*term.Term{st.Le(n, st.Int(9)), test.cond}}, smt.Sat); got != test.want {
				t.Errorf("%s costs %d, want %d", test.name, got, test.want)
			}
		}
	}
	if got := asker.costOf(smt.Query{Conjuncts: []*term.Term{st.Le(n, st.Int(9))}}, smt.Unknown); got != unknownCost {
		t.Errorf("no answer costs %d", got)
	}
}
