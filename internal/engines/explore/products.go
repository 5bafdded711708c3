package explore

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Product lines. The features are variables of the path condition, so that a path stands for all products that can take it: the
// projection of its condition. A transition is covered for the union of the products of the states that it leads to, and a finding
// holds for the union of those for which a state shows it. A search that covers goes on until each transition is covered for every
// product that its guard allows, and a finding is looked for as long as there may be more products that have it: the queries for it
// exclude the products that are known.

// family is the state of a search that concerns products. Between batches only the goroutine of the search changes it; workers read it.
type family struct {
	line    *products.Line
	covered []byProducts // by transition
	allowed []products.Set
	settled int // transitions that are covered for all products that can have them
	err     error
}

// byProducts is the set of products for which something was observed.
type byProducts struct {
	set     products.Set
	inexact bool // there may be more products that the examined states do not show
	whole   bool // there are no more
}

// newFamily returns nil for a system without features.
func newFamily(ctx context.Context, system *sts.System, solver smt.Solver) (*family, error) {
	line := products.Of(system, solver)
	if line == nil {
		return nil, nil
	}
	f := &family{line: line}
	for _, t := range system.Transitions() {
		allowed := products.Set{Cond: system.ProductCondition(t.Guard)}
		none, err := line.Empty(ctx, allowed)
		if err != nil {
			return nil, err
		}
		f.allowed = append(f.allowed, allowed)
		f.covered = append(f.covered, byProducts{set: line.None(), whole: none})
		if none {
			f.settled++
		}
	}
	return f, nil
}

// cover notes the products for which a state covers its transitions.
func (f *family) cover(ctx context.Context, st *State, calls []smt.Call) {
	for _, t := range st.Move.Parts {
		seen := &f.covered[t.ID]
		if seen.whole || f.err != nil {
			continue
		}
		f.see(ctx, seen, products.Condition{Conjuncts: st.Condition(), Calls: calls, Feasible: true}, f.allowed[t.ID])
		if seen.whole {
			f.settled++
		}
	}
}

// see adds the products of a condition to those for which something was observed; most bounds them.
func (f *family) see(ctx context.Context, seen *byProducts, cond products.Condition, most products.Set) {
	found, err := f.line.Project(ctx, cond, seen.set)
	if err != nil {
		f.err = err
		return
	}
	before := seen.set
	seen.set, seen.inexact = f.line.Union(seen.set, found.Set), seen.inexact || !found.Exact
	if seen.set != before {
		seen.whole, f.err = f.line.Within(ctx, most, seen.set)
	}
}

// label describes the products for which something was seen; whole is set if the search was exhaustive.
func (f *family) label(ctx context.Context, seen byProducts, exhaustive bool) *result.Products {
	return f.line.Result(ctx, seen.set, seen.whole || exhaustive && !seen.inexact)
}

// done reports whether every transition is covered, in a product line for all products that can have it.
func (s *search) done() bool {
	if s.family == nil {
		return s.covered == len(s.hits)
	}
	return s.family.settled == len(s.hits)
}

// wants reports whether a transition is still to be covered, or covered for more products.
func (s *search) wants(t *sts.Transition) bool {
	if s.family == nil {
		return s.hits[t.ID] == nil
	}
	return !s.family.covered[t.ID].whole
}

// beyond is the condition that a product is not yet known to have a finding.
func (s *search) beyond(key string) []*term.Term {
	f := s.keys[key]
	if f == nil || s.family == nil {
		return nil
	}
	return s.system.Store.Not(f.products.set.Cond).Conjuncts()
}

// shows reports whether a run that shows a finding belongs to a product that is not yet known to have it.
func (s *search) shows(key string, w *run.Witness) bool {
	f := s.keys[key]
	return f == nil || s.family == nil || !s.has(f.products.set, w)
}

// has reports whether the product of a run is in a set. Workers call it, so that it does without the line.
func (s *search) has(set products.Set, w *run.Witness) bool {
	by := map[*term.Term]*term.Term{}
	for i, slot := range s.system.Slots {
		if slot.Feature {
			by[s.system.Store.Var(slot.Name+"@0", slot.Sort)] = s.system.Store.Const(slot.Sort, w.Config.Values[i])
		}
	}
	return s.system.Store.Substitute(set.Cond, by).IsTrue()
}

// productOf returns the set with only the product of a run.
func (s *search) productOf(w *run.Witness) products.Set {
	for w.Config == nil { // its last step fails
		w = w.Parent
	}
	var product products.Product
	for i, slot := range s.system.Slots {
		if slot.Feature {
			product = append(product, w.Config.Values[i].Bool())
		}
	}
	return s.family.line.Only(product)
}

// mergeFinding adds a finding, or the products for which it holds to those of a known one.
func (s *search) mergeFinding(ctx context.Context, f *finding) {
	known := s.keys[f.key]
	if known == nil {
		s.keys[f.key] = f
		s.tree.Findings = append(s.tree.Findings, f)
		f.state.note().finding = f.kind
		known = f
		if s.family != nil {
			f.products.set = s.family.line.None()
		}
	}
	if s.family == nil || s.family.err != nil {
		return
	}
	if f.sampled {
		known.products.set = s.family.line.Union(known.products.set, s.productOf(f.witness))
		return
	}
	conjuncts := append(f.state.Condition(), f.conds...)
	calls := s.solverCalls(append(f.state.calls(), f.calls...))
	s.family.see(ctx, &known.products, products.Condition{Conjuncts: conjuncts, Calls: calls, Feasible: true}, s.family.line.All())
}

// solverCalls are the calls of externs that have tables.
func (s *search) solverCalls(calls []sts.SymbolicCall) []smt.Call {
	if s.options.Functions == nil {
		return nil
	}
	return run.SolverCalls(s.options.Functions, calls)
}

// labelProducts describes the products for which transitions are covered and findings hold.
func (s *search) labelProducts(ctx context.Context) {
	f, t := s.family, s.tree
	if f == nil {
		return
	}
	exhaustive := t.Stop == result.StopExhausted && len(t.Doubts)+len(t.Blocked)+len(t.Outside) == 0 && f.err == nil
	for _, seen := range f.covered {
		t.Covering = append(t.Covering, seen.set)
		t.Products = append(t.Products, f.label(ctx, seen, exhaustive))
	}
	for _, found := range t.Findings {
		found.label = f.label(ctx, found.products, exhaustive && !found.sampled)
	}
}

// Showing returns the products that are known to show one of the findings that are chosen by their kind and place.
func (t *Tree) Showing(chosen func(kind string, place diag.Span) bool) products.Set {
	shown := []*term.Term{}
	for _, f := range t.Findings {
		if chosen(f.kind, f.span) {
			shown = append(shown, f.products.set.Cond)
		}
	}
	return products.Set{Cond: t.System.Store.Or(shown...)}
}

// Breaking returns a run that violates an invariant, nil if the search has found none, and in a product line the products for which it has
// found such runs.
func (t *Tree) Breaking(invariant string) (*run.Witness, products.Set) {
	for _, f := range t.Findings {
		if f.key == violationKey(invariant) {
			return f.witness, f.products.set
		}
	}
	return nil, products.Set{}
}

// violationKey is the key of the finding that an invariant is violated.
func violationKey(invariant string) string { return InvariantViolation + "@" + invariant }
