package syntax

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// FuzzParse checks that the parser ends, and that errors have places.
func FuzzParse(f *testing.F) {
	golden.AddSeeds(f, "testdata/parse.txtar", "print/testdata/format.txtar", "testdata/errors_syntax.txt")
	f.Fuzz(func(t *testing.T, text string) {
		_, found := parseText(text)
		for _, d := range found {
			if d.Message == "" || d.Span.Start < 0 || d.Span.End > len(text) || d.Span.Start > d.Span.End {
				t.Fatalf("bad diagnostic %+v", d)
			}
		}
	})
}
