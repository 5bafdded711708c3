package contract_test

import (
	"bytes"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/contract"
	"github.com/sextant-mbt/sextant/internal/runner"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/table"
	"github.com/sextant-mbt/sextant/internal/term"
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
				t.Errorf("%s: %v", table.FormatCall(x, args), err)
			}
		}
	}
}

// The sample implementation that feasibility finds can be run.
func TestStubsOfFeasibility(t *testing.T) {
	c := loadExample(t, "change.sxt")
	var some []*contract.Path
	for _, p := range loops(t, c, map[string]string{"Price": "Cr"}) {
		if takes(p, "change") || takes(p, "exact") {
			some = append(some, p)
		}
	}
	f, err := c.Feasible(t.Context(), some)
	if err != nil || f.Status != smt.Sat || len(f.Implementation) != 2 {
		t.Fatalf("%s, %d functions, %v", f.Status, len(f.Implementation), err)
	}
	var b bytes.Buffer
	if err := contract.Stubs(&b, f.Implementation); err != nil {
		t.Fatal(err)
	}
	answers(t, b.Bytes(), f.Implementation, map[string][]term.Value{"Return": ints(-1, 0, 0, 0, 0)})
}

// stubModel has names that Starlark would take for something else, and all types.
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
	c := loadText(t, stubModel)
	x := extern(t, c.System, "F")
	third := term.RatValue(big.NewRat(1, 3))
	text := func(s string) term.Value { return term.StringValue(s) }
	rows := map[*sts.Extern][]table.Row{x: {
		{Args: []term.Value{term.IntValue(1), term.IntValue(1), third, term.IntValue(2), text("a\"\n\x01é"), text(""), term.IntValue(-1), term.IntValue(-3)}, Result: []term.Value{third, text("\\"), text("\u2028")}},
		{Args: []term.Value{term.IntValue(0), term.IntValue(0), term.RatValue(big.NewRat(5, 2)), third, text("x"), text("y"), term.IntValue(7), term.BigValue(new(big.Int).Lsh(big.NewInt(1), 70))}, Result: []term.Value{term.IntValue(2), text(""), text("z")}},
	}, extern(t, c.System, "Tick"): {{Result: ints(4)}}}
	var b bytes.Buffer
	if err := contract.Stubs(&b, rows); err != nil {
		t.Fatal(err)
	}
	another := append([]term.Value(nil), rows[x][0].Args...)
	another[1] = term.IntValue(0)
	answers(t, b.Bytes(), rows, map[string][]term.Value{"F": another})
}

func TestStubOfPrice(t *testing.T) {
	c := loadExample(t, "vending.sxt")
	x := extern(t, c.System, "Price")
	rows := []table.Row{{Args: ints(0), Result: ints(150)}, {Args: ints(1), Result: ints(200)}}
	var b bytes.Buffer
	if err := contract.Stubs(&b, map[*sts.Extern][]table.Row{x: rows}); err != nil {
		t.Fatal(err)
	}
	golden(t, "price.star", b.Bytes())
	answers(t, b.Bytes(), map[*sts.Extern][]table.Row{x: rows}, nil)
}

func TestStubRefuses(t *testing.T) {
	c := loadText(t, "system S\nextern fail(n: int) -> int\nextern G(r: real) -> int\ninitial a\ngo: a -> a\n")
	near := term.RatValue(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 80)))
	for name, rows := range map[string][]table.Row{
		"fail": {},
		"G":    {{Args: []term.Value{term.RatValue(new(big.Rat).Add(near.Rat(), big.NewRat(1, 1)))}, Result: ints(1)}, {Args: ints(1), Result: ints(2)}},
	} {
		if err := contract.Stubs(io.Discard, map[*sts.Extern][]table.Row{extern(t, c.System, name): rows}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := contract.Stubs(io.Discard, map[*sts.Extern][]table.Row{extern(t, c.System, "G"): {{Args: ints(1, 2), Result: ints(1)}}}); err == nil {
		t.Error("a row with too many scalars: no error")
	}
}
