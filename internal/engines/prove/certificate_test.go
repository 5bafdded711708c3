package prove

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/bench/sample/hardmachine"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// The certificate is checked once more, without the shortcuts by which it was found: of every place the whole invariant, as one
// condition, must hold in the initial states and be kept by every edge.

func load(t *rapid.T, text string) *sts.System {
	s := testkit.Compiled(t, text)
	return s
}

// whole is the invariant of a place as one condition.
func (p *prover) whole(place int) *term.Term {
	return p.system.Store.And(p.invariants.known[place].list...)
}

// mustContradict checks that conditions contradict each other.
func mustContradict(t *rapid.T, z3 smt.Solver, what string, conditions ...*term.Term) {
	answer, err := z3.Check(context.Background(), smt.Query{Conjuncts: conditions})
	if err != nil {
		t.Fatalf("%v", err)
	}
	if answer.Status == smt.Sat {
		t.Fatalf("%s: %v", what, conditions)
	}
}

func checkCertificate(t *rapid.T, s *sts.System) {
	z3 := testkit.Solver(t, smt.Config{Timeout: 300 * time.Millisecond})
	p := newProver(s, z3, Options{Queries: 500})
	var attempts []*attempt
	for _, tr := range s.Transitions() {
		attempts = append(attempts, &attempt{target: p.transitionTarget(tr), Answer: p.byGraph(tr)})
	}
	if err := p.byInvariants(context.Background(), attempts); err != nil {
		t.Skip("not all invariants were found: ", err)
	}
	start, _ := s.StartSymbolic()
	mustContradict(t, z3, "initially", s.Apply(s.Assume, &start), s.Store.Not(s.Apply(p.whole(0), &start)))
	for _, e := range p.edges {
		updates := map[*term.Term]*term.Term{}
		for _, u := range e.move.Updates {
			updates[s.Slots[u.Slot].Term] = u.Value
		}
		conditions := append(p.premises(e.move), p.whole(e.from), s.Store.Not(s.Store.Substitute(p.whole(e.to), updates)))
		mustContradict(t, z3, e.move.Name, conditions...)
	}
}

func TestCertificatesOfRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkCertificate(t, load(t, testkit.Model(t))) })
}

func TestCertificatesOfGeneratedMachines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		locations := rapid.IntRange(5, 15).Draw(t, "locations")
		m, err := hardmachine.Generate(hardmachine.Options{Locations: locations, Transitions: 2 * locations, Seed: rapid.Int64().Draw(t, "seed")})
		if err != nil {
			t.Fatalf("%v", err)
		}
		checkCertificate(t, load(t, m.Text))
	})
}
