package classicalb

import (
	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/convert/scan"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// The arrows of function spaces.
var (
	arrows     = scan.Words("--> +-> -->> +->> >-> >->> >+> >+>>")
	total      = scan.Words("--> -->> >-> >->>")
	injective  = scan.Words(">-> >->> >+> >+>>")
	surjective = scan.Words("-->> +->> >->> >+>>")
)

// The functions of B that make sets of sets and of sequences.
var (
	powerSets    = scan.Words("POW POW1 FIN FIN1")
	sequenceSets = scan.Words("seq seq1 iseq iseq1 perm")
)

// spaceName is the name of a set of sets or of sequences, such as POW(A); empty if set is something else.
func (t *translation) spaceName(set *node) string {
	if set.op != opCall || len(set.args) != 2 || set.args[0].op != opName {
		return ""
	}
	name := set.args[0].text
	if t.lookup(name) == nil && (powerSets[name] || sequenceSets[name]) {
		return name
	}
	return ""
}

// spaceType is the typing of POW(A), seq(A) and the like.
func (t *translation) spaceType(name string, set *node) typing {
	elem := t.typeOf(set.args[1])
	if !elem.ok() {
		return refused
	}
	if sequenceSets[name] {
		return typing{typ: &syntax.SequenceType{Elem: elem.typ}, kind: sequenceOf(elem.kind), exact: elem.exact && name == "seq"}
	}
	return typing{typ: &syntax.SetType{Elem: elem.typ}, kind: setOf(elem.kind), exact: elem.exact && (name == "POW" || name == "FIN")}
}

// mappingType is the typing of A --> B and the like as maps.
func (t *translation) mappingType(set *node) typing {
	key, value := t.typeOf(set.args[0]), t.typeOf(set.args[1])
	if !key.ok() || !value.ok() {
		return refused
	}
	return typing{typ: &syntax.MapType{Key: key.typ, Value: value.typ}, kind: mappingOf(key.kind, value.kind),
		exact: set.op == "+->" && key.exact && value.exact}
}

// relationType is the typing of A <-> B.
func (t *translation) relationType(set *node) typing {
	y := t.productType(set)
	if !y.ok() {
		return refused
	}
	return typing{typ: &syntax.SetType{Elem: y.typ}, kind: setOf(y.kind), exact: y.exact}
}

// productType is the typing of A * B.
func (t *translation) productType(set *node) typing {
	left, right := t.typeOf(set.args[0]), t.typeOf(set.args[1])
	if !left.ok() || !right.ok() {
		return refused
	}
	k := pairOf(left.kind, right.kind)
	exact := left.exact && right.exact && !bounded(left) && !bounded(right)
	return typing{typ: t.typeFor(k), kind: k, exact: exact}
}

// bounded reports whether the type of a typing has other values than the type for its kind: the record of a pair has no bounds.
func bounded(y typing) bool {
	name, ok := y.typ.(*syntax.NamedType)
	return !ok || name.Name == "nat"
}

// valueType is the typing of a set that is a value, such as dom(f).
func (t *translation) valueType(set *node) typing {
	if t.isSequenceDomain(set) {
		return integer.inexact()
	}
	_, k := t.expr(set)
	switch {
	case k.isEmpty():
		t.refuse(set.at, "the empty set as a type", "")
		return refused
	case k.base == mapping:
		k = k.pairs()
	case k.base == open:
		return refused
	case k.base != aSet:
		t.list.Errorf(diag.CodeImportType, set.at, "%s is not a set", set)
		return refused
	}
	return typing{typ: t.typeFor(k.elem), kind: k.elem}
}

// isSequenceDomain reports whether set is dom(s) of a sequence, which is no value of the model.
func (t *translation) isSequenceDomain(set *node) bool {
	if set.op != opCall || len(set.args) != 2 || !set.args[0].isName("dom") || t.lookup("dom") != nil {
		return false
	}
	_, k := t.quietly(set.args[1])
	return k.base == sequence
}

// memberOfSpace is the condition that e is in POW(A), seq(A) or the like.
func (t *translation) memberOfSpace(name string, e syntax.Expr, k *kind, space *node) syntax.Expr {
	elements := space.args[1]
	wanted := aSet
	if sequenceSets[name] {
		wanted = sequence
	}
	if k.base != wanted && !k.isEmpty() {
		t.demand(k, &kind{base: wanted, elem: openKind}, space)
		return nil
	}
	if sequenceSets[name] {
		return t.isInSequence(name, e, k, elements)
	}
	if s := t.lookup(elements.text); elements.op == opName && s != nil && s.kind != nil && s.kind.base == aSet && s.alias == nil {
		return convert.And(convert.Binary("<=", e, t.want(elements, k)), t.notEmpty(name, e))
	}
	t.copied(e, 1, space.at)
	cond := t.every(e, func(x syntax.Expr) syntax.Expr { return t.member(x, k.elem, elements) })
	return convert.And(cond, t.notEmpty(name, e))
}

// notEmpty is the condition that the members of POW1(A) have an element; nil for other sets of sets.
func (t *translation) notEmpty(name string, e syntax.Expr) syntax.Expr {
	if name != "POW1" && name != "FIN1" {
		return nil
	}
	return convert.Binary("!=", e, display())
}

// memberOfArrow is the condition that a mapping is in a function space A --> B.
func (t *translation) memberOfArrow(e syntax.Expr, k *kind, space *node) syntax.Expr {
	t.copied(e, 5, space.at)
	from, to := space.args[0], space.args[1]
	cond := t.every(e, func(x syntax.Expr) syntax.Expr {
		return convert.And(t.member(x, k.left, from), t.member(index(e, x), k.elem, to))
	})
	if total[space.op] {
		cond = convert.And(cond, convert.Binary("<=", t.want(from, setOf(k.left)), call("keys", e)))
	}
	if injective[space.op] {
		cond = convert.And(cond, t.every(e, func(x syntax.Expr) syntax.Expr {
			return t.every(e, func(y syntax.Expr) syntax.Expr {
				return convert.Binary("=>", convert.Binary("==", index(e, x), index(e, y)), convert.Binary("==", x, y))
			})
		}))
	}
	if surjective[space.op] {
		results := t.image(e, func(x syntax.Expr) syntax.Expr { return index(e, x) }, nil)
		cond = convert.And(cond, convert.Binary("<=", t.want(to, setOf(k.elem)), results))
	}
	return cond
}

// memberOfProduct is the condition that a pair is in A * B.
func (t *translation) memberOfProduct(left, right syntax.Expr, k *kind, product *node) syntax.Expr {
	return convert.And(t.member(left, k.left, product.args[0]), t.member(right, k.elem, product.args[1]))
}

// memberOfRelations is the condition that a set of pairs is in A <-> B.
func (t *translation) memberOfRelations(e syntax.Expr, k *kind, space *node) syntax.Expr {
	g := graph{e, k}
	left, right := g.parts()
	t.copied(e, 2, space.at)
	return t.every(e, func(x syntax.Expr) syntax.Expr {
		return t.memberOfProduct(g.left(x), g.right(x), pairOf(left, right), space)
	})
}

// memberOfValue is the condition that e is in a set that is a value.
func (t *translation) memberOfValue(e syntax.Expr, k *kind, n *node) syntax.Expr {
	if t.isSequenceDomain(n) {
		t.demand(k, numberKind, n)
		s, _ := t.expr(n.args[1])
		return convert.And(convert.Binary("<=", convert.Integer(1), e), convert.Binary("<=", e, call("len", s)))
	}
	collection, got := t.value(n, setOf(k))
	switch {
	case got.base == mapping && k.base == pair:
		return pairIn(field(e, leftField), field(e, rightField), collection)
	case got.base == open:
		return nil
	case got.base != aSet:
		t.list.Errorf(diag.CodeImportType, n.at, "%s is not a set", n)
		return nil
	}
	t.demand(k, got.elem, n)
	return in(e, collection)
}

// pairIn is the condition that a mapping has a result for an argument.
func pairIn(key, value, m syntax.Expr) syntax.Expr {
	return convert.And(in(key, m), convert.Binary("==", index(m, key), value))
}

// pairMembership translates x |-> y : r; false if r is no mapping and no product, so that the pair is a value.
func (t *translation) pairMembership(n, r *node) (syntax.Expr, bool) {
	if arrows[r.op] || t.spaceName(r) != "" {
		return nil, false
	}
	if r.op == "*" {
		x, left := t.expr(n.args[0])
		y, right := t.expr(n.args[1])
		return t.memberOfProduct(x, y, pairOf(left, right), r), true
	}
	m, k := t.quietly(r)
	if k.base != mapping {
		return nil, false
	}
	t.copied(m, 1, n.at)
	return pairIn(t.want(n.args[0], k.left), t.want(n.args[1], k.elem), m), true
}

// inclusion translates A <: B, A /<: B and A <<: B.
func (t *translation) inclusion(n *node) syntax.Expr {
	space := powerSet(n.args[1])
	x, k := t.expr(n.args[0])
	if k.base == mapping {
		g := t.asRelation(graph{x, k})
		x, k = g.e, g.kind
	}
	if k.base == open {
		return convert.OrTrue(nil)
	}
	cond := convert.OrTrue(t.memberOfSpace("POW", x, k, space))
	switch n.op {
	case "/<:":
		return convert.Not(cond)
	case "<<:":
		return convert.And(cond, convert.Binary("!=", x, t.want(n.args[1], k)))
	}
	return cond
}
