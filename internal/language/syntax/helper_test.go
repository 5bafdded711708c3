package syntax

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// parseText parses a text as the file m.sxt.
func parseText(text string) (*File, []diag.Diagnostic) {
	var list diag.List
	file := Parse(diag.NewFile("m.sxt", text), &list)
	return file, list.Sorted()
}

// parseGood parses a text that must have no errors.
func parseGood(t testing.TB, text string) *File {
	t.Helper()
	file, found := parseText(text)
	if len(found) > 0 {
		t.Fatalf("unexpected error: %s\n%s", found[0].Message, text)
	}
	return file
}
