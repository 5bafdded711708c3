package print

import (
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// addSeeds adds the models of the golden tests and the wrong ones.
func addSeeds(f *testing.F) {
	golden.AddSeeds(f, "../testdata/parse.txtar", "testdata/format.txtar", "../testdata/errors_syntax.txt")
}

// FuzzPrint checks that printed conditions of assumptions are read back unchanged.
func FuzzPrint(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		file, found := parseText(text)
		if slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Code == diag.CodeReservedWord }) {
			return // the meaning of a word depends on the other declarations
		}
		for _, d := range file.Decls {
			if assume, ok := d.(*syntax.AssumeDecl); ok {
				checkPrinted(t, assume)
			}
		}
	})
}

// checkPrinted prints the condition of an assumption and reads it again.
func checkPrinted(t *testing.T, assume *syntax.AssumeDecl) {
	text := Expr(assume.Cond)
	again, found := parseText("assume " + text)
	for _, d := range found {
		if d.Code != diag.CodeTooDeep && d.Code != diag.CodeBadNumber {
			t.Fatalf("%s: %s", text, d.Message)
		}
	}
	if len(found) > 0 {
		return
	}
	if diff := difference(&syntax.File{Decls: []syntax.Decl{assume}}, again); diff != "" {
		t.Fatalf("%s\n(-want +got)\n%s", text, diff)
	}
}

// FuzzFormat checks that formatting keeps the meaning and the comments, and is stable.
func FuzzFormat(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		got, found := formatText(text)
		if len(found) > 0 {
			if got != text {
				t.Fatal("a text with errors was changed")
			}
			return
		}
		checkFormatted(t, text, got)
	})
}
