package xlia

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
)

// converter is what the tests of all converters check.
var converter = testkit.Converter{Convert: Convert, Ending: ".xlia", Codes: codes.XLIA, Allowed: allowed}

// allowed are the errors of a model that a system without errors may become: of limits, of constant expressions that fail or leave
// their types, and of clocks, which the model shows at the place of the transition.
var allowed = map[diag.Code]bool{diag.CodeTooDeep: true, diag.CodeTooLarge: true, diag.CodeConstDivZero: true, diag.CodeConstRange: true,
	diag.CodeBadRange: true, diag.CodeClockUse: true}

func TestGolden(t *testing.T) { converter.CheckGolden(t) }

func TestDocumentedCodes(t *testing.T) { converter.CheckCodes(t) }

// doing puts statements into a system, as its only transition.
func doing(statements string) string {
	return `@xlia< system , 1.0 >: timed system S { @composite: statemachine M {
		@public: type E enum { r, g } port input in1( int ); port input in2( urational, uint ); port output out1( int ); port output out2( rational );
		@private: const uint n = 3; const int m; var int x; var int y; var uint u; var bool b; var rational q; var urational p; var E e; var string s; var clock cl;
		@region: state< start > s0 { transition t --> s1 { ` + statements + ` } } state s1;
		@com: connect< env >{ input in1; input in2; output out1; output out2; } } }`
}

// system puts sections into a system with one machine.
func system(sections string) string {
	return "@xlia< system , 1.0 >: timed system S { @composite: statemachine M { " + sections + " } }"
}

// Statements of xLIA become clauses with the same meaning.
func TestStatements(t *testing.T) {
	for statements, want := range map[string]string{
		"":                                    "",
		"guard( x == 1 && y != 2 || !b );":    "when x == 1 and y != 2 or not b",
		"guard( 0 <= x < y <= 9 );":           "when 0 <= x and x < y and y <= 9",
		"guard x > 1 => b || b;":              "when (x > 1 => b) or b",
		"tguard cl < q; guard cl - p >= 1/3;": "when cl < q and cl - p >= 1.0 / 3",
		"guard( x < 0x1f + 1_000 );":          "when x < 31 + 1000",
		"guard( q / 2 == 5/2 * 1.5e1f );":     "when q / 2 == 2.5 * 15.0",
		"guard e == E::g && s != \"a\";":      "when e == g and s != \"a\"",
		"x := y + 1; y = x;":                  "do x := y + 1; y := x",
		"{ |,| x := y; y := x; } x += 2;":     "do x, y := y, x; x := x + 2",
		"{ |;| x := y; { y := x; } } --x; b = b ? x > 1 : false;": "do x := y; y := x; x := x - 1; b := if b then x > 1 else false",
		"x := y; guard( x > 1 ); y := 0; guard( x + y > 2 );":     "when y > 1 and y + 0 > 2 do x := y; y := 0",
		"input in1( x ); guard( x > 1 );":                         "in in1(x) when x > 1",
		"guard( x > 1 ); input in1( x ); guard( x > 2 );":         "when x > 1 in in1(x) when x > 2",
		"input in1( u ); guard( u > 1 );":                         "in in1(received) when received >= 0 and received > 1 do u := received",
		"input in1( q );":                                         "in in1(received) do q := received",
		"input in2( p, u );":                                      "in in2(p, u) when p >= 0",
		"input in2( q, x );":                                      "in in2(q, x) when q >= 0",
		"input in2( x, u ); x := x + 1;":                          "in in2(received, u) when received >= 0 and floor(received) == received do x := floor(received); x := x + 1",
		"input in2( cl, u );":                                     "in in2(received, u) when received >= 0 do cl := received",
		"x := 1; output out1( x + y );":                           "do x := 1 out out1(x + y)",
		"output out1( x ); y := x;":                               "do y := x out out1(x)",
		"output out1( x + y ); x := 1; output out2( x );":         "any sent: int where sent == x + y do x := 1 out out1(sent), out2(x)",
		"x := y; output out1( x ); x := 1;":                       "any sent: int where sent == y do x := y; x := 1 out out1(sent)",
		"output out2( cl ); cl := 0;":                             "any sent: real where sent == cl do cl := 0 out out2(sent)",
		"input in1( x ); output out1( x ); x := 1;":               "any sent: int in in1(x) when sent == x do x := 1 out out1(sent)",
		"newfresh( p ); guard( p < 2 );":                          "any new_p: real where new_p >= 0 when new_p < 2 do p := new_p",
		"guard exists< x : uint, z : rational > z > x;":           "when exists x2: nat, z: real :: z > x2",
		"guard forall< z : urational > z > q;":                    "when forall z: real :: z >= 0 => z > q",
	} {
		text := converter.Text(t, doing(statements))
		converter.MustCompile(t, text)
		if got := strings.Join(strings.Fields(text), " "); !strings.Contains(got+" ", strings.TrimRight("t: s0 -> s1 "+want, " ")+" ") {
			t.Errorf("%s became\n%s", statements, text)
		}
	}
}

// Errors are reported at their position; constructs outside the subset are named.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ text, at, want string }{
		{"", "", "system is expected here, not the end of the file"},
		{"@abc< system >:", "@abc", `@xlia or "system" is expected here, not "@abc"`},
		{"system S { /* }", "/*", "the comment does not end"},
		{"system S { § }", "§", `the character "§" is not part of xLIA`},
		{"system S {", "", "} is expected here, not the end of the file"},
		{"system S { }", "S", "the system has no statemachine"},
		{"package P { }", "package", "a package cannot be imported"},
		{"timed#discrete system S { }", "timed#discrete", "the modifier timed#discrete cannot be imported"},
		{"system< interleaving > S { }", "interleaving", "the model of computation interleaving cannot be imported"},
		{"system S { @routine: }", "@routine", "the section @routine cannot be imported"},
		{"system S { @region: }", "@region", "a region of a system cannot be imported"},
		{"system S { @machine: machine M { } }", "machine", "a machine of a system cannot be imported"},
		{"system S { @machine: statemachine M { @region: state< start > s; } statemachine N { @region: state< start > s; } }", "N", "several machines of a system without <and> cannot be imported"},
		{"system S { @machine: statemachine M { @private: clock c; @region: state< start > s; } }", "c", "the clock c of a system that is not timed cannot be imported"},
		{system(""), "M", "the statemachine M has no start state"},
		{system("@region: state s;"), "M", "the statemachine M has no start state"},
		{system("@region: state< start > s; state< start > t;"), "t", "there are two start states"},
		{system("@region: state< start > s; state s;"), "s", "there are two states called s"},
		{system("@region: state< start > s { transition t --> u; }"), "u", "there is no state u"},
		{system("@region: state< start > s { transition t --> s; transition t --> s; }"), "t", "there are two transitions called t in the state s"},
		{system("@region: state< start > s; state< final > f { transition t --> s; }"), "t", "the final state f has a transition"},
		{system("@region: state< start > s;"), "M", "the statemachine M has no transition"},
		{system("@private: var int x; @region: state< start > s; state f { @init { x := 1; } }"), "f", "@init in a state that is not the start state cannot be imported"},
		{system("@region: state< junction > s;"), "junction", "a state<junction> cannot be imported"},
		{system("@region: state s { state t; }"), "state", "state within a state cannot be imported"},
		{system("@region: state s { @enable { } }"), "@enable", "the activity @enable cannot be imported"},
		{system("@region: state s { transition< else > t --> s; }"), "else", "a transition<else> cannot be imported"},
		{system("@region: state s { transition t { } }"), "t", "a transition without a target cannot be imported"},
		{system("@region(a): state s;"), "@region", "a named region cannot be imported"},
		{system("@private: var int x; var int x; @region: state< start > s;"), "x", "x is declared twice"},
		{system("@private: var int:8 x;"), ":", "a type with a size cannot be imported"},
		{system("@private: var int[3] x;"), "[", "an array cannot be imported"},
		{system("@private: var vector<int> x;"), "vector", "the type vector cannot be imported"},
		{system("@private: var itn x; @region: state< start > s;"), "itn", `"itn" is not defined`},
		{system("@private: var clock int x; @region: state< start > s;"), "clock", "a clock of integers cannot be imported"},
		{system("@private: buffer fifo b;"), "buffer", "a declaration with buffer cannot be imported"},
		{system("@private: port inout p;"), "inout", "a port for both directions cannot be imported"},
		{system("@private: port p; @region: state< start > s;"), "p", "the port p has no direction"},
		{system("@private: enum E { a = 1 }"), "=", "a member with a number cannot be imported"},
		{system("@private: const int c = x; var int x; @region: state< start > s;"), "x", `"x" is not defined`},
		{system("@private: var int x; const int c = x; @region: state< start > s;"), "x", "the value of the constant c reads a variable"},
		{system("@private: clock c = 1; @region: state< start > s;"), "c", "a clock that does not begin with 0 cannot be imported"},
		{system("@private: var int x; var int y; @region: state< start > s { @init { y := x; x := 1; } }"), "y", "a value of x before it is initialised cannot be imported"},
		{system("@private: port input p; @region: state< start > s { transition --> s { input p; } }"), "p", "the port p, which is not connected, cannot be imported"},
		{system("@region: state< start > s; @com: connect< env >{ input p; }"), "p", "there is no port p"},
		{system("@public: port input p; @region: state< start > s; @com: connect< env >{ output p; }"), "output", "p is a port for input, not for output"},
		{system("@public: port input p; @region: state< start > s; @com: connect< env >{ input p; input p; }"), "p", "the port p is connected twice"},
		{system("@public: port input p; @region: state< start > s; @com: connect< rdv >{ input p; }"), "p", "a connection of machines that has not one input and one output cannot be imported"},
		{system("@com: connect< multicast >{ input p; }"), "multicast", "the protocol multicast cannot be imported"},
		{system("@com: connect< buffer: fifo >{ input p; }"), "fifo", "a queue without a size cannot be imported"},
		{system("@com: route< env > [ * ];"), "route", "a route cannot be imported"},
		{doing("guard( x > );"), ")", `an expression is expected here, not ")"`},
		{doing("guard( z > 1 );"), "z", `"z" is not defined`},
		{doing("guard( x );"), "( x", "( x ) is an integer, but a Boolean is expected"},
		{doing("guard( x == b );"), "( x", "x is an integer, but b is a Boolean"},
		{doing("guard( b < 1 );"), "b", "b is a Boolean, but a number is expected"},
		{doing("guard( x == y == b );"), "==", "the grouping of == and == is not clear"},
		{doing("guard( x / y > 1 );"), "x / y", "a division of integers cannot be imported"},
		{doing("guard( x % y > 1 );"), "x % y", "the operator % cannot be imported"},
		{doing("guard( (x & y) == 1 );"), "(x & y)", "the operator & cannot be imported"},
		{doing("guard( $time > 1 );"), "$time", "an expression with $time cannot be imported"},
		{doing("guard( f(x) > 1 );"), "f", "the call of f cannot be imported"},
		{doing("guard( x < 010 );"), "010", "an octal number cannot be imported"},
		{doing("guard( q < 1/0 );"), "1/0", "1/0 is not a number"},
		{doing("guard( q < 1e999 );"), "1e999", "the exponent has more than 2 digits"},
		{doing("x := q;"), "q", "q is a real number, but an integer is expected"},
		{doing("n := 1;"), "n", "n is not a variable and cannot be assigned"},
		{doing("x =: 1;"), "=:", "the statement =: cannot be imported"},
		{doing("{ |,| x := 1; x := 2; }"), "x", "x is assigned twice at once"},
		{doing("{ |,| x := 1; guard( b ); }"), "guard", "such a statement within a block with |,| cannot be imported"},
		{doing("|,| { x := 1; y := x; }"), "|,|", "|,| before a block cannot be imported"},
		{doing("x := 1; |,| { x := 1; y := x; }"), "|,|", "|,| before a block cannot be imported"},
		{doing("{ |;;| x := 1; }"), "|;;|", "a block with |;;| cannot be imported"},
		{doing("if( b ){ x := 1; }"), "if", "the statement if cannot be imported"},
		{doing("@trigger: input in1( x );"), "@trigger", "the statement @trigger cannot be imported"},
		{doing("input out1( x );"), "out1", "out1 is a port for output, not for input"},
		{doing("input in1;"), "in1", "the port in1 has 1 parameters, not 0"},
		{doing("input in1( 5 );"), "5", "an input of a value cannot be imported"},
		{doing("input in1( b );"), "b", "b is a Boolean, but an integer is received"},
		{doing("input in1( x ); input in1( y );"), "input", "a second input of one transition cannot be imported"},
		{doing("x := 1; input in1( y );"), "input", "an input after an assignment or an output cannot be imported"},
		{doing("input in1( x ) <-- y;"), "<--", "a message for a certain machine cannot be imported"},
		{doing("output out1( q );"), "q", "q is a real number, but an integer is expected"},
		{doing("newfresh( cl );"), "cl", "an arbitrary value of a clock cannot be imported"},
		{doing("guard " + strings.Repeat("(", 5000)), "(", "this is nested more than 100 levels deep"},
		{doing("guard " + strings.Repeat("!", 5000) + "b;"), "!", "this is nested more than 100 levels deep"},
		{doing("guard x > " + strings.Repeat("1 + ", 5000) + "1;"), "+", "this has more than 100 operators in a row"},
		{doing(strings.Repeat("{", 5000)), "{", "this is nested more than 100 levels deep"},
		{doing(strings.Repeat("x := 1;", 60_000)), "", "the system has more than 200000 tokens"},
		{doing("guard " + strings.Repeat("1 < (", 30) + "x" + strings.Repeat(") < 2", 30) + ";"), "(1", "(1 < (1 < (1 < (1 < (1 < (1 < (x) < 2) <... is a Boolean, but a number is expected"},
		{doing(strings.Repeat("x := x + x;", 60) + "guard x > 1;"), "x", "the translated system is too large"},
	} {
		converter.CheckError(t, test.text, test.at, test.want)
	}
}
