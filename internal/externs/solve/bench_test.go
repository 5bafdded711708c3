package solve_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/externs/solve"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// shapes are functions of different kind, each in a model that needs a result which few inputs give. All transitions are reachable.
var shapes = []struct {
	name, model string
	functions   func() map[string]*numbers
}{
	{"linear", oneCall("y > 5000 and y < 5100"), one(func(x int64) int64 { return 7*x + 12 })},
	{"monotone", oneCall("y > 100000 and y < 120000"), one(func(x int64) int64 { return x*x*x + x })},
	{"exponential", oneCall("y > 3000 and y < 9000"), one(func(x int64) int64 { return int64(math.Exp(min(float64(x)/60, 40))) })},
	{"periodic", oneCall("y == 5 and x > 100"), one(func(x int64) int64 { return ((x*3)%7 + 7) % 7 })},
	{"step", oneCall("y == 3"), one(func(x int64) int64 { return min(max((x+40)/250, 0), 9) })},
	{"hash", oneCall("y == 11"), one(func(x int64) int64 { return int64(uint32(x*2654435761)>>16) % 17 })},
	{"array", `system Array
input put(int)
extern F(xs: int[3]) -> int
var a: int[3] = [0, 0, 0], y: int = 0
initial s
p0: s -> t in put(a[0])
p1: t -> u in put(a[1])
p2: u -> v in put(a[2]) do y := F(a)
hit: v -> w when y > 900 and y < 950
final w`, func() map[string]*numbers {
		return map[string]*numbers{"F": integers(func(a []int64) int64 { return 2*a[0] + 3*a[1] - a[2] + 5 })}
	}},
	{"nested", `system Nested
input put(int)
extern F(x: int) -> int
extern G(x: int) -> int
extern H(x: int) -> int
var y: int = 0
initial s
call: s -> t in put(x) do y := H(G(F(x)))
hit: t -> u when y > 2000 and y < 2200
final u`, func() map[string]*numbers {
		return map[string]*numbers{
			"F": integers(func(a []int64) int64 { return 2*a[0] + 1 }),
			"G": integers(func(a []int64) int64 { return a[0]/3 + 7 }),
			"H": integers(func(a []int64) int64 { return 5*a[0] - 30 }),
		}
	}},
	{"agree", `system Agree
input put(int)
extern F(x: int) -> int
extern G(x: int) -> int
var y: int = 0, z: int = 0
initial s
first: s -> t in put(x) when x > 10 do y := F(x)
second: t -> u in put(x) when x > 10 do z := G(x)
hit: u -> v when y == z and y > 500
final v`, func() map[string]*numbers {
		return map[string]*numbers{
			"F": integers(func(a []int64) int64 { return 4 * a[0] }),
			"G": integers(func(a []int64) int64 { return 6*a[0] + 2 }),
		}
	}},
}

func oneCall(condition string) string {
	return fmt.Sprintf(`system One
input put(int)
extern F(x: int) -> int
var x: int = 0, y: int = 0
initial s
call: s -> t in put(x) do y := F(x)
hit: t -> u when %s
final u`, condition)
}

func one(f func(x int64) int64) func() map[string]*numbers {
	return func() map[string]*numbers {
		return map[string]*numbers{"F": integers(func(a []int64) int64 { return f(a[0]) })}
	}
}

const benchAttempts = 60

// BenchmarkShapes compares the methods on functions of every shape: how often functions are run until everything is covered.
func BenchmarkShapes(b *testing.B) {
	for _, shape := range shapes {
		for _, method := range solve.Methods {
			b.Run(shape.name+"/"+string(method), func(b *testing.B) {
				runs, covered, total := 0, 0, 0
				for i := 0; b.Loop(); i++ {
					w := newWorld(b, testkit.LoadText(b, shape.model), shape.functions(), nil)
					tree, _ := w.explore(b, solve.Options{Method: method, Attempts: benchAttempts, Seed: int64(i)}, explore.Options{})
					c := tree.Result().Coverage.Transitions
					runs += w.runs()
					covered += c.Covered
					total += c.Total
				}
				b.ReportMetric(float64(runs)/float64(b.N), "runs")
				b.ReportMetric(100*float64(covered)/float64(total), "%covered")
			})
		}
	}
}

// BenchmarkMicrogrid compares the methods on the paper's case study, from its tables 1 and from nothing.
func BenchmarkMicrogrid(b *testing.B) {
	for _, start := range []string{"tables1", "empty"} {
		for _, method := range solve.Methods {
			b.Run(start+"/"+string(method), func(b *testing.B) {
				runs, covered := 0, 0
				for i := 0; b.Loop(); i++ {
					w := microgrid(b, nil)
					if start == "tables1" {
						w = microgrid(b, tables1())
					}
					tree, _ := w.explore(b, solve.Options{Method: method, Attempts: benchAttempts, Seed: int64(i)}, explore.Options{})
					runs += w.runs()
					covered += tree.Result().Coverage.Transitions.Covered
				}
				b.ReportMetric(float64(runs)/float64(b.N), "runs")
				b.ReportMetric(100*float64(covered)/float64(8*b.N), "%covered")
			})
		}
	}
}

// TestAdaptiveOpensEveryShape: the default method covers every model of the benchmark, with a bounded number of runs.
func TestAdaptiveOpensEveryShape(t *testing.T) {
	for _, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			w := newWorld(t, testkit.LoadText(t, shape.model), shape.functions(), nil)
			tree, _ := w.explore(t, solve.Options{Attempts: 100}, explore.Options{})
			if c := tree.Result().Coverage.Transitions; c.Covered != c.Total {
				t.Errorf("covered %d of %d after %d runs: %v", c.Covered, c.Total, w.runs(), c.Missing)
			}
			t.Logf("%d runs", w.runs())
		})
	}
}
