package runner

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// BenchmarkStarlark measures a call of a small function.
func BenchmarkStarlark(b *testing.B) {
	e := examples[0]
	r, err := Open(e.extern, sts.Runner{Kind: "starlark", Spec: "correct.star"}, Options{Dir: "testdata"})
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	for b.Loop() {
		if _, err := r.Call(b.Context(), e.args); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStarlarkOpen measures the time to the first answer.
func BenchmarkStarlarkOpen(b *testing.B) {
	e := examples[0]
	for b.Loop() {
		r, err := Open(e.extern, sts.Runner{Kind: "starlark", Spec: "correct.star"}, Options{Dir: "testdata"})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := r.Call(b.Context(), e.args); err != nil {
			b.Fatal(err)
		}
		r.Close()
	}
}
