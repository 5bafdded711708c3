package expression

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// Sets of B become sets of the language, sequences become sequences, relations sets of pairs, and functions maps. A pair is a
// record with the fields left and right.

// MaxUniverse is the largest number of members of a set that are listed in the model.
const MaxUniverse = 400

// The fields of the records for pairs.
const (
	leftField  = "left"
	rightField = "right"
)

// Call is name(args).
func Call(name string, args ...syntax.Expr) syntax.Expr {
	return &syntax.CallExpr{Func: syntax.Name{Text: name}, Args: args}
}

func field(x syntax.Expr, name string) syntax.Expr {
	return &syntax.FieldExpr{X: x, Field: syntax.Name{Text: name}}
}

func index(x, at syntax.Expr) syntax.Expr { return &syntax.IndexExpr{X: x, Index: at} }

func in(x, collection syntax.Expr) syntax.Expr { return convert.Binary("in", x, collection) }

func display(elems ...syntax.Expr) syntax.Expr { return &syntax.SetExpr{Elems: elems} }

// TypeFor is the type of the values of a kind, without bounds of numbers.
func (t *Translator) TypeFor(k *Kind) syntax.Type {
	switch k.Base {
	case Number:
		return named("int")
	case Truth:
		return named("bool")
	case Text:
		return named("string")
	case Member:
		return named(t.Symbols[k.Set].Name)
	case Pair:
		return named(t.pairType(k))
	case Set:
		return &syntax.SetType{Elem: t.TypeFor(k.Elem)}
	case Mapping:
		return &syntax.MapType{Key: t.TypeFor(k.Left), Value: t.TypeFor(k.Elem)}
	case Sequence:
		return &syntax.SequenceType{Elem: t.TypeFor(k.Elem)}
	case Function:
		return &syntax.ArrayType{Elem: t.TypeFor(k.Elem), Length: convert.Count(k.Domain.Low, k.Domain.High)}
	}
	return named("bool")
}

// pairType is the name of the record type for pairs of a kind; it is declared when it is used first.
func (t *Translator) pairType(k *Kind) string {
	record := &syntax.RecordType{Fields: []syntax.Param{Parameter(leftField, t.TypeFor(k.Left)), Parameter(rightField, t.TypeFor(k.Elem))}}
	text := print.Type(record)
	if t.Pairs[text] == "" {
		t.Pairs[text] = t.Names.Give("Pair")
		t.PairOrder = append(t.PairOrder, text)
	}
	return t.Pairs[text]
}

// pairExpr is the record for a pair of a kind.
func (t *Translator) pairExpr(k *Kind, left, right syntax.Expr) syntax.Expr {
	return &syntax.RecordExpr{Type: syntax.Name{Text: t.pairType(k)}, Fields: []syntax.FieldValue{
		{Name: syntax.Name{Text: leftField}, Value: left}, {Name: syntax.Name{Text: rightField}, Value: right}}}
}

// fresh calls build with a new name of the model, which is free again afterwards.
func (t *Translator) fresh(name string, build func(x syntax.Expr, name syntax.Name) syntax.Expr) syntax.Expr {
	given := t.Taken.Give(name, t.Names)
	defer t.Taken.Free(given)
	return build(convert.Name(given), syntax.Name{Text: given})
}

// filter is {x in over : cond}.
func (t *Translator) filter(over syntax.Expr, cond func(x syntax.Expr) syntax.Expr) syntax.Expr {
	return t.fresh("x", func(x syntax.Expr, name syntax.Name) syntax.Expr {
		c := cond(x)
		if c == nil {
			return over
		}
		return &syntax.ComprehensionExpr{Kind: syntax.SetComprehension, Variable: name, Over: over, Cond: c}
	})
}

// image is {element for x in over : cond}; cond may be nil, or give nil.
func (t *Translator) image(over syntax.Expr, element, cond func(x syntax.Expr) syntax.Expr) syntax.Expr {
	return t.fresh("x", func(x syntax.Expr, name syntax.Name) syntax.Expr {
		out := &syntax.ComprehensionExpr{Kind: syntax.SetComprehension, Variable: name, Over: over, Element: element(x)}
		if cond != nil {
			out.Cond = cond(x)
		}
		return out
	})
}

// restricted is {x: value for x in over : cond}; cond may give nil.
func (t *Translator) restricted(over syntax.Expr, value, cond func(x syntax.Expr) syntax.Expr) syntax.Expr {
	return t.fresh("x", func(x syntax.Expr, name syntax.Name) syntax.Expr {
		return &syntax.ComprehensionExpr{Kind: syntax.MapComprehension, Variable: name, Over: over, Key: x, Element: value(x), Cond: cond(x)}
	})
}

// every is forall x in over :: cond, or nil if cond is.
func (t *Translator) every(over syntax.Expr, cond func(x syntax.Expr) syntax.Expr) syntax.Expr {
	return t.fresh("x", func(x syntax.Expr, name syntax.Name) syntax.Expr {
		c := cond(x)
		if c == nil {
			return nil
		}
		return &syntax.QuantifierExpr{Forall: true, Params: []syntax.Param{{Name: name, Over: over}}, Body: c}
	})
}

// universe lists all values of a kind; nil if there are too many.
func (t *Translator) universe(k *Kind) []syntax.Expr {
	switch k.Base {
	case Truth:
		return []syntax.Expr{convert.Bool(false), convert.Bool(true)}
	case Member:
		return names(t.Symbols[k.Set].Members)
	case Pair:
		return t.products(k, t.universe(k.Left), t.universe(k.Elem))
	case Set:
		return t.subsets(t.universe(k.Elem))
	}
	return nil
}

// subsets are the sets of some elements; nil if there are too many, or no elements.
func (t *Translator) subsets(elems []syntax.Expr) []syntax.Expr {
	if len(elems) == 0 || len(elems) > MaxUniverse || 1<<min(len(elems), 20) > MaxUniverse {
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

// IsScalar reports whether a type is that of a quantified name: a number, text, truth value or member of a set.
func IsScalar(typ syntax.Type) bool {
	switch typ.(type) {
	case *syntax.NamedType, *syntax.RangeType:
		return true
	}
	return false
}

// sample is some value of a kind; nil if there is none that is simple.
func (t *Translator) sample(k *Kind) syntax.Expr {
	switch k.Base {
	case Number:
		return convert.Integer(0)
	case Text:
		return &syntax.StringExpr{}
	case Pair:
		if left, right := t.sample(k.Left), t.sample(k.Elem); left != nil && right != nil {
			return t.pairExpr(k, left, right)
		}
	case Truth, Member:
		if all := t.universe(k); len(all) > 0 {
			return all[0]
		}
	}
	return nil
}

// typedValue is a value in a mapping: the empty set is written so that its type can be seen.
func (t *Translator) typedValue(e syntax.Expr, got, k *Kind) syntax.Expr {
	if !got.isEmpty() || k == nil || k.Base != Set {
		return e
	}
	if s := t.sample(k.Elem); s != nil {
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
func (t *Translator) products(k *Kind, left, right []syntax.Expr) []syntax.Expr {
	if len(left)*len(right) > MaxUniverse {
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

// Constant is the value of a number that is known; nil if it is not.
func (t *Translator) Constant(n *source.Node) *big.Int {
	switch n.Op {
	case source.OpNumber:
		value, _ := new(big.Int).SetString(n.Text, 10)
		return value
	case source.OpName:
		if s := t.Lookup(n.Text); s != nil && s.Use == IsConstant && s.Number != nil {
			return s.Number
		}
		return nil
	case source.OpNegative:
		if x := t.Constant(n.Args[0]); x != nil {
			return new(big.Int).Neg(x)
		}
		return nil
	case "+", "-", "*":
		x, y := t.Constant(n.Args[0]), t.Constant(n.Args[1])
		if x == nil || y == nil || x.BitLen()+y.BitLen() > 1000 {
			return nil
		}
		return map[string]func(x, y *big.Int) *big.Int{"+": new(big.Int).Add, "-": new(big.Int).Sub, "*": new(big.Int).Mul}[n.Op](x, y)
	}
	return nil
}

// interval lists the numbers of a range with known bounds; it is refused if the bounds are not known, or there are too many.
func (t *Translator) interval(n *source.Node) (syntax.Expr, *Kind) {
	low, high := t.Constant(n.Args[0]), t.Constant(n.Args[1])
	if low == nil || high == nil {
		t.Refuse(n.At, "a range without constant bounds as a value ("+n.String()+")", "")
		return wrong()
	}
	if new(big.Int).Sub(high, low).Cmp(big.NewInt(MaxUniverse)) >= 0 {
		t.List.Errorf(diag.CodeImportTooLarge, n.At, "a range as a value has more than %d numbers", MaxUniverse)
		return wrong()
	}
	var elems []syntax.Expr
	for i := new(big.Int).Set(low); i.Cmp(high) <= 0; i.Add(i, big.NewInt(1)) {
		elems = append(elems, convert.Integer(i.Int64()))
	}
	if len(elems) == 0 {
		return t.typedValue(display(), setOf(OpenKind), setOf(NumberKind)), setOf(NumberKind)
	}
	return display(elems...), setOf(NumberKind)
}

// listed translates {a, b}. Pairs are a mapping where one is expected, or where their left parts are certainly distinct.
func (t *Translator) listed(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	switch {
	case t.TooLong(len(n.Args), n.At):
		return wrong()
	case len(n.Args) == 0:
		if hint != nil && hint.Base == Sequence {
			return &syntax.ArrayExpr{}, hint
		}
		return display(), setOf(OpenKind)
	case n.Args[0].Op == "|->" && (hint == nil || hint.Base == Mapping) && (hint != nil || t.distinctKeys(n)):
		return t.listedMapping(n, hint)
	}
	var elem *Kind
	if hint != nil && hint.Base == Set {
		elem = hint.Elem
	}
	first, k := t.value(n.Args[0], elem)
	elems := []syntax.Expr{first}
	for _, a := range n.Args[1:] {
		elems = append(elems, t.Want(a, k))
	}
	return display(elems...), setOf(k)
}

// distinctKeys reports whether the left parts of pairs are different constants.
func (t *Translator) distinctKeys(n *source.Node) bool {
	seen := map[string]bool{}
	for _, a := range n.Args {
		if a.Op != "|->" {
			return false
		}
		key := ""
		if value := t.Constant(a.Args[0]); value != nil {
			key = value.String()
		} else if s := t.Lookup(a.Args[0].Text); a.Args[0].Op == source.OpName && s != nil && s.Use == IsMember {
			key = s.Name
		}
		if key == "" || seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

// listedMapping translates {a |-> b, c |-> d} as a mapping. If a and c might be equal, the parts are joined one by one.
func (t *Translator) listedMapping(n *source.Node, hint *Kind) (syntax.Expr, *Kind) {
	k := hint
	var entries []syntax.Entry
	for _, a := range n.Args {
		if a.Op != "|->" {
			t.Refuse(a.At, a.String()+" in a function", "write pairs x |-> y")
			return wrong()
		}
		var key, value syntax.Expr
		if k == nil {
			var left, right *Kind
			key, left = t.Expr(a.Args[0])
			value, right = t.Expr(a.Args[1])
			k = mappingOf(left, right)
		} else {
			e, got := t.value(a.Args[1], k.Elem)
			key, value = t.Want(a.Args[0], k.Left), t.typedValue(t.coerced(a.Args[1], e, got, k.Elem), got, k.Elem)
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
func (t *Translator) join(k *Kind, x, y syntax.Expr) syntax.Expr {
	typ := print.Type(t.TypeFor(k))
	if t.Joins[typ] == "" {
		t.Joins[typ] = t.Names.Give("joined")
		t.JoinOrder = append(t.JoinOrder, typ)
	}
	return Call("value", Call(t.Joins[typ], x, y))
}
