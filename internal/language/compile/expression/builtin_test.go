package expression

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Converters get names that a model can declare from package syntax, which must know the built-in names of this package.
func TestBuiltinsAreNotDeclarable(t *testing.T) {
	for name := range builtins {
		demandNotDeclarable(t, name)
	}
	for name := range symbols.ScalarSorts {
		demandNotDeclarable(t, name)
	}
}

func demandNotDeclarable(t *testing.T, name string) {
	t.Helper()
	if syntax.Declarable(name) == name {
		t.Errorf("syntax.Declarable(%q) is the name of something built in", name)
	}
}
