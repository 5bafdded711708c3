package smt

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
)

func TestReadSexprs(t *testing.T) {
	nodes, err := readSexprs("sat ; a comment (\n((|a b| \"x\"\"y\") (- 5))")
	if err != nil || len(nodes) != 2 {
		t.Fatal(nodes, err)
	}
	if got := nodes[1].String(); got != `((|a b| "x""y") (- 5))` {
		t.Error(got)
	}
	for _, text := range []string{"(", ")", `"a`, "|a", strings.Repeat("(", 20_000)} {
		if _, err := readSexprs(text); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

func TestReadValue(t *testing.T) {
	tests := []struct {
		text string
		sort *term.Sort
		want string
	}{
		{"true", term.Bool, "true"}, {"5", term.Int, "5"}, {"(- 5)", term.Int, "-5"}, {"7", term.Range(0, 7), "7"},
		{"123456789012345678901234567890", term.Int, "123456789012345678901234567890"},
		{"(/ 1.0 3.0)", term.Real, "1/3"}, {"(- (/ 1 4))", term.Real, "-0.25"}, {"(/ (- 1) 4)", term.Real, "-0.25"}, {"0.5", term.Real, "0.5"},
		{"#x0f", term.Bits(8, false), "15"}, {"#xff", term.Bits(8, true), "-1"}, {"#b01", term.Bits(2, true), "1"},
		{"(_ bv9 4)", term.Bits(4, true), "-7"}, {"#xffffffffffffffff", term.Bits(64, false), "18446744073709551615"},
		{`"a""\u{e9}"`, term.String, `"a\"é"`}, {"2", random.Color, "blue"},
	}
	for _, test := range tests {
		nodes, err := readSexprs(test.text)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := readValue(nodes[0], test.sort); err != nil || v.Format(test.sort) != test.want {
			t.Errorf("%s is read as %s, %v", test.text, v.Format(test.sort), err)
		}
	}
}

func TestReadValueRejects(t *testing.T) {
	tests := []struct {
		text string
		sort *term.Sort
	}{
		{"maybe", term.Bool}, {"5.5", term.Int}, {"8", term.Range(0, 7)}, {"3", random.Color}, {"(/ 1.0 0.0)", term.Real}, {"x", term.Real},
		{"(root-obj (+ (^ x 2) (- 2)) 2)", term.Real}, {"#x0f", term.Bits(4, false)}, {"#xg", term.Bits(4, false)}, {"#b", term.Bits(1, false)},
		{`"\u{d800}"`, term.String}, {"a", term.String}, {"()", term.Int}, {"1e5", term.Int}, {"(_ bv99 4)", term.Bits(4, false)},
	}
	for _, test := range tests {
		nodes, err := readSexprs(test.text)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := readValue(nodes[0], test.sort); err == nil {
			t.Errorf("%s is read as %s", test.text, v.Format(test.sort))
		}
	}
}

// readerVariables are the variables known to the tests and fuzz targets of the reader.
func readerVariables(s *term.Store) map[string]*term.Term {
	return map[string]*term.Term{
		"x": s.Var("x", term.Int), "r": s.Var("r", term.Real), "p": s.Var("p", term.Bool), "s": s.Var("s", term.String),
		"c": s.Var("c", random.Color), "i": s.Var("i", term.Bits(8, true)), "u": s.Var("u", term.Bits(8, false)),
	}
}

func TestReadTermRejects(t *testing.T) {
	s := term.NewStore()
	for _, text := range []string{
		"", "x x", "()", "y", "(foo x)", "(and x)", "(+ x p)", "(+ x s)", "(not p p)", "(ite x x x)", "(ite p x p)", "(= c 3)", "(+ c 1)",
		"(let ((a)) a)", "(let x x)", "(exists () p)", "(exists ((y Foo)) p)", "(exists ((y Int)) y)", "((_ extract 9 0) i)",
		"((_ extract 0 1) i)", "((_ int2bv 0) x)", "((_ zero_extend 60) u)", "(bvadd u #b1)", "(< p p)", "(_ bv1 65)", "#", "(str.len x)",
		"((_ sign_extend 1) x)", "(- )", "(/ p p)", "(|and| p p)",
	} {
		if u, err := readTerm(s, text, readerVariables(s)); err == nil {
			t.Errorf("%s is read as %s", text, printTerm(u))
		}
	}
}

func TestReadTermMeaning(t *testing.T) {
	s := term.NewStore()
	vars := readerVariables(s)
	x, c, i, u := vars["x"], vars["c"], vars["i"], vars["u"]
	blue := s.Const(random.Color, term.IntValue(2))
	tests := []struct {
		text string
		want *term.Term
	}{
		{"(>= x 3)", s.Le(s.Int(3), x)}, {"(< 1 x 5)", s.And(s.Lt(s.Int(1), x), s.Lt(x, s.Int(5)))},
		{"(= 2 c)", s.Eq(c, blue)}, {"(<= c 2)", s.True()}, {"(< 1 c)", s.Eq(c, blue)},
		{"(= (ite p 2 2) c)", s.Eq(c, blue)}, {"(bvult i #x05)", s.Lt(s.Convert(i, u.Sort()), s.Const(u.Sort(), term.IntValue(5)))},
		{"(ite (= x 0) 0 (div 7 x))", s.Div(s.Int(7), x)}, {"(= r x)", s.Eq(vars["r"], s.ToReal(x))},
		{"(ite (bvslt i #x00) (- (bv2nat i) 256) (bv2nat i))", s.BitsToInt(i)},
		{"(let ((a x) (b 1)) (let ((a b) (b a)) (<= a b)))", s.Le(s.Int(1), x)},
		{"(exists ((|x@| Int)) (= x 5))", s.Exists([]*term.Term{x}, s.Eq(x, s.Int(5)))},
	}
	for _, test := range tests {
		if got, err := readTerm(s, test.text, vars); err != nil || got != test.want {
			t.Errorf("%s: %v", test.text, err)
		}
	}
}

// A short text cannot produce a huge term.
func TestReadTermIsBounded(t *testing.T) {
	s := term.NewStore()
	for _, step := range []string{"(* a a)", "(str.++ a a)", "(/ a (+ a 1.0))"} {
		for _, start := range []string{"7", "7.5", `"ab"`, "s"} {
			text := "a"
			for range 60 {
				text = "(let ((a " + step + ")) " + text + ")"
			}
			_, _ = readTerm(s, "(let ((a "+start+")) "+text+")", readerVariables(s))
		}
	}
}

func FuzzReadSexpr(f *testing.F) {
	for _, text := range []string{"sat", "((x 5) (|y z| (- 2)))", `("a""b" ; c`, "(error \"line 1\")", "#x0f"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		nodes, err := readSexprs(text)
		if err != nil {
			return
		}
		for _, n := range nodes {
			again, err := readSexprs(n.String())
			if err != nil || len(again) != 1 || again[0].String() != n.String() {
				t.Errorf("%q is read as %q", text, n.String())
			}
			for _, sort := range everySort {
				if v, err := readValue(n, sort); err == nil && !sort.Contains(v) {
					t.Errorf("%q is no %s", text, sort)
				}
			}
		}
		_, _ = readReply(text)
	})
}

func FuzzReadTerm(f *testing.F) {
	for _, text := range []string{
		"(and p (<= (+ x 1) 5))", "(= c 2)", "(ite (bvslt i #x00) (- (bv2nat i) 256) (bv2nat i))", "(exists ((|y@| Int)) (and (<= 0 |y@|) (= y x)))",
		`(= (str.++ s "\u{e9}") s)`, "(let ((?1 (* r r))) (< ?1 (/ 1.0 3.0)))", "((_ extract 3 1) u)", "((_ int2bv 8) (mod x 3))", "(bvashr i (bvshl u #x01))",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := term.NewStore()
		vars := readerVariables(s)
		u, err := readTerm(s, text, vars)
		if err != nil {
			return
		}
		if _, err := readTerm(s, printTerm(u), vars); err != nil && len(text) < 1000 {
			t.Errorf("%q prints as %q: %v", text, printTerm(u), err)
		}
	})
}
