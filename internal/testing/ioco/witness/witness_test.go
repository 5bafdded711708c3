package witness_test

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/witness"
)

// TestNear: values are found where one after the other makes a condition true, texts of the lengths that are demanded, too.
func TestNear(t *testing.T) {
	st := term.NewStore()
	n, m, x, y := st.Var("n", term.Int), st.Var("m", term.Int), st.Var("x", term.String), st.Var("y", term.String)
	text := func(s string) *term.Term { return st.Const(term.String, term.StringValue(s)) }
	length := func(low, high int64) []*term.Term {
		return []*term.Term{st.Le(st.Int(low), st.Length(x)), st.Le(st.Length(x), st.Int(high))}
	}
	for _, test := range []struct {
		name  string
		conds []*term.Term
		found bool
	}{
		{"nothing", nil, true},
		{"a length", length(1000, 1000), true},
		{"a range of lengths", length(256, 999), true},
		{"no length", length(9, 8), false},
		{"a length that is too large to try", length(1<<40, 1<<41), false},
		{"a length and numbers", append(length(300, 400), st.Le(st.Int(5), n), st.Eq(m, st.Int(7))), true},
		{"lengths that depend on each other", append(length(300, 400), st.Eq(st.Length(x), st.Length(y))), true},
		{"a text and its length", append(length(2, 2), st.Eq(x, text("ab"))), true},
		{"a text and another length", append(length(3, 3), st.Eq(x, text("ab"))), false},
	} {
		w, found := witness.Near(st, test.conds)
		if found != test.found || found && !w.Satisfies(st, test.conds) {
			t.Errorf("%s: found %v: %.80s", test.name, found, w.Value(x).Text())
		}
	}
	w, _ := witness.Near(st, length(1000, 1000))
	if got := w.Value(x).Text(); got != strings.Repeat("a", 1000) {
		t.Errorf("%.20s of %d", got, len(got))
	}
}
