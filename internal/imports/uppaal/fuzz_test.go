package uppaal

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
)

// FuzzConvert checks that any text quickly yields errors with positions in it, or a model that compiles.
func FuzzConvert(f *testing.F) {
	for _, path := range converter.Files(f) {
		f.Add(testkit.ReadFile(f, path))
	}
	for _, c := range codes.Section(f, codes.UPPAAL) {
		f.Add(c.Example)
	}
	f.Fuzz(converter.CheckAny)
}

// FuzzLabels does the same with declarations and labels in an otherwise correct system.
func FuzzLabels(f *testing.F) {
	f.Add("int f(int n) { int i; for (i = 0; i < s; i++) { a[i] = n; if (b) return i; } return n; }", "x = f(s++), a[x] = y", "c > 1 && x == y")
	f.Add("typedef struct { int p; bool q[2]; } r; r v; void g(r &w) { w.p = 1; w.q[s] = b; }", "g(v)", "v.q[0]")
	f.Add("typedef scalar[3] t; t u; void h() { do { x--; } while (false); }", "h()", "forall (i : t) i != u")
	f.Fuzz(func(t *testing.T, declarations, updates, condition string) {
		converter.CheckAny(t, around(declarations, guard(condition)+update(updates)))
	})
}
