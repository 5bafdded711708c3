package main

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Every model that is measured can be read, and rows can be chosen by their names.
func TestModelsAreRead(t *testing.T) {
	files, err := filepath.Glob("models/*.sxt")
	if err != nil || len(files) != 11 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		testkit.Load(t, f, compile.Options{})
	}
	texts := []string{interleaving(4, 5), pair(), wide(786), counters(7, 10), chain(10), queue(10)}
	for i := range finiteMachines {
		texts = append(texts, finite(i))
	}
	for _, m := range timedModels {
		texts = append(texts, m.text)
	}
	for _, text := range texts {
		testkit.LoadText(t, text)
	}
}

func TestRowsHaveNames(t *testing.T) {
	names := map[string]bool{}
	for _, r := range allRows() {
		if r.name == "" || names[r.name] || r.measure == nil || strings.Contains(r.name, "|") {
			t.Errorf("row %q: it needs a name of its own that fits a table, and a measure", r.name)
		}
		names[r.name] = true
	}
}

func TestFigures(t *testing.T) {
	for _, test := range []struct {
		figure figure
		unit   unit
		want   string
	}{
		{figure{value: 0.0812}, seconds, "0.081 s"},
		{figure{45.2, 3.9}, both, "45.2 s, 3.9 GB"},
		{figure{value: 2}, machines, "2 of 20"},
		{figure{value: 123.4}, perState, "123 KB/state"},
	} {
		if got := test.figure.text(test.unit); got != test.want {
			t.Errorf("%v is written as %q, expected %q", test.figure, got, test.want)
		}
	}
	if got := slope([]int{10, 20, 40}, []float64{3, 12, 48}); math.Abs(got-2) > 1e-9 {
		t.Error(got)
	}
	if got := (span{5, 9}).times(2); got != "10 to 18" {
		t.Error(got)
	}
}

// What was measured of a rival in the same run stands in the line, and a gain by workers is not compared as a time is.
func TestLines(t *testing.T) {
	beside := row{name: "r", unit: rateBytes, goal: "1.5", beside: "2 (1.2 s)"}
	if got := beside.line(figure{1.2, 12}, figure{0.6, 12}); got != "| r | 1.2 s, 12 bytes per state | 0.6 s, 12 bytes per state | 2 | 2 (1.2 s) | 1.5 |" {
		t.Error(got)
	}
	two := row{name: "w", unit: times, goal: "1.7 times"}
	if got := two.line(figure{value: 1}, figure{value: 1.74}); got != "| w | 1 times | 1.7 times |  |  | 1.7 times |" {
		t.Error(got)
	}
}

// Each model that is measured beside SPIN exists in both languages.
func TestModelsForSpin(t *testing.T) {
	files, err := filepath.Glob("models/*.pml")
	if err != nil || len(files) != 4 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		testkit.Load(t, strings.TrimSuffix(f, ".pml")+".sxt", compile.Options{})
	}
}

// The median is a figure as it was measured, with both of its values.
func TestMedian(t *testing.T) {
	if got := median([]figure{{3, 30}, {1, 10}, {2, 20}}); got != (figure{2, 20}) {
		t.Errorf("the median is %v", got)
	}
}
