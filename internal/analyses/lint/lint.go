// Package lint finds doubtful places in a model that need a solver to see: guards that can never be true, guards of one
// location and input that are true together, and inputs for which a location has no transition.
//
// None of them is an error. Overlapping guards are a choice of the system under test; a missing else may be intended. So they are notes with
// example values; the solver has found every "can" and proved every "cannot".
package lint

import (
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/witness"
)

// Limits for large models.
const (
	maxQueries = 1000
	maxGroup   = 40 // transitions of one location and input that are compared pairwise
)

// linter checks one model.
type linter struct {
	system  *sts.System
	solver  smt.Solver
	queries int
	Gaps

	withoutProducts bool // a product line without valid products
	ownerless       map[*sts.Transition]bool
}

// Gaps counts queries about guards without an answer.
type Gaps struct {
	Skipped int // not sent, because of the limits
	Open    int // not decided by the solver
}

// Report adds notes about the gaps to list.
func (g Gaps) Report(list *diag.List) {
	if g.Skipped > 0 {
		list.Notef(diag.CodeLintIncomplete, diag.Span{}, "not asked: %s about guards, since the model is large (at most %s, and the guards of at most %d transitions of one location and input are compared)",
			text.Count(g.Skipped, "question"), text.Count(maxQueries, "question"), maxGroup)
	}
	if g.Open > 0 {
		list.Notef(diag.CodeLintIncomplete, diag.Span{}, "left open by the solver: %s about guards", text.Count(g.Open, "question"))
	}
}

// group is the transitions of one location with one trigger, and their guards over the payload of the first.
type group struct {
	machine  *sts.Machine
	location int
	channel  *sts.Channel
	while    *term.Term // the condition of the location, and that the product is valid
	members  []*sts.Transition
	guards   []*term.Term         // each with its obligations, and the condition of the location
	defined  []*term.Term         // only that
	calls    [][]sts.SymbolicCall // of externs, over the payload of the first member
	dead     bool                 // a guard is never true
}

// Check adds what it finds to list.
func Check(ctx context.Context, system *sts.System, solver smt.Solver, list *diag.List) error {
	l := &linter{system: system, solver: solver, ownerless: map[*sts.Transition]bool{}}
	if err := l.features(ctx, list); err != nil {
		return err
	}
	defer func() { l.Report(list) }()
	all := groups(system)
	for _, g := range all { // first checks that lead to warnings
		if err := l.dead(ctx, g, list); err != nil {
			return err
		}
	}
	for _, g := range all {
		if err := l.doubtful(ctx, g, list); err != nil {
			return err
		}
	}
	return nil
}

// groups collects transitions by location and trigger, in order of declaration.
func groups(system *sts.System) []*group {
	var out []*group
	for _, m := range system.Machines {
		type key struct {
			location int
			channel  *sts.Channel
		}
		index := map[key]*group{}
		for _, t := range m.Transitions {
			k := key{t.From, t.Receive}
			if index[k] == nil {
				index[k] = &group{machine: m, location: t.From, channel: t.Receive, while: always(system, m.Locations[t.From])}
				out = append(out, index[k])
			}
			index[k].add(system.Store, t)
		}
	}
	return out
}

// always returns the conditions that hold in a location: its own, and that the product is valid.
func always(system *sts.System, at sts.Location) *term.Term {
	out := system.Store.True()
	if system.Valid != nil {
		out = system.Valid
	}
	if at.While != nil {
		out = system.Store.And(out, at.While)
	}
	return out
}

// add adds a transition with its guard where queues have room, over the payload of the first member; parameters other than payload
// stay.
func (g *group) add(store *term.Store, t *sts.Transition) {
	g.members = append(g.members, t)
	first := g.members[0]
	by := map[*term.Term]*term.Term{}
	for i, p := range t.ReceiveArgs {
		by[t.Params[p].Term] = first.Params[first.ReceiveArgs[i]].Term
	}
	guard, safety := t.Guard, sts.Conditions(t.GuardSafety)
	for _, r := range t.Rivals {
		guard, safety = store.And(guard, r.Refused), append(safety, sts.Conditions(r.Safety)...)
	}
	defined := store.Substitute(store.And(safety...), by)
	g.calls = append(g.calls, guardCalls(store, t, by))
	g.defined = append(g.defined, defined)
	g.guards = append(g.guards, store.And(g.while, store.Substitute(guard, by), defined))
}

// guardCalls returns the calls of a transition, over the payload of the first member.
func guardCalls(store *term.Store, t *sts.Transition, by map[*term.Term]*term.Term) []sts.SymbolicCall {
	var out []sts.SymbolicCall
	for _, c := range t.Calls {
		call := sts.SymbolicCall{Extern: c.Extern}
		for _, a := range c.Args {
			call.Args = append(call.Args, store.Substitute(a, by))
		}
		for _, r := range c.Results {
			call.Results = append(call.Results, t.Params[r].Term)
		}
		out = append(out, call)
	}
	return out
}

// determinism returns the condition that calls of two members with equal arguments have equal results.
func (g *group) determinism(store *term.Store, i, j int) *term.Term {
	var out []*term.Term
	for _, a := range g.calls[i] {
		for _, b := range g.calls[j] {
			if a.Extern == b.Extern {
				out = append(out, sts.Determinism(store, a, b))
			}
		}
	}
	return store.And(out...)
}

// dead reports guards that are never true.
func (l *linter) dead(ctx context.Context, g *group, list *diag.List) error {
	for i, t := range g.members {
		possible, err := l.satisfiable(ctx, g.guards[i])
		if err != nil {
			return err
		}
		g.dead = g.dead || !possible
		if !possible && !t.Guard.IsFalse() && !l.isOwnerless(t) && len(t.Rivals) == 0 { // false as written was reported; with rivals, full queues enable it
			list.Warnf(diag.CodeGuardFalse, t.Span, "the guard of %s is never true", t.Name)
		}
	}
	return nil
}

// doubtful notes transitions that cannot be taken where their guards are true, guards that overlap, and inputs without a transition.
func (l *linter) doubtful(ctx context.Context, g *group, list *diag.List) error {
	if err := l.entering(ctx, g, list); err != nil || g.isEvent() {
		return err
	}
	overlaps, err := l.compare(ctx, g)
	for _, o := range overlaps {
		if o.byChance() {
			continue
		}
		list.Notef(diag.CodeOverlap, o.Second.Span, "%s and %s can both be taken%s", o.First.Name, o.Second.Name, o.When).
			WithRelated(o.First.Span, "the other transition")
	}
	if err != nil || g.dead {
		return err
	}
	return l.missingElse(ctx, g, list)
}

// isEvent reports whether the group belongs to an event system, where choices between events, and states without events, are normal.
func (g *group) isEvent() bool { return g.members[0].Event }

// satisfiable reports whether a guard can hold. The solver is asked only if no values are found by trying those at which the guard turns.
func (l *linter) satisfiable(ctx context.Context, guard *term.Term) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	whole := l.system.Store.And(l.system.InNormalForm([]*term.Term{guard})...)
	if _, found := witness.Near(l.system.Store, whole.Conjuncts()); found {
		return true, nil
	}
	possible, _, err := l.possible(ctx, guard)
	return possible, err
}

// possible asks the solver whether conjuncts can hold together. An undecided query counts as possible, without values.
func (l *linter) possible(ctx context.Context, conjuncts ...*term.Term) (bool, smt.Model, error) {
	whole := l.system.Store.And(l.system.InNormalForm(conjuncts)...)
	if whole.IsConst() {
		return whole.IsTrue(), smt.Model{}, nil
	}
	if l.queries >= maxQueries {
		l.Skipped++
		return true, nil, nil
	}
	l.queries++
	answer, err := l.solver.Check(ctx, smt.Query{Conjuncts: whole.Conjuncts(), Values: whole.Vars()})
	if err != nil {
		return false, nil, err
	}
	if answer.Status == smt.Unknown {
		l.Open++
		return true, nil, nil
	}
	return answer.Status == smt.Sat, answer.Model, nil
}

// compare finds pairs of a group whose guards can be true together. It skips groups that are too large.
func (l *linter) compare(ctx context.Context, g *group) ([]Overlap, error) {
	if n := len(g.members); n > maxGroup {
		l.Skipped += n * (n - 1) / 2
		return nil, nil
	}
	var out []Overlap
	for i := range g.guards {
		for j := i + 1; j < len(g.guards); j++ {
			both, model, err := l.possible(ctx, g.guards[i], g.guards[j], g.determinism(l.system.Store, i, j))
			if err != nil {
				return out, err
			}
			if both && model != nil {
				out = append(out, Overlap{First: g.members[i], Second: g.members[j], When: g.when(l.system, model)})
			}
		}
	}
	return out, nil
}

// Overlap is two transitions of one location and input whose guards can be true together.
type Overlap struct {
	First, Second *sts.Transition
	When          string // values that show it, as in ", for instance when n = 3", or empty
}

// byChance reports whether the two are branches of one transition.
func (o *Overlap) byChance() bool {
	a, b := o.First.Choice, o.Second.Choice
	return a != nil && b != nil && a.Name == b.Name
}

// Overlaps lists where guards make a system nondeterministic, as far as comparisons have an answer.
func Overlaps(ctx context.Context, system *sts.System, solver smt.Solver) (found []Overlap, gaps Gaps, err error) {
	l := &linter{system: system, solver: solver}
	for _, g := range groups(system) {
		if g.isEvent() {
			continue
		}
		more, err := l.compare(ctx, g)
		found = append(found, more...)
		if err != nil {
			return found, l.Gaps, err
		}
	}
	return found, l.Gaps, nil
}

// missingElse finds a state and payload that no guard of the group accepts. A guard without input may wait for its time.
func (l *linter) missingElse(ctx context.Context, g *group, list *diag.List) error {
	none := []*term.Term{g.while}
	for i, t := range g.members {
		accepts := l.system.Store.Or(g.guards[i], l.system.Store.Not(g.defined[i])) // or runs into a model error
		open := ownParams(t)
		if g.channel == nil {
			open = append(open, l.clocks()...)
		}
		none = append(none, l.system.Store.Not(l.system.Store.Exists(open, accepts)))
	}
	open, model, err := l.possible(ctx, none...)
	if err != nil || !open || model == nil {
		return err
	}
	trigger := "no transition can be taken"
	switch {
	case g.channel != nil:
		trigger = "no transition accepts " + g.channel.Name
	case slices.ContainsFunc(g.machine.Transitions, func(t *sts.Transition) bool { return t.From == g.location && t.Receive != nil }):
		trigger = "no transition without input can be taken"
	}
	list.Notef(diag.CodeMissingElse, g.members[0].Span, "in %s %s%s", g.machine.Locations[g.location].Name, trigger, g.when(l.system, model)).
		WithHint("add a transition with \"when else\" if that can happen")
	return nil
}

// clocks are the variables that grow with time.
func (l *linter) clocks() []*term.Term {
	var out []*term.Term
	for _, i := range l.system.Clocks() {
		out = append(out, l.system.Slots[i].Term)
	}
	return out
}

// ownParams are the parameters of t other than its payload.
func ownParams(t *sts.Transition) []*term.Term {
	var out []*term.Term
	for i, p := range t.Params {
		if !slices.Contains(t.ReceiveArgs, i) {
			out = append(out, p.Term)
		}
	}
	return out
}

// when prints the values that show a finding, by the names that the user wrote.
func (g *group) when(system *sts.System, model smt.Model) string {
	var parts []string
	add := func(components []sts.Component, terms []*term.Term) {
		for _, c := range components {
			if words, ok := c.FormatModel(terms, model); ok {
				parts = append(parts, c.Name+" = "+words)
			}
		}
	}
	for _, t := range g.members {
		add(sts.Components(t.Params), sts.ParamTerms(t.Params))
	}
	for _, v := range system.Variables() {
		add(v.Components(), system.SlotTerms())
	}
	if len(parts) == 0 {
		return ""
	}
	sort.Strings(parts)
	return ", for instance when " + strings.Join(parts, ", ")
}
