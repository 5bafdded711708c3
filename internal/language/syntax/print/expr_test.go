package print

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// TestExpr checks the canonical text of expressions; an empty want means the input.
func TestExpr(t *testing.T) {
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
		{"{(x in s): 1, (y in t): 2}", ""},
		{"{(x in s): y for y in t : c}", ""},
		{"{(a | b) in s, c}", "{(a | b in s), c}"},
		{"[x in s, (y) in t][(a):(b)]", "[x in s, y in t][a:b]"},
		{"(x in s) == true and (r is ok) in t and not (r is busy)", "(x in s) == true and (r is ok) in t and not r is busy"},
		{"[(f(x)) for x in (s + t) : (c)] == {x in (if a then s else t) : c}", "[f(x) for x in s + t : c] == {x in (if a then s else t) : c}"},
		{"(fold t = 0 for x in s :: t + x) + 1", ""},
		{"case (case a of { b: c }) of { d{x: x, y: z}: -e, else: (f) }[0]", "case (case a of { b: c }) of { d{x, y: z}: -e, else: f }[0]"},
		{"sum((x) for x in s) + count(x in s : (c)) + [(0); n][1]", "sum(x for x in s) + count(x in s : c) + [0; n][1]"},
		{"forall x in s, y: (set (int))[..(3)]?, z: map (map int -> int) -> (set - 1)..set :: true", "forall x in s, y: (set int)[..3]?, z: map (map int -> int) -> (set - 1)..set :: true"},
	} {
		file, found := parseText("assume " + test.in)
		if len(found) > 0 {
			t.Fatalf("%s: %s", test.in, found[0].Message)
		}
		want := test.want
		if want == "" {
			want = test.in
		}
		if got := Expr(file.Decls[0].(*syntax.AssumeDecl).Cond); got != want {
			t.Errorf("%s\n got %s\nwant %s", test.in, got, want)
		}
	}
}
