package classicalb

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// scope is the names that a quantifier, ANY or a comprehension binds. Its names hide those outside.
type scope struct {
	symbols map[string]*symbol
	order   []*symbol
}

// bind opens a scope in which the conjuncts give the types of the names. It returns the condition that remains of the conjuncts;
// nil is true.
func (t *translation) bind(names []token, conjuncts []*node) (*scope, syntax.Expr) {
	sc := &scope{symbols: map[string]*symbol{}}
	for _, n := range names {
		if sc.symbols[n.Text] != nil {
			t.list.Errorf(diag.CodeImportName, n.At, "%s occurs twice", n)
			continue
		}
		s := &symbol{token: n, use: isLocal, name: t.taken.Give(n.Text, t.names)}
		sc.symbols[n.Text] = s
		sc.order = append(sc.order, s)
	}
	t.scopes = append(t.scopes, sc)
	var conds []syntax.Expr
	var rest []*node
	for _, c := range conjuncts {
		if s := t.typed(c, func(s *symbol) bool { return s.kind == nil && sc.symbols[s.Text] == s }); s != nil {
			conds = append(conds, t.declare(s, c))
		} else {
			rest = append(rest, c)
		}
	}
	t.demandTypes(sc.order)
	for _, c := range rest {
		conds = append(conds, t.condition(c))
	}
	return sc, convert.And(conds...)
}

// typed is the symbol whose type a conjunct x : SET gives, if it is one of the wanted ones.
func (t *translation) typed(c *node, wanted func(*symbol) bool) *symbol {
	if c.op != ":" || c.args[0].op != opName {
		return nil
	}
	if s := t.lookup(c.args[0].text); s != nil && wanted(s) {
		return s
	}
	return nil
}

// declare gives a symbol the type of a conjunct x : SET; what the type does not imply remains as a condition.
func (t *translation) declare(s *symbol, c *node) syntax.Expr {
	y := t.typeOf(c.args[1])
	s.kind, s.typ, s.natural = y.kind, y.typ, y.natural
	if !y.ok() {
		return nil
	}
	return t.beyond(convert.Name(s.name), y, c.args[1])
}

// demandTypes reports names that no conjunct gives a type.
func (t *translation) demandTypes(list []*symbol) {
	for _, s := range list {
		if s.kind == nil {
			t.list.ErrorHint(diag.CodeImportType, s.At, "write "+s.Text+" : SET, for instance "+s.Text+" : NAT", "no condition gives the type of %s", s)
			s.kind = openKind
		}
	}
}

// leave closes the innermost scope. Its names of the model are free again if nothing outside uses them.
func (t *translation) leave(sc *scope, free bool) {
	t.scopes = t.scopes[:len(t.scopes)-1]
	for _, s := range sc.order {
		if free {
			t.taken.Free(s.name)
		}
	}
}

func (sc *scope) params() []syntax.Param {
	var out []syntax.Param
	for _, s := range sc.order {
		if s.typ != nil {
			out = append(out, parameter(s.name, s.typ))
		}
	}
	return out
}

// quantified translates #x.(P), and !x.(P => Q) with the types in P.
func (t *translation) quantified(n *node) syntax.Expr {
	body, then := n.args[0], (*node)(nil)
	if n.op == "!" {
		if body.op != "=>" {
			t.list.ErrorHint(diag.CodeImportExpression, n.at, "write !x.(x : SET => P)", "a universal quantification must have the form P => Q")
			return convert.OrTrue(nil)
		}
		body, then = body.args[0], body.args[1]
	}
	sc, cond := t.bind(n.bound, body.conjuncts())
	if then != nil {
		q := t.want(then, predicateKind)
		if cond != nil {
			q = convert.Binary("=>", cond, q)
		}
		cond = q
	}
	t.leave(sc, true)
	if len(sc.params()) == 0 {
		return convert.OrTrue(nil)
	}
	return &syntax.QuantifierExpr{Forall: n.op == "!", Params: sc.params(), Body: convert.OrTrue(cond)}
}

// maxCardinality is the largest number that card is compared with: it is the number of quantified names.
const maxCardinality = 4

// cardinality translates card({x | P}) compared with a number: there are at least k members if some k names, in ascending order,
// are members. It is nil if n is not of this form.
func (t *translation) cardinality(n *node) syntax.Expr {
	op, set, bound := n.op, cardOf(n.args[0]), n.args[1]
	if set == nil {
		op, set, bound = turned[n.op], cardOf(n.args[1]), n.args[0]
	}
	if set == nil || t.lookup("card") != nil || set.op != opComprehension || len(set.bound) != 1 || bound.op != opNumber {
		return nil
	}
	value, _ := new(big.Int).SetString(bound.text, 10)
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

// turned are comparisons with the sides exchanged.
var turned = map[string]string{"=": "=", "/=": "/=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// cardOf is the set of card(SET), or nil.
func cardOf(n *node) *node {
	if n.op == opCall && n.args[0].isName("card") && len(n.args) == 2 {
		return n.args[1]
	}
	return nil
}

// atLeast is the condition that a comprehension has at least k members.
func (t *translation) atLeast(k int, set *node) syntax.Expr {
	if k <= 0 {
		return convert.OrTrue(nil)
	}
	var scopes []*scope
	var params []syntax.Param
	var conds []syntax.Expr
	for i := range k {
		sc, cond := t.bind(set.bound, set.args[0].conjuncts())
		scopes = append(scopes, sc)
		params = append(params, sc.params()...)
		for _, other := range scopes[:i] {
			conds = append(conds, differ(other.order[0], sc.order[0]))
		}
		conds = append(conds, cond)
	}
	for i := range scopes {
		t.leave(scopes[len(scopes)-1-i], true)
	}
	if len(params) == 0 {
		return convert.OrTrue(nil)
	}
	return &syntax.QuantifierExpr{Params: params, Body: convert.OrTrue(convert.And(conds...))}
}

// differ is the condition that two members are not equal. Of numbers the first is less, since the order does not matter.
func differ(a, b *symbol) syntax.Expr {
	op := "!="
	if a.kind.base == number {
		op = "<"
	}
	return convert.Binary(op, convert.Name(a.name), convert.Name(b.name))
}
