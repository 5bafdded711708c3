package emit_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/emit"
	"github.com/sextant-mbt/sextant/internal/externs/exercise"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// faultyReturn is a Return with a fault that an environment variable selects.
const faultyReturn = `package machine

import "os"

func Return(price, amount int64, reserve [3]int64) [3]int64 {
	coins, ok := right(amount-price, reserve)
	if !ok {
		return coins
	}
	switch os.Getenv("FAULT") {
	case "always nothing":
		return [3]int64{}
	case "large coins first":
		return greedy(amount-price, reserve)
	case "one coin of 20 too many":
		if coins[0] < reserve[0] {
			coins[0]++
		}
	case "one coin of 50 too few":
		coins[1] = max(coins[1]-1, 0)
	case "ignores the reserve":
		coins, _ = right(amount-price, [3]int64{1 << 20, 1 << 20, 1 << 20})
	case "exchanges coins":
		coins[0], coins[1] = coins[1], coins[0]
	case "ignores the amount":
		coins, _ = right(100, reserve)
	case "gives everything":
		return reserve
	case "negative":
		return [3]int64{-coins[0], -coins[1], -coins[2]}
	case "wrong for exact money":
		if amount == price && reserve[0] > 0 {
			coins[0] = 1
		}
	case "the last coin stays":
		for i := range coins {
			coins[i] = min(coins[i], max(reserve[i]-1, 0))
		}
	case "at most three coins of a kind":
		for i := range coins {
			coins[i] = min(coins[i], 3)
		}
	}
	return coins
}

// right gives large coins first, and backtracks where it must.
func right(rest int64, reserve [3]int64) ([3]int64, bool) {
	for c := min(reserve[2], rest/100); c >= 0; c-- {
		for b := min(reserve[1], (rest-100*c)/50); b >= 0; b-- {
			if left := rest - 100*c - 50*b; left%20 == 0 && left/20 <= reserve[0] {
				return [3]int64{left / 20, b, c}, true
			}
		}
	}
	return [3]int64{}, false
}

func greedy(rest int64, reserve [3]int64) (coins [3]int64) {
	for _, i := range []int{2, 1, 0} {
		worth := [3]int64{20, 50, 100}[i]
		coins[i] = min(reserve[i], rest/worth)
		rest -= worth * coins[i]
	}
	return coins
}
`

// TestRowsFindFaultsOfReturn: the rows of the exported test alone, at most 40, find every fault, and pass a right function.
func TestRowsFindFaultsOfReturn(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles Go")
	}
	s := testkit.LoadExample(t, "vending/change.sxt", nil)
	x := testkit.Extern(t, s, "Return")
	rows, err := exercise.Rows(t.Context(), checker(t, s), x, &x.Contracts[0], exercise.Options{Inputs: 40})
	if err != nil || len(rows) > 40 || len(rows) < 20 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	var test bytes.Buffer
	if err := emit.GoTest(&test, s, x, contract.Duty{Contract: x.Contracts[0]}, emit.GoTestOptions{Package: "machine", Rows: rows, OnlyPossible: true}); err != nil {
		t.Fatal(err)
	}
	binary := compiled(t, faultyReturn, test.Bytes())
	var faults []string
	for _, line := range strings.Split(faultyReturn, "\n") {
		if name, found := strings.CutPrefix(line, "\tcase \""); found {
			faults = append(faults, strings.TrimSuffix(name, "\":"))
		}
	}
	if len(faults) < 10 {
		t.Fatalf("%d faults", len(faults))
	}
	for _, fault := range append(faults, "") {
		command := exec.Command(binary, "-test.run=^Test", "-test.v")
		command.Env = append(os.Environ(), "FAULT="+fault)
		out, err := command.CombinedOutput()
		failed := strings.Count(string(out), "    --- FAIL")
		t.Logf("%q: %d of %d rows fail", fault, failed, len(rows))
		if (err != nil) != (fault != "") || (failed > 0) != (fault != "") || strings.Contains(string(out), "SKIP") {
			t.Errorf("%q: %v\n%s", fault, err, out)
		}
	}
}

// compiled is the program of a test with an implementation.
func compiled(t *testing.T, implementation string, test []byte) string {
	t.Helper()
	dir := newModule(t, implementation, test)
	if out, err := goCommand(dir, "test", "-c", "-o", "machine.test").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "machine.test")
}
