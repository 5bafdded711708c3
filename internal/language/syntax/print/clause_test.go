package print

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// TestClause checks the canonical text of clauses.
func TestClause(t *testing.T) {
	const text = `t: a -> b
  for F or  G
  any x: int, y: 0..3 where x > y   # chosen
  when (x > 0)
  in go(k, m[1])
  when else
  rate 1/(100)
  do x := 1;   # first
     y, z := (z), y;
  out a("two  blanks"),
      b()
`
	want := []string{"F or G", "x: int, y: 0..3 where x > y", "x > 0", "go(k, m[1])", "else", "1 / 100", "x := 1; y, z := z, y", `a("two  blanks"), b()`}
	file, found := parseText(text)
	if len(found) > 0 {
		t.Fatal(found)
	}
	for i, c := range file.Decls[0].(*syntax.TransitionDecl).Clauses {
		if got := Clause(c); got != want[i] {
			t.Errorf("got %s, want %s", got, want[i])
		}
	}
}

// TestConjunction: each condition stays whole, whatever operators it has, and has no unnecessary parentheses.
func TestConjunction(t *testing.T) {
	for _, test := range []struct {
		conditions []string
		more, want string
	}{
		{nil, "", ""},
		{nil, "else", "else"},
		{[]string{"a or b"}, "", "a or b"},
		{[]string{"a or b"}, "else", "(a or b) and else"},
		{[]string{"a or b", "c => d", "e <=> f"}, "", "(a or b) and (c => d) and (e <=> f)"},
		{[]string{`s == " or "`, "f(a or b)", "a and b", "not c"}, "", `s == " or " and f(a or b) and a and b and not c`},
		{[]string{"if a then b else c", "exists n: int :: n > x"}, "", "(if a then b else c) and exists n: int :: n > x"},
		{[]string{"a", "not forall n: int :: n > x"}, "else", "a and not (forall n: int :: n > x) and else"},
	} {
		var conditions []syntax.Expr
		for _, text := range test.conditions {
			file, found := parseText("assume " + text)
			if len(found) > 0 {
				t.Fatal(found)
			}
			conditions = append(conditions, file.Decls[0].(*syntax.AssumeDecl).Cond)
		}
		if got := Conjunction(conditions, test.more); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
