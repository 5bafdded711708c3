package export

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// The bindings of two models are those in the tests of the public package, which compile and run them.
func TestBindings(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	for name, number := range map[string]GoInt{"alltypes": Int64, "wallet": Big} {
		var out bytes.Buffer
		options := Options{Package: "sextant_test", Int: number}
		suite := &Suite{System: testkit.Load(t, filepath.Join(root, "testdata", name+".sxt"), compile.Options{}), Model: result.Model{File: name + ".sxt"}}
		if err := Named("go-bindings", "").Write(&out, suite, options); err != nil {
			t.Fatal(err)
		}
		golden.File(t, filepath.Join(root, name+"_sxt_test.go"), out.String())
	}
}

// A package cannot have any name.
func TestBindingsPackage(t *testing.T) {
	system := testkit.Load(t, filepath.Join("..", "..", "..", "testdata", "wallet.sxt"), compile.Options{})
	for _, name := range []string{"a b", "func", "_"} {
		if err := Named("go-bindings", "").Write(&bytes.Buffer{}, &Suite{System: system}, Options{Package: name}); err == nil {
			t.Errorf("%q is accepted", name)
		}
	}
}
