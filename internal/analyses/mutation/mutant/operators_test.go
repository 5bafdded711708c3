package mutant

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// TestEveryOperatorIsMutated: each binary operator is confused with another one of the language; "in" has none that is like it.
func TestEveryOperatorIsMutated(t *testing.T) {
	for k := token.Stop; k < token.Count; k++ {
		if k.Level() == 0 || k == token.In {
			continue
		}
		if o := otherOperators[k.String()]; o.other == k.String() || token.OperatorLevel(o.other) == 0 {
			t.Errorf("%s becomes %q", k, o.other)
		}
	}
}
