package ioco

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// follow lets a tracker follow messages such as "put(3) !show(4)", where ! marks an output.
func follow(t *testing.T, k *Tracker, trace string) {
	t.Helper()
	for _, word := range strings.Fields(trace) {
		direction, after := sts.Input, k.AfterInput
		if strings.HasPrefix(word, "!") {
			direction, after = sts.Output, k.AfterOutput
		}
		name, payload, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(word, "!"), ")"), "(")
		data, err := value.ReadJSON([]byte("[" + payload + "]"))
		if err != nil {
			t.Fatal(err)
		}
		m, err := sut.NewMessage(k.System, direction, name, data.([]any))
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := after(t.Context(), m); err != nil || !ok {
			t.Fatalf("%s is not possible: %v", word, err)
		}
	}
}

// What is allowed is said in values where they are known, and in ranges or short conditions otherwise.
func TestAllowedInWords(t *testing.T) {
	const head = "type P = record { x: int, y: 0..9 }\ntype C = enum { red, green, blue }\ninput put(x: int)\noutput show(y: int)\noutput pair(a: int, b: int)\noutput at(p: P, l: int[2])\noutput say(s: string)\noutput paint(c: C)\ninitial s\n"
	for _, c := range []struct{ name, model, trace, want string }{
		{"a value", "a: s -> s in put(x) out show(x + 1)", "put(41)", "show(42)"},
		{"an earlier value", "a: s -> t in put(x) do v := x\nb: t -> s in put(x) out show(v)\nvar v: int = 0", "put(7) put(1)", "show(7)"},
		{"a record and an array", "a: s -> s in put(x) out at(P{x: x, y: 2}, [x, 0])", "put(3)", "at(P{x: 3, y: 2}, [3, 0])"},
		{"a range", "a: s -> s any n: 0..500 in put(x) when n > x out show(n)", "put(7)", "show(8..500)"},
		{"a range of few", "a: s -> s any n: 0..5 in put(x) when n > x out show(n)", "put(1)", "show(2..5)"},
		{"without upper bound", "a: s -> s any n: int in put(x) when n > x out show(n)", "put(7)", "show(8 or more)"},
		{"without lower bound", "a: s -> s any n: int in put(x) when n < x out show(n)", "put(7)", "show(6 or less)"},
		{"anything", "a: s -> s any n: int in put(_) out show(n)", "put(7)", "show(any int)"},
		{"all but one", "a: s -> s any n: int in put(x) when n != x out show(n)", "put(7)", "show(any int but 7)"},
		{"one of a few", "a: s -> s any n: 0..100 in put(x) when n * n == x or n == 7 out show(n)", "put(9)", "show(3 or 7)"},
		{"the last of a few", "a: s -> s any n: 0..100 in put(x) when n * n == x out show(n)", "put(9)", "show(3)"},
		{"many that are not a range", "a: s -> s any n: 0..20 in put(_) out show(2 * n)", "put(9)", "show(0, 2, 4, 6, 8 and 16 more)"},
		{"very many that are not a range", "a: s -> s any n: 0..200 in put(_) out show(2 * n)", "put(9)", "show(some of 0..400)"},
		{"by several steps", "a: s -> s in put(_) out show(1)\nb: s -> s in put(_) out show(2)\nc: s -> s in put(_) out show(9)", "put(0)", "show(1, 2 or 9)"},
		{"by several steps, a range", "a: s -> s in put(_) out show(1)\nb: s -> s in put(_) out show(2)\nc: s -> s in put(_) out show(3)", "put(0)", "show(1..3)"},
		{"on several channels", "a: s -> s in put(_) out show(1)\nb: s -> s in put(_) out say(\"no\")", "put(0)", "say(\"no\") | show(1)"},
		{"an enumeration", "a: s -> s any c: C where c != red in put(_) out paint(c)", "put(0)", "paint(green or blue)"},
		{"a string", "a: s -> s any t: string where t != \"\" and t != \"no\" in put(_) out say(t)", "put(0)", "say(any string but \"\" and \"no\")"},
		{"a string of some length", "a: s -> s any t: string where len(t) > 3 in put(_) out say(t)", "put(0)", "say(some string) where len(s) >= 4"},
		{"a part of a record", "a: s -> s any n: 3..7 in put(x) out at(P{x: x, y: n}, [0, 1])", "put(1)", "at(P{x: 1, y: 3..7}, [0, 1])"},
		{"the same value twice", "a: s -> s any n: 0..5 in put(_) out pair(n, n)", "put(1)", "pair(0..5, the same)"},
		{"a relation", "a: s -> s any n: 0..5, k: 0..5 where n < k in put(_) out pair(n, k)", "put(1)", "pair(0..4, 1..5) where a < b"},
		{"a relation by computation", "a: s -> s any n: 0..5 in put(_) out pair(n, n + 1)", "put(1)", "pair(0..5, 1..6), not in every combination"},
		{"a choice that was not seen", "a: s -> t any n: 0..9 in put(_) do v := n\nb: t -> s in put(x) when v > x out show(v)\nvar v: int = 0", "put(0) put(6)", "show(7..9)"},
		{"a sum of choices that were not seen", "a: s -> s any n: 1..2 in put(x) when x > 0 do v := v + n\nb: s -> s in put(x) when x <= 0 out show(v)\nvar v: int = 0", "put(1) put(1) put(1) put(0)", "show(3..6)"},
		{"a choice by an if", "a: s -> t any n: 0..9 in put(_) do v := n\nb: t -> s in put(x) out show(if v > x then 1 else if v == x then 2 else 3)\nvar v: int = 0", "put(0) put(6)", "show(1..3)"},
		{"an index that was not seen", "a: s -> t any n: 0..2 in put(x) do l[n] := x\nb: t -> s in put(x) out show(l[1])\nvar l: int[3] = [5, 6, 7]", "put(50) put(6)", "show(6 or 50)"},
		{"without initial value", "a: s -> s in put(x) when x < v out show(v)\nvar v: 0..1000", "put(6)", "show(7..1000)"},
		{"decided by an output", "a: s -> s any n: int in put(x) when n > v and x > 0 do v := n out show(n)\nb: s -> s in put(x) when x <= 0 out show(v + 1)\nvar v: int = 0", "put(6) !show(17) put(-1)", "show(18)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := newTestTracker(t, testkit.LoadText(t, head+c.model+"\n"))
			follow(t, k, c.trace)
			menu, err := k.Menu(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(result.Texts(menu.Outputs), " | "); got != c.want {
				t.Errorf("allowed is %s, want %s", got, c.want)
			}
		})
	}
}

// Long lists are cut with a count.
func TestManyAlternatives(t *testing.T) {
	var list []result.Allowed
	for _, text := range strings.Fields("a() b() c() d() e() f() g() h()") {
		list = append(list, result.Allowed{Text: text})
	}
	const want = "the system sent x(); allowed was: a(), b(), c(), d(), e() and 4 more"
	if got := (Menu{Outputs: list, Silence: true}).Evidence("the system sent x()"); got != want {
		t.Errorf("the evidence is %s, want %s", got, want)
	}
	if got := (Menu{Outputs: list[:2], Silence: true}).Evidence("x"); got != "x; allowed was: a(), or b(), or silence" {
		t.Errorf("the evidence is %s", got)
	}
}

// TestLongEvidence: a long output is shown where it differs from what was allowed.
func TestLongEvidence(t *testing.T) {
	long := strings.Repeat("1, ", 200)
	m := Menu{Outputs: []result.Allowed{{Text: "has([" + long + "2])"}, {Text: "none()"}}}
	got := m.EvidenceOf("step 2: the system sent has(["+long+"3])", "has(["+long+"3])")
	beginning, end := "has(["+strings.Repeat("1, ", 8)+"1", strings.Repeat("1, ", 10)
	want := "step 2: the system sent " + beginning + " ... 545 characters ... " + end + "3]); allowed was: " + beginning + " ... 545 characters ... " + end + "2]), or none()"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
