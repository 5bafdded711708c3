package token

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// FuzzScan checks that the tokens are in order and that only white space and reported text lies between them.
func FuzzScan(f *testing.F) {
	golden.AddSeeds(f, "../testdata/parse.txtar", "../print/testdata/format.txtar", "../testdata/errors_syntax.txt")
	f.Fuzz(func(t *testing.T, text string) {
		tokens, problems := Scan(diag.NewFile("m.sxt", text), true)
		at := 0
		for _, token := range tokens {
			if int(token.Start) < at || token.End < token.Start {
				t.Fatalf("token %v begins before %d", token, at)
			}
			between := strings.TrimLeft(strings.TrimPrefix(text[at:token.Start], "\ufeff"), " \t\r\n")
			if between != "" && len(problems) == 0 {
				t.Fatalf("%q was skipped", between)
			}
			at = int(token.End)
		}
		if last := tokens[len(tokens)-1]; last.Kind != End {
			t.Fatalf("the last token is %v", last)
		}
	})
}
