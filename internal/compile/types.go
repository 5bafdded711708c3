package compile

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Types and constants, resolved when first needed.

// typeOf resolves a written type; it returns nil after an error.
func (c *checker) typeOf(t syntax.Type, local *scope) *sts.Type {
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

func (c *checker) namedType(name string, span diag.Span, local *scope) *sts.Type {
	if s, ok := scalarSorts[name]; ok {
		return sts.ScalarType(s)
	}
	o := c.lookup(local, name, span)
	if o == nil {
		c.uses.visible(name, []kind{kindType}, &scope{names: c.objects})
		hint := diag.DidYouMean(name, slices.AppendSeq(c.globals(kindType), maps.Keys(scalarSorts)))
		c.list.ErrorHint(diag.CodeUnknownType, span, cmp.Or(collectionWords[name], hint, typesHint), "no type is called %q", name)
		return nil
	}
	if o.kind != kindType {
		c.wrongKind(o, "type", span)
		return nil
	}
	c.resolveType(o, span)
	return o.typ
}

func (c *checker) resolveType(o *object, from diag.Span) {
	switch o.resolved {
	case done:
		return
	case inProgress:
		c.list.Errorf(diag.CodeCyclic, from, "type %q contains itself", o.name.Text)
		return
	}
	o.resolved = inProgress
	defer c.aloud()()
	d := o.decl.(*syntax.TypeDecl)
	switch t := d.Type.(type) {
	case *syntax.EnumType:
		o.typ = c.enumType(d.Name.Text, t)
	case *syntax.UnionType:
		o.typ = c.unionType(d.Name.Text, t)
	default:
		if t := c.typeOf(t, nil); t != nil {
			named := *t
			named.Name = d.Name.Text
			o.typ = &named
		}
	}
	o.resolved = done
}

// enumType makes an enumeration and enters its members as global names.
func (c *checker) enumType(name string, e *syntax.EnumType) *sts.Type {
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
		if first, ok := c.objects[m.Text]; ok && first.name.Span() == m.Span() {
			return first.typ // a type written once but read twice, as in a machine with two instances
		}
		o := c.enter(kindMember, m, nil)
		o.typ, o.used = typ, true
		o.value = scalarOf(typ, c.store.Const(sort, term.IntValue(int64(i))))
	}
	return typ
}

func (c *checker) recordType(t *syntax.RecordType, local *scope) *sts.Type {
	fields, ok := c.fieldTypes(t.Fields, local)
	if !ok {
		return nil
	}
	return &sts.Type{Fields: fields}
}

// fieldTypes resolves the fields of a record, or of an alternative of a union.
func (c *checker) fieldTypes(declared []syntax.Param, local *scope) (fields []sts.Field, ok bool) {
	c.distinctParams(declared)
	for _, f := range declared {
		typ := c.typeOf(f.Type, local)
		if typ == nil {
			return nil, false
		}
		field := sts.Field{Name: f.Name.Text, Type: typ, Span: f.Name.Span()}
		fields = append(fields, field)
		c.uses.field(f.Name.Span(), field, false)
	}
	return fields, true
}

func (c *checker) rangeType(t *syntax.RangeType, local *scope) *sts.Type {
	low, ok1 := c.constantInt(t.Low, local, "a bound of a range")
	high, ok2 := c.constantInt(t.High, local, "a bound of a range")
	switch {
	case !ok1 || !ok2:
	case low > high:
		c.list.Errorf(diag.CodeBadRange, t.Span(), "the range %d..%d is empty", low, high)
	default:
		return sts.ScalarType(term.Range(low, high))
	}
	return nil
}

func (c *checker) arrayType(t *syntax.ArrayType, local *scope) *sts.Type {
	elem := c.typeOf(t.Elem, local)
	if c.isCollectionWord(t.Elem) {
		return nil // what is in the brackets is a type, not a length
	}
	n, ok := c.constantInt(t.Length, local, "the length of an array")
	if elem == nil || !ok {
		return nil
	}
	if n < 1 || n > maxArray || int(n)*elem.Size() > maxSlots {
		c.list.Errorf(diag.CodeBadLength, t.Length.Span(),
			"the length of an array must be between 1 and %d, with at most %d scalars in all", maxArray, maxSlots)
		return nil
	}
	return &sts.Type{Elem: elem, Length: int(n)}
}

// constantInt evaluates a constant integer expression.
func (c *checker) constantInt(e syntax.Expr, local *scope, what string) (int64, bool) {
	l := c.constantContext(what).within(local)
	o := c.fit(l.expr(e), intType, e.Span(), what)
	if !o.ok() {
		return 0, false
	}
	t := c.fold(o.scalar())
	if !t.IsConst() {
		if !c.anyArguments { // otherwise it may depend on a parameter that has no value
			c.list.Errorf(diag.CodeNotConstant, e.Span(), "%s must be constant", what)
		}
		return 0, false
	}
	n, small := t.Value().Small()
	if !small {
		c.list.Errorf(diag.CodeConstRange, e.Span(), "%s must fit 64 bits", what)
	}
	return n, small
}

// fold is the constant that a term without variables stands for. A simplifying store folds by itself, a raw one does not.
func (c *checker) fold(t *term.Term) *term.Term {
	if t.IsConst() || len(t.Vars()) > 0 {
		return t
	}
	if v, err := c.store.Evaluate(t, nil); err == nil {
		return c.store.Const(t.Sort(), v)
	}
	return t
}

// resolveConst evaluates a constant. A frozen constant (without value) gets its type; lowerAll gives it slots.
func (c *checker) resolveConst(o *object) {
	switch o.resolved {
	case done:
		return
	case inProgress:
		c.list.Errorf(diag.CodeCyclic, o.name.Span(), "constant %q is defined by itself", o.name.Text)
		o.typ = nil
		return
	}
	o.resolved = inProgress
	defer c.aloud()()
	defer func() { o.resolved = done }()
	d := o.decl.(*syntax.ConstDecl)
	if d.Type != nil {
		if o.typ = c.typeOf(d.Type, nil); o.typ == nil {
			return
		}
	}
	if value := c.constValue(d); value != nil {
		o.value = c.evaluateConst(d, value, o.typ)
		o.typ = o.value.typ
	}
}

// evaluateConst is the value of a constant, of the declared type if there is one; the zero operand if that is an error.
func (c *checker) evaluateConst(d *syntax.ConstDecl, value syntax.Expr, typ *sts.Type) operand {
	l := c.constantContext("the value of a constant")
	v := l.expr(value)
	if typ != nil {
		v = l.fitRange(v, typ, value.Span(), "constant "+d.Name.Text)
	}
	if !v.ok() {
		return operand{}
	}
	for i, t := range v.terms {
		if v.terms[i] = c.fold(t); !v.terms[i].IsConst() {
			c.list.Errorf(diag.CodeNotConstant, value.Span(), "the value of %q is not constant", d.Name.Text)
			return operand{}
		}
	}
	return v
}

// constValue is the expression of a constant, or what the command line puts in its place.
func (c *checker) constValue(d *syntax.ConstDecl) syntax.Expr {
	text, ok := c.overrides[d.Name.Text]
	if !ok {
		return d.Value
	}
	source := diag.NewFile("--const "+d.Name.Text, "const "+d.Name.Text+" = "+text)
	for _, k := range each[*syntax.ConstDecl](syntax.Parse(source, c.list).Decls) {
		if k.Value != nil {
			return k.Value
		}
	}
	return d.Value
}

// checkOverrides reports --const names that the model does not have.
func (c *checker) checkOverrides(main *syntax.File) {
	for _, n := range slices.Sorted(maps.Keys(c.overrides)) {
		if o := c.objects[n]; o == nil || o.kind != kindConst {
			c.list.ErrorHint(diag.CodeUndefinedName, headOf(main), diag.DidYouMean(n, c.globals(kindConst)), "--const %s: the model has no such constant", n)
		}
	}
}

// headOf is where an error about a whole file is shown: the name of the system, or the beginning.
func headOf(f *syntax.File) diag.Span { return cmp.Or(f.System.Span(), diag.Span{File: f.Source}) }

// resolveAll resolves what does not depend on variables, in order of declaration: types and constants, then what uses them.
func (c *checker) resolveAll() {
	for _, o := range slices.Clone(c.order) { // members of enumerations are appended
		switch o.kind {
		case kindType:
			c.resolveType(o, o.name.Span())
		case kindConst:
			c.resolveConst(o)
		}
	}
	for _, o := range slices.Clone(c.order) {
		switch o.kind {
		case kindChannel:
			c.resolveChannel(o)
		case kindExtern:
			c.resolveExtern(o)
		}
	}
}
