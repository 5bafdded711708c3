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
	list    *diag.List
	symbols map[string]*symbol // by name of the machine
	order   []*symbol          // as declared
	names   *convert.Names     // of the model, outside of events
	taken   *convert.Names     // names of the model that the current event or condition binds
	scopes  []*scope
	missing map[string]bool // names that were reported
	work    int
	copies  int

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
	t := &translation{machine: m, list: list, symbols: map[string]*symbol{}, names: convert.NewNames(),
		taken: convert.NewNames(), missing: map[string]bool{}}
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
	for _, set := range t.sets {
		s := t.introduce(set.name, isSet, nil)
		for _, m := range set.members {
			t.introduce(m, isMember, &kind{base: member, set: set.name.Text})
			s.members = append(s.members, t.symbols[m.Text].name)
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

// translateProperties finds the values and types of constants; what else is said about them is assumed.
func (t *translation) translateProperties() {
	var rest []*node
	for _, p := range t.properties {
		for _, c := range p.pred.conjuncts() {
			if !t.giveValue(c) {
				rest = append(rest, c)
			}
		}
	}
	var conditions []*node
	for _, c := range rest {
		untyped := func(s *symbol) bool { return s.typ == nil && (s.use == isConstant || s.use == isFrozen) }
		if s := t.typed(c, untyped); s != nil {
			t.typeConstant(s, c)
		} else {
			conditions = append(conditions, c)
		}
	}
	t.demandTypes(t.symbolsWith(isFrozen))
	for _, c := range conditions {
		t.assume(t.condition(c))
	}
}

// giveValue reads NAME = VALUE of a constant that has none yet.
func (t *translation) giveValue(c *node) bool {
	if c.op != "=" || c.args[0].op != opName {
		return false
	}
	s := t.symbols[c.args[0].text]
	if s == nil || s.use != isFrozen || !t.isFixedOrMember(c.args[1]) {
		return false
	}
	s.use = isConstant
	s.value, s.kind = t.expr(c.args[1])
	s.natural = t.isNatural(c.args[1])
	if s.kind.base == predicate || s.kind.base == function {
		t.list.Errorf(diag.CodeImportType, c.args[1].at, "%s is %s; a constant is a number, a value of BOOL or a member of a set", c.args[1], s.kind)
	}
	return true
}

// isFixedOrMember reports whether the value of a constant is known when the model is compiled.
func (t *translation) isFixedOrMember(n *node) bool {
	if n.op == opName {
		s := t.symbols[n.text]
		return n.text == "TRUE" || n.text == "FALSE" || s != nil && s.use == isMember || t.isFixed(n)
	}
	return t.isFixed(n)
}

// typeConstant gives a constant its type. One that has a value keeps its kind.
func (t *translation) typeConstant(s *symbol, c *node) {
	y := t.typeOf(c.args[1])
	if !y.ok() {
		s.kind = openKind
		return
	}
	if s.kind != nil {
		t.demand(s.kind, y.kind, c.args[1])
	}
	if y.kind.base == function {
		t.refuse(c.at, "a constant function", "")
		y.kind = openKind
	}
	s.kind, s.typ, s.natural = y.kind, y.typ, s.natural || y.natural
	t.assume(t.beyond(convert.Name(s.name), y, c.args[1]))
}

// translateInvariants finds the types of variables; all conjuncts are kept as invariants, under labels or numbers.
func (t *translation) translateInvariants() {
	names := convert.NewNames()
	var rest []labelled
	for _, inv := range t.invariants {
		for _, c := range inv.pred.conjuncts() {
			if s := t.typed(c, func(s *symbol) bool { return s.kind == nil && s.use == isVariable }); s != nil {
				t.keep(names, cmp.Or(inv.label, "type_"+s.Text), t.typeVariable(s, c), c.at)
			} else {
				rest = append(rest, labelled{inv.label, c})
			}
		}
	}
	t.demandTypes(t.symbolsWith(isVariable))
	for i, c := range rest {
		t.keep(names, cmp.Or(c.label, fmt.Sprint("inv", i+1)), t.condition(c.pred), c.pred.at)
	}
}

// keep adds an invariant, unless it is always true.
func (t *translation) keep(names *convert.Names, label string, cond syntax.Expr, at diag.Span) {
	if cond != nil {
		t.kept = append(t.kept, condition{names.Give(label), cond, at})
	}
}

// typeVariable gives a variable its type in B, which for numbers is all integers; that it is in the set of a conjunct x : SET is
// an invariant, which a step can violate.
func (t *translation) typeVariable(s *symbol, c *node) syntax.Expr {
	y := t.typeOf(c.args[1])
	s.kind = y.kind
	if !y.ok() {
		return nil
	}
	s.typ = widest(y.typ, y.kind)
	return t.member(convert.Name(s.name), y.kind, c.args[1])
}

// widest is a type without the bounds of numbers: int for a number, an array of int for a function to numbers.
func widest(typ syntax.Type, k *kind) syntax.Type {
	switch array, ok := typ.(*syntax.ArrayType); {
	case k.base == number:
		return named("int")
	case k.base == function && ok:
		return &syntax.ArrayType{Elem: widest(array.Elem, k.elem), Length: array.Length}
	}
	return typ
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
		t.actions = append(t.actions, action{names.Give(e.name.Text), e.name.At, t.effect(e.body)})
	}
	if len(t.events) == 0 {
		t.list.Errorf(diag.CodeImportSyntax, t.machine.name.At, "the machine has no events: OPERATIONS or EVENTS is missing")
	}
}
