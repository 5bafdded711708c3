package tester_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// TestSeedDecidesInputs: sessions with the same seed send the same inputs, also where queries about texts are given up, and while other sessions
// compute beside them.
func TestSeedDecidesInputs(t *testing.T) {
	for _, file := range []string{"users", "lru"} {
		var list diag.List
		m, err := compile.Load("../../../bench/bugs/models/"+file+".sxt", compile.Options{}, &list)
		if err != nil {
			t.Fatal(err)
		}
		traces := make([]string, 3)
		t.Run(file, func(t *testing.T) {
			for i := range traces {
				t.Run("", func(t *testing.T) {
					t.Parallel()
					s := newSession(t, m.System, simulated.New(m.System, m.System, 1), tester.Options{Steps: 200, Seed: 7})
					r, err := s.Run(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					traces[i] = inputsText(r) + " after " + string(r.Verdict)
				})
			}
		})
		for i, trace := range traces {
			if trace != traces[0] {
				t.Errorf("%s: run %d sent\n%s\nand the first one\n%s", file, i, trace, traces[0])
			}
		}
	}
}
