package classicalb

import (
	"cmp"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/expression"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// translation turns a parsed machine into the parts of a model.
type translation struct {
	*source.Machine
	*expression.Translator
	relational map[string]bool // variables that cannot be arrays
	assumed    []syntax.Expr
	kept       []condition // invariants
	actions    []action
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

// Convert turns a machine into the text of a model. It reports errors of the machine; the text is then empty.
func Convert(file *diag.File, list *diag.List) convert.Model {
	m := source.Parse(file, list)
	if m == nil {
		return convert.Model{}
	}
	t := &translation{Machine: m, Translator: expression.NewTranslator(list), relational: relationalNames(m)}
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

// declareNames gives all names of the machine a name of the model.
func (t *translation) declareNames() {
	for i := range t.Sets {
		set := &t.Sets[i]
		s := t.Introduce(set.Name, expression.IsSet, nil)
		if len(set.Members) == 0 {
			set.Members = t.someMembers(set.Name)
		}
		for _, m := range set.Members {
			t.Introduce(m, expression.IsMember, &expression.Kind{Base: expression.Member, Set: set.Name.Text})
			if m := t.Symbols[m.Text]; m.Use == expression.IsMember {
				s.Members = append(s.Members, m.Name)
			}
		}
	}
	for _, c := range t.Constants {
		t.Introduce(c, expression.IsFrozen, nil)
	}
	for _, v := range t.Variables {
		t.Introduce(v, expression.IsVariable, nil)
	}
}

// translateInvariants finds the types of variables; all conjuncts are kept as invariants, under labels or numbers, and so are
// assertions, which hold where the invariants do.
func (t *translation) translateInvariants() {
	names := convert.NewNames()
	labels := map[*source.Node]string{}
	var conjuncts []*source.Node
	for _, inv := range t.Invariants {
		for _, c := range inv.Predicate.Conjuncts() {
			conjuncts = append(conjuncts, c)
			labels[c] = inv.Label
		}
	}
	var typed []func()
	wanted := func(s *expression.Symbol) bool { return s.Kind == nil && s.Use == expression.IsVariable }
	rest := t.Settle(conjuncts, wanted, func(s *expression.Symbol, set, c *source.Node) {
		t.typeVariable(s, set)
		typed = append(typed, func() { t.keep(names, cmp.Or(labels[c], "type_"+s.Text), t.typeInvariant(s, set), c.At) })
	})
	t.Infer(t.SymbolsWith(expression.IsVariable), rest)
	t.DemandTypes(t.SymbolsWith(expression.IsVariable))
	for _, keep := range typed {
		keep()
	}
	for i, c := range rest {
		t.keep(names, cmp.Or(labels[c], fmt.Sprint("inv", i+1)), t.Condition(c), c.At)
	}
	for i, a := range t.Assertions {
		t.keep(names, cmp.Or(a.Label, fmt.Sprint("assertion", i+1)), t.Condition(a.Predicate), a.Predicate.At)
	}
}

// keep adds an invariant, unless it is always true.
func (t *translation) keep(names *convert.Names, label string, cond syntax.Expr, at diag.Span) {
	if cond != nil {
		t.kept = append(t.kept, condition{names.Give(label), cond, at})
	}
}

// typeVariable gives a variable its type in B, which for numbers is all integers.
func (t *translation) typeVariable(s *expression.Symbol, set *source.Node) {
	t.Arrays = !t.relational[s.Text]
	y := t.TypeOf(set)
	t.Arrays = false
	s.Kind = y.Kind
	if y.Known() {
		s.Type = t.TypeFor(y.Kind)
	}
}

// typeInvariant is the condition that a variable is in the set of a conjunct x : SET, which a step can violate.
func (t *translation) typeInvariant(s *expression.Symbol, set *source.Node) syntax.Expr {
	if s.Kind.Base == expression.Open {
		return nil
	}
	return t.Member(convert.Name(s.Name), s.Kind, set)
}

func (t *translation) translateEvents() {
	names := convert.NewNames()
	seen := map[string]bool{}
	for _, e := range t.Events {
		if seen[e.Name.Text] {
			t.List.Errorf(diag.CodeImportName, e.Name.At, "there are two events called %s", e.Name)
		}
		seen[e.Name.Text] = true
		t.Taken = convert.NewNames()
		sc := &expression.Scope{Symbols: map[string]*expression.Symbol{}}
		for _, r := range e.Results {
			sc.Symbols[r.Text] = &expression.Symbol{Token: r, Use: expression.IsResult}
		}
		t.Enter(sc)
		t.actions = append(t.actions, action{names.Give(e.Name.Text), e.Name.At, t.effect(e.Body)})
		t.Leave(sc, false)
	}
	if len(t.Events) == 0 {
		t.List.Errorf(diag.CodeImportSyntax, t.Machine.Name.At, "the machine has no events: OPERATIONS or EVENTS is missing")
	}
}
