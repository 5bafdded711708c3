package domain_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestStarts: initial values are listed as the types and the assumptions allow them one by one.
func TestStarts(t *testing.T) {
	for text, want := range map[string]int{
		"var x: 0..3\n":                               4,
		"var x: 0..3, y: bool\n":                      8,
		"const x: 0..3\nvar y: int = x\n":             4,
		"var x: int\nassume 0 <= x and x < 20\n":      20,
		"var x: int, y: 0..4\nassume x == 2 * y\n":    45, // the values of x from 0 to 8, each with all of y
		"const k: 0..3\nvar x: 0..3 = k + 1\n":        4,  // one of them has a model error
		"var x: int\nassume x == 3 or x == 5\n":       3,  // an interval
		"var x: int\nassume x > 3\n":                  -1,
		"var x: string\n":                             -1,
		"var x: int\nassume 0 <= x and x <= 100000\n": -1,
	} {
		rows, excess, listed := (&domain.Domain{Limit: 1000}).Starts(testkit.LoadText(t, text+"initial s\nt: s -> s\n"))
		if listed != (want >= 0) || listed && len(rows) != want || !listed && excess == nil {
			t.Errorf("%d rows, listed %v, want %d, of\n%s", len(rows), listed, want, text)
		}
	}
}
