package contract_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit/contracts"
)

// TestConflictIsSmallest: two of three paths clash directly. To leave out one condition after the other leads to a conflict of all
// three.
func TestConflictIsSmallest(t *testing.T) {
	c := contracts.LoadText(t, `system M
extern F(n: int) -> int
extern G(n: int) -> int
extern H(n: int) -> int
extern K(n: int) -> int
initial s
one: s -> e when F(0) > 5 and G(0) < H(0)
two: s -> e when F(0) < 3 and H(0) < K(0)
three: s -> e when K(0) < G(0)
`)
	f, err := c.Feasible(t.Context(), loops(t, c, nil))
	if err != nil {
		t.Fatal(err)
	}
	paths := map[string]bool{}
	for _, k := range f.Conflict {
		if k.Path != "" {
			paths[k.Path] = true
		}
	}
	if f.Status != result.Infeasible || f.Core != result.CoreSmallest || len(f.Conflict) != 3 || len(paths) != 2 {
		t.Errorf("%s, %s: %+v", f.Status, f.Core, f.Conflict)
	}
}

// TestConflictEqualsEnumeration: no smaller set of conditions of a path is a conflict.
func TestConflictEqualsEnumeration(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := contracts.LoadText(t, "system M\ninput i(a: int, b: int)\ninitial s\ngo: s -> s in i(a, b)\n")
		s := c.System.Store
		vars := []*term.Term{s.Var("a", term.Int), s.Var("b", term.Int), s.Var("d", term.Int)}
		p := &path.Path{}
		for range rapid.IntRange(2, 7).Draw(r, "conditions") {
			v, w := rapid.SampledFrom(vars).Draw(r, "v"), rapid.SampledFrom(vars).Draw(r, "w")
			k := s.Int(int64(rapid.IntRange(-2, 2).Draw(r, "k")))
			cond := rapid.SampledFrom([]*term.Term{s.Le(v, s.Add(w, k)), s.Eq(v, s.Add(w, k)), s.Lt(v, k), s.Lt(k, v)}).Draw(r, "condition")
			if !cond.IsConst() {
				p.Conditions = append(p.Conditions, path.Condition{Term: cond, Origin: path.Origin{Name: fmt.Sprint(len(p.Conditions))}})
			}
		}
		f, err := c.Feasible(t.Context(), []*path.Path{p})
		if err != nil {
			r.Fatal(err)
		}
		smallest := enumerateCores(t, c, p)
		if (f.Status == result.Infeasible) != (smallest > 0) || len(f.Conflict) != smallest || smallest > 0 && f.Core != result.CoreSmallest {
			r.Fatalf("%s, %s: %d conditions, want %d: %+v", f.Status, f.Core, len(f.Conflict), smallest, f.Conflict)
		}
	})
}

// enumerateCores is the size of a smallest conflict by trying all sets; 0 if there is none.
func enumerateCores(t *testing.T, c *contract.Checker, p *path.Path) int {
	best := 0
	for set := 1; set < 1<<len(p.Conditions); set++ {
		var conjuncts []*term.Term
		for i, k := range p.Conditions {
			if set>>i&1 == 1 {
				conjuncts = append(conjuncts, k.Term)
			}
		}
		if best > 0 && len(conjuncts) >= best {
			continue
		}
		answer, err := c.Solver.Check(t.Context(), smt.Query{Conjuncts: conjuncts})
		if err != nil {
			t.Fatal(err)
		}
		if answer.Status == smt.Unsat {
			best = len(conjuncts)
		}
	}
	return best
}
