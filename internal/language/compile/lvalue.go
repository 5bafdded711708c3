package compile

import (
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/expression"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// An lvalue is a variable with a path of indices and fields into it. Assigning to a[i].f rewrites all scalars of a that
// may be meant: with a symbolic index each becomes an if-then-else.

// lowering is the context in which the expressions and assignments of a transition are lowered.
type lowering struct {
	*expression.Lowering
	changed []int // slots that were assigned
}

// lvalue is a resolved target of an assignment.
type lvalue struct {
	object *symbols.Object
	path   []access // outermost first
	typ    *sts.Type
	span   diag.Span
}

// access is one step of a path: an index into an array or a sequence, the key of a map, or the field of a record or of an alternative.
type access struct {
	index       *term.Term // or the key; nil for a field
	field       int
	alternative int // of a union
}

// resolveTarget resolves an assignable expression; it returns nil after an error.
func (l *lowering) resolveTarget(e syntax.Expr) *lvalue {
	switch e := e.(type) {
	case *syntax.NameExpr:
		return l.targetName(e)
	case *syntax.IndexExpr:
		return l.targetIndex(e)
	case *syntax.FieldExpr:
		return l.targetField(e)
	}
	l.List.Errorf(diag.CodeNotAssignable, e.Span(), "this cannot be assigned to")
	return nil
}

func (l *lowering) targetName(e *syntax.NameExpr) *lvalue {
	o := l.Lookup(l.Local, e.Name, e.Span())
	switch {
	case o == nil:
		l.Undefined("variable", e.Name, e.Span(), l.Local, symbols.KindVar)
	case o.Kind == symbols.KindConst:
		l.List.Errorf(diag.CodeFrozenAssigned, e.Span(), "constant \"%s\" cannot be assigned", e.Name).
			WithHint("declare it with var").WithRelated(o.Name.Span(), "declared here")
	case o.Kind == symbols.KindLocal:
		l.List.ErrorHint(diag.CodeNotAssignable, e.Span(), "declare a variable and assign that", "parameter %q cannot be assigned", e.Name)
	case o.Kind != symbols.KindVar:
		l.WrongKind(o, "variable", e.Span())
	case o.Type != nil:
		return &lvalue{object: o, typ: o.Type, span: e.Span()}
	}
	return nil
}

func (l *lowering) targetIndex(e *syntax.IndexExpr) *lvalue {
	lv := l.resolveTarget(e.X)
	if lv == nil {
		l.Expr(e.Index)
		return nil
	}
	if lv.typ.Form != sts.Plain {
		return l.targetElement(lv, e)
	}
	if lv.typ.Scalar != nil && lv.typ.Scalar.Kind == term.KindString {
		l.List.ErrorHint(diag.CodeNotAssignable, e.Span(), "assign the whole string: s := s[:i] + c + s[i + 1:]", "a character of a string cannot be assigned")
		return nil
	}
	if i := l.IndexInto(e, lv.typ); i != nil {
		return lv.step(access{index: i}, lv.typ.Elem, e.Span())
	}
	return nil
}

// targetElement resolves s[i] or m[k]. The expression before it is read, so it must have a value: a key of a map in a map must be present.
func (l *lowering) targetElement(lv *lvalue, e *syntax.IndexExpr) *lvalue {
	l.demandPresent(lv)
	var i *term.Term
	switch lv.typ.Form {
	case sts.Sequence:
		i = l.SequenceIndex(e.Index, l.current(lv).Scalar())
	case sts.Map:
		if k := l.FitRange(l.Expr(e.Index), lv.typ.Key, e.Index.Span(), "a key"); k.OK() {
			i = l.Pack(k.Terms)
		}
	default:
		l.List.Errorf(diag.CodeNotAssignable, e.Span(), "an element of %s cannot be assigned", lv.typ)
	}
	if i == nil {
		return nil
	}
	return lv.step(access{index: i}, lv.typ.Elem, e.Span())
}

// current is the value of a target before the assignment.
func (l *lowering) current(lv *lvalue) operand.Operand {
	first, size := lv.object.First, lv.object.Type.Size()
	o := operand.Operand{Type: lv.object.Type, Terms: l.Env[first : first+size]}
	for _, a := range lv.path {
		o = l.accessed(o, a)
	}
	return o
}

// accessed returns the part of a value at one step of a path.
func (l *lowering) accessed(o operand.Operand, a access) operand.Operand {
	switch {
	case o.Type.Form == sts.Sequence:
		return l.Unpack(o.Type.Elem, l.Store.At(o.Scalar(), a.index))
	case o.Type.Form == sts.Map:
		return l.Unpack(o.Type.Elem, l.Store.Get(o.Scalar(), a.index))
	case o.Type.Form == sts.Union:
		fields := o.Type.Alternatives[a.alternative].Fields
		offset := o.Type.AlternativeOffset(a.alternative) + expression.FieldOffset(fields, a.field)
		return operand.Operand{Type: fields[a.field].Type, Terms: o.Terms[offset : offset+fields[a.field].Type.Size()]}
	case a.index == nil:
		offset, typ := expression.FieldOffset(o.Type.Fields, a.field), o.Type.Fields[a.field].Type
		return operand.Operand{Type: typ, Terms: o.Terms[offset : offset+typ.Size()]}
	}
	return l.ArrayElement(o, a.index)
}

// demandPresent adds the obligation that the key at the end of a path is present, since an assignment changes a part of its value.
func (l *lowering) demandPresent(lv *lvalue) {
	if len(lv.path) == 0 {
		return
	}
	owner := l.current(&lvalue{object: lv.object, path: lv.path[:len(lv.path)-1]})
	if owner.Type.Form == sts.Map {
		l.DemandKey(owner.Scalar(), lv.path[len(lv.path)-1].index, lv.span)
	}
}

func (l *lowering) targetField(e *syntax.FieldExpr) *lvalue {
	lv := l.resolveTarget(e.X)
	if lv == nil {
		return nil
	}
	l.demandPresent(lv)
	if lv.typ.Form == sts.Union {
		i, k := l.AlternativeWith(lv.typ, e.Field)
		if i < 0 {
			return nil
		}
		l.DemandAlternative(l.current(lv), i, e.Span())
		return lv.step(access{field: k, alternative: i}, lv.typ.Alternatives[i].Fields[k].Type, e.Span())
	}
	if i := l.FieldOf(e, lv.typ); i >= 0 {
		return lv.step(access{field: i}, lv.typ.Fields[i].Type, e.Span())
	}
	return nil
}

// step goes one step further into the variable.
func (lv *lvalue) step(a access, typ *sts.Type, span diag.Span) *lvalue {
	return &lvalue{lv.object, append(lv.path, a), typ, span}
}

// assign writes value through an lvalue into the environment.
func (l *lowering) assign(lv *lvalue, value operand.Operand) {
	first, size := lv.object.First, lv.object.Type.Size()
	updated := l.rewrite(l.Env[first:first+size], lv.object.Type, lv.path, value.Terms)
	copy(l.Env[first:first+size], updated)
	for i := range size {
		l.changed = append(l.changed, first+i)
	}
}

// rewrite returns the scalars of a variable after value was put at path.
func (l *lowering) rewrite(old []*term.Term, t *sts.Type, path []access, value []*term.Term) []*term.Term {
	if len(path) == 0 {
		return value
	}
	switch field := path[0].field; {
	case t.IsCollection():
		return l.rewriteElement(operand.Operand{Type: t, Terms: old}, path, value)
	case t.Form == sts.Union:
		fields := t.Alternatives[path[0].alternative].Fields
		return l.rewritePart(old, t.AlternativeOffset(path[0].alternative)+expression.FieldOffset(fields, field), fields[field].Type, path[1:], value)
	case path[0].index == nil:
		return l.rewritePart(old, expression.FieldOffset(t.Fields, field), t.Fields[field].Type, path[1:], value)
	}
	size, i := t.Elem.Size(), path[0].index
	if n, ok := expression.ConstantIndex(i, t.Length); ok {
		return l.rewritePart(old, n*size, t.Elem, path[1:], value)
	}
	out := make([]*term.Term, 0, len(old))
	for k := range t.Length {
		here := l.Store.Eq(i, l.Store.Int(int64(k)))
		part := old[k*size : (k+1)*size]
		for j, v := range l.rewrite(part, t.Elem, path[1:], value) {
			out = append(out, l.Store.Ite(here, v, part[j]))
		}
	}
	return out
}

// rewriteElement returns a sequence or map after value was put at path.
func (l *lowering) rewriteElement(o operand.Operand, path []access, value []*term.Term) []*term.Term {
	element := l.rewrite(l.accessed(o, path[0]).Terms, o.Type.Elem, path[1:], value)
	return []*term.Term{l.Store.Put(o.Scalar(), path[0].index, l.Pack(element))}
}

func (l *lowering) rewritePart(old []*term.Term, offset int, t *sts.Type, path []access, value []*term.Term) []*term.Term {
	out := slices.Clone(old)
	copy(out[offset:], l.rewrite(old[offset:offset+t.Size()], t, path, value))
	return out
}

// overlaps reports whether two lvalues certainly name one place: the same variable and the same constant path.
func (lv *lvalue) overlaps(other *lvalue) bool {
	if lv.object != other.object {
		return false
	}
	for i := range min(len(lv.path), len(other.path)) {
		a, b := lv.path[i], other.path[i]
		if a != b {
			return false
		}
	}
	return true
}

// The variables and parameters that an assignment refers to, by name: an array is one variable, and a call of a function refers to the names
// in its body. Folding and simplification lose this, so it is recorded while names are resolved.

// reads collects the variables and parameters that an expression reads.
type reads struct {
	lowering *transitionLowering
	vars     map[int]bool // by index into System.Vars
	params   map[int]bool // by index into Transition.Params
}

// recordReads collects from here on, until read is set to nil.
func (tl *transitionLowering) recordReads() *reads {
	r := &reads{lowering: tl, vars: map[int]bool{}, params: map[int]bool{}}
	tl.l.Read = r.note
	return r
}

// note records a name. Locals of functions and quantifiers are skipped: their values were recorded elsewhere.
func (r *reads) note(o *symbols.Object) {
	switch {
	case o.Kind == symbols.KindVar:
		if v := r.variable(o); v >= 0 {
			r.vars[v] = true
		}
	case o.Kind == symbols.KindLocal && r.lowering.l.Local.Names[o.Name.Text] == o && o.Value.OK() && len(o.Value.Terms) > 0:
		for i, p := range r.lowering.t.Params {
			if p.Term == o.Value.Terms[0] {
				r.params[i] = true
			}
		}
	}
}

// variable is the index of a variable, or -1.
func (r *reads) variable(o *symbols.Object) int {
	return slices.IndexFunc(r.lowering.l.System.Vars, func(v sts.Var) bool { return v.First == o.First && v.Type.Size() > 0 && !v.Frozen })
}

// assignTo adds the collected reads as an assignment to a target, with its text. Simultaneous assignments of parts of one variable count as
// one.
func (r *reads) assignTo(group []sts.Assignment, lv *lvalue, text string) []sts.Assignment {
	target := r.variable(lv.object)
	if target < 0 {
		return group
	}
	a := sts.Assignment{Target: target, Text: text}
	if i := slices.IndexFunc(group, func(old sts.Assignment) bool { return old.Target == target }); i >= 0 {
		for _, v := range group[i].Vars {
			r.vars[v] = true
		}
		for _, p := range group[i].Params {
			r.params[p] = true
		}
		group = slices.Delete(group, i, i+1)
	}
	a.Vars, a.Params = slices.Sorted(maps.Keys(r.vars)), slices.Sorted(maps.Keys(r.params))
	return append(group, a)
}

// oneLine is the text of a span with single blanks between its words.
func oneLine(span diag.Span) string { return strings.Join(strings.Fields(span.Text()), " ") }
