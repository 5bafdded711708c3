package compile

import (
	"math/rand/v2"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/testkit/collections"
)

// TestRandomExpressionsHaveTypes compiles random expressions of a known type, with nested lists, sets, maps and folds. Their evaluation may
// certainly fail, but they have no type errors.
func TestRandomExpressionsHaveTypes(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 7))
		c := collections.DrawCase(r, 3, 1000)
		declaration, receive := c.Input()
		text := c.Declarations() + declaration + "initial s\nt: s -> s " + receive + " when " + c.Operand(nil) + " == " + collections.Literal(c.Any(r), c.Type) + "\n"
		_, found := loadText(t, text)
		for _, d := range found {
			if d.Code == diag.CodeTypeMismatch {
				t.Fatalf("seed %d: %s: %s\n%s", seed, d.Message, d.Span.Text(), text)
			}
		}
	}
}
