package uppaal

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/uppaal/source"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// place is the target of an assignment: a part of a variable of the model, or of a local of a function.
type place struct {
	kind   *kind
	local  *symbol
	parts  []int       // the way to the part of a local
	root   string      // the variable of the model
	e      syntax.Expr // the part of it
	unsafe []index     // indices that may be outside of their arrays
	symbol *symbol
	former value // the value before the assignment
}

// index is an index within the expression of a place.
type index struct {
	at    *syntax.IndexExpr
	value value
}

// under is the target of an assignment that has an effect only under a condition: elsewhere its indices exist.
func (p *place) under(cond value) syntax.Expr {
	if _, known := cond.decided(); !known {
		for _, i := range p.unsafe {
			i.at.Index = choose(cond, i.value, number(0)).e
		}
	}
	return p.e
}

// placeOf is the place of an expression on the left of an assignment.
func (x *execution) placeOf(s *scope, n *source.Node) place {
	switch n.Op {
	case source.OpName:
		return x.namedPlace(s, n)
	case source.OpIndex:
		return x.indexedPlace(s, n)
	case source.OpField:
		return x.fieldPlace(s, n)
	}
	x.t.list.Errorf(diag.CodeImportType, n.At, "this cannot be assigned")
	return place{kind: plainVoid}
}

func (x *execution) namedPlace(s *scope, n *source.Node) place {
	found := s.find(n.Text)
	v := x.name(s, n)
	switch {
	case found != nil && found.use == isLocal:
		return place{kind: found.kind, local: found, symbol: found, former: v}
	case found != nil && found.use == isVariable && v.e != nil:
		root, _ := rootOf(v.e)
		return place{kind: found.kind, root: root, e: v.e, symbol: found, former: v}
	case found != nil && found.use == isVariable && v.parts != nil: // clocks
		return place{kind: found.kind, symbol: found, former: v}
	}
	if found != nil {
		x.t.list.Errorf(diag.CodeImportType, n.At, "%s cannot be assigned", convert.Clip(n.Text))
	}
	return place{kind: plainVoid}
}

// rootOf is the variable that an expression is a part of.
func rootOf(e syntax.Expr) (string, bool) {
	switch e := e.(type) {
	case *syntax.NameExpr:
		return e.Name, true
	case *syntax.IndexExpr:
		return rootOf(e.X)
	case *syntax.FieldExpr:
		return rootOf(e.X)
	}
	return "", false
}

func (x *execution) indexedPlace(s *scope, n *source.Node) place {
	p := x.placeOf(s, n.Args[0])
	i := x.t.integer(x.evaluate(s, n.Args[1]), n.Args[1])
	if p.kind.base != array {
		if p.kind.base != void {
			x.t.list.Errorf(diag.CodeImportType, n.At, "this is %s, not an array", p.kind)
		}
		return place{kind: plainVoid}
	}
	k := p.kind
	out := p
	out.kind = k.elem
	c, known := i.constant()
	switch {
	case p.e != nil:
		at := &syntax.IndexExpr{X: p.e, Index: arithmetic("-", i, number(k.first)).e}
		if i.low < k.first || i.high >= k.first+k.count {
			out.unsafe = append(append([]index{}, p.unsafe...), index{at, arithmetic("-", i, number(k.first))})
		}
		out.e, out.former = at, x.t.read(at, k.elem)
	case !known || c < k.first || c >= k.first+k.count:
		x.t.refuse(n.At, "", "an assignment to an element that is not known, of an array of clocks or of a function")
		return place{kind: plainVoid}
	default:
		return x.partPlace(out, int(c-k.first))
	}
	return out
}

// partPlace is a part of a local, or one clock of an array of clocks.
func (x *execution) partPlace(p place, i int) place {
	p.former = p.former.parts[i]
	if p.local == nil {
		p.root, _ = rootOf(p.former.e)
		p.e = p.former.e
		return p
	}
	p.parts = append(append([]int{}, p.parts...), i)
	return p
}

func (x *execution) fieldPlace(s *scope, n *source.Node) place {
	p := x.placeOf(s, n.Args[0])
	for i, name := range p.kind.names {
		if name != n.Text {
			continue
		}
		out := p
		out.kind = p.kind.fields[i]
		if p.e == nil {
			return x.partPlace(out, i)
		}
		out.e = &syntax.FieldExpr{X: p.e, Field: syntax.Name{Text: fieldName(name)}}
		out.former = x.t.read(out.e, out.kind)
		return out
	}
	if p.kind.base != void {
		x.t.list.Errorf(diag.CodeImportName, n.At, "%s has no field %q", p.kind, convert.Clip(n.Text))
	}
	return place{kind: plainVoid}
}

// assignment carries out x = e, x += e, ++x and x++, and returns the value of the expression.
func (x *execution) assignment(s *scope, n *source.Node) value {
	if n.Op == source.OpAfter && x.nested {
		return x.postponed(s, n)
	}
	nested := x.nested
	x.nested = true
	p, v := x.assigned(s, n)
	x.nested = nested
	if p.kind.base == void {
		return number(0)
	}
	x.put(p, v, n.At)
	if v.known() {
		return v
	}
	return x.current(p)
}

// assigned is the place that is assigned, and the new value.
func (x *execution) assigned(s *scope, n *source.Node) (place, value) {
	if n.Op == source.OpBefore || n.Op == source.OpAfter {
		p := x.placeOf(s, n.Args[0])
		return p, arithmetic(n.Text[:1], x.t.integer(orZero(p.former), n.Args[0]), number(1))
	}
	before := len(x.touched)
	v := x.evaluate(s, n.Args[1])
	reads := indices(n.Args[0])
	if n.Text != "=" {
		reads = append(reads, n.Args[0])
	}
	for _, r := range reads {
		if slices.ContainsFunc(x.touched[before:], x.t.pure().quietly(s, r).mentions) {
			x.t.refuse(n.At, "assign in a statement of its own", "an assignment to a place that depends on what it changes")
		}
	}
	p := x.placeOf(s, n.Args[0])
	if op := n.Text[:len(n.Text)-1]; op != "" && p.kind.base != void {
		v = x.operatorOn(op, p, v, n)
	}
	return p, v
}

// indices are the expressions that choose the part of a variable.
func indices(n *source.Node) []*source.Node {
	switch n.Op {
	case source.OpIndex:
		return append(indices(n.Args[0]), n.Args[1])
	case source.OpField:
		return indices(n.Args[0])
	}
	return nil
}

func orZero(v value) value {
	if v.kind == nil {
		return number(0)
	}
	return v
}

// operatorOn is what x op= v assigns.
func (x *execution) operatorOn(op string, p place, v value, n *source.Node) value {
	args := []value{p.former, v}
	operation := &source.Node{Op: op, At: n.At, Args: n.Args}
	switch op {
	case "+", "-", "*", "/", "%":
		return x.t.calculation(operation, args[0], args[1])
	}
	return x.t.bits(operation, args)
}

// postponed is the old value of x in x++ within an expression; the assignment follows the statement.
func (x *execution) postponed(s *scope, n *source.Node) value {
	p := x.placeOf(s, n.Args[0])
	if p.kind.base == void {
		return number(0)
	}
	if x.deferred == nil {
		x.deferred = map[*symbol]bool{}
	}
	x.deferred[p.symbol] = true
	x.after = append(x.after, func() {
		x.put(p, arithmetic(n.Text[:1], x.t.integer(x.current(p), n.Args[0]), number(1)), n.At)
	})
	return p.former
}

// current is the current value of a place.
func (x *execution) current(p place) value {
	if p.local == nil {
		return p.former
	}
	v := p.local.value
	for _, i := range p.parts {
		v = v.parts[i]
	}
	return v
}

// put stores a value in a place.
func (x *execution) put(p place, v value, at diag.Span) {
	switch {
	case p.local != nil:
		p.local.value = replace(p.local.value, p.parts, x.settle(p.kind, v, at))
	case p.e == nil:
		x.t.refuse(at, "assign to one element", "an assignment to all clocks of an array")
	default:
		v = x.store(p.kind, v, at)
		if v.e == nil {
			v.e = x.t.initial(p.kind, &v)
		}
		x.emit(p, v, at)
	}
}

// replace is a value with another part.
func replace(v value, parts []int, part value) value {
	if len(parts) == 0 {
		return part
	}
	out := v
	out.parts = append([]value{}, v.parts...)
	out.parts[parts[0]] = replace(v.parts[parts[0]], parts[1:], part)
	return out
}
