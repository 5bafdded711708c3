package sextant_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant"
)

func ExampleModel_Explore() {
	model, err := sextant.Load("examples/class2/class2.sxt")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := model.Explore(context.Background(), sextant.ExploreOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d of %d transitions\n", model.Name(), len(result.Coverage.Covered), result.Coverage.Total())
	// Output: Class2: 21 of 21 transitions
}

// A Go function behind an extern: its real results decide which paths are possible.
func ExampleExploreOptions_functions() {
	model, err := sextant.Load("examples/microgrid/empty.sxt")
	if err != nil {
		fmt.Println(err)
		return
	}
	integral := func(args []any) (any, error) {
		values := args[0].([]any)
		return new(big.Int).Add(values[0].(*big.Int), values[1].(*big.Int)), nil
	}
	result, err := model.Explore(context.Background(), sextant.ExploreOptions{
		Functions: sextant.Functions{"INTGR": integral},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d transitions\n", len(result.Coverage.Covered), result.Coverage.Total())
	// Output: 8 of 8 transitions
}

func TestLoadReportsEveryError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bad.sxt")
	if err := os.WriteFile(path, []byte("system Bad\nvar x: itn = 0\nvar y: int = true\ninitial s\na: s -> s do y := 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := sextant.Load(path)
	var bad *sextant.LoadError
	if !errors.As(err, &bad) {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{"bad.sxt:2:8: no type is called \"itn\"", "bad.sxt:3:14: "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %q", want, err)
		}
	}
}

func TestExploreRefusesUnknownStrategy(t *testing.T) {
	model, err := sextant.Load("examples/light/light.sxt")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := model.Explore(context.Background(), sextant.ExploreOptions{Strategy: "best"}); err == nil || !strings.Contains(err.Error(), `"best"`) {
		t.Errorf("got %v", err)
	}
}
