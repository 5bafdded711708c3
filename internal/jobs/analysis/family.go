package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/family/ladder"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// FamilyOptions are the options of Family.
type FamilyOptions struct {
	Property string `flag:"property" usual:"yes" help:"the invariant to decide; optional if the model has only one"`
	Ladder   ladder.Options
	Alone    bool   `flag:"one-by-one" usual:"yes" help:"also check every product alone, and compare answers and work"`
	Graph    string `flag:"graph" usual:"yes" writes:"picture" help:"draw the ledger as a tree of splits to a .svg, .dot or .mmd file"`
	model.Common
	Solver model.SolverOptions
}

// Family decides for which products of a product line an invariant holds.
func Family(ctx context.Context, l *model.Loaded, options FamilyOptions) (*result.Family, error) {
	property, err := propertyOf(l.System, options.Property)
	if err != nil {
		return nil, err
	}
	newSolver := options.Solver.Factory(l.System.Store)
	solver, err := newSolver()
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	if line := products.Of(l.System, solver); line != nil {
		if none, err := line.Empty(ctx, line.All()); ctx.Err() == nil && (err != nil || none) {
			return nil, cmp.Or(err, errors.New("the product line has no valid product; run sextant check for details"))
		}
	}
	start := time.Now()
	search := options.Ladder
	search.Workers, search.NewSolver, search.Progress = options.Workers, newSolver, options.Progress
	ledger, err := ladder.Decide(ctx, l.System, property, solver, search)
	if err != nil {
		return nil, err
	}
	v := familyView{ledger: ledger, line: ledger.Line}
	out := &result.Family{Head: l.Head("family"), Property: property.Name, Source: sourceOf(property.Span), Calls: ledger.Calls, Replays: ledger.Replays, Engines: ledger.Engines}
	if n, counted := ledger.Line.Count(ledger.Line.All()); counted && n.IsInt64() {
		out.Products = int(n.Int64())
	}
	out.Ledger, out.Answers = v.entries(ctx, nil, ledger.Root, -1), v.answers(ctx)
	out.Stats, out.Stop = model.SolverStats(solver.Stats(), start), result.StopDone
	if ledger.Hurried && len(out.LeftOpen()) > 0 {
		out.Stop = result.StopTime
	}
	out.Stats.Workers = options.Workers
	if options.Alone {
		out.Alone, err = v.alone(ctx, search)
	}
	return out, err
}

// propertyOf returns the invariant with a name; without a name, the only one.
func propertyOf(s *sts.System, name string) (*sts.Named, error) {
	var names []string
	for i := range s.Invariants {
		if s.Invariants[i].Name == name || name == "" && len(s.Invariants) == 1 {
			return &s.Invariants[i], nil
		}
		names = append(names, s.Invariants[i].Name)
	}
	switch {
	case len(names) == 0:
		return nil, fmt.Errorf("the model has no invariant: declare one, as in invariant small: x < 10")
	case name == "":
		return nil, fmt.Errorf("the model has several invariants: name one with --property, which may be %s", strings.Join(names, ", "))
	}
	return nil, fmt.Errorf("--property %s: the model has no such invariant; it has %s", name, strings.Join(names, ", "))
}

// familyView describes a ledger.
type familyView struct {
	ledger *ladder.Ledger
	line   *products.Line
}

// entries appends a call and its successors to a list.
func (v *familyView) entries(ctx context.Context, list []result.FamilyEntry, e *ladder.Entry, after int) []result.FamilyEntry {
	number := len(list)
	list = append(list, v.entry(ctx, e, after))
	for _, next := range e.Next {
		list = v.entries(ctx, list, next, number)
	}
	return list
}

// entry describes a call.
func (v *familyView) entry(ctx context.Context, e *ladder.Entry, after int) result.FamilyEntry {
	out := result.FamilyEntry{After: after, Products: *v.line.Result(ctx, e.Products, true), Rung: e.Rung, Outcome: e.Outcome, Reason: e.Reason, Sized: e.Sized, Opaque: e.Opaque,
		Path: e.Path, Predicates: v.predicates(e.Predicates), Queries: e.Work.Queries, States: e.Work.States, Refinements: e.Work.Refinements, Seconds: e.Work.Seconds}
	if e.Of.Cond != nil {
		out.ShownBy = v.line.Result(ctx, e.Of, true)
	}
	return out
}

// predicates writes the predicates of a proof with their positions, beginning with those that share variables other than features with the
// property.
func (v *familyView) predicates(clauses []prove.Clause) []string {
	about := map[*term.Term]bool{}
	for _, x := range v.ledger.Property.Cond.Vars() {
		about[x] = true
	}
	for _, f := range v.ledger.System.Features() {
		delete(about, f.Slot)
	}
	var first, last []string
	for _, c := range clauses {
		words := "in " + c.Place + ": " + c.Term.String()
		if c.Term.MentionsIn(about) {
			first = append(first, words)
		} else {
			last = append(last, words)
		}
	}
	return append(first, last...)
}

// answers returns the sets of products that are decided.
func (v *familyView) answers(ctx context.Context) []result.FamilyAnswer {
	out := []result.FamilyAnswer{}
	for _, e := range v.ledger.Leaves() {
		a := result.FamilyAnswer{Products: *v.line.Result(ctx, e.Settled(), true), Outcome: e.Outcome, Rung: e.Rung, Reason: e.Reason}
		if e.Outcome == result.FamilyProved {
			a.Proof = &result.Proof{Method: e.Method}
		}
		if e.Run != nil {
			trace := e.Run.Trace(v.ledger.System)
			a.Run = &trace
		}
		out = append(out, a)
	}
	return out
}
