package print

import (
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// sourceOf is a text as a file.
func sourceOf(text string) *diag.File { return diag.NewFile("m.sxt", text) }

// parseText parses a text as the file m.sxt.
func parseText(text string) (*syntax.File, []diag.Diagnostic) {
	var list diag.List
	file := syntax.Parse(sourceOf(text), &list)
	return file, list.Sorted()
}

// formatText formats a text as the file m.sxt.
func formatText(text string) (string, []diag.Diagnostic) {
	var list diag.List
	return Format(sourceOf(text), &list), list.Sorted()
}

// difference describes how two files differ, other than in places.
func difference(want, got *syntax.File) string {
	return cmp.Diff(want, got, cmpopts.IgnoreTypes(syntax.Place{}, diag.Span{}, &diag.File{}), cmpopts.EquateEmpty())
}
