package prove

import (
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/term"
)

// A certificate is the part of the invariants that a proof rests on. What is left out is found by asking again without it; a
// question that cannot be answered leaves it in.

// Clause is a condition that holds whenever a place is entered.
type Clause struct {
	Place     string
	Condition string
	Locations []int      // of the place; nil is every row of locations
	Term      *term.Term // the condition
}

// fact is a condition of the invariant of a place.
type fact struct {
	place int
	cond  *term.Term
}

// clausesOf tells facts, in the order of places.
func (p *prover) clausesOf(facts []fact) []Clause {
	slices.SortStableFunc(facts, func(a, b fact) int { return a.place - b.place })
	var out []Clause
	for _, f := range facts {
		at := p.places[f.place]
		out = append(out, Clause{Place: at.name, Condition: f.cond.String(), Locations: at.locations, Term: f.cond})
	}
	return out
}

// grounds are the facts that contradict a target that was proved impossible.
func (p *prover) grounds(a *attempt) []fact {
	paths := a.closed
	if a.Method == ByInvariant {
		for _, s := range a.spots {
			paths = append(paths, openPath{place: s.place, conditions: s.conditions})
		}
	}
	var out []fact
	for _, path := range paths {
		out = append(out, p.reasons(path.place, path.conditions, nil)...)
	}
	return out
}

// support adds to facts what they rest on, until every edge keeps each of them given the others.
func (p *prover) support(facts []fact) []fact {
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
			after := p.system.Store.Not(p.system.Store.Substitute(out[i].cond, p.updates(e.move)))
			add(p.reasons(e.from, append(p.premises(e.move), after), known))
		}
	}
	return out
}

// reasons are facts of a place that contradict conditions; those that are known already are preferred.
func (p *prover) reasons(place int, conditions []*term.Term, known map[fact]bool) []fact {
	if p.invariants[place].never {
		return []fact{{place, p.system.Store.False()}}
	}
	invariant := p.strengthen(place, slices.Clone(conditions))[len(conditions):]
	slices.SortStableFunc(invariant, func(a, b *term.Term) int {
		return rank(known[fact{place, a}]) - rank(known[fact{place, b}])
	})
	var out []fact
	for _, c := range p.needed(conditions, invariant) {
		out = append(out, fact{place, c})
	}
	return out
}

// rank puts what is to be left out first in front.
func rank(known bool) int {
	if known {
		return 1
	}
	return 0
}

// needed leaves out of an invariant what is not needed to contradict conditions: halves first, then smaller and smaller parts.
func (p *prover) needed(conditions, invariant []*term.Term) []*term.Term {
	for size := len(invariant); size > 0; size /= 2 {
		for i := 0; i < len(invariant); {
			fewer := slices.Concat(invariant[:i], invariant[min(i+size, len(invariant)):])
			if enough, err := p.unsat(slices.Concat(conditions, fewer)); err == nil && enough {
				invariant = fewer
			} else {
				i += size
			}
		}
	}
	return invariant
}

// maxShrunk is how many conditions are tried to be left out of the reason why a transition is never taken.
const maxShrunk = 24

// clauses lists, for the spots of a target, invariants that contradict it.
func (p *prover) clauses(t *target) []Clause {
	var out []fact
	for _, s := range t.spots {
		if p.neverEntered(s.place) {
			out = append(out, fact{s.place, p.system.Store.False()})
			continue
		}
		invariant := p.strengthen(s.place, slices.Clone(s.conditions))[len(s.conditions):]
		if len(invariant) <= maxShrunk {
			invariant = p.needed(s.conditions, invariant)
		}
		for _, c := range invariant {
			out = append(out, fact{s.place, c})
		}
	}
	return p.clausesOf(out)
}

// inWords tells a certificate.
func inWords(clauses []Clause) string {
	if len(clauses) == 0 {
		return "its guard is never true"
	}
	var places []string
	conditions := map[string][]string{}
	for _, c := range clauses {
		if conditions[c.Place] == nil {
			places = append(places, c.Place)
		}
		conditions[c.Place] = append(conditions[c.Place], c.Condition)
	}
	var parts []string
	for _, place := range places {
		if conditions[place][0] == "false" {
			parts = append(parts, "no run comes to "+place)
			continue
		}
		parts = append(parts, "in "+place+" always "+strings.Join(conditions[place], " and "))
	}
	return strings.Join(parts, "; ")
}
