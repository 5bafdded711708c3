package prove_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// On random finite machines, what is said to hold holds in all states that can be reached, every auxiliary invariant does too,
// and the auxiliary invariants of a proof are inductive on their own.
func TestStrengthenedAgreesWithEnumeration(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := randomMachines(r)
		s := testkit.Compiled(r, text)
		report := strengthened(r, s, smt.Config{}, prove.Means{})
		f := newFinite(r, s)
		f.confirmVerdicts(report, text)
		for _, v := range report.Verdicts {
			if v.Proof == nil {
				continue
			}
			f.confirmAuxiliary(v.Proof.Auxiliary, text)
			if len(s.Machines) == 1 {
				newCertificate(r, s, v.Proof.Auxiliary, text).confirm(v, report.Verdicts)
			}
		}
	})
}

// What is proved with a promise holds in all states that are reached by steps that keep it.
func TestPromisesAgreeWithEnumeration(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := randomMachines(r)
		s := testkit.Compiled(r, text)
		most := rapid.Int64Range(0, 1).Draw(r, "most")
		means := prove.Means{Contracts: []string{"the tester"}}
		means.Promises = func(m *sts.Move) []*term.Term {
			var out []*term.Term
			for _, p := range m.Params {
				out = append(out, s.Store.Le(p.Term, s.Store.Int(most)))
			}
			return out
		}
		f := newFinite(r, s)
		f.promised = func(_ *sts.Config, _ *sts.Move, params []term.Value) bool {
			return !slices.ContainsFunc(params, func(v term.Value) bool { return term.CompareInt(v, term.IntValue(most)) > 0 })
		}
		report := strengthened(r, s, smt.Config{}, means)
		f.confirmVerdicts(report, text)
		for _, v := range report.Verdicts {
			if v.Proof != nil {
				f.confirmAuxiliary(v.Proof.Auxiliary, text)
			}
		}
	})
}

// confirmAuxiliary demands of conditions that they hold in all states that can be reached.
func (f *finite) confirmAuxiliary(clauses []prove.Clause, text string) {
	f.reach(func(c *sts.Config) {
		for _, k := range clauses {
			if slices.Equal(k.Locations, c.Locations) && !f.holds(c, k.Term) {
				f.t.Fatalf("%s does not always hold in %s: a run leads to %v\n%s", k.Term, k.Place, c.Values, text)
			}
		}
	}, func(sts.Step) {})
}

// certificate is the auxiliary invariant of a system of one machine, by location, with a solver that has not seen it before.
type certificate struct {
	t      *rapid.T
	system *sts.System
	solver smt.Solver
	at     []*term.Term
	text   string
}

func newCertificate(t *rapid.T, s *sts.System, clauses []prove.Clause, text string) *certificate {
	solver, err := testkit.NewSolver()
	if err != nil {
		t.Fatalf("%v", err)
	}
	c := &certificate{t: t, system: s, solver: solver, text: text}
	for range s.Machines[0].Locations {
		c.at = append(c.at, s.Store.True())
	}
	for _, k := range clauses {
		c.at[k.Locations[0]] = s.Store.And(c.at[k.Locations[0]], k.Term)
	}
	return c
}

func (c *certificate) never(what string, conditions ...*term.Term) {
	answer, err := c.solver.Check(context.Background(), smt.Query{Conjuncts: conditions})
	if err != nil || answer.Status == smt.Sat {
		c.t.Fatalf("%s: %v, %v\n%s", what, conditions, err, c.text)
	}
}

// confirm checks whether the initial states meet the certificate, whether every move keeps it, and whether it implies the claim
// if that was proved without k-induction; that moves keep the types may depend on invariants that are inductive.
func (c *certificate) confirm(v prove.Verdict, all []prove.Verdict) {
	defer c.solver.Close()
	store := c.system.Store
	start, _ := c.system.StartSymbolic()
	c.never("initially", c.system.Apply(c.system.Assume, &start), store.Not(c.system.Apply(c.at[c.system.Initial()[0]], &start)))
	for _, m := range c.system.Moves() {
		if !c.system.Machines[0].Reachable()[m.Parts[0].From] {
			continue
		}
		before, after := c.at[m.Parts[0].From], c.at[m.Parts[0].To]
		updates := map[*term.Term]*term.Term{}
		for _, u := range m.Updates {
			updates[c.system.Slots[u.Slot].Term] = u.Value
		}
		guarded, safe := store.And(before, m.Guard), store.True()
		for _, o := range slices.Concat(m.GuardSafety, m.StepSafety) {
			safe = store.And(safe, o.Cond)
		}
		c.never(m.Name+" does not keep the auxiliary invariants", guarded, safe, store.Not(store.Substitute(after, updates)))
		if v.Invariant == nil && v.Proof.Method == result.ByInvariant {
			c.never(m.Name+" runs into a model error", guarded, c.inductive(all), store.Not(safe))
		}
	}
	for i, reachable := range c.system.Machines[0].Reachable() {
		if reachable && v.Invariant != nil && v.Proof.Method == result.ByInvariant {
			c.never("the claim does not follow", c.at[i], store.Not(v.Invariant.Cond))
		}
	}
}

// inductive are the invariants of the model, if all of them are.
func (c *certificate) inductive(all []prove.Verdict) *term.Term {
	out := c.system.Store.True()
	for _, v := range all {
		if v.Invariant != nil && !v.Inductive {
			return c.system.Store.True()
		} else if v.Invariant != nil {
			out = c.system.Store.And(out, v.Invariant.Cond)
		}
	}
	return out
}

// randomMachines writes one or two small machines over finite domains whose types and invariants depend on locations.
func randomMachines(r *rapid.T) string {
	var b strings.Builder
	b.WriteString("system Random\ninput i(k: 0..2)\nvar x: 0..3 = 1\nvar y: -1..2\nvar ok: bool = false\nvar a: 0..2[2] = [0, 1]\nassume y >= 0\n")
	g := &conditions{r: r, numbers: []string{"x", "y", "a[0]", "a[1]"}}
	machines := rapid.IntRange(1, 2).Draw(r, "machines")
	for n := range machines {
		if machines > 1 {
			fmt.Fprintf(&b, "machine M%d {\n", n)
		}
		b.WriteString("initial l0\n")
		for i := range rapid.IntRange(2, 5).Draw(r, "transitions") {
			fmt.Fprintf(&b, "t%d: %s -> %s %s\n", i, g.pick("from", "l0", "l0", "l1", "l2"), g.pick("to", "l0", "l1", "l1", "l2"), g.transition())
		}
		if machines > 1 {
			fmt.Fprintf(&b, "}\ninstance m%d = M%d\n", n, n)
		}
	}
	for i := range rapid.IntRange(1, 2).Draw(r, "invariants") {
		fmt.Fprintf(&b, "invariant i%d: %s or %s\n", i, g.condition(1), g.atom())
	}
	return b.String()
}

// transition writes guard and effect: mostly counters that stay in range if they begin right.
func (g *conditions) transition() string {
	effect := g.pick("effect", "x := x + 1", "x := x - 1", "x := 0", "x := 3", "y := y + 1", "y := x - 1", "a[x] := y", "a[y] := 1", "a[1] := a[0]", "ok := not ok", "ok := x > y", "x, y := y, x")
	switch g.pick("kind", "plain", "guarded", "guarded", "input") {
	case "plain":
		return "do " + effect
	case "guarded":
		return "when " + g.condition(0) + " do " + effect
	}
	return "in i(k) when " + (&conditions{r: g.r, numbers: append(g.numbers[:len(g.numbers):len(g.numbers)], "k")}).condition(0) + " do " + g.pick("received", "x := k", "y := k", effect)
}
