package analysis_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
)

// largeModel writes a model of about the given number of lines: variables, and locations in a ring with guarded
// transitions.
func largeModel(lines int) string {
	var b strings.Builder
	b.WriteString("system Large\ninput step(int)\noutput done(int)\ninitial l0\n")
	variables := lines / 20
	for i := range variables {
		fmt.Fprintf(&b, "var v%d: int = %d\n", i, i)
	}
	locations := (lines - variables) / 3
	for i := range locations {
		v, to := i%variables, (i+1)%locations
		fmt.Fprintf(&b, "up%d: l%d -> l%d in step(p) when p > v%d and p < %d do v%d := v%d + p out done(v%d)\n", i, i, to, v, 1000+i, v, v, v)
		fmt.Fprintf(&b, "down%d: l%d -> l%d in step(p) when p <= v%d do v%d := p - 1\n", i, i, i, v, v)
		fmt.Fprintf(&b, "high%d: l%d -> l0 in step(p) when p > v%d and p >= %d\n", i, i, v, 1000+i)
	}
	return b.String()
}

// BenchmarkCheck parses, resolves, type-checks and lints a model of 10,000 lines, as the command check does.
func BenchmarkCheck(b *testing.B) {
	const lines = 10000
	path := filepath.Join(b.TempDir(), "large.sxt")
	text := largeModel(lines)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
	count := strings.Count(text, "\n")
	for b.Loop() {
		l, err := model.Load(path, model.LoadOptions{})
		if err != nil || l.Usable() != nil {
			b.Fatal(err, l.Usable())
		}
		if _, err := analysis.Lint(b.Context(), l, model.SolverOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(count)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}
