package emit_test

import (
	"bytes"
	"math/big"
	"os/exec"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/emit"
	"github.com/sextant-mbt/sextant/internal/externs/exercise"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// goTest generates a test with inputs from the solver.
func goTest(t *testing.T, s *sts.System, name string, options emit.GoTestOptions) []byte {
	t.Helper()
	x := testkit.Extern(t, s, name)
	if options.Rows == nil {
		rows, err := exercise.Rows(t.Context(), checker(t, s), x, &x.Contracts[0], exercise.Options{Bound: 1000, Constants: options.Constants})
		if err != nil {
			t.Fatal(err)
		}
		options.Rows = rows
	}
	options.Package = "machine"
	var b bytes.Buffer
	if err := emit.GoTest(&b, s, x, contract.Duty{Contract: x.Contracts[0]}, options); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func priceTest(t *testing.T) []byte {
	return goTest(t, testkit.LoadExample(t, "vending/vending.sxt", nil), "Price", emit.GoTestOptions{Rows: [][]term.Value{testkit.Ints(0), testkit.Ints(1)}})
}

func returnTest(t *testing.T) []byte {
	rows := [][]term.Value{testkit.Ints(1, 1, 0, 0, 0), testkit.Ints(150, 200, 0, 3, 0), testkit.Ints(150, 250, 5, 2, 1), testkit.Ints(100, 220, 3, 1, 1), testkit.Ints(30, 1_000_030, 0, 0, 1_000_000)}
	return goTest(t, testkit.LoadExample(t, "vending/change.sxt", nil), "Return", emit.GoTestOptions{Rows: rows, OnlyPossible: true})
}

func TestGoTestOfPrice(t *testing.T)  { compareGolden(t, "price_test.go.txt", priceTest(t)) }
func TestGoTestOfReturn(t *testing.T) { compareGolden(t, "return_test.go.txt", returnTest(t)) }

const rightPrice = `package machine

func Price(drink int64) int64 { return 150 + 50*drink }
`

// rightReturn gives large coins first, and backtracks where it must.
const rightReturn = `package machine

func Return(price, amount int64, reserve [3]int64) [3]int64 {
	rest := amount - price
	for c := min(reserve[2], rest/100); c >= 0; c-- {
		for b := min(reserve[1], (rest-100*c)/50); b >= 0 && b > (rest-100*c)/50-5; b-- {
			if left := rest - 100*c - 50*b; left%20 == 0 && left/20 <= reserve[0] {
				return fault(reserve, [3]int64{left / 20, b, c})
			}
		}
		if c < rest/100-5 {
			break
		}
	}
	return [3]int64{}
}

func fault(reserve, coins [3]int64) [3]int64 { return coins }
`

// vetted lets go vet check what outcome runs: once for each generated test is enough.
const vetted = "-vet=all"

// outcome runs generated tests with an implementation in a module of its own.
func outcome(t *testing.T, implementation string, test []byte, arguments ...string) (string, bool) {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles Go")
	}
	command := goCommand(newModule(t, implementation, test), append([]string{"test", "-vet=off", "-v"}, arguments...)...)
	out, err := command.CombinedOutput()
	if strings.Contains(string(out), "[build failed]") || strings.Contains(string(out), "[setup failed]") {
		t.Fatalf("%s\n%s", out, test)
	}
	return string(out), err == nil
}

func TestGoTestPasses(t *testing.T) {
	for name, test := range map[string]struct {
		implementation string
		text           []byte
	}{"Price": {rightPrice, priceTest(t)}, "Return": {rightReturn, returnTest(t)}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, ok := outcome(t, test.implementation, test.text, vetted)
			if !ok || !strings.Contains(out, "--- PASS: Test"+name) || !strings.Contains(out, "--- PASS: Fuzz"+name) || strings.Contains(out, "SKIP") && name == "Price" {
				t.Error(out)
			}
		})
	}
}

func TestGoTestFindsFaults(t *testing.T) {
	oneTooMany := strings.Replace(rightReturn, "{ return coins }", "{\n\tif coins[1] < reserve[1] {\n\t\tcoins[1]++\n\t}\n\treturn coins\n}", 1)
	for name, test := range map[string]struct {
		implementation string
		text           []byte
		want           []string
	}{
		"Price": {strings.Replace(rightPrice, "50*drink", "49*drink", 1), priceTest(t),
			[]string{"behavior high: Price(1) = 199, which breaks the postcondition result >= 200 and result <= 300", "--- FAIL: FuzzPriceCr/seed#1", "--- FAIL: TestPriceCr/Price(coffee)"}},
		"Return": {oneTooMany, returnTest(t),
			[]string{"behavior exact: Return(150, 250, [5 2 1]) = [0 1 1], which breaks the postcondition", "--- FAIL: FuzzReturn/seed#", "--- FAIL: TestReturn/Return(150,_250,_[5,_2,_1])"}},
		"type": {strings.Replace(rightReturn, "{ return coins }", "{ coins[0]--; return coins }", 1), returnTest(t), []string{"which is no value of type Coins"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, ok := outcome(t, test.implementation, test.text)
			if ok {
				t.Error("the fault was not found")
			}
			for _, want := range test.want {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
		})
	}
}

// The fuzz target skips inputs that the contract does not admit, and runs for a while without false alarms. It is not guided by coverage,
// for which the standard library would be compiled again.
func TestGoTestFuzzes(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles Go")
	}
	command := exec.Command(compiled(t, rightReturn, returnTest(t)), "-test.run=^$", "-test.fuzz=FuzzReturn", "-test.fuzztime=2000x", "-test.fuzzcachedir="+t.TempDir())
	command.Dir = t.TempDir()
	if out, err := command.CombinedOutput(); err != nil || !strings.Contains(string(out), "execs: 2") {
		t.Errorf("%v\n%s", err, out)
	}
}

// sorts is a contract with parameters of all sorts, and what its constants are.
func sorts(t *testing.T) (*sts.System, map[*term.Term]term.Value) {
	t.Helper()
	s := testkit.LoadText(t, goSorts)
	return s, map[*term.Term]term.Value{s.Slots[0].Term: term.IntValue(3)}
}

func TestGoTestOfAllSorts(t *testing.T) {
	s, constants := sorts(t)
	row := []term.Value{term.IntValue(0), term.IntValue(1), term.IntValue(-4), term.RatValue(big.NewRat(1, 2)), term.IntValue(200), term.IntValue(-7), term.StringValue("é\""), term.IntValue(1), term.IntValue(2), term.IntValue(3), term.IntValue(4)}
	compareGolden(t, "sorts_test.go.txt", goTest(t, s, "F", emit.GoTestOptions{Constants: constants, Rows: [][]term.Value{row}}))
}

// The conditions in Go have the same meaning as in the model: an implementation with values that the model computed passes, and each value
// that breaks the postcondition is found.
func TestGoTestOfAllSortsJudges(t *testing.T) {
	s, constants := sorts(t)
	text := goTest(t, s, "F", emit.GoTestOptions{Constants: constants})
	right := "package machine\n\nimport \"math\"\n\n" + goSortsImplementation
	if out, ok := outcome(t, right, text, vetted); !ok || strings.Count(out, "--- PASS: TestF/") < 10 {
		t.Error(out)
	}
	if out, ok := outcome(t, strings.Replace(right, "return result", "return result + 1", 1), text); ok {
		t.Error(out)
	}
}

const goSorts = `system Sorts
type Mode = enum { slow, fast }
const K: 1..9
extern F(mode: Mode, on: bool, n: int, r: real, b: uint8, i: int8, s: string, grid: int[2][2]) -> int
  contract {
    behavior divides: requires mode == slow and on and n != 0 and n % 7 == 3 and grid[1][0] > grid[0][1]
      ensures result == (K - n) / n - 2 * grid[0][0] + len(s) and (on => s + "x" != s)
    behavior bits: requires mode == fast and not on and (b & 15) + 3 < 200 and i / 2 == -3 and i << 1 != i >> 2
      ensures result == floor(r * 0.5) + int(b ^ 0xf0) * (if n > 0 then 2 else -3) and (r <= 1000000.0 or r == 7.5)
    behavior loops: requires mode == slow and not on and n >= 0 and n < 40 and (exists k: nat, l: 0..99 :: 20 * k + 50 * l == n)
      ensures result == n / 10 and (forall j: 0..200 :: j > 40 => j * 3 != result) and (exists u: uint8, v: bool :: v and u + 1 == b)
  }
initial a
go: a -> a
`

const goSortsImplementation = `
func F(mode int64, on bool, n int64, r float64, b uint8, i int8, s string, grid [2][2]int64) int64 {
	result := int64(0)
	switch {
	case mode == 0 && on:
		q := int64(math.Floor(float64(3-n) / math.Abs(float64(n))))
		if n < 0 {
			q = -q
		}
		result = q - 2*grid[0][0] + int64(len([]rune(s)))
	case mode == 0:
		result = n / 10
	default:
		factor := int64(-3)
		if n > 0 {
			factor = 2
		}
		result = int64(math.Floor(r/2)) + int64(b^0xf0)*factor
	}
	return result
}
`

func TestGoTestRefuses(t *testing.T) {
	for name, test := range map[string]struct{ declaration, want string }{
		"record":    {`type R = record { a: int } extern F(r: R) -> int contract { behavior: ensures result > r.a }`, "the record R"},
		"unbounded": {`extern F(n: int) -> int contract { behavior: ensures exists k: int :: k * k == result + n }`, "has no bounds, so it cannot become a loop in Go"},
		"constant":  {`const K: int extern F(n: int) -> int contract { behavior: ensures result > K }`, "mentions the constant K: give it a value"},
		"large":     {`extern F(n: uint64) -> int contract { behavior: ensures result > int(n) * 2 }`, "may not fit an int64"},
	} {
		t.Run(name, func(t *testing.T) {
			s := testkit.LoadText(t, "system S\n"+strings.ReplaceAll(strings.ReplaceAll(test.declaration, "} extern", "}\nextern"), "int extern", "int\nextern")+"\ninitial a\ngo: a -> a\n")
			x := testkit.Extern(t, s, "F")
			var b bytes.Buffer
			err := emit.GoTest(&b, s, x, contract.Duty{Contract: x.Contracts[0]}, emit.GoTestOptions{Package: "p"})
			if err == nil || !strings.Contains(err.Error(), test.want) || b.Len() > 0 {
				t.Errorf("%v, and wrote %q", err, b.String())
			}
		})
	}
}

// someOf is the demand that some input has a result of at least 201, with a domain that is small or not.
func someOf(t *testing.T, domain string) []byte {
	t.Helper()
	s := testkit.LoadText(t, "system S\nextern F(n: "+domain+") -> int\n  contract { behavior high: requires n > 1 ensures result >= 201 }\ninitial a\ngo: a -> a\n")
	x := testkit.Extern(t, s, "F")
	some := x.Contracts[0].Behaviors
	try, err := exercise.Candidates(t.Context(), checker(t, s), x, some, exercise.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := emit.GoTest(&b, s, x, contract.Duty{Some: some}, emit.GoTestOptions{Package: "machine", Try: try, OnlyPossible: true}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestGoTestLooksForWitness: a demand on some input is satisfied by one input, violated if all inputs were tried, and open otherwise.
func TestGoTestLooksForWitness(t *testing.T) {
	for name, test := range map[string]struct{ domain, body, want string }{
		"met":          {"0..99", "return 3 * n", "--- PASS: TestFHigh"},
		"violated":     {"0..99", "return 2 * n", "none of all 98 inputs has a result that satisfies result >= 201"},
		"inconclusive": {"int", "return 0", "--- SKIP: TestFHigh"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, ok := outcome(t, "package machine\n\nfunc F(n int64) int64 { "+test.body+" }\n", someOf(t, test.domain), vetted)
			if !strings.Contains(out, test.want) || ok != (name != "violated") {
				t.Error(out)
			}
		})
	}
}
