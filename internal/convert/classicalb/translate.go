package classicalb

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// translation turns a parsed machine into the parts of a model.
type translation struct {
	*machine
	list       *diag.List
	symbols    map[string]*symbol // by name of the machine
	order      []*symbol          // as declared
	names      *convert.Names     // of the model, outside of events
	taken      *convert.Names     // names of the model that the current event or condition binds
	scopes     []*scope
	missing    map[string]bool // names that were reported
	work       int
	copies     int
	quiet      bool // nothing is reported
	isTooLarge bool // that was reported
	arrays     bool // total functions from ranges are arrays

	relational map[string]bool   // variables that cannot be arrays
	pairs      map[string]string // names of the record types for pairs, by their types
	pairOrder  []string
	joins      map[string]string // names of the functions that join mappings, by the types of these
	joinOrder  []string

	assumed []syntax.Expr
	kept    []condition // invariants
	actions []action
}

// condition is a named condition of the model.
type condition struct {
	name string
	cond syntax.Expr
	at   diag.Span
}

// action is an event in the words of the model.
type action struct {
	name string
	at   diag.Span
	*effect
}

// Convert turns a machine into the text of a model. It reports what is wrong with the machine; the text is empty then.
func Convert(file *diag.File, list *diag.List) convert.Model {
	m := parse(file, list)
	if m == nil {
		return convert.Model{}
	}
	t := &translation{machine: m, list: list, symbols: map[string]*symbol{}, names: convert.NewNames("none"),
		taken: convert.NewNames(), missing: map[string]bool{}, pairs: map[string]string{}, joins: map[string]string{}}
	t.relational = relationalNames(m)
	t.declareNames()
	t.translateProperties()
	t.translateInvariants()
	t.translateInitialisation()
	t.translateEvents()
	if list.HasErrors() {
		return convert.Model{}
	}
	return convert.Model{Text: t.model(), Places: t.places()}
}

// lookup finds what a name stands for, in the innermost scope that has it.
func (t *translation) lookup(name string) *symbol {
	for i := len(t.scopes) - 1; i >= 0; i-- {
		if s := t.scopes[i].symbols[name]; s != nil {
			return s
		}
	}
	return t.symbols[name]
}

// declareNames gives all names of the machine a name of the model.
func (t *translation) declareNames() {
	for i := range t.sets {
		set := &t.sets[i]
		s := t.introduce(set.name, isSet, nil)
		if len(set.members) == 0 {
			set.members = t.someMembers(set.name)
		}
		for _, m := range set.members {
			t.introduce(m, isMember, &kind{base: member, set: set.name.Text})
			if m := t.symbols[m.Text]; m.use == isMember {
				s.members = append(s.members, m.name)
			}
		}
	}
	for _, c := range t.constants {
		t.introduce(c, isFrozen, nil)
	}
	for _, v := range t.variables {
		t.introduce(v, isVariable, nil)
	}
}

func (t *translation) introduce(name token, u use, k *kind) *symbol {
	if old := t.symbols[name.Text]; old != nil {
		t.list.Errorf(diag.CodeImportName, name.At, "%s is declared twice", name).WithRelated(old.At, "first declared here")
		return old
	}
	s := &symbol{token: name, use: u, name: t.names.Give(name.Text), kind: k}
	t.symbols[name.Text] = s
	t.order = append(t.order, s)
	return s
}

// symbolsWith lists the symbols of some uses, as declared.
func (t *translation) symbolsWith(uses ...use) []*symbol {
	var out []*symbol
	for _, s := range t.order {
		if slices.Contains(uses, s.use) {
			out = append(out, s)
		}
	}
	return out
}

// translateInvariants finds the types of variables; all conjuncts are kept as invariants, under labels or numbers, and so are
// assertions, which hold where the invariants do.
func (t *translation) translateInvariants() {
	names := convert.NewNames()
	labels := map[*node]string{}
	var conjuncts []*node
	for _, inv := range t.invariants {
		for _, c := range inv.pred.conjuncts() {
			conjuncts = append(conjuncts, c)
			labels[c] = inv.label
		}
	}
	var typed []func()
	wanted := func(s *symbol) bool { return s.kind == nil && s.use == isVariable }
	rest := t.settle(conjuncts, wanted, func(s *symbol, set, c *node) {
		t.typeVariable(s, set)
		typed = append(typed, func() { t.keep(names, cmp.Or(labels[c], "type_"+s.Text), t.typeInvariant(s, set), c.at) })
	})
	t.infer(t.symbolsWith(isVariable), rest)
	t.demandTypes(t.symbolsWith(isVariable))
	for _, keep := range typed {
		keep()
	}
	for i, c := range rest {
		t.keep(names, cmp.Or(labels[c], fmt.Sprint("inv", i+1)), t.condition(c), c.at)
	}
	for i, a := range t.assertions {
		t.keep(names, cmp.Or(a.label, fmt.Sprint("assertion", i+1)), t.condition(a.pred), a.pred.at)
	}
}

// keep adds an invariant, unless it is always true.
func (t *translation) keep(names *convert.Names, label string, cond syntax.Expr, at diag.Span) {
	if cond != nil {
		t.kept = append(t.kept, condition{names.Give(label), cond, at})
	}
}

// typeVariable gives a variable its type in B, which for numbers is all integers.
func (t *translation) typeVariable(s *symbol, set *node) {
	t.arrays = !t.relational[s.Text]
	y := t.typeOf(set)
	t.arrays = false
	s.kind = y.kind
	if y.ok() {
		s.typ = t.typeFor(y.kind)
	}
}

// typeInvariant is the condition that a variable is in the set of a conjunct x : SET, which a step can violate.
func (t *translation) typeInvariant(s *symbol, set *node) syntax.Expr {
	if s.kind.base == open {
		return nil
	}
	return t.member(convert.Name(s.name), s.kind, set)
}

func (t *translation) translateEvents() {
	names := convert.NewNames()
	seen := map[string]bool{}
	for _, e := range t.events {
		if seen[e.name.Text] {
			t.list.Errorf(diag.CodeImportName, e.name.At, "there are two events called %s", e.name)
		}
		seen[e.name.Text] = true
		t.taken = convert.NewNames()
		sc := &scope{symbols: map[string]*symbol{}}
		for _, r := range e.results {
			sc.symbols[r.Text] = &symbol{token: r, use: isResult}
		}
		t.scopes = append(t.scopes, sc)
		t.actions = append(t.actions, action{names.Give(e.name.Text), e.name.At, t.effect(e.body)})
		t.leave(sc, false)
	}
	if len(t.events) == 0 {
		t.list.Errorf(diag.CodeImportSyntax, t.machine.name.At, "the machine has no events: OPERATIONS or EVENTS is missing")
	}
}
