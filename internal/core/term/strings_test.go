package term_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Rule 8 of the package comment, as printed.

func TestStringConstantsFold(t *testing.T) {
	w := newWords()
	huge := w.Const(term.Int, term.BigValue(new(big.Int).Lsh(big.NewInt(1), 70)))
	check(t, []printed{
		{w.Substring(w.text("aé😀b"), w.Int(1), w.Int(2)), `"é😀"`},
		{w.Substring(w.text("abc"), w.Int(1), huge), `"bc"`},
		{w.Substring(w.text("abc"), huge, huge), `""`},
		{w.Substring(w.text("abc"), w.Neg(huge), huge), `""`},
		{w.Contains(w.text("abc"), w.text("bc")), "true"},
		{w.StartsWith(w.text("abc"), w.text("bc")), "false"},
		{w.EndsWith(w.text("abc"), w.text("bc")), "true"},
		{w.IndexOf(w.text("ééa"), w.text("a"), w.Int(0)), "2"},
		{w.IndexOf(w.text("ééa"), w.text(""), huge), "-1"},
		{w.Replace(w.text("aa"), w.text("a"), w.text("b")), `"ba"`},
		{w.ReplaceAll(w.text("aa"), w.text("a"), w.text("b")), `"bb"`},
		{w.ToInt(w.text("0012")), "12"},
		{w.ToInt(w.text("-12")), "-1"},
		{w.FromInt(huge), `"1180591620717411303424"`},
		{w.FromInt(w.Neg(huge)), `""`},
		{w.Upper(w.text("aé")), `"Aé"`},
		{w.Lower(w.text("AÉ")), `"aÉ"`},
		{w.Matches(w.text("ab"), "[a-b]*"), "true"},
		{w.Matches(w.text("ab"), "("), "false"},
		{w.Lt(w.text("Z"), w.text("a")), "true"},
		{w.Lt(w.text("\uffff"), w.text("😀")), "true"},
		{w.Le(w.text("b"), w.text("ab")), "false"},
	})
}

func TestStringRules(t *testing.T) {
	w := newWords()
	name, none := w.name, w.text("")
	greeting := w.Concat(w.text("hello "), name)
	check(t, []printed{
		{w.Substring(name, w.Int(0), w.Length(name)), "name"},
		{w.Substring(name, w.x, w.Int(0)), `""`},
		{w.Substring(name, w.Int(-1), w.x), `""`},
		{w.Substring(name, w.x, w.Int(1)), "name[x]"},
		{w.Substring(greeting, w.Int(1), w.Int(3)), `"ell"`},
		{w.Substring(greeting, w.Int(5), w.Int(3)), `" " + substring(name, 0, 2)`},
		{w.Substring(greeting, w.Int(7), w.x), "substring(name, 1, x)"},
		{w.Substring(greeting, w.Int(2), w.x), `substring("hello " + name, 2, x)`},
		{w.Contains(name, none), "true"},
		{w.Contains(name, name), "true"},
		{w.Contains(none, name), `name == ""`},
		{w.Contains(greeting, w.text("ell")), "true"},
		{w.Contains(greeting, name), "true"},
		{w.Contains(greeting, w.text("o J")), `contains("hello " + name, "o J")`},
		{w.StartsWith(name, none), "true"},
		{w.StartsWith(name, name), "true"},
		{w.StartsWith(none, name), `name == ""`},
		{w.StartsWith(greeting, w.text("hell")), "true"},
		{w.StartsWith(greeting, w.text("help")), "false"},
		{w.StartsWith(greeting, w.text("hello Jo")), `startsWith(name, "Jo")`},
		{w.EndsWith(w.Concat(name, w.text("!?")), w.text("?")), "true"},
		{w.EndsWith(w.Concat(name, w.text("!?")), w.text("!")), "false"},
		{w.EndsWith(w.Concat(name, w.text("!?")), w.text("o!?")), `endsWith(name, "o")`},
		{w.IndexOf(name, none, w.Int(0)), "0"},
		{w.IndexOf(name, w.text("a"), w.Int(-1)), "-1"},
		{w.Replace(name, none, w.text("a")), `"a" + name`},
		{w.Replace(name, name, w.text("a")), `"a"`},
		{w.Replace(name, w.text("a"), w.text("a")), "name"},
		{w.ReplaceAll(name, none, w.text("a")), "name"},
		{w.ReplaceAll(name, w.text("a"), w.text("a")), "name"},
		{w.ToInt(w.FromInt(w.n)), "n"},
		{w.ToInt(w.FromInt(w.x)), "int(string(x))"},
		{w.Upper(w.Lower(name)), "upper(name)"},
		{w.Length(w.Upper(name)), "len(name)"},
		{w.Le(w.Length(w.Substring(name, w.x, w.Int(3))), w.Int(3)), "true"},
		{w.Le(w.Int(-1), w.IndexOf(name, w.text("a"), w.x)), "true"},
		{w.Le(w.Int(-1), w.ToInt(name)), "true"},
		{w.Le(name, name), "true"},
		{w.Lt(name, name), "false"},
		{w.Le(none, name), "true"},
		{w.Lt(none, name), `name != ""`},
		{w.Le(name, none), `name == ""`},
		{w.Lt(name, none), "false"},
		{w.Not(w.Le(name, w.text("a"))), `name > "a"`},
		{w.Not(w.Lt(w.text("a"), name)), `name <= "a"`},
	})
}

func TestStringCaseRules(t *testing.T) {
	w := newWords()
	upper, lower := w.Upper(w.name), w.Lower(w.name)
	check(t, []printed{
		{w.Eq(upper, w.text("A1É")), `matches(name, "[Aa]1É")`},
		{w.Eq(w.text("a.b"), lower), `matches(name, "[Aa]\\.[Bb]")`},
		{w.Eq(upper, w.text("a")), "false"},
		{w.StartsWith(upper, w.text("A")), `matches(name, "[Aa](?s:.*)")`},
		{w.EndsWith(lower, w.text("b")), `matches(name, "(?s:.*)[Bb]")`},
		{w.Contains(lower, w.text("b")), `matches(name, "(?s:.*)[Bb](?s:.*)")`},
		{w.Contains(lower, w.text("B")), "false"},
		{w.Eq(upper, lower), "upper(name) == lower(name)"},
	})
	long := w.Eq(upper, w.text(strings.Repeat("A", 100)))
	if long.Op() != term.OpEq {
		t.Errorf("a long constant is made a pattern: %s", long)
	}
}

// A string that would be too large is not folded, and a run ends with an error.
func TestLargeStrings(t *testing.T) {
	s := term.NewStore()
	text := func(text string) *term.Term { return s.Const(term.String, term.StringValue(text)) }
	x := s.Var("x", term.String)
	long := strings.Repeat("a", 1<<15)
	for _, e := range []*term.Term{s.ReplaceAll(x, text("a"), x), s.ReplaceAll(text(long), text("a"), x), s.ToInt(s.ReplaceAll(x, text("a"), text("7"))),
		s.Replace(x, text("a"), s.Concat(x, x))} {
		if _, err := s.Evaluate(e, map[*term.Term]term.Value{x: term.StringValue(long)}); err == nil {
			t.Errorf("%.40s has a value", e)
		}
		if folded := s.Substitute(e, map[*term.Term]*term.Term{x: text(long)}); folded.IsConst() {
			t.Errorf("%.40s is folded", e)
		}
	}
}
