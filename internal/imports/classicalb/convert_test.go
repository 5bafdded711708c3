package classicalb

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
)

// converter is what the tests of all converters check.
var converter = testkit.Converter{Convert: Convert, Ending: ".mch", Codes: codes.MachineB, Allowed: allowed}

// allowed are the errors of a model that a machine without errors may become: of limits, and of constant expressions that fail
// or leave their types, which B leaves to proof.
var allowed = map[diag.Code]bool{diag.CodeTooDeep: true, diag.CodeTooLarge: true, diag.CodeConstDivZero: true, diag.CodeConstRange: true,
	diag.CodeConstIndex: true, diag.CodeConstAbsent: true, diag.CodeBadRange: true, diag.CodeBadLength: true}

func TestGolden(t *testing.T) { converter.CheckGolden(t) }

func TestDocumentedCodes(t *testing.T) { converter.CheckCodes(t) }

// around puts a guard into a machine.
func around(guard string) string { return doing("SELECT " + guard + " THEN x := x END") }

// doing puts a substitution into a machine, as its only event.
func doing(substitution string) string {
	return `MACHINE M DEFINITIONS POWER == S SETS S = {r, g, b} CONSTANTS n, m PROPERTIES n = 3 & m : NAT VARIABLES x, i, q, c, f, g2
		INVARIANT x : NAT & i : INT & q : BOOL & c : S & f : 1..n --> NAT & g2 : 0..2 --> S
		INITIALISATION x := 0 || i := 0 || q := TRUE || c := r || f := (1..n) * {0} || g2 := (0..2) * {r}
		OPERATIONS e = ` + substitution + ` END`
}

// Predicates of B become conditions with the same meaning.
func TestPredicates(t *testing.T) {
	for guard, want := range map[string]string{
		"x = 1 & i /= 2 & not(q = TRUE)":                "x == 1 and i != 2 and not q",
		"(x = 1 or i = 2) & q = FALSE":                  "(x == 1 or i == 2) and not q",
		"x > 1 => (i < 2 <=> c = r)":                    "x > 1 => (i < 2 <=> c == r)",
		"x - 1 - i = -x * 2 mod 3":                      "x - 1 - i == -x * 2 % 3",
		"m / 2 = x / m":                                 "m / 2 == (if x >= 0 then x / m else -(-x / m))",
		"x : NAT1 & i : NAT & x : INT & q : BOOL":       "x >= 1 and i >= 0 and true and true",
		"x : 1..n & x /: {1, 2} & c : {r, b}":           "1 <= x and x <= n and not (x == 1 or x == 2) and (c == r or c == b)",
		"x : (1..n) - {2} & x : 1..5 /\\ NAT":           "1 <= x and x <= n and x != 2 and 1 <= x and x <= 5 and x >= 0",
		"c : S - {r} & x : {1} \\/ {7}":                 "c != r and (x == 1 or x == 7)",
		"f(1) = f(n) & f(x) > 0 & g2(x) = c":            "f[0] == f[n - 1] and f[x - 1] > 0 and g2[x] == c",
		"!k.(k : 1..n & k /= x => f(k) > 0)":            "forall k: 1..n :: k != x => f[k - 1] > 0",
		"!(k, l).(k : 1..n & l : S => f(k) > 0 or c=l)": "forall k: 1..n, l: S :: f[k - 1] > 0 or c == l",
		"#k.(k : 1..x & f(k) = 2)":                      "exists k: int :: 1 <= k and k <= x and f[k - 1] == 2",
		"#x.(x : S & x /= c)":                           "exists x2: S :: x2 != c",
		"bool(x = 1) = q & bool(x > 2) = TRUE":          "(x == 1) == q and x > 2",
		"card({k | k : 1..n & f(k) = 0}) >= 1":          "exists k: 1..n :: f[k - 1] == 0",
		"card({k | k : S & k /= c}) < 2":                "not exists k: S, k2: S :: k != c and k != k2 and k2 != c",
		"0 = card({k | k : 1..n & f(k) = x})":           "true and not exists k: 1..n :: f[k - 1] == x",
		"f(1) = 0 & dom(f) = {1, 2, 3}":                 "f[1] == 0 and keys(f) == {1, 2, 3}",
		"ran(f) /\\ {x} = {} & x |-> 2 : f":             "{f[x2] for x2 in f} & {x} == {} and x in f and f[x] == 2",
		"f[{1, 2}] <: 1..x & f~[{0}] /= {}":             "(forall x2 in {f[x2] for x2 in f : x2 == 1 or x2 == 2} :: 1 <= x2 and x2 <= x) and {x2 for x2 in f : f[x2] == 0} != {}",
		"#(k, l).(k |-> l : f & l > k)":                 "exists k in f, l in {f[x2] for x2 in f} :: k in f and f[k] == l and l > k",
		"{k | k : S & k /= c} \\/ {c} = S":              "{k in {r, g, b} : k != c} + {c} == {r, g, b}",
		"card(POWER) = 3 & c : POWER":                   "len({r, g, b}) == 3 and true",
		"card(f |> {0}) < 2 & {1} <<| f = f <+ {1|->x}": "len({x2: f[x2] for x2 in f : f[x2] == 0}) < 2 and {x2: f[x2] for x2 in f : x2 != 1} == f + {1: x}",
		"SIGMA(k).(k : 1..n & k > 1 | k * x) > 3":       "sum(k * x for k in {1, 2, 3} : k > 1) > 3",
		"size([x, i] <- 3) = 3 & last([x] ^ [i]) = 1":   "len([x, i] + [3]) == 3 and last([x] + [i]) == 1",
		"min({x, i}) > 0 & max(f[{x}]) = 1":             "min({x, i}) > 0 and max({f[x2] for x2 in f : x2 == x}) == 1",
		"#k.(k : {1, 3} & x > 1)":                       "exists k in {1, 3} :: x > 1",
		"#k.(k : 4..2 & x = k)":                         "exists k: int :: 4 <= k and k <= 2 and x == k",
		"f = {x |-> 1, i |-> 2}":                        "{Pair{left: x2, right: f[x2]} for x2 in f} == {Pair{left: x, right: 1}, Pair{left: i, right: 2}}",
		"f - {x |-> 1, i |-> 2} = f":                    "{x2: f[x2] for x2 in f : not Pair{left: x2, right: f[x2]} in {Pair{left: x, right: 1}, Pair{left: i, right: 2}}} == f",
		"f : 1..n --> 0..x":                             "forall i2: 1..n :: 0 <= f[i2 - 1] and f[i2 - 1] <= x",
	} {
		text := converter.Text(t, around(guard))
		converter.MustCompile(t, text)
		if got := strings.Join(strings.Fields(text), " "); !strings.Contains(got, "event e: when "+want+" do x := x") && !strings.Contains(got, "event e: when ("+want+") do x := x") {
			t.Errorf("%s became\n%s", guard, text)
		}
	}
}

// Errors are reported at their position; constructs outside the subset are named.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ text, at, want string }{
		{"", "", "MACHINE or SYSTEM is expected here, not the end of the file"},
		{"MACHINE M", "", "END is expected here, not the end of the file"},
		{"MACHINE M /* END", "/*", "the comment does not end"},
		{"MACHINE M /*/ END", "/*", "the comment does not end"},
		{"MACHINE M € END", "€", `the character "€" is not part of B`},
		{"REFINEMENT M END", "REFINEMENT", "REFINEMENT cannot be imported"},
		{"MACHINE M(n) VARIABLES x INVARIANT x : NAT INITIALISATION x := 0 OPERATIONS e = skip END", "n", "no condition gives the type of n"},
		{"MACHINE M SETS S PROPERTIES card(S) = 5000 VARIABLES x INVARIANT x : S INITIALISATION x :: S OPERATIONS e = skip END", "S", "S has 5000 members; the model has 1 to 400"},
		{"MACHINE M DEFINITIONS d == d + 1 VARIABLES x INVARIANT x : NAT INITIALISATION x := d OPERATIONS e = skip END", "d", "the definition d uses itself"},
		{"MACHINE M DEFINITIONS d == 1 + END VARIABLES x INVARIANT x : NAT INITIALISATION x := d OPERATIONS e = skip END", "END", `an expression is expected here, not "END"`},
		{"MACHINE M SEES C END", "SEES", "the clause SEES cannot be imported"},
		{"MACHINE M VARIABLES x INVARIANT x : NAT OPERATIONS e = skip END", "M", "INITIALISATION is missing"},
		{"MACHINE M VARIABLES x INVARIANT x : NAT INITIALISATION skip OPERATIONS e = skip END", "x", "the initialisation does not assign x"},
		{"MACHINE M VARIABLES x, y INVARIANT x : NAT & y : NAT INITIALISATION x := 0 || y := x OPERATIONS e = skip END", "x", "the initialisation cannot read x: variables have no values yet"},
		{"MACHINE M VARIABLES x INVARIANT x : NAT INITIALISATION x := 0 END", "M", "the machine has no events: OPERATIONS or EVENTS is missing"},
		{around("x = "), "THEN", `an expression is expected here, not "THEN"`},
		{around("y = 1"), "y", `"y" is not defined`},
		{around("x"), "x", "x is a number, but a predicate is expected"},
		{around("q"), "q", "q is a value of BOOL, but a predicate is expected"},
		{around("x = r"), "r", "r is a member of S, but a number is expected"},
		{around("c < r"), "c", "c is a member of S, but a number is expected"},
		{around("x : S"), "S", "a number cannot be in S, whose members are those of S"},
		{around("x : x"), "x", "x is not a set"},
		{around("x(1) = 2"), "x", "x is a number, not a function"},
		{around("f(1, 2) = 2"), "f(1, 2)", "f(1, 2) is a pair, but a number is expected"},
		{around("#k.(f(k) = 2)"), "k", "no condition gives the type of k"},
		{around("!k.(k : NAT)"), "!k", "a universal quantification must have the form P => Q"},
		{around("x = 1 & x = 2 or x = 3"), "or", "the grouping of & and or is not clear"},
		{around("x = 1 => x = 2 => x = 3"), "=>", "the grouping of => and => is not clear"},
		{around("1 < x < 3"), "<", "the grouping of < and < is not clear"},
		{around("f[{1}] = 1"), "1", "1 is a number, but a set is expected"},
		{around("x : dom(x)"), "x", "x, which is a number, as a relation cannot be imported"},
		{around("size(x) = 1"), "x", "x, which is a number, as a sequence cannot be imported"},
		{around("NAT = {}"), "NAT", "a set without limits as a value (NAT) cannot be imported"},
		{around("1..x = {}"), "1..x", "a range without constant bounds as a value (1..x) cannot be imported"},
		{around("1..n * 1000 = {}"), "1..n * 1000", "a range as a value has more than 400 numbers"},
		{around("{k | k : NAT & k < 3} = {}"), "NAT", "a set without limits as a value (NAT) cannot be imported"},
		{around("closure(f) = {}"), "closure(f)", "closure(...) here cannot be imported"},
		{around("f <| f = f"), "f", "f is not a set"},
		{around("x ** 2 = 4"), "x ** 2", "the operator ** cannot be imported"},
		{doing("BEGIN g2(1) := r; x := 2 END"), "g2", "an assignment to a place of g2 in a sequence of substitutions cannot be imported"},
		{doing("BEGIN x := 1 || x := 2 END"), "x", "x is assigned twice at once"},
		{doing("BEGIN f(1) := 1 || f(2) := 2 END"), "f", "f is assigned twice at once"},
		{doing("BEGIN n := 2 END"), "n", "n is not a variable and cannot be assigned"},
		{doing("BEGIN x, i := 2 END"), ":=", "there are 2 variables on the left, but 1 values on the right"},
		{doing("BEGIN IF q = TRUE THEN PRE x > 1 THEN x := 1 END END END"), "PRE", "PRE cannot be imported"},
		{doing("BEGIN WHILE x > 1 DO x := 1 END END"), "WHILE", "WHILE cannot be imported"},
		{doing("BEGIN IF q = TRUE THEN f := f ELSE f(1) := 2 END END"), "IF", "one branch that assigns f and one that assigns an element of it cannot be imported"},
		{around(strings.Repeat("(", 5000)), "(", "this is nested more than 100 levels deep"},
		{around(strings.Repeat("1 + ", 5000) + "1 = x"), "+", "this has more than 100 operators in a row"},
		{around(strings.Repeat("x = 1 & ", 500) + "x = 1"), "x = 1", "there are more than 400 conditions or elements in a row"},
		{around("x : {" + strings.Repeat("1, ", 500) + "1}"), "{1", "there are more than 400 conditions or elements in a row"},
		{doing("ANY k WHERE k : NAT" + strings.Repeat(" & k = 1", 500) + " THEN skip END"), "ANY", "there are more than 400 conditions or elements in a row"},
		{doing("CHOICE skip" + strings.Repeat(" OR skip", 500) + " END"), "CHOICE", "there are more than 100 branches"},
		{doing("q := " + strings.Repeat("bool(", 40) + "q" + strings.Repeat(" : {TRUE, FALSE})", 40)), "{TRUE", "the translated machine is too large"},
		{around(strings.Repeat("- ", 5000) + "x = 1"), "-", "this is nested more than 100 levels deep"},
		{around(strings.Repeat("not ", 5000) + "x = 1"), "not", "this is nested more than 100 levels deep"},
	} {
		converter.CheckError(t, test.text, test.at, test.want)
	}
}
