package prove

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// A certificate is the part of the invariants that a proof needs. A condition is left out if a query without it succeeds; it is kept if that
// query is undecided.

// Clause is a condition that holds whenever a place is entered.
type Clause struct {
	Place     string
	Locations []int // of the place; nil is every row of locations
	Term      *term.Term
}

// fact is a condition of the invariant of a place.
type fact struct {
	place int
	cond  *term.Term
}

// clauses lists facts in the order of places.
func (p *prover) clauses(facts []fact) []Clause {
	slices.SortStableFunc(facts, func(a, b fact) int { return a.place - b.place })
	var out []Clause
	for _, f := range facts {
		at := p.places[f.place]
		out = append(out, Clause{Place: at.name, Locations: at.locations, Term: f.cond})
	}
	return out
}

// grounds are the facts that contradict a target that was proved impossible.
func (p *prover) grounds(ctx context.Context, a *attempt) []fact {
	paths := a.closed
	if a.Method == result.ByInvariant {
		for _, s := range a.spots {
			paths = append(paths, openPath{place: s.place, conditions: s.conditions})
		}
	}
	var out []fact
	for _, path := range paths {
		out = append(out, p.reasons(ctx, path.place, path.conditions, nil, false)...)
	}
	return out
}

// support adds to facts what they need, until every edge keeps each of them given the others.
func (p *prover) support(ctx context.Context, facts []fact) []fact {
	known := map[fact]bool{}
	var out []fact
	add := func(facts []fact) {
		for _, f := range facts {
			if !known[f] {
				known[f] = true
				out = append(out, f)
			}
		}
	}
	add(facts)
	for i := 0; i < len(out); i++ {
		for _, e := range p.into[out[i].place] {
			after := p.system.Store.Not(replace(p.system.Store, out[i].cond, p.system.Assigned(e.move.Updates)))
			add(p.reasons(ctx, e.from, append(p.premises(e.move), after), known, false))
		}
	}
	return out
}

// maxShrunk is the maximum number of conditions that a quick reason is shortened from.
const maxShrunk = 24

// reasons are facts of a place that contradict conditions; those that are known already are preferred. A quick one is not
// shortened if there are many.
func (p *prover) reasons(ctx context.Context, place int, conditions []*term.Term, known map[fact]bool, quick bool) []fact {
	if p.invariants.neverEntered(place) {
		return []fact{{place, p.system.Store.False()}}
	}
	all := p.invariants.strengthen(place, slices.Clone(conditions))[len(conditions):]
	fresh := slices.DeleteFunc(slices.Clone(all), func(c *term.Term) bool { return known[fact{place, c}] })
	old := slices.DeleteFunc(all, func(c *term.Term) bool { return !known[fact{place, c}] })
	invariant := append(fresh, old...) // conditions at the beginning are left out first
	if !quick || len(invariant) <= maxShrunk {
		invariant = p.needed(ctx, conditions, invariant)
	}
	var out []fact
	for _, c := range invariant {
		out = append(out, fact{place, c})
	}
	return out
}

// needed reduces an invariant to the part needed to contradict conditions: it tries halves first, then smaller and smaller parts.
func (p *prover) needed(ctx context.Context, conditions, all []*term.Term) []*term.Term {
	invariant := all
	for size := len(invariant); size > 0; size /= 2 {
		for i := 0; i < len(invariant); {
			fewer := slices.Concat(invariant[:i], invariant[min(i+size, len(invariant)):])
			answer, err := p.check(ctx, smt.Query{Conjuncts: slices.Concat(conditions, fewer), Provisional: true})
			if err == nil && answer.Status == smt.Unsat {
				invariant = fewer
			} else {
				i += size
			}
		}
	}
	if enough, err := p.unsat(ctx, slices.Concat(conditions, invariant)); err != nil || !enough {
		return all // the first solver was wrong
	}
	return invariant
}

// contradiction lists, for the spots of a target, invariants that contradict it.
func (p *prover) contradiction(ctx context.Context, t *target) []Clause {
	var out []fact
	for _, s := range t.spots {
		out = append(out, p.reasons(ctx, s.place, s.conditions, nil, true)...)
	}
	return p.clauses(out)
}
