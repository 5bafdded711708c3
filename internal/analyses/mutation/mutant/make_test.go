package mutant_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/core"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// Each archive in testdata has a model and the mutants that are made of it.
func TestMutantsInWords(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := described(testkit.Mutants(t, string(archive.Files[0].Data), 1000))
			if *golden.Update {
				archive.Files[1].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			golden.Text(t, file, string(archive.Files[1].Data), got)
		})
	}
}

// described lists mutants as text.
func described(p *mutant.Population) string {
	var b strings.Builder
	for _, m := range p.Mutants {
		fmt.Fprintf(&b, "%-18s %s\n", m.Kind, m)
	}
	fmt.Fprintf(&b, "%d edits, %d rejected, %d the same, %d duplicates\n", p.Edits, p.Rejected, p.Same, p.Duplicates)
	return b.String()
}

// Every mutant is a valid system with the state of the original, and differs from it.
func TestMutantsAreSystems(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := testkit.Mutants(r, testkit.Model(r), 15)
		if p == nil {
			return
		}
		for _, m := range p.Mutants {
			if err := core.Validate(m.System); err != nil {
				r.Fatalf("%s: %v", m, err)
			}
			if len(m.Changes.Original)+len(m.Changes.Mutant) == 0 {
				r.Fatalf("%s changes nothing", m)
			}
		}
		if counted := len(p.Mutants) + p.Rejected + p.Same + p.Duplicates + p.Dropped; counted != p.Edits {
			r.Fatalf("%d of %d edits are accounted for", counted, p.Edits)
		}
	})
}

// A limit leaves out mutants evenly, and says how many.
func TestLimit(t *testing.T) {
	text := "system S\ninput i(int)\noutput o(int)\nvar x: int = 0\ninitial a\n"
	for i := range 40 {
		text += fmt.Sprintf("t%d: a -> a in i(n) when n == %d do x := n + %d out o(x)\n", i, 10*i, 10*i)
	}
	p := testkit.Mutants(t, text, 50)
	if len(p.Mutants) > 50 || len(p.Mutants) < 25 || p.Dropped == 0 {
		t.Errorf("%d mutants, %d dropped", len(p.Mutants), p.Dropped)
	}
	if last := p.Mutants[len(p.Mutants)-1]; last.Line < 40 {
		t.Errorf("the last mutant is %s", last)
	}
}
