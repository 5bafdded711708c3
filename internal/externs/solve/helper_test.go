package solve_test

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/externs/runner"
	"github.com/sextant-mbt/sextant/internal/externs/solve"
	"github.com/sextant-mbt/sextant/internal/externs/table"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// numbers is a runner for functions from integers to a number.
type numbers struct {
	compute func(args []int64) *big.Rat
	runs    int
}

func (n *numbers) Call(_ context.Context, args []term.Value) ([]term.Value, error) {
	n.runs++
	in := make([]int64, len(args))
	for i, a := range args {
		in[i] = a.Big().Int64()
	}
	return []term.Value{term.RatValue(n.compute(in))}, nil
}

func (n *numbers) Close() error { return nil }

// integers wraps a function between integers.
func integers(f func(args []int64) int64) *numbers {
	return &numbers{compute: func(args []int64) *big.Rat { return new(big.Rat).SetInt64(f(args)) }}
}

// The functions of the microgrid, which reproduce every row of the paper's tables.
func integral() *numbers {
	return integers(func(m []int64) int64 { return int64(math.Floor(1.068*float64(m[0]) + 1.007*float64(m[1]))) })
}

func rise() *numbers {
	return &numbers{compute: func(args []int64) *big.Rat {
		r := math.Round(0.7*math.Exp(float64(args[0]-202)/79)*100) / 100
		if r > 1e12 {
			r = 1e12
		}
		return big.NewRat(int64(math.Round(r*100)), 100)
	}}
}

// world is a system with its tables and runners.
type world struct {
	system  *sts.System
	tables  map[*sts.Extern]*table.Table
	runners map[*sts.Extern]runner.Runner
	counts  map[string]*numbers
}

// newWorld gives the externs of a system runners and rows.
func newWorld(t testing.TB, system *sts.System, functions map[string]*numbers, rows map[string][]table.Row) *world {
	t.Helper()
	w := &world{system: system, tables: map[*sts.Extern]*table.Table{}, runners: map[*sts.Extern]runner.Runner{}, counts: functions}
	for _, x := range system.Externs {
		if f := functions[x.Name]; f != nil {
			w.runners[x] = f
		}
		w.tables[x] = table.New(x)
		for _, r := range rows[x.Name] {
			if _, err := w.tables[x].Add(r); err != nil {
				t.Fatal(err)
			}
		}
		w.tables[x].MarkInitial()
	}
	return w
}

// explore runs a search whose feasibility questions go through summary.
func (w *world) explore(t testing.TB, options solve.Options, bounds explore.Options) (*explore.Tree, *solve.Functions) {
	t.Helper()
	functions := solve.NewFunctions(w.system, w.tables, w.runners, options)
	bounds.Functions = functions
	bounds.NewSolver = func() (smt.Solver, error) {
		next, err := testkit.NewSolver()
		if err != nil {
			return nil, err
		}
		return solve.New(next, functions), nil
	}
	tree, err := explore.Run(context.Background(), w.system, bounds)
	if err != nil {
		t.Fatal(err)
	}
	return tree, functions
}

func row(args []int64, result string) table.Row {
	r, _ := new(big.Rat).SetString(result)
	out := table.Row{Result: []term.Value{term.RatValue(r)}}
	for _, a := range args {
		out.Args = append(out.Args, term.IntValue(a))
	}
	return out
}

// tables1 and tables3 are those of the paper.
func tables1() map[string][]table.Row {
	return map[string][]table.Row{
		"INTGR": {row([]int64{123, 96}, "228"), row([]int64{148, 141}, "300")},
		"RISE":  {row([]int64{202}, "0.7"), row([]int64{300}, "2.42")},
	}
}

func tables3() map[string][]table.Row {
	return map[string][]table.Row{
		"INTGR": {row([]int64{0, 0}, "0"), row([]int64{12, 18}, "30"), row([]int64{123, 96}, "228"), row([]int64{148, 141}, "300")},
		"RISE":  {row([]int64{202}, "0.7"), row([]int64{228}, "0.97"), row([]int64{300}, "2.42")},
	}
}

func microgrid(t testing.TB, rows map[string][]table.Row) *world {
	t.Helper()
	system := testkit.Load(t, testkit.Example("microgrid/microgrid.sxt"), compile.Options{})
	return newWorld(t, system, map[string]*numbers{"INTGR": integral(), "RISE": rise()}, rows)
}
