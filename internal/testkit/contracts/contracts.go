// Package contracts has what tests of contracts share: checkers of models, paths through them, and what paths demand of functions.
package contracts

import (
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// LoadExample is a checker of one of the vending machines.
func LoadExample(t testing.TB, name string) *contract.Checker {
	t.Helper()
	return Checker(t, testkit.LoadExample(t, "vending/"+name, nil))
}

// LoadText is a checker of a model.
func LoadText(t testing.TB, text string) *contract.Checker {
	t.Helper()
	return Checker(t, testkit.LoadText(t, text))
}

// Checker is a checker of a system, with a solver of its own.
func Checker(t testing.TB, s *sts.System) *contract.Checker {
	t.Helper()
	solver := testkit.Solver(t, smt.Config{Timeout: time.Minute})
	return &contract.Checker{System: s, Solver: solver}
}

// Named executes one sequence of transitions without contracts.
func Named(t testing.TB, c *contract.Checker, path string) *path.Path {
	t.Helper()
	moves, err := contract.Named(c.System, strings.Split(path, ","))
	if err != nil {
		t.Fatal(err)
	}
	return Execute(t, c.System, moves, contract.Choice{})[0]
}

// Execute follows moves in all ways that a choice of contracts leaves.
func Execute(t testing.TB, s *sts.System, moves []*sts.Move, choice contract.Choice) []*path.Path {
	t.Helper()
	paths, err := contract.Execute(t.Context(), s, moves, choice)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// Duty is what paths demand of a function, without contracts in force.
func Duty(t *testing.T, c *contract.Checker, name string, paths ...string) contract.Duty {
	t.Helper()
	var list []*path.Path
	for _, p := range paths {
		list = append(list, Named(t, c, p))
	}
	d, err := c.Duty(t.Context(), testkit.Extern(t, c.System, name), c.Infer(contract.Distinguish(c.System, list)))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// FixedAndFree is a model that calls a function with inputs that are fixed, free or asked for.
const FixedAndFree = `system M
input i(x: int)
extern F(n: int) -> int
var y: int = 0
initial s
fixed: s -> a do y := F(7)
big: a -> e when y > 10
free: s -> b in i(x) do y := F(x)
small: b -> e when y < 10
asked: s -> c in i(x) when x > 3 and F(x) == x + 1
look: s -> d in i(x) do y := F(x)
go: d -> e
`
