package classicalb

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/syntax/print"
)

// Sets of B become sets of the language, sequences become sequences, relations sets of pairs, and functions maps. A pair is a
// record with the fields left and right.

// maxUniverse is the largest number of members of a set that are listed in the model.
const maxUniverse = 400

// The fields of the records for pairs.
const (
	leftField  = "left"
	rightField = "right"
)

func call(name string, args ...syntax.Expr) syntax.Expr {
	return &syntax.CallExpr{Func: syntax.Name{Text: name}, Args: args}
}

func field(x syntax.Expr, name string) syntax.Expr {
	return &syntax.FieldExpr{X: x, Field: syntax.Name{Text: name}}
}

func index(x, at syntax.Expr) syntax.Expr { return &syntax.IndexExpr{X: x, Index: at} }

func in(x, collection syntax.Expr) syntax.Expr { return convert.Binary("in", x, collection) }

func display(elems ...syntax.Expr) syntax.Expr { return &syntax.SetExpr{Elems: elems} }

// typeFor is the type of the values of a kind, without bounds of numbers.
func (t *translation) typeFor(k *kind) syntax.Type {
	switch k.base {
	case number:
		return named("int")
	case truth:
		return named("bool")
	case text:
		return named("string")
	case member:
		return named(t.symbols[k.set].name)
	case pair:
		return named(t.pairType(k))
	case aSet:
		return &syntax.SetType{Elem: t.typeFor(k.elem)}
	case mapping:
		return &syntax.MapType{Key: t.typeFor(k.left), Value: t.typeFor(k.elem)}
	case sequence:
		return &syntax.SequenceType{Elem: t.typeFor(k.elem)}
	case function:
		return &syntax.ArrayType{Elem: t.typeFor(k.elem), Length: convert.Count(k.domain.Low, k.domain.High)}
	}
	return named("bool")
}

// pairType is the name of the record type for pairs of a kind; it is declared when it is used first.
func (t *translation) pairType(k *kind) string {
	record := &syntax.RecordType{Fields: []syntax.Param{parameter(leftField, t.typeFor(k.left)), parameter(rightField, t.typeFor(k.elem))}}
	text := print.Type(record)
	if t.pairs[text] == "" {
		t.pairs[text] = t.names.Give("Pair")
		t.pairOrder = append(t.pairOrder, text)
	}
	return t.pairs[text]
}

// pairExpr is the record for a pair of a kind.
func (t *translation) pairExpr(k *kind, left, right syntax.Expr) syntax.Expr {
	return &syntax.RecordExpr{Type: syntax.Name{Text: t.pairType(k)}, Fields: []syntax.FieldValue{
		{Name: syntax.Name{Text: leftField}, Value: left}, {Name: syntax.Name{Text: rightField}, Value: right}}}
}

// fresh calls build with a new name of the model, which is free again afterwards.
func (t *translation) fresh(name string, build func(x syntax.Expr, name syntax.Name) syntax.Expr) syntax.Expr {
	given := t.taken.Give(name, t.names)
	defer t.taken.Free(given)
	return build(convert.Name(given), syntax.Name{Text: given})
}

// filter is {x in over : cond}.
func (t *translation) filter(over syntax.Expr, cond func(x syntax.Expr) syntax.Expr) syntax.Expr {
	return t.fresh("x", func(x syntax.Expr, name syntax.Name) syntax.Expr {
		c := cond(x)
		if c == nil {
			return over
		}
		return &syntax.ComprehensionExpr{Kind: syntax.SetComprehension, Variable: name, Over: over, Cond: c}
	})
}

// image is {element for x in over : cond}; cond may be nil, or give nil.
func (t *translation) image(over syntax.Expr, element, cond func(x syntax.Expr) syntax.Expr) syntax.Expr {
	return t.fresh("x", func(x syntax.Expr, name syntax.Name) syntax.Expr {
		out := &syntax.ComprehensionExpr{Kind: syntax.SetComprehension, Variable: name, Over: over, Element: element(x)}
		if cond != nil {
			out.Cond = cond(x)
		}
		return out
	})
}

// restricted is {x: value for x in over : cond}; cond may give nil.
func (t *translation) restricted(over syntax.Expr, value, cond func(x syntax.Expr) syntax.Expr) syntax.Expr {
	return t.fresh("x", func(x syntax.Expr, name syntax.Name) syntax.Expr {
		return &syntax.ComprehensionExpr{Kind: syntax.MapComprehension, Variable: name, Over: over, Key: x, Element: value(x), Cond: cond(x)}
	})
}

// every is forall x in over :: cond, or nil if cond is.
func (t *translation) every(over syntax.Expr, cond func(x syntax.Expr) syntax.Expr) syntax.Expr {
	return t.fresh("x", func(x syntax.Expr, name syntax.Name) syntax.Expr {
		c := cond(x)
		if c == nil {
			return nil
		}
		return &syntax.QuantifierExpr{Forall: true, Params: []syntax.Param{{Name: name, Over: over}}, Body: c}
	})
}

// universe lists all values of a kind; nil if there are too many.
func (t *translation) universe(k *kind) []syntax.Expr {
	switch k.base {
	case truth:
		return []syntax.Expr{convert.Bool(false), convert.Bool(true)}
	case member:
		return names(t.symbols[k.set].members)
	case pair:
		return t.products(k, t.universe(k.left), t.universe(k.elem))
	case aSet:
		return t.subsets(t.universe(k.elem))
	}
	return nil
}

// subsets are the sets of some elements; nil if there are too many, or no elements.
func (t *translation) subsets(elems []syntax.Expr) []syntax.Expr {
	if len(elems) == 0 || len(elems) > maxUniverse || 1<<min(len(elems), 20) > maxUniverse {
		return nil
	}
	var out []syntax.Expr
	for chosen := range 1 << len(elems) {
		var some []syntax.Expr
		for i, e := range elems {
			if chosen>>i&1 == 1 {
				some = append(some, e)
			}
		}
		out = append(out, display(some...))
	}
	return out
}

// isScalar reports whether a type is that of a quantified name: a number, text, truth value or member of a set.
func isScalar(typ syntax.Type) bool {
	switch typ.(type) {
	case *syntax.NamedType, *syntax.RangeType:
		return true
	}
	return false
}

// sample is some value of a kind; nil if there is none that is simple.
func (t *translation) sample(k *kind) syntax.Expr {
	switch k.base {
	case number:
		return convert.Integer(0)
	case text:
		return &syntax.StringExpr{}
	case pair:
		if left, right := t.sample(k.left), t.sample(k.elem); left != nil && right != nil {
			return t.pairExpr(k, left, right)
		}
	case truth, member:
		if all := t.universe(k); len(all) > 0 {
			return all[0]
		}
	}
	return nil
}

// typedValue is a value in a mapping: the empty set is written so that its type can be seen.
func (t *translation) typedValue(e syntax.Expr, got, k *kind) syntax.Expr {
	if !got.isEmpty() || k == nil || k.base != aSet {
		return e
	}
	if s := t.sample(k.elem); s != nil {
		return t.filter(display(s), func(syntax.Expr) syntax.Expr { return convert.Bool(false) })
	}
	return e
}

func names(list []string) []syntax.Expr {
	var out []syntax.Expr
	for _, name := range list {
		out = append(out, convert.Name(name))
	}
	return out
}

// products are the pairs of a kind of all elements of two lists; nil if there are too many.
func (t *translation) products(k *kind, left, right []syntax.Expr) []syntax.Expr {
	if len(left)*len(right) > maxUniverse {
		return nil
	}
	var out []syntax.Expr
	for _, x := range left {
		for _, y := range right {
			out = append(out, t.pairExpr(k, x, y))
		}
	}
	return out
}

// constant is the value of a number that is known; nil if it is not.
func (t *translation) constant(n *node) *big.Int {
	switch n.op {
	case opNumber:
		value, _ := new(big.Int).SetString(n.text, 10)
		return value
	case opName:
		if s := t.lookup(n.text); s != nil && s.use == isConstant && s.number != nil {
			return s.number
		}
		return nil
	case opNegative:
		if x := t.constant(n.args[0]); x != nil {
			return new(big.Int).Neg(x)
		}
		return nil
	case "+", "-", "*":
		x, y := t.constant(n.args[0]), t.constant(n.args[1])
		if x == nil || y == nil || x.BitLen()+y.BitLen() > 1000 {
			return nil
		}
		return map[string]func(x, y *big.Int) *big.Int{"+": new(big.Int).Add, "-": new(big.Int).Sub, "*": new(big.Int).Mul}[n.op](x, y)
	}
	return nil
}

// interval lists the numbers of a range with known bounds; it is refused if the bounds are not known, or there are too many.
func (t *translation) interval(n *node) (syntax.Expr, *kind) {
	low, high := t.constant(n.args[0]), t.constant(n.args[1])
	if low == nil || high == nil {
		t.refuse(n.at, "a range without constant bounds as a value ("+n.String()+")", "")
		return wrong()
	}
	if new(big.Int).Sub(high, low).Cmp(big.NewInt(maxUniverse)) >= 0 {
		t.list.Errorf(diag.CodeImportTooLarge, n.at, "a range as a value has more than %d numbers", maxUniverse)
		return wrong()
	}
	var elems []syntax.Expr
	for i := new(big.Int).Set(low); i.Cmp(high) <= 0; i.Add(i, big.NewInt(1)) {
		elems = append(elems, convert.Integer(i.Int64()))
	}
	return display(elems...), setOf(numberKind)
}

// listed translates {a, b}. Pairs are a mapping where one is expected, or where their left parts are certainly distinct.
func (t *translation) listed(n *node, hint *kind) (syntax.Expr, *kind) {
	switch {
	case t.tooLong(len(n.args), n.at):
		return wrong()
	case len(n.args) == 0:
		if hint != nil && hint.base == sequence {
			return &syntax.ArrayExpr{}, hint
		}
		return display(), setOf(openKind)
	case n.args[0].op == "|->" && (hint == nil || hint.base == mapping) && (hint != nil || t.distinctKeys(n)):
		return t.listedMapping(n, hint)
	}
	var elem *kind
	if hint != nil && hint.base == aSet {
		elem = hint.elem
	}
	first, k := t.value(n.args[0], elem)
	elems := []syntax.Expr{first}
	for _, a := range n.args[1:] {
		elems = append(elems, t.want(a, k))
	}
	return display(elems...), setOf(k)
}

// distinctKeys reports whether the left parts of pairs are different constants.
func (t *translation) distinctKeys(n *node) bool {
	seen := map[string]bool{}
	for _, a := range n.args {
		if a.op != "|->" {
			return false
		}
		key := ""
		if value := t.constant(a.args[0]); value != nil {
			key = value.String()
		} else if s := t.lookup(a.args[0].text); a.args[0].op == opName && s != nil && s.use == isMember {
			key = s.name
		}
		if key == "" || seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

// listedMapping translates {a |-> b, c |-> d} as a mapping. If a and c might be equal, the parts are joined one by one.
func (t *translation) listedMapping(n *node, hint *kind) (syntax.Expr, *kind) {
	k := hint
	var entries []syntax.Entry
	for _, a := range n.args {
		if a.op != "|->" {
			t.refuse(a.at, a.String()+" in a function", "write pairs x |-> y")
			return wrong()
		}
		var key, value syntax.Expr
		if k == nil {
			var left, right *kind
			key, left = t.expr(a.args[0])
			value, right = t.expr(a.args[1])
			k = mappingOf(left, right)
		} else {
			e, got := t.value(a.args[1], k.elem)
			key, value = t.want(a.args[0], k.left), t.typedValue(t.coerced(a.args[1], e, got, k.elem), got, k.elem)
		}
		entries = append(entries, syntax.Entry{Key: key, Value: value})
	}
	if len(entries) == 1 || t.distinctKeys(n) {
		return &syntax.MapExpr{Entries: entries}, k
	}
	var out syntax.Expr = &syntax.MapExpr{Entries: entries[:1]}
	for _, e := range entries[1:] {
		out = t.join(k, out, &syntax.MapExpr{Entries: []syntax.Entry{e}})
	}
	return out, k
}

// join is the union of two mappings. In B it is a relation that is no function if they differ for an argument, which the model
// cannot express: it is a model error there, and no state is entered.
func (t *translation) join(k *kind, x, y syntax.Expr) syntax.Expr {
	typ := print.Type(t.typeFor(k))
	if t.joins[typ] == "" {
		t.joins[typ] = t.names.Give("joined")
		t.joinOrder = append(t.joinOrder, typ)
	}
	return call("value", call(t.joins[typ], x, y))
}
