package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Every model that is measured can be read, and rows can be chosen by their names.
func TestModelsAreRead(t *testing.T) {
	files, err := filepath.Glob("models/*.sxt")
	if err != nil || len(files) != 5 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		testkit.Load(t, f, compile.Options{})
	}
	texts := []string{interleaving(4, 5), pair(), wide(786), counters(7, 10)}
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
	if got := (span{5, 9}).times(2); got != "10 to 18" {
		t.Error(got)
	}
}

// The median is a figure as it was measured, with both of its values.
func TestMedian(t *testing.T) {
	if got := median([]figure{{3, 30}, {1, 10}, {2, 20}}); got != (figure{2, 20}) {
		t.Errorf("the median is %v", got)
	}
}
