package expression

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Types and constants, resolved when first needed.

// TypeOf resolves a written type; it returns nil after an error.
func (c *Checker) TypeOf(t syntax.Type, local *symbols.Scope) *sts.Type {
	switch t := t.(type) {
	case *syntax.NamedType:
		return c.namedType(t.Name, t.Span(), local)
	case *syntax.EnumType:
		return c.enumType("", t)
	case *syntax.RecordType:
		return c.recordType(t, local)
	case *syntax.RangeType:
		return c.rangeType(t, local)
	case *syntax.ArrayType:
		return c.arrayType(t, local)
	}
	return c.dataType(t, local)
}

const typesHint = "built-in types are bool, int, nat, real, string, int8 to int64, uint8 to uint64; others are declared with type"

func (c *Checker) namedType(name string, span diag.Span, local *symbols.Scope) *sts.Type {
	if s, ok := symbols.ScalarSorts[name]; ok {
		return sts.ScalarType(s)
	}
	o := c.Lookup(local, name, span)
	if o == nil {
		c.Uses.Visible(name, []symbols.Kind{symbols.KindType}, &symbols.Scope{Names: c.Objects})
		hint := diag.DidYouMean(name, slices.AppendSeq(c.Globals(symbols.KindType), maps.Keys(symbols.ScalarSorts)))
		c.List.ErrorHint(diag.CodeUnknownType, span, cmp.Or(collectionWords[name], hint, typesHint), "no type is called %q", name)
		return nil
	}
	if o.Kind != symbols.KindType {
		c.WrongKind(o, "type", span)
		return nil
	}
	c.ResolveType(o, span)
	return o.Type
}

// ResolveType resolves a declared type, which is used at from.
func (c *Checker) ResolveType(o *symbols.Object, from diag.Span) {
	switch o.Resolved {
	case symbols.Done:
		return
	case symbols.InProgress:
		c.List.Errorf(diag.CodeCyclic, from, "type %q contains itself", o.Name.Text)
		return
	}
	o.Resolved = symbols.InProgress
	defer c.Aloud()()
	d := o.Decl.(*syntax.TypeDecl)
	switch t := d.Type.(type) {
	case *syntax.EnumType:
		o.Type = c.enumType(d.Name.Text, t)
	case *syntax.UnionType:
		o.Type = c.unionType(d.Name.Text, t)
	default:
		if t := c.TypeOf(t, nil); t != nil {
			named := *t
			named.Name = d.Name.Text
			o.Type = &named
		}
	}
	o.Resolved = symbols.Done
}

// enumType makes an enumeration and enters its members as global names.
func (c *Checker) enumType(name string, e *syntax.EnumType) *sts.Type {
	sort := term.Enum(name)
	typ := sts.ScalarType(sort)
	typ.Name = name
	for _, m := range e.Members {
		sort.Members = append(sort.Members, m.Text)
	}
	if name == "" {
		sort.Name = "enum { " + strings.Join(sort.Members, ", ") + " }"
	}
	for i, m := range e.Members {
		if first, ok := c.Objects[m.Text]; ok && first.Name.Span() == m.Span() {
			return first.Type // a type written once but read twice, as in a machine with two instances
		}
		o := c.Enter(symbols.KindMember, m, nil)
		o.Type, o.Used = typ, true
		o.Value = operand.ScalarOf(typ, c.Store.Const(sort, term.IntValue(int64(i))))
	}
	return typ
}

func (c *Checker) recordType(t *syntax.RecordType, local *symbols.Scope) *sts.Type {
	fields, ok := c.fieldTypes(t.Fields, local)
	if !ok {
		return nil
	}
	return &sts.Type{Fields: fields}
}

// fieldTypes resolves the fields of a record, or of an alternative of a union.
func (c *Checker) fieldTypes(declared []syntax.Param, local *symbols.Scope) (fields []sts.Field, ok bool) {
	c.DistinctParams(declared)
	for _, f := range declared {
		typ := c.TypeOf(f.Type, local)
		if typ == nil {
			return nil, false
		}
		field := sts.Field{Name: f.Name.Text, Type: typ, Span: f.Name.Span()}
		fields = append(fields, field)
		c.Uses.Field(f.Name.Span(), field, false)
	}
	return fields, true
}

func (c *Checker) rangeType(t *syntax.RangeType, local *symbols.Scope) *sts.Type {
	low, ok1 := c.ConstantInt(t.Low, local, "a bound of a range")
	high, ok2 := c.ConstantInt(t.High, local, "a bound of a range")
	switch {
	case !ok1 || !ok2:
	case low > high:
		c.List.Errorf(diag.CodeBadRange, t.Span(), "the range %d..%d is empty", low, high)
	default:
		return sts.ScalarType(term.Range(low, high))
	}
	return nil
}

func (c *Checker) arrayType(t *syntax.ArrayType, local *symbols.Scope) *sts.Type {
	elem := c.TypeOf(t.Elem, local)
	if c.isCollectionWord(t.Elem) {
		return nil // the brackets contain a type, not a length
	}
	n, ok := c.ConstantInt(t.Length, local, "the length of an array")
	if elem == nil || !ok {
		return nil
	}
	if n < 1 || n > maxArray || int(n)*elem.Size() > MaxSlots {
		c.List.Errorf(diag.CodeBadLength, t.Length.Span(),
			"the length of an array must be between 1 and %d, with at most %d scalars in all", maxArray, MaxSlots)
		return nil
	}
	return &sts.Type{Elem: elem, Length: int(n)}
}

// ConstantInt evaluates a constant integer expression.
func (c *Checker) ConstantInt(e syntax.Expr, local *symbols.Scope, what string) (int64, bool) {
	l := c.ConstantContext(what).Within(local)
	o := c.Fit(l.Expr(e), operand.IntType, e.Span(), what)
	if !o.OK() {
		return 0, false
	}
	t := c.Fold(o.Scalar())
	if !t.IsConst() {
		if !c.AnyArguments { // otherwise it may depend on a parameter that has no value
			c.List.Errorf(diag.CodeNotConstant, e.Span(), "%s must be constant", what)
		}
		return 0, false
	}
	n, small := t.Value().Small()
	if !small {
		c.List.Errorf(diag.CodeConstRange, e.Span(), "%s must fit 64 bits", what)
	}
	return n, small
}

// ResolveConst evaluates a constant. A frozen constant (without value) gets its type; lowerAll gives it slots.
func (c *Checker) ResolveConst(o *symbols.Object) {
	switch o.Resolved {
	case symbols.Done:
		return
	case symbols.InProgress:
		c.List.Errorf(diag.CodeCyclic, o.Name.Span(), "constant %q is defined by itself", o.Name.Text)
		o.Type = nil
		return
	}
	o.Resolved = symbols.InProgress
	defer c.Aloud()()
	defer func() { o.Resolved = symbols.Done }()
	d := o.Decl.(*syntax.ConstDecl)
	if d.Type != nil {
		if o.Type = c.TypeOf(d.Type, nil); o.Type == nil {
			return
		}
	}
	if value := c.constValue(d); value != nil {
		o.Value = c.evaluateConst(d, value, o.Type)
		o.Type = o.Value.Type
	}
}

// evaluateConst is the value of a constant, of the declared type if there is one; the zero operand if that is an error.
func (c *Checker) evaluateConst(d *syntax.ConstDecl, value syntax.Expr, typ *sts.Type) operand.Operand {
	l := c.ConstantContext("the value of a constant")
	v := l.Expr(value)
	if typ != nil {
		v = l.FitRange(v, typ, value.Span(), "constant "+d.Name.Text)
	}
	if !v.OK() {
		return operand.Operand{}
	}
	for i, t := range v.Terms {
		if v.Terms[i] = c.Fold(t); !v.Terms[i].IsConst() {
			c.List.Errorf(diag.CodeNotConstant, value.Span(), "the value of %q is not constant", d.Name.Text)
			return operand.Operand{}
		}
	}
	return v
}

// constValue is the expression of a constant, or its replacement on the command line.
func (c *Checker) constValue(d *syntax.ConstDecl) syntax.Expr {
	text, ok := c.Overrides[d.Name.Text]
	if !ok {
		return d.Value
	}
	source := diag.NewFile("--const "+d.Name.Text, "const "+d.Name.Text+" = "+text)
	for _, parsed := range syntax.Parse(source, c.List).Decls {
		if k, ok := parsed.(*syntax.ConstDecl); ok && k.Value != nil {
			return k.Value
		}
	}
	return d.Value
}

// Types of collections, optional values and unions.

// dataType resolves a type of collections, optional values or unions; it returns nil after an error.
func (c *Checker) dataType(t syntax.Type, local *symbols.Scope) *sts.Type {
	switch t := t.(type) {
	case *syntax.SequenceType:
		return c.sequenceType(t, local)
	case *syntax.SetType:
		return c.over(sts.Set, t.Elem, local)
	case *syntax.MapType:
		key := c.TypeOf(t.Key, local)
		out := c.over(sts.Map, t.Value, local)
		if key == nil || out == nil {
			return nil
		}
		out.Key = key
		return out
	case *syntax.OptionalType:
		return c.over(sts.Optional, t.Elem, local)
	case *syntax.UnionType:
		c.List.ErrorHint(diag.CodeUnknownType, t.Span(), "give it a name: type T = ...", "a union must be declared with type")
	}
	return nil // a nil type: the parser reported it
}

// over makes a type from that of its elements.
func (c *Checker) over(form sts.Form, elem syntax.Type, local *symbols.Scope) *sts.Type {
	typ := c.TypeOf(elem, local)
	if typ == nil {
		return nil
	}
	if typ.Size() > MaxSlots {
		c.List.Errorf(diag.CodeTooLarge, elem.Span(), "a value of this type has more than %d scalars", MaxSlots)
		return nil
	}
	return &sts.Type{Form: form, Elem: typ, Length: -1}
}

func (c *Checker) sequenceType(t *syntax.SequenceType, local *symbols.Scope) *sts.Type {
	out := c.over(sts.Sequence, t.Elem, local)
	if t.Most == nil || out == nil {
		return out
	}
	n, ok := c.ConstantInt(t.Most, local, "the greatest length of a sequence")
	if !ok {
		return nil
	}
	if n < 0 || n > maxLength {
		c.List.Errorf(diag.CodeBadLength, t.Most.Span(), "the greatest length of a sequence must be between 0 and %d", maxLength)
		return nil
	}
	out.Length = int(n)
	return out
}

// maxLength bounds the greatest length that a sequence can be declared with.
const maxLength = 1 << 20

// unionType makes a union and enters its alternatives as global names.
func (c *Checker) unionType(name string, t *syntax.UnionType) *sts.Type {
	out := &sts.Type{Name: name, Form: sts.Union}
	for _, a := range t.Alternatives {
		fields, ok := c.fieldTypes(a.Fields, nil)
		if !ok {
			return nil
		}
		out.Alternatives = append(out.Alternatives, sts.Alternative{Name: a.Name.Text, Fields: fields})
	}
	if out.Size() > MaxSlots {
		c.List.Errorf(diag.CodeTooLarge, t.Span(), "a value of this type has more than %d scalars", MaxSlots)
		return nil
	}
	for _, a := range t.Alternatives {
		o := c.Enter(symbols.KindAlternative, a.Name, nil)
		o.Type, o.Used = out, true
	}
	return out
}
