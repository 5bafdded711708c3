package emit_test

import (
	"bytes"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/emit"
	"github.com/sextant-mbt/sextant/internal/externs/runner"
	_ "github.com/sextant-mbt/sextant/internal/externs/sandbox/script"
	"github.com/sextant-mbt/sextant/internal/externs/table"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// answers checks that the runner of Starlark files gives the rows back, and fails for another input.
func answers(t *testing.T, text []byte, rows map[*sts.Extern][]table.Row, another map[string][]term.Value) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "stub.star"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	for x, list := range rows {
		r, err := runner.Open(x, sts.Runner{Kind: "starlark", Spec: "stub.star"}, runner.Options{Dir: dir})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		defer r.Close()
		for _, row := range list {
			result, err := r.Call(t.Context(), row.Args)
			if got := (table.Row{Args: row.Args, Result: result}); err != nil || table.FormatRow(x, got) != table.FormatRow(x, row) {
				t.Errorf("got %v, %v, want %s", result, err, table.FormatRow(x, row))
			}
		}
		if args := another[x.Name]; args != nil {
			if _, err := r.Call(t.Context(), args); err == nil || !strings.Contains(err.Error(), x.Name+" is known for ") {
				t.Errorf("%s: %v", value.FormatCall(x, args), err)
			}
		}
	}
}

// The sample implementation that feasibility finds can be run.
func TestStubsOfFeasibility(t *testing.T) {
	s := testkit.LoadExample(t, "vending/change.sxt", nil)
	choice, err := contract.Choose(s, map[string]string{"Price": "Cr"})
	if err != nil {
		t.Fatal(err)
	}
	paths := append(execute(t, s, "start,insert,choose,price,exact", choice), execute(t, s, "start,insert,choose,price,change,giveBack", choice)...)
	f, err := checker(t, s).Feasible(t.Context(), contract.Distinguish(s, paths))
	if err != nil || f.Status != result.Feasible || len(f.Implementation) != 2 {
		t.Fatalf("%s, %d functions, %v", f.Status, len(f.Implementation), err)
	}
	var b bytes.Buffer
	if err := emit.Stubs(&b, f.Implementation); err != nil {
		t.Fatal(err)
	}
	answers(t, b.Bytes(), f.Implementation, map[string][]term.Value{"Return": testkit.Ints(-1, 0, 0, 0, 0)})
}

// stubModel has names with another meaning in Starlark, and all types.
const stubModel = `system Stubs
type Drink = enum { tea, coffee }
type Pair = record { low: real, tags: string[2] }
extern F(lambda: Drink, on: bool, x: real, p: Pair, b: uint64, n: int) -> Pair
  contract { behavior: ensures result.low > 0.0 }
extern Tick() -> int
  contract { behavior: ensures result > 0 }
initial a
go: a -> a
`

func TestStubOfAllTypes(t *testing.T) {
	s := testkit.LoadText(t, stubModel)
	x := testkit.Extern(t, s, "F")
	third := term.RatValue(big.NewRat(1, 3))
	text := func(s string) term.Value { return term.StringValue(s) }
	rows := map[*sts.Extern][]table.Row{x: {
		{Args: []term.Value{term.IntValue(1), term.IntValue(1), third, term.IntValue(2), text("a\"\n\x01é"), text(""), term.IntValue(-1), term.IntValue(-3)}, Result: []term.Value{third, text("\\"), text("\u2028")}},
		{Args: []term.Value{term.IntValue(0), term.IntValue(0), term.RatValue(big.NewRat(5, 2)), third, text("x"), text("y"), term.IntValue(7), term.BigValue(new(big.Int).Lsh(big.NewInt(1), 70))}, Result: []term.Value{term.IntValue(2), text(""), text("z")}},
	}, testkit.Extern(t, s, "Tick"): {{Result: testkit.Ints(4)}}}
	var b bytes.Buffer
	if err := emit.Stubs(&b, rows); err != nil {
		t.Fatal(err)
	}
	another := append([]term.Value(nil), rows[x][0].Args...)
	another[1] = term.IntValue(0)
	answers(t, b.Bytes(), rows, map[string][]term.Value{"F": another})
}

func TestStubOfPrice(t *testing.T) {
	s := testkit.LoadExample(t, "vending/vending.sxt", nil)
	x := testkit.Extern(t, s, "Price")
	rows := []table.Row{{Args: testkit.Ints(0), Result: testkit.Ints(150)}, {Args: testkit.Ints(1), Result: testkit.Ints(200)}}
	var b bytes.Buffer
	if err := emit.Stubs(&b, map[*sts.Extern][]table.Row{x: rows}); err != nil {
		t.Fatal(err)
	}
	compareGolden(t, "price.star", b.Bytes())
	answers(t, b.Bytes(), map[*sts.Extern][]table.Row{x: rows}, nil)
}

func TestStubRefuses(t *testing.T) {
	s := testkit.LoadText(t, "system S\nextern fail(n: int) -> int\nextern G(r: real) -> int\ninitial a\ngo: a -> a\n")
	near := term.RatValue(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 80)))
	for name, rows := range map[string][]table.Row{
		"fail": {},
		"G":    {{Args: []term.Value{term.RatValue(new(big.Rat).Add(near.Rat(), big.NewRat(1, 1)))}, Result: testkit.Ints(1)}, {Args: testkit.Ints(1), Result: testkit.Ints(2)}},
	} {
		if err := emit.Stubs(io.Discard, map[*sts.Extern][]table.Row{testkit.Extern(t, s, name): rows}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := emit.Stubs(io.Discard, map[*sts.Extern][]table.Row{testkit.Extern(t, s, "G"): {{Args: testkit.Ints(1, 2), Result: testkit.Ints(1)}}}); err == nil {
		t.Error("a row with too many scalars: no error")
	}
}
