package analysis_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// TestMetrics counts by hand: 4 transitions of 2 locations, and one guard with 3 conditions; an event system is one location.
func TestMetrics(t *testing.T) {
	for text, want := range map[string]result.Metrics{
		`# a comment
system M

type color = enum { red, green, blue }
input go(n: 0..7, b: bool)
output show(c: color, x: uint8)
const k: int
var a: 0..9[3] = [0, 0, 0]

initial s
one: s -> s in go(n, b) when n > 3 and b or n == 0
two: s -> e in go(_, _)
three: e -> s out show(red, 3)
four: e -> e when a[0] == k
`: {Lines: 11, Complexity: 4 - 2 + 2 + 2, InputBits: 4, OutputBits: 10, VariableBits: 32 + 3*4, Transitions: 4, Locations: 2, Machines: 1},
		`system E
var x: int = 0
event up: when x < 5 do x := x + 1
event down: when x > 0 do x := x - 1
`: {Lines: 4, Complexity: 3, VariableBits: 32, Transitions: 2, Locations: 1, Machines: 1},
	} {
		path := filepath.Join(t.TempDir(), "m.sxt")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		l, err := model.Load(path, model.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := analysis.Metrics(l)
		if err != nil {
			t.Fatal(err, l.List.Sorted())
		}
		if got != want {
			t.Errorf("%s\ngot  %+v\nwant %+v", text, got, want)
		}
	}
}
