package operations

import (
	"context"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Product lines. Each product has its own operations, so for each transition the products that have it are divided into those in which it
// fires, those in which it is dead, and those for which this is unknown. The first search is about all products: an exploration covers a
// transition for the products of the paths to it. For each transition a set of products remains in which it was not seen to fire, and the
// model restricted to these is searched in the same way: either it is proved that none of them fires it, or one is found that does, and the
// others remain. It is not checked whether one run fires all transitions.

// mostRounds bounds the searches of a product line.
const mostRounds = 200

// fate is the state of the answer about a transition in a product line.
type fate struct {
	operation   *Operation
	fires, rest products.Set // the products in which it fires, and those that were not decided yet
	settled     bool
}

// round is a set of products that is searched for some transitions.
type round struct {
	of    products.Set
	fates []*fate
}

// lines is the search of a product line.
type lines struct {
	*search
	line   *products.Line
	rounds []*round
	next   int // the first round that was not searched
}

// checkLine determines the products in which the transitions fire.
func (x *search) checkLine(ctx context.Context) error {
	return x.withSolver(func(solver smt.Solver) error {
		l := &lines{search: x, line: products.Of(x.system, solver)}
		fates, err := l.fates(ctx)
		if err != nil {
			return err
		}
		l.rounds = []*round{{l.line.All(), fates}}
		for l.next < min(len(l.rounds), mostRounds) && ctx.Err() == nil {
			l.next++
			if err := unlessOver(ctx, l.decide(ctx, l.rounds[l.next-1])); err != nil {
				return err
			}
		}
		return l.labelAll(context.WithoutCancel(ctx), fates)
	})
}

// fates returns the transitions that some product has. The others are left out of the report.
func (l *lines) fates(ctx context.Context) ([]*fate, error) {
	l.report.Line = true
	var had []Operation
	var rest []products.Set
	for _, o := range l.report.Operations {
		having := products.Set{Cond: l.system.ProductCondition(o.Transition.Guard)}
		none, err := l.line.Empty(ctx, having)
		if err != nil {
			return nil, err
		}
		if !none {
			had, rest = append(had, o), append(rest, having)
		}
	}
	l.report.Operations = had
	out := make([]*fate, len(had))
	for i := range had {
		out[i] = &fate{operation: &had[i], fires: l.line.None(), rest: rest[i]}
	}
	return out, nil
}

// decide searches a set of products.
func (l *lines) decide(ctx context.Context, r *round) error {
	of, err := l.within(ctx, r)
	if err != nil {
		return err
	}
	defer of.decider.Close()
	err = of.fire(ctx)
	l.report.States += of.report.States
	l.report.Solver.Add(of.report.Solver)
	l.report.Engines = result.AddUses(l.report.Engines, of.report.Engines)
	if r.of != l.line.All() && (errors.Is(err, run.ErrNoInitialState) || errors.Is(err, run.ErrAssumed)) {
		for _, f := range r.fates {
			f.settled, f.operation.Why = true, result.Why{Status: result.Unreachable, Reason: "no run begins: there is no initial state"}
		}
		return nil
	}
	if err != nil {
		return err
	}
	for _, f := range r.fates {
		if err := l.learn(ctx, of, f); err != nil {
			return err
		}
	}
	return nil
}

// within returns a search of the products of a round for its transitions.
func (l *lines) within(ctx context.Context, r *round) (*search, error) {
	system := l.system
	if r.of != l.line.All() {
		var err error
		if system, err = l.restricted(ctx, r.of); err != nil {
			return nil, err
		}
	}
	var transitions []*sts.Transition
	for _, f := range r.fates {
		transitions = append(transitions, system.Transitions()[f.operation.Transition.ID])
	}
	out := newSearch(ctx, system, l.options, transitions)
	out.allProducts = r.of == l.line.All()
	return out, nil
}

// restricted returns the system with only some products. Transitions that none of them has get a false guard, so that the graph shows which
// locations become unreachable.
func (l *lines) restricted(ctx context.Context, of products.Set) (*sts.System, error) {
	out := l.system.Restricted(of.Cond).Copy() // which can be linked again
	for _, m := range out.Machines {
		for _, t := range m.Transitions {
			none, err := l.line.Empty(ctx, l.line.Intersect(of, products.Set{Cond: out.ProductCondition(t.Guard)}))
			if err != nil {
				return nil, err
			}
			if none {
				t.Guard = out.Store.False()
			}
		}
	}
	out.Link()
	return out, nil
}

// learn records the result of a search about a transition. If it fires in some products only, another round is about the others.
func (l *lines) learn(ctx context.Context, of *search, f *fate) error {
	o := of.index[f.operation.Transition.ID]
	f.operation.Why, f.operation.Breaking = o.Why, o.Breaking
	if o.Status != result.Covered {
		f.settled = true
		return nil
	}
	firing := l.firing(of, o)
	f.operation.run = o.run
	f.fires, f.rest = l.line.Union(f.fires, firing), l.line.Minus(f.rest, firing)
	none, err := l.line.Empty(ctx, f.rest)
	if f.settled = none; none || err != nil {
		return err
	}
	l.ask(f)
	return nil
}

// firing returns the products in which a search has seen a transition fire.
func (l *lines) firing(of *search, o *Operation) products.Set {
	var product products.Product
	for i, slot := range l.system.Slots {
		if slot.Feature {
			product = append(product, o.run.Config.Values[i].Bool())
		}
	}
	out := l.line.Only(product)
	for _, tree := range of.trees {
		out = l.line.Union(out, tree.Covering[o.Transition.ID])
	}
	return out
}

// ask adds a transition to the round about its remaining products.
func (l *lines) ask(f *fate) {
	for _, r := range l.rounds[l.next:] {
		if r.of == f.rest {
			r.fates = append(r.fates, f)
			return
		}
	}
	l.rounds = append(l.rounds, &round{f.rest, []*fate{f}})
}

// labelAll writes the products of all transitions into the report. A transition whose products cannot be determined is unknown.
func (l *lines) labelAll(ctx context.Context, fates []*fate) error {
	var errs []error
	for _, f := range fates {
		if err := l.label(ctx, f); err != nil {
			f.operation.Why = result.Why{Status: result.Unknown, Reason: "unknown: " + err.Error()}
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// label writes the products of a transition into the report.
func (l *lines) label(ctx context.Context, f *fate) error {
	o := f.operation
	none, err := l.line.Empty(ctx, f.fires)
	if err != nil {
		return err
	}
	if !none {
		o.Fires = l.line.Result(ctx, f.fires, f.settled && (o.Status == result.Covered || settled(o.Status)))
	}
	switch {
	case f.settled && o.Status == result.Covered:
	case f.settled && settled(o.Status):
		o.Dead = l.line.Result(ctx, f.rest, true)
	default:
		o.Open = l.line.Result(ctx, f.rest, true)
		if o.Status == "" || o.Status == result.Covered {
			o.Why = result.Why{Status: result.Unknown, Reason: fmt.Sprintf("unknown: %d searches, or the time, were not enough for all sets of products", mostRounds)}
		}
	}
	return nil
}
