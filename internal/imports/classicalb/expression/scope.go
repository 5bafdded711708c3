package expression

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Scope is the names that a quantifier, ANY or a comprehension binds. Its names hide those outside.
type Scope struct {
	Symbols map[string]*Symbol
	Order   []*Symbol
}

// newScope has the names, without types yet.
func (t *Translator) newScope(names []source.Token) *Scope {
	sc := &Scope{Symbols: map[string]*Symbol{}}
	for _, n := range names {
		if sc.Symbols[n.Text] != nil {
			t.List.Errorf(diag.CodeImportName, n.At, "%s occurs twice", n)
			continue
		}
		s := &Symbol{Token: n, Use: IsLocal, Name: t.Taken.Give(n.Text, t.Names)}
		sc.Symbols[n.Text] = s
		sc.Order = append(sc.Order, s)
	}
	return sc
}

// Bind opens a scope in which the conjuncts give the types of the names. It returns the remaining condition of the conjuncts; nil is true. If
// elements is set, a name whose set is a value ranges over its elements.
func (t *Translator) Bind(names []source.Token, conjuncts []*source.Node, elements bool) (*Scope, syntax.Expr) {
	sc := t.newScope(names)
	t.Enter(sc)
	var conds []syntax.Expr
	wanted := func(s *Symbol) bool { return s.Kind == nil && sc.Symbols[s.Text] == s }
	rest := t.Settle(conjuncts, wanted, func(s *Symbol, set, _ *source.Node) { conds = append(conds, t.declare(s, set, elements)) })
	t.Infer(sc.Order, rest)
	t.DemandTypes(sc.Order)
	for _, s := range sc.Order {
		switch {
		case !elements || s.over != nil:
		case s.Kind.Base >= Pair:
			conds = append(conds, t.goOverAll(s, nil))
		case s.Kind.Base == Number || s.Kind.Base == Text:
			t.goOverParts(s, sc, rest)
		}
	}
	for _, c := range rest {
		conds = append(conds, t.Condition(c))
	}
	return sc, convert.And(conds...)
}

// declare gives a symbol the type of a set that it is in; the part that the type does not imply remains as a condition.
func (t *Translator) declare(s *Symbol, set *source.Node, elements bool) syntax.Expr {
	y := t.TypeOf(set)
	s.Kind, s.Type, s.Natural = y.Kind, y.Type, y.Natural
	switch {
	case !y.Known():
		return nil
	case elements && (!t.IsTypeSet(set) || t.isListOfNumbers(set, y)):
		if e, k := t.Expr(set); k.Base == Set {
			s.over = e
			return nil
		}
	case elements && y.Kind.Base >= Pair:
		return t.goOverAll(s, set)
	}
	return t.Beyond(s.Expr(), y, set)
}

// isListOfNumbers reports whether set is a value that is made of sets like {1, 3}: a name in it goes over its elements, since the
// type of the name has numbers without end.
func (t *Translator) isListOfNumbers(set *source.Node, y Typing) bool {
	switch set.Op {
	case source.OpSet, "-", `\`, `/\`, `\/`:
		_, k := t.quietly(set)
		return y.Kind.Base == Number && k.Base == Set
	}
	return false
}

// goOverParts lets a name go over the left or the right parts of r where a conjunct is x |-> y : r, since its type has values
// without end. Other names are left as they are.
func (t *Translator) goOverParts(s *Symbol, sc *Scope, conjuncts []*source.Node) {
	if s.Type == nil || t.Lookup(s.Text) != s {
		return
	}
	for _, c := range conjuncts {
		if c.Op != ":" || c.Args[0].Op != "|->" || sc.isMentioned(c.Args[1]) {
			continue
		}
		var g graph
		if !t.attempt(func() { g, _ = t.graph(c.Args[1], nil) }) {
			continue
		}
		switch p := c.Args[0]; {
		case p.Args[0].IsName(s.Text):
			s.over = t.leftParts(g)
			return
		case p.Args[1].IsName(s.Text):
			s.over = t.image(g.e, g.right, nil)
			return
		}
	}
}

// isMentioned reports whether a name of the scope occurs in an expression.
func (sc *Scope) isMentioned(n *source.Node) bool {
	for name := range sc.Symbols {
		if mentions(n, name) {
			return true
		}
	}
	return false
}

// goOverAll lets a name that is a pair or a collection go over all values of its kind that are in a set.
func (t *Translator) goOverAll(s *Symbol, set *source.Node) syntax.Expr {
	all := t.universe(s.Kind)
	if all == nil {
		t.Refuse(s.At, "a quantification over "+plural(s.Kind)+" with so many values", "")
		return nil
	}
	s.over = display(all...)
	if set == nil {
		return nil
	}
	return t.Member(s.Expr(), s.Kind, set)
}

// Enter opens a scope.
func (t *Translator) Enter(sc *Scope) { t.scopes = append(t.scopes, sc) }

// Leave closes the innermost scope. Its names of the model are free again if nothing outside uses them.
func (t *Translator) Leave(sc *Scope, free bool) {
	t.scopes = t.scopes[:len(t.scopes)-1]
	for _, s := range sc.Order {
		if free {
			t.Taken.Free(s.Name)
		}
	}
}

// Params are the names of the scope with their types, or the collections that they are elements of.
func (sc *Scope) Params() []syntax.Param {
	var out []syntax.Param
	for _, s := range sc.Order {
		switch {
		case s.over != nil:
			out = append(out, syntax.Param{Name: syntax.Name{Text: s.Name}, Over: s.over})
		case s.Type != nil:
			out = append(out, Parameter(s.Name, s.Type))
		}
	}
	return out
}
