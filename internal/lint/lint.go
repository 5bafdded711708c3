// Package lint finds doubtful places in a model that need a solver to see: guards that can never be true, guards of one
// location and input that are true together, and inputs for which a location has no transition.
//
// None of them is an error. Overlapping guards are a choice that the system under test makes; a missing else may be meant.
// So they are notes with values that show them, and every "can" was found by the solver, every "cannot" proved by it.
package lint

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Limits keep lint quick on large models.
const (
	maxQueries = 1000 // to the solver
	maxGroup   = 40   // transitions of one location and input that are compared pairwise
)

// linter checks one model.
type linter struct {
	system  *sts.System
	solver  smt.Solver
	list    *diag.List
	ctx     context.Context
	queries int
	skipped int
}

// group is the transitions of one location with one trigger.
type group struct {
	machine  *sts.Machine
	location int
	channel  *sts.Channel
	members  []*sts.Transition
}

// Check adds what it finds to list.
func Check(ctx context.Context, system *sts.System, solver smt.Solver, list *diag.List) error {
	l := &linter{system: system, solver: solver, list: list, ctx: ctx}
	for _, g := range groups(system) {
		if err := l.group(g); err != nil {
			return err
		}
	}
	if l.skipped > 0 {
		list.Notef(diag.CodeLintIncomplete, diag.Span{}, "%d comparisons of guards were left out, since the model is large", l.skipped)
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
				index[k] = &group{machine: m, location: t.From, channel: t.Receive}
				out = append(out, index[k])
			}
			index[k].members = append(index[k].members, t)
		}
	}
	return out
}

func (l *linter) group(g *group) error {
	guards := make([]*term.Term, len(g.members))
	live := true
	for i, t := range g.members {
		guards[i] = l.guard(g, t)
		possible, _, err := l.possible(guards[i])
		if err != nil {
			return err
		}
		if !possible {
			live = false
			if !t.Guard.IsFalse() { // that was reported without a solver
				l.list.Warnf(diag.CodeGuardFalse, t.Span, "the guard of %s is never true", t.Name)
			}
		}
	}
	switch {
	case l.isEvent(g): // the choice between events is what event systems are about
		return nil
	case len(g.members) <= maxGroup:
		if err := l.overlaps(g, guards); err != nil {
			return err
		}
	default:
		l.skipped += len(g.members) * (len(g.members) - 1) / 2
	}
	if live {
		return l.missingElse(g, guards)
	}
	return nil
}

// waits reports whether the location of the group has transitions with an input, too.
func (g *group) waits() bool {
	return slices.ContainsFunc(g.machine.Transitions, func(t *sts.Transition) bool {
		return t.From == g.location && t.Receive != nil
	})
}

// isEvent reports whether the group is that of an event system, where guards need not cover all states.
func (l *linter) isEvent(g *group) bool {
	return g.members[0].Event
}

// guard is the guard of t with the payload variables of the group's first member; parameters other than payload stay.
func (l *linter) guard(g *group, t *sts.Transition) *term.Term {
	first := g.members[0]
	by := map[*term.Term]*term.Term{}
	for i, p := range t.ReceiveArgs {
		by[t.Params[p].Term] = first.Params[first.ReceiveArgs[i]].Term
	}
	return l.system.Store.Substitute(t.Guard, by)
}

// possible queries whether conjuncts can hold together; unknown counts as possible, without values.
func (l *linter) possible(conjuncts ...*term.Term) (bool, smt.Model, error) {
	whole := l.system.Store.And(conjuncts...)
	if whole.IsConst() {
		return whole.IsTrue(), smt.Model{}, nil
	}
	if l.queries >= maxQueries {
		l.skipped++
		return true, nil, nil
	}
	l.queries++
	answer, err := l.solver.Check(l.ctx, smt.Query{Conjuncts: whole.Conjuncts(), Values: whole.Vars()})
	if err != nil {
		return false, nil, err
	}
	if answer.Status == smt.Unknown {
		return true, nil, nil
	}
	return answer.Status == smt.Sat, answer.Model, nil
}

func (l *linter) overlaps(g *group, guards []*term.Term) error {
	found, err := l.compare(g, guards)
	for _, o := range found {
		l.list.Add(diag.Diagnostic{Code: diag.CodeOverlap, Severity: diag.Note, Span: o.Second.Span,
			Message: fmt.Sprintf("%s and %s can both be taken%s", o.First.Name, o.Second.Name, o.When),
			Related: []diag.Related{{Span: o.First.Span, Message: "the other transition"}}})
	}
	return err
}

// compare looks for pairs of a group whose guards can be true together.
func (l *linter) compare(g *group, guards []*term.Term) ([]Overlap, error) {
	var out []Overlap
	for i := range guards {
		for j := i + 1; j < len(guards); j++ {
			both, model, err := l.possible(guards[i], guards[j])
			if err != nil {
				return out, err
			}
			if both && model != nil {
				out = append(out, Overlap{First: g.members[i], Second: g.members[j], When: l.when(g, model)})
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

// Overlaps lists where guards make a system nondeterministic. It skips comparisons that would take too many queries, and returns
// their number.
func Overlaps(ctx context.Context, system *sts.System, solver smt.Solver) (found []Overlap, skipped int, err error) {
	l := &linter{system: system, solver: solver, list: &diag.List{}, ctx: ctx}
	for _, g := range groups(system) {
		if l.isEvent(g) {
			continue
		}
		if len(g.members) > maxGroup {
			l.skipped += len(g.members) * (len(g.members) - 1) / 2
			continue
		}
		guards := make([]*term.Term, len(g.members))
		for i, t := range g.members {
			guards[i] = l.guard(g, t)
		}
		more, err := l.compare(g, guards)
		found = append(found, more...)
		if err != nil {
			return found, l.skipped, err
		}
	}
	return found, l.skipped, nil
}

// missingElse looks for a state and payload that no guard of the group accepts.
func (l *linter) missingElse(g *group, guards []*term.Term) error {
	var none []*term.Term
	for i, t := range g.members {
		none = append(none, l.system.Store.Not(l.system.Store.Exists(l.ownParams(t), guards[i])))
	}
	open, model, err := l.possible(none...)
	if err != nil || !open || model == nil {
		return err
	}
	first := g.members[0]
	where := g.machine.Locations[g.location].Name
	trigger := "no transition can be taken"
	switch {
	case g.channel != nil:
		trigger = "no transition accepts " + g.channel.Name
	case g.waits():
		trigger = "no transition without input can be taken"
	}
	l.list.Add(diag.Diagnostic{Code: diag.CodeMissingElse, Severity: diag.Note, Span: first.Span,
		Message: fmt.Sprintf("in %s %s%s", where, trigger, l.when(g, model)), Hint: "add a transition with \"when else\" if that can happen"})
	return nil
}

// ownParams are the parameters of t other than its payload.
func (l *linter) ownParams(t *sts.Transition) []*term.Term {
	payload := map[int]bool{}
	for _, p := range t.ReceiveArgs {
		payload[p] = true
	}
	var out []*term.Term
	for i, p := range t.Params {
		if !payload[i] {
			out = append(out, p.Term)
		}
	}
	return out
}

// when prints the values that show a finding, by the names that the user wrote.
func (l *linter) when(g *group, model smt.Model) string {
	names := map[*term.Term]string{}
	for _, t := range g.members {
		for _, p := range t.Params {
			names[p.Term] = p.Name
		}
	}
	var parts []string
	for v, value := range model {
		name, ok := names[v]
		if !ok {
			name = v.Name()
		}
		parts = append(parts, name+" = "+value.Format(v.Sort()))
	}
	if len(parts) == 0 {
		return ""
	}
	sort.Strings(parts)
	return ", for instance when " + strings.Join(parts, ", ")
}
