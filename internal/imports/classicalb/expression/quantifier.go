package expression

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Settle calls give for the conjuncts x : SET that give symbols their types, in an order in which the types that SET needs are
// known, and returns the others.
func (t *Translator) Settle(conjuncts []*source.Node, wanted func(*Symbol) bool, give func(s *Symbol, set, c *source.Node)) []*source.Node {
	todo := conjuncts
	for progress := true; progress; {
		progress = false
		var later []*source.Node
		for _, c := range todo {
			s, set := t.typed(c, wanted)
			if s == nil || !t.attempt(func() { t.TypeOf(set) }) {
				later = append(later, c)
				continue
			}
			give(s, set, c)
			progress = true
		}
		todo = later
	}
	var rest []*source.Node
	for _, c := range todo {
		if s, set := t.typed(c, wanted); s != nil {
			give(s, set, c) // it reports errors of the set
		} else {
			rest = append(rest, c)
		}
	}
	return rest
}

// typed is the symbol whose type a conjunct x : SET or x <: SET gives, if it is one of the wanted ones, with the set it is in.
func (t *Translator) typed(c *source.Node, wanted func(*Symbol) bool) (*Symbol, *source.Node) {
	if c.Op != ":" && c.Op != "<:" || c.Args[0].Op != source.OpName {
		return nil, nil
	}
	s := t.Lookup(c.Args[0].Text)
	if s == nil || !wanted(s) {
		return nil, nil
	}
	if c.Op == "<:" {
		return s, powerSet(c.Args[1])
	}
	return s, c.Args[1]
}

// powerSet is POW(set).
func powerSet(set *source.Node) *source.Node {
	return &source.Node{Op: source.OpCall, At: set.At, Args: []*source.Node{{Op: source.OpName, Text: "POW", At: set.At}, set}}
}

// Infer gives symbols without a type the type of the expressions that conjuncts compare them with.
func (t *Translator) Infer(symbols []*Symbol, conjuncts []*source.Node) {
	for progress := true; progress; {
		progress = false
		for _, s := range symbols {
			if s.Kind == nil && t.inferKind(s, conjuncts) {
				progress = true
			}
		}
	}
}

// inferKind gives a symbol the kind that a conjunct x = e, x <<: A or x |-> y : r implies; false if there is none.
func (t *Translator) inferKind(s *Symbol, conjuncts []*source.Node) bool {
	for _, c := range conjuncts {
		if k := t.impliedKind(s, c); k != nil {
			s.Kind, s.Type = k, t.TypeFor(k)
			return true
		}
	}
	return false
}

// impliedKind is the kind that a conjunct implies for a symbol; nil if it implies none.
func (t *Translator) impliedKind(s *Symbol, c *source.Node) *Kind {
	is := func(n *source.Node) bool { return n.Op == source.OpName && t.Lookup(n.Text) == s }
	known := func(n *source.Node) *Kind {
		if _, k := t.quietly(n); k.Base != Open && k.Base != Predicate && !k.isEmpty() && (k.Base != Sequence || k.Elem.Base != Open) {
			return k
		}
		return nil
	}
	switch {
	case c.Op == "=" && is(c.Args[0]):
		return known(c.Args[1])
	case c.Op == "=" && is(c.Args[1]):
		return known(c.Args[0])
	case c.Op == "<<:" && is(c.Args[0]):
		return known(c.Args[1])
	case c.Op == ":" && c.Args[0].Op == "|->":
		return t.partKind(c, is)
	}
	return nil
}

// partKind is the kind of the part of a pair in x |-> y : r; nil if it is not known.
func (t *Translator) partKind(c *source.Node, is func(*source.Node) bool) *Kind {
	var y Typing
	if !t.attempt(func() { y = t.TypeOf(c.Args[1]) }) || y.Kind.Base != Pair {
		return nil
	}
	switch p := c.Args[0]; {
	case is(p.Args[0]):
		return y.Kind.Left
	case is(p.Args[1]):
		return y.Kind.Elem
	}
	return nil
}

// IsTypeSet reports whether membership in a set is a condition on the parts of a value; other sets are values of the model.
func (t *Translator) IsTypeSet(set *source.Node) bool {
	switch set.Op {
	case source.OpName:
		s := t.Lookup(set.Text)
		_, isNamed := namedSets[set.Text]
		return s == nil && isNamed || s != nil && (s.Use == IsSet || s.Alias != nil)
	case "..", source.OpSet, "<->", "*":
		return true
	case "-", `\`, `/\`, `\/`:
		return t.IsTypeSet(set.Args[0]) || t.IsTypeSet(set.Args[1])
	}
	return arrows[set.Op] || t.spaceName(set) != "" || t.isSequenceDomain(set)
}

// DemandTypes reports names without a type from some conjunct.
func (t *Translator) DemandTypes(list []*Symbol) {
	for _, s := range list {
		if s.Kind == nil {
			t.List.ErrorHint(diag.CodeImportType, s.At, "write "+s.Text+" : SET, for instance "+s.Text+" : NAT", "no condition gives the type of %s", s)
			s.Kind = OpenKind
		}
	}
}

// quantified translates #x.(P), and !x.(P => Q) with the types in P.
func (t *Translator) quantified(n *source.Node) syntax.Expr {
	body, then := n.Args[0], (*source.Node)(nil)
	if n.Op == "!" {
		if body.Op != "=>" {
			t.List.ErrorHint(diag.CodeImportExpression, n.At, "write !x.(x : SET => P)", "a universal quantification must have the form P => Q")
			return convert.OrTrue(nil)
		}
		body, then = body.Args[0], body.Args[1]
	}
	sc, cond := t.Bind(n.Bound, body.Conjuncts(), true)
	if then != nil {
		q := t.Want(then, PredicateKind)
		if cond != nil {
			q = convert.Binary("=>", cond, q)
		}
		cond = q
	}
	t.Leave(sc, true)
	if len(sc.Params()) == 0 {
		return convert.OrTrue(nil)
	}
	return &syntax.QuantifierExpr{Forall: n.Op == "!", Params: sc.Params(), Body: convert.OrTrue(cond)}
}

// maxCardinality is the largest number that card is compared with: it is the number of quantified names.
const maxCardinality = 4

// cardinality translates card({x | P}) compared with a number: there are at least k members if some k names, in ascending order,
// are members. It is nil if n is not of this form.
func (t *Translator) cardinality(n *source.Node) syntax.Expr {
	op, set, bound := n.Op, CardOf(n.Args[0]), n.Args[1]
	if set == nil {
		op, set, bound = turned[n.Op], CardOf(n.Args[1]), n.Args[0]
	}
	if set == nil || t.Lookup("card") != nil || set.Op != source.OpComprehension || len(set.Bound) != 1 || bound.Op != source.OpNumber || !t.overTypes(set) {
		return nil
	}
	value, _ := new(big.Int).SetString(bound.Text, 10)
	if value == nil || value.Cmp(big.NewInt(maxCardinality)) > 0 {
		return nil
	}
	least := func(more int) syntax.Expr { return t.atLeast(int(value.Int64())+more, set) }
	switch op {
	case ">=":
		return least(0)
	case ">":
		return least(1)
	case "<":
		return convert.Not(least(0))
	case "<=":
		return convert.Not(least(1))
	case "/=":
		return convert.Or(convert.Not(least(0)), least(1))
	}
	return convert.And(least(0), convert.Not(least(1)))
}

// overTypes reports whether the name of a comprehension is in a set that is not a value.
func (t *Translator) overTypes(comprehension *source.Node) bool {
	for _, c := range comprehension.Args[0].Conjuncts() {
		if c.Op == ":" && c.Args[0].IsName(comprehension.Bound[0].Text) {
			return t.IsTypeSet(c.Args[1])
		}
	}
	return false
}

// turned are comparisons with the sides exchanged.
var turned = map[string]string{"=": "=", "/=": "/=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// CardOf is the set of card(SET), or nil.
func CardOf(n *source.Node) *source.Node {
	if n.Op == source.OpCall && n.Args[0].IsName("card") && len(n.Args) == 2 {
		return n.Args[1]
	}
	return nil
}

// atLeast is the condition that a comprehension has at least k members.
func (t *Translator) atLeast(k int, set *source.Node) syntax.Expr {
	if k <= 0 {
		return convert.OrTrue(nil)
	}
	var scopes []*Scope
	var params []syntax.Param
	var conds []syntax.Expr
	for i := range k {
		sc, cond := t.Bind(set.Bound, set.Args[0].Conjuncts(), true)
		scopes = append(scopes, sc)
		params = append(params, sc.Params()...)
		for _, other := range scopes[:i] {
			conds = append(conds, differ(other.Order[0], sc.Order[0]))
		}
		conds = append(conds, cond)
	}
	for i := range scopes {
		t.Leave(scopes[len(scopes)-1-i], true)
	}
	if len(params) == 0 {
		return convert.OrTrue(nil)
	}
	return &syntax.QuantifierExpr{Params: params, Body: convert.OrTrue(convert.And(conds...))}
}

// differ is the condition that two members are not equal. Of numbers the first is less, since the order does not matter.
func differ(a, b *Symbol) syntax.Expr {
	op := "!="
	if a.Kind.Base == Number {
		op = "<"
	}
	return convert.Binary(op, convert.Name(a.Name), convert.Name(b.Name))
}
