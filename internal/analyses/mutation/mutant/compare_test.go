package mutant

import (
	"runtime"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile"
)

// signatureIn compiles a model in a store and keeps nothing of it but the signature.
func signatureIn(t *testing.T, store *term.Store, text string) string {
	t.Helper()
	read := func(string) ([]byte, error) { return []byte(text), nil }
	var list diag.List
	m, err := compile.Load("model.sxt", compile.Options{ReadFile: read, Store: store}, &list)
	if err != nil || list.HasErrors() {
		t.Fatal(err, diag.ToJSON(list.Sorted()))
	}
	return signature(m.System)
}

// TestSignaturesOutliveConstants: a mutant that is made again has the signature of the one before, also if the store has forgotten
// its constants in between.
func TestSignaturesOutliveConstants(t *testing.T) {
	const text = "system M\ninput go()\noutput say(int, string)\nvar n: int = 0\ninitial s\ngo: s -> s in go do n := 50_000 out say(70_000, \"text\")\n"
	store := term.NewStore()
	first := signatureIn(t, store, text)
	for range 3 {
		runtime.GC()
		if again := signatureIn(t, store, text); again != first {
			t.Fatalf("first %s\nthen %s", first, again)
		}
	}
}
