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

// newScope has the names, without types yet.
func (t *translation) newScope(names []token) *scope {
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
	return sc
}

// bind opens a scope in which the conjuncts give the types of the names. It returns the condition that remains of the conjuncts;
// nil is true. If elements is set, a name whose set is a value goes over its elements.
func (t *translation) bind(names []token, conjuncts []*node, elements bool) (*scope, syntax.Expr) {
	sc := t.newScope(names)
	t.scopes = append(t.scopes, sc)
	var conds []syntax.Expr
	wanted := func(s *symbol) bool { return s.kind == nil && sc.symbols[s.Text] == s }
	rest := t.settle(conjuncts, wanted, func(s *symbol, set, _ *node) { conds = append(conds, t.declare(s, set, elements)) })
	t.infer(sc.order, rest)
	t.demandTypes(sc.order)
	for _, s := range sc.order {
		if elements && s.over == nil && s.kind.base >= pair {
			conds = append(conds, t.goOverAll(s, nil))
		}
	}
	for _, c := range rest {
		conds = append(conds, t.condition(c))
	}
	return sc, convert.And(conds...)
}

// settle calls give for the conjuncts x : SET that give symbols their types, in an order in which the types that SET needs are
// known, and returns the others.
func (t *translation) settle(conjuncts []*node, wanted func(*symbol) bool, give func(s *symbol, set, c *node)) []*node {
	todo := conjuncts
	for progress := true; progress; {
		progress = false
		var later []*node
		for _, c := range todo {
			s, set := t.typed(c, wanted)
			if s == nil || !t.attempt(func() { t.typeOf(set) }) {
				later = append(later, c)
				continue
			}
			give(s, set, c)
			progress = true
		}
		todo = later
	}
	var rest []*node
	for _, c := range todo {
		if s, set := t.typed(c, wanted); s != nil {
			give(s, set, c) // it reports what is wrong with the set
		} else {
			rest = append(rest, c)
		}
	}
	return rest
}

// typed is the symbol whose type a conjunct x : SET or x <: SET gives, if it is one of the wanted ones, with the set it is in.
func (t *translation) typed(c *node, wanted func(*symbol) bool) (*symbol, *node) {
	if c.op != ":" && c.op != "<:" || c.args[0].op != opName {
		return nil, nil
	}
	s := t.lookup(c.args[0].text)
	if s == nil || !wanted(s) {
		return nil, nil
	}
	if c.op == "<:" {
		return s, powerSet(c.args[1])
	}
	return s, c.args[1]
}

// powerSet is POW(set).
func powerSet(set *node) *node {
	return &node{op: opCall, at: set.at, args: []*node{{op: opName, text: "POW", at: set.at}, set}}
}

// infer gives symbols without a type that of what conjuncts compare them with.
func (t *translation) infer(symbols []*symbol, conjuncts []*node) {
	for progress := true; progress; {
		progress = false
		for _, s := range symbols {
			if s.kind == nil && t.inferKind(s, conjuncts) {
				progress = true
			}
		}
	}
}

// inferKind gives a symbol the kind that a conjunct x = e, x <<: A or x |-> y : r implies; false if there is none.
func (t *translation) inferKind(s *symbol, conjuncts []*node) bool {
	for _, c := range conjuncts {
		if k := t.impliedKind(s, c); k != nil {
			s.kind, s.typ = k, t.typeFor(k)
			return true
		}
	}
	return false
}

// impliedKind is the kind that a conjunct implies for a symbol; nil if it implies none.
func (t *translation) impliedKind(s *symbol, c *node) *kind {
	is := func(n *node) bool { return n.op == opName && t.lookup(n.text) == s }
	known := func(n *node) *kind {
		if _, k := t.quietly(n); k.base != open && k.base != predicate && !k.isEmpty() && (k.base != sequence || k.elem.base != open) {
			return k
		}
		return nil
	}
	switch {
	case c.op == "=" && is(c.args[0]):
		return known(c.args[1])
	case c.op == "=" && is(c.args[1]):
		return known(c.args[0])
	case c.op == "<<:" && is(c.args[0]):
		return known(c.args[1])
	case c.op == ":" && c.args[0].op == "|->":
		return t.partKind(c, is)
	}
	return nil
}

// partKind is the kind of the part of a pair in x |-> y : r; nil if it is not known.
func (t *translation) partKind(c *node, is func(*node) bool) *kind {
	var y typing
	if !t.attempt(func() { y = t.typeOf(c.args[1]) }) || y.kind.base != pair {
		return nil
	}
	switch p := c.args[0]; {
	case is(p.args[0]):
		return y.kind.left
	case is(p.args[1]):
		return y.kind.elem
	}
	return nil
}

// declare gives a symbol the type of a set that it is in; what the type does not imply remains as a condition.
func (t *translation) declare(s *symbol, set *node, elements bool) syntax.Expr {
	y := t.typeOf(set)
	s.kind, s.typ, s.natural = y.kind, y.typ, y.natural
	switch {
	case !y.ok():
		return nil
	case elements && !t.isTypeSet(set):
		if e, k := t.expr(set); k.base == aSet {
			s.over = e
			return nil
		}
	case elements && y.kind.base >= pair:
		return t.goOverAll(s, set)
	}
	return t.beyond(s.expr(), y, set)
}

// goOverAll lets a name that is a pair or a collection go over all values of its kind that are in a set.
func (t *translation) goOverAll(s *symbol, set *node) syntax.Expr {
	all := t.universe(s.kind)
	if all == nil {
		t.refuse(s.At, "a quantification over "+plural(s.kind)+" with so many values", "")
		return nil
	}
	s.over = display(all...)
	if set == nil {
		return nil
	}
	return t.member(s.expr(), s.kind, set)
}

// isTypeSet reports whether membership in a set is a condition on the parts of a value; other sets are values of the model.
func (t *translation) isTypeSet(set *node) bool {
	switch set.op {
	case opName:
		s := t.lookup(set.text)
		_, isNamed := namedSets[set.text]
		return s == nil && isNamed || s != nil && (s.use == isSet || s.alias != nil)
	case "..", opSet, "<->", "*":
		return true
	case "-", `\`, `/\`, `\/`:
		return t.isTypeSet(set.args[0]) || t.isTypeSet(set.args[1])
	}
	return arrows[set.op] || t.spaceName(set) != "" || t.isSequenceDomain(set)
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
		switch {
		case s.over != nil:
			out = append(out, syntax.Param{Name: syntax.Name{Text: s.name}, Over: s.over})
		case s.typ != nil:
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
	sc, cond := t.bind(n.bound, body.conjuncts(), true)
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
	if set == nil || t.lookup("card") != nil || set.op != opComprehension || len(set.bound) != 1 || bound.op != opNumber || !t.overTypes(set) {
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

// overTypes reports whether the name of a comprehension is in a set that is not a value.
func (t *translation) overTypes(comprehension *node) bool {
	for _, c := range comprehension.args[0].conjuncts() {
		if c.op == ":" && c.args[0].isName(comprehension.bound[0].Text) {
			return t.isTypeSet(c.args[1])
		}
	}
	return false
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
		sc, cond := t.bind(set.bound, set.args[0].conjuncts(), false)
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
