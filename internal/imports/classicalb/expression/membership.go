package expression

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
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
func (t *Translator) spaceName(set *source.Node) string {
	if set.Op != source.OpCall || len(set.Args) != 2 || set.Args[0].Op != source.OpName {
		return ""
	}
	name := set.Args[0].Text
	if t.Lookup(name) == nil && (powerSets[name] || sequenceSets[name]) {
		return name
	}
	return ""
}

// spaceType is the typing of POW(A), seq(A) and the like.
func (t *Translator) spaceType(name string, set *source.Node) Typing {
	elem := t.TypeOf(set.Args[1])
	if !elem.Known() {
		return refused
	}
	if sequenceSets[name] {
		return Typing{Type: &syntax.SequenceType{Elem: elem.Type}, Kind: sequenceOf(elem.Kind), Exact: elem.Exact && name == "seq"}
	}
	return Typing{Type: &syntax.SetType{Elem: elem.Type}, Kind: setOf(elem.Kind), Exact: elem.Exact && (name == "POW" || name == "FIN")}
}

// mappingType is the typing of A --> B and the like as maps.
func (t *Translator) mappingType(set *source.Node) Typing {
	key, value := t.TypeOf(set.Args[0]), t.TypeOf(set.Args[1])
	if !key.Known() || !value.Known() {
		return refused
	}
	return Typing{Type: &syntax.MapType{Key: key.Type, Value: value.Type}, Kind: mappingOf(key.Kind, value.Kind),
		Exact: set.Op == "+->" && key.Exact && value.Exact}
}

// relationType is the typing of A <-> B.
func (t *Translator) relationType(set *source.Node) Typing {
	y := t.productType(set)
	if !y.Known() {
		return refused
	}
	return Typing{Type: &syntax.SetType{Elem: y.Type}, Kind: setOf(y.Kind), Exact: y.Exact}
}

// productType is the typing of A * B.
func (t *Translator) productType(set *source.Node) Typing {
	left, right := t.TypeOf(set.Args[0]), t.TypeOf(set.Args[1])
	if !left.Known() || !right.Known() {
		return refused
	}
	k := pairOf(left.Kind, right.Kind)
	exact := left.Exact && right.Exact && !bounded(left) && !bounded(right)
	return Typing{Type: t.TypeFor(k), Kind: k, Exact: exact}
}

// bounded reports whether the type of a typing has other values than the type for its kind: the record of a pair has no bounds.
func bounded(y Typing) bool {
	name, ok := y.Type.(*syntax.NamedType)
	return !ok || name.Name == "nat"
}

// valueType is the typing of a set that is a value, such as dom(f).
func (t *Translator) valueType(set *source.Node) Typing {
	if t.isSequenceDomain(set) {
		return integer.inexact()
	}
	_, k := t.Expr(set)
	switch {
	case k.isEmpty():
		t.Refuse(set.At, "the empty set as a type", "")
		return refused
	case k.Base == Mapping:
		k = k.pairs()
	case k.Base == Open:
		return refused
	case k.Base != Set:
		t.List.Errorf(diag.CodeImportType, set.At, "%s is not a set", set)
		return refused
	}
	return Typing{Type: t.TypeFor(k.Elem), Kind: k.Elem}
}

// isSequenceDomain reports whether set is dom(s) of a sequence, which is not a value of the model.
func (t *Translator) isSequenceDomain(set *source.Node) bool {
	if set.Op != source.OpCall || len(set.Args) != 2 || !set.Args[0].IsName("dom") || t.Lookup("dom") != nil {
		return false
	}
	_, k := t.quietly(set.Args[1])
	return k.Base == Sequence
}

// memberOfSpace is the condition that e is in POW(A), seq(A) or the like.
func (t *Translator) memberOfSpace(name string, e syntax.Expr, k *Kind, space *source.Node) syntax.Expr {
	elements := space.Args[1]
	wanted := Set
	if sequenceSets[name] {
		wanted = Sequence
	}
	if k.Base != wanted && !k.isEmpty() {
		t.Demand(k, &Kind{Base: wanted, Elem: OpenKind}, space)
		return nil
	}
	if sequenceSets[name] {
		return t.isInSequence(name, e, k, elements)
	}
	if s := t.Lookup(elements.Text); elements.Op == source.OpName && s != nil && s.Kind != nil && s.Kind.Base == Set && s.Alias == nil {
		return convert.And(convert.Binary("<=", e, t.Want(elements, k)), t.notEmpty(name, e))
	}
	t.Copied(e, 1, space.At)
	cond := t.every(e, func(x syntax.Expr) syntax.Expr { return t.Member(x, k.Elem, elements) })
	return convert.And(cond, t.notEmpty(name, e))
}

// notEmpty is the condition that the members of POW1(A) have an element; nil for other sets of sets.
func (t *Translator) notEmpty(name string, e syntax.Expr) syntax.Expr {
	if name != "POW1" && name != "FIN1" {
		return nil
	}
	return convert.Binary("!=", e, display())
}

// memberOfArrow is the condition that a mapping is in a function space A --> B.
func (t *Translator) memberOfArrow(e syntax.Expr, k *Kind, space *source.Node) syntax.Expr {
	t.Copied(e, 5, space.At)
	from, to := space.Args[0], space.Args[1]
	cond := t.every(e, func(x syntax.Expr) syntax.Expr {
		return convert.And(t.Member(x, k.Left, from), t.Member(index(e, x), k.Elem, to))
	})
	if total[space.Op] {
		cond = convert.And(cond, convert.Binary("<=", t.Want(from, setOf(k.Left)), Call("keys", e)))
	}
	if injective[space.Op] {
		cond = convert.And(cond, t.every(e, func(x syntax.Expr) syntax.Expr {
			return t.every(e, func(y syntax.Expr) syntax.Expr {
				return convert.Binary("=>", convert.Binary("==", index(e, x), index(e, y)), convert.Binary("==", x, y))
			})
		}))
	}
	if surjective[space.Op] {
		results := t.image(e, func(x syntax.Expr) syntax.Expr { return index(e, x) }, nil)
		cond = convert.And(cond, convert.Binary("<=", t.Want(to, setOf(k.Elem)), results))
	}
	return cond
}

// memberOfProduct is the condition that a pair is in A * B.
func (t *Translator) memberOfProduct(left, right syntax.Expr, k *Kind, product *source.Node) syntax.Expr {
	return convert.And(t.Member(left, k.Left, product.Args[0]), t.Member(right, k.Elem, product.Args[1]))
}

// memberOfRelations is the condition that a set of pairs is in A <-> B.
func (t *Translator) memberOfRelations(e syntax.Expr, k *Kind, space *source.Node) syntax.Expr {
	g := graph{e, k}
	left, right := g.parts()
	t.Copied(e, 2, space.At)
	return t.every(e, func(x syntax.Expr) syntax.Expr {
		return t.memberOfProduct(g.left(x), g.right(x), pairOf(left, right), space)
	})
}

// memberOfValue is the condition that e is in a set that is a value.
func (t *Translator) memberOfValue(e syntax.Expr, k *Kind, n *source.Node) syntax.Expr {
	if t.isSequenceDomain(n) {
		t.Demand(k, NumberKind, n)
		s, _ := t.Expr(n.Args[1])
		return convert.And(convert.Binary("<=", convert.Integer(1), e), convert.Binary("<=", e, Call("len", s)))
	}
	collection, got := t.value(n, setOf(k))
	switch {
	case got.Base == Mapping && k.Base == Pair:
		return pairIn(field(e, leftField), field(e, rightField), collection)
	case got.Base == Open:
		return nil
	case got.Base != Set:
		t.List.Errorf(diag.CodeImportType, n.At, "%s is not a set", n)
		return nil
	}
	t.Demand(k, got.Elem, n)
	return in(e, collection)
}

// pairIn is the condition that a mapping has a result for an argument.
func pairIn(key, value, m syntax.Expr) syntax.Expr {
	return convert.And(in(key, m), convert.Binary("==", index(m, key), value))
}

// pairMembership translates x |-> y : r; false if r is no mapping and no product, so that the pair is a value.
func (t *Translator) pairMembership(n, r *source.Node) (syntax.Expr, bool) {
	if arrows[r.Op] || t.spaceName(r) != "" {
		return nil, false
	}
	if r.Op == "*" {
		x, left := t.Expr(n.Args[0])
		y, right := t.Expr(n.Args[1])
		return t.memberOfProduct(x, y, pairOf(left, right), r), true
	}
	m, k := t.quietly(r)
	if k.Base != Mapping {
		return nil, false
	}
	t.Copied(m, 1, n.At)
	return pairIn(t.Want(n.Args[0], k.Left), t.Want(n.Args[1], k.Elem), m), true
}

// inclusion translates A <: B, A /<: B and A <<: B.
func (t *Translator) inclusion(n *source.Node) syntax.Expr {
	space := powerSet(n.Args[1])
	x, k := t.Expr(n.Args[0])
	if k.Base == Mapping {
		g := t.asRelation(graph{x, k})
		x, k = g.e, g.kind
	}
	if k.Base == Open {
		return convert.OrTrue(nil)
	}
	cond := convert.OrTrue(t.memberOfSpace("POW", x, k, space))
	switch n.Op {
	case "/<:":
		return convert.Not(cond)
	case "<<:":
		return convert.And(cond, convert.Binary("!=", x, t.Want(n.Args[1], k)))
	}
	return cond
}
