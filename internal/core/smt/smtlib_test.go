package smt

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
	"pgregory.net/rapid"
)

func TestPrint(t *testing.T) {
	s := term.NewStore()
	x, d := s.Var("x@1", term.Int), s.Var("d", term.Int)
	signed, unsigned := s.Var("i@1", term.Bits(8, true)), s.Var("u@1", term.Bits(5, false))
	tests := []struct {
		term *term.Term
		want string
	}{
		{s.Int(-5), "(- 5)"},
		{s.Div(x, s.Int(3)), "(div |x@1| 3)"},
		{s.Mod(x, d), "(ite (= |d@| 0) 0 (mod |x@1| |d@|))"},
		{s.Div(signed, s.Const(signed.Sort(), term.IntValue(-1))), "(bvsdiv |i@1| #xff)"},
		{s.Lt(unsigned, s.Const(unsigned.Sort(), term.IntValue(9))), "(bvult |u@1| #b01001)"},
		{s.Convert(signed, term.Bits(16, false)), "((_ sign_extend 8) |i@1|)"},
		{s.Convert(unsigned, term.Bits(16, true)), "((_ zero_extend 11) |u@1|)"},
		{s.Convert(signed, term.Bits(3, true)), "((_ extract 2 0) |i@1|)"},
		{s.Add(unsigned, signedAs(s, signed, 5), unsigned), "(bvadd (bvmul #b00010 |u@1|) ((_ extract 4 0) |i@1|))"},
		{s.BitsToInt(unsigned), "(bv2nat |u@1|)"},
		{s.IntToBits(x, term.Bits(8, true)), "((_ int2bv 8) |x@1|)"},
		{s.Length(s.Var("s|", term.String)), "(str.len |s%7c@|)"},
		{s.Const(term.String, term.StringValue("a\"\\é")), `"a""\u{5c}\u{e9}"`},
		{s.Exists([]*term.Term{s.Var("n", term.Nat)}, s.Eq(x, s.Mul(s.Var("n", term.Nat), s.Var("n", term.Nat)))),
			"(exists ((|n@| Int)) (and  (<= 0 |n@|) (= |x@1| (* |n@| |n@|))))"},
	}
	for _, test := range tests {
		if got := printTerm(test.term); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

func signedAs(s *term.Store, x *term.Term, width int) *term.Term {
	return s.Convert(x, term.Bits(width, false))
}

// A graph of a thousand levels is a tree of 2^1000 leaves; it prints in linear space. So do repeated divisors and
// conversions, and graphs that are shared between quantifiers.
func TestSharedPartsArePrintedOnce(t *testing.T) {
	s := term.NewRawStore()
	x, bits := s.Var("x", term.Int), s.Var("b", term.Bits(8, true))
	sum, quotient, convert, closed := x, x, bits, s.Le(x, s.Int(3))
	for i := range 1000 {
		sum = s.Add(sum, sum)
		quotient = s.Div(x, quotient)
		convert = s.IntToBits(s.BitsToInt(convert), bits.Sort())
		if i < 50 {
			v := s.Var(fmt.Sprintf("v%d", i), term.Bool)
			closed = s.And(s.Exists([]*term.Term{v}, s.Or(v, closed)), s.Forall([]*term.Term{v}, s.Or(closed, v)))
		}
	}
	for name, u := range map[string]*term.Term{"sum": sum, "quotient": quotient, "convert": convert, "closed": closed} {
		if text := printTerm(u); len(text) > 200_000 {
			t.Errorf("%s: %d bytes", name, len(text))
		} else if back, err := readTerm(s, text, map[string]*term.Term{"x": x, "b": bits}); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if len(back.Vars()) != 1 {
			t.Errorf("%s: %d variables", name, len(back.Vars()))
		}
	}
}

// A part that mentions x has another meaning inside a quantifier over x.
func TestLetIsNotSeenWhereItsVariableIsBound(t *testing.T) {
	s := term.NewRawStore()
	x := s.Var("x", term.Int)
	positive := s.Lt(s.Int(0), s.Add(x, x))
	u := s.And(s.Not(positive), s.Not(s.Lt(s.Int(5), s.Add(x, x))), s.Exists([]*term.Term{x}, s.And(positive, s.Not(s.Not(positive)))))
	answer := mustCheck(t, mustNew(t, Config{}), Query{Conjuncts: []*term.Term{u}})
	if answer.Status != Sat {
		t.Errorf("%v: %s\n%s", answer.Status, answer.Reason, printTerm(u))
	}
}

// One name with two sorts stands for two variables in the solver too, free or bound.
func TestOneNameTwoSorts(t *testing.T) {
	s := term.NewStore()
	x, y := s.Var("x", term.Int), s.Var("x", term.Bool)
	small := s.Var("x", term.Range(0, 1))
	conjuncts := []*term.Term{s.Eq(x, s.Int(7)), y, s.Exists([]*term.Term{small}, s.Lt(s.Add(small, s.Int(5)), x))}
	answer := mustCheck(t, mustNew(t, Config{}), Query{Conjuncts: conjuncts, Values: []*term.Term{x, y}})
	if n, _ := answer.Model[x].Small(); answer.Status != Sat || n != 7 || !answer.Model[y].Bool() {
		t.Errorf("%v: %s %v", answer.Status, answer.Reason, answer.Model)
	}
}

// Every name is encoded as a legal symbol and decoded again.
func TestNamesAreInjective(t *testing.T) {
	seen := map[string]string{}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.StringOfN(rapid.SampledFrom([]rune(`x@|\%2.5é`)), 0, 6, -1), rapid.String()).Draw(t, "name")
		text := encodeName(name)
		if strings.ContainsAny(text, "|\\\n") || decodeName(text) != name {
			t.Fatalf("%q is written %q, read %q", name, text, decodeName(text))
		}
		if other, ok := seen[text]; ok && other != name {
			t.Fatalf("%q and %q are both written %q", name, other, text)
		}
		seen[text] = name
	})
}

// Strings are written to the solver and read back, including those that look like escape sequences.
func TestStringsSurviveTheSolver(t *testing.T) {
	solvers := map[string]Solver{"z3": mustNew(t, Config{})}
	if _, err := exec.LookPath("cvc5"); err == nil {
		solvers["cvc5"] = mustNew(t, Config{Command: []string{"cvc5"}})
	}
	texts := []string{"", "a", `\u{41}`, `\u0041`, `\`, `\\`, `"`, `""`, "é", "€", "😀", "\x00", "\n", "\x7f", "\u00ff\u0100", `é\`, `\x41`, "\U0002fa1d"}
	s := term.NewStore()
	for name, solver := range solvers {
		for i, text := range texts {
			v := s.Var(fmt.Sprintf("s@%d", i), term.String)
			q := Query{Conjuncts: []*term.Term{s.Eq(v, s.Const(term.String, term.StringValue(text)))}, Values: []*term.Term{v}}
			answer := mustCheck(t, solver, q)
			if answer.Status != Sat || answer.Model[v].Text() != text {
				t.Errorf("%s: %q comes back as %q, %v: %s", name, text, answer.Model[v].Text(), answer.Status, answer.Reason)
			}
		}
	}
}

// Characters that the solver cannot distinguish, or that SMT-LIB lacks, lead to Unknown with the reason.
func TestStringsBeyondTheSolver(t *testing.T) {
	s := term.NewStore()
	v := s.Var("s", term.String)
	solver := mustNew(t, Config{})
	for text, reason := range map[string]string{`é\u{e9}`: "ambiguously", "\U0010ffff": "does not have", "\xff": "does not have"} {
		q := Query{Conjuncts: []*term.Term{s.Eq(v, s.Const(term.String, term.StringValue(text)))}, Values: []*term.Term{v}}
		if answer := mustCheck(t, solver, q); answer.Status != Unknown || !strings.Contains(answer.Reason, reason) {
			t.Errorf("%q: %v: %s", text, answer.Status, answer.Reason)
		}
	}
}

// runScript gives a script to a solver program and returns the lines that it prints.
func runScript(t fataler, text string, command ...string) []string {
	t.Helper()
	run := exec.Command(command[0], command[1:]...)
	run.Stdin = strings.NewReader(text)
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatal(err, string(out))
	}
	return strings.Fields(string(out))
}

func TestScriptStandsAlone(t *testing.T) {
	s := term.NewStore()
	x, c := s.Var("x", term.Range(0, 3)), s.Var("c", random.Color)
	unsat := []*term.Term{s.Not(s.Eq(c, s.Const(random.Color, term.IntValue(0)))), s.Not(s.Eq(c, s.Const(random.Color, term.IntValue(1)))),
		s.Not(s.Eq(c, s.Const(random.Color, term.IntValue(2)))), s.Le(s.Int(1), x)}
	for _, command := range [][]string{{"z3", "-in", "-smt2"}, {"cvc5", "--lang", "smt2"}} {
		if command[0] == "cvc5" {
			needCvc5(t)
		}
		if got := runScript(t, scriptOf(unsat), command...); strings.Join(got, " ") != "unsat" {
			t.Errorf("%s: %v", command[0], got)
		}
		if got := runScript(t, scriptOf(unsat[:2]), command...); strings.Join(got, " ") != "sat" {
			t.Errorf("%s: %v", command[0], got)
		}
	}
}
