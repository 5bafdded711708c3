package draw

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestBar checks length, and that only full coverage looks full.
func TestBar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.IntRange(0, 1000).Draw(t, "total")
		covered := rapid.IntRange(0, total).Draw(t, "covered")
		width := rapid.IntRange(2, 60).Draw(t, "width")
		bar := Bar(covered, total, width)
		full := strings.Count(bar, "█")
		if utf8.RuneCountInString(bar) != width {
			t.Fatalf("%q is not %d wide", bar, width)
		}
		if (full == width) != (covered == total) || (full == 0) != (covered == 0 && total > 0) {
			t.Fatalf("%d of %d is %q", covered, total, bar)
		}
	})
	for _, bar := range []string{Bar(5, 3, 4), Bar(-1, 3, 4), Bar(1, 2, 1), Bar(1, 2, 0), Bar(1, 2, -7)} {
		if utf8.RuneCountInString(bar) > 4 {
			t.Errorf("odd numbers give %q", bar)
		}
	}
}
