package compile

import (
	"math/big"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// lowering is the context in which an expression is lowered.
type lowering struct {
	*checker
	local      *scope
	env        []*term.Term      // checker.env; nil where no variable may be read
	changed    []int             // slots that were assigned
	frozenOnly bool              // env may be read for frozen constants only
	under      []*term.Term      // what the enclosing short-circuit operators make certain
	bound      []*term.Term      // enclosing quantified variables
	goingOver  []*term.Term      // enclosing variables that go over the elements of collections
	inferring  bool              // only the type of an expression is asked for, and the types of some names are not known
	doubtful   bool              // it may be that nothing here is evaluated, so a violation is no static error
	safety     *[]sts.Obligation // where obligations go
	place      string            // for messages: where no extern or variable is allowed

	call func(e *sts.Extern, args []*term.Term, span diag.Span) operand // nil where externs may not be called
	read func(o *object)                                                // if set, is called for each variable or local that an expression reads
}

// constantContext is for expressions that must be constant.
func (c *checker) constantContext(place string) *lowering {
	return &lowering{checker: c, place: place, safety: new([]sts.Obligation)}
}

// within is the context with other local names.
func (l *lowering) within(local *scope) *lowering {
	inner := *l
	inner.local = local
	return &inner
}

// assuming is the context in which cond is known to hold.
func (l *lowering) assuming(cond *term.Term) *lowering {
	inner := *l
	inner.under = append(slices.Clip(l.under), cond)
	return &inner
}

// demand adds an obligation that holds under the enclosing conditions and for all enclosing quantified variables. If it is
// certainly violated, that is a static error with the given code, and demand returns false.
func (l *lowering) demand(kind sts.ObligationKind, cond *term.Term, span diag.Span, code diag.Code, text string) bool {
	var alternatives []*term.Term
	for _, u := range l.under {
		alternatives = append(alternatives, l.store.Not(u))
	}
	whole := l.store.Forall(l.bound, l.store.Or(append(alternatives, cond)...))
	switch {
	case whole.IsTrue():
	case whole.IsFalse() && !l.doubtful:
		l.list.Errorf(code, span, "%s", text)
		return false
	default:
		*l.safety = append(*l.safety, sts.Obligation{Kind: kind, Cond: whole, Text: text, Span: span})
	}
	return true
}

// mustStop calls Options.Stop if many terms were made since the last call. Its error is never shown: it only prevents an
// incomplete model from being used.
func (l *lowering) mustStop(e syntax.Expr) bool {
	if l.stop == nil || l.stopped != nil || l.store.Len() < l.nextStop {
		return l.stopped != nil
	}
	l.nextStop = l.store.Len() + termsPerStop
	if l.stopped = l.stop(); l.stopped != nil {
		l.reports.Errorf(diag.CodeTooLarge, e.Span(), "the model was not compiled to its end: %v", l.stopped)
	}
	return l.stopped != nil
}

// isTooMuch counts an expression, and reports the first one above the limit.
func (l *lowering) isTooMuch(e syntax.Expr) bool {
	if l.lowered++; l.lowered <= maxInlining {
		return false
	}
	if !l.tooLarge {
		l.tooLarge = true
		l.reports.ErrorHint(diag.CodeTooLarge, e.Span(), "functions that call each other twice grow exponentially",
			"the model is too large: more than %d expressions after functions are inlined", maxInlining)
	}
	return true
}

// expr lowers an expression.
func (l *lowering) expr(e syntax.Expr) operand {
	if l.isTooMuch(e) || l.mustStop(e) {
		return operand{}
	}
	out := l.plain(e)
	if l.inferring && out.typ == unknownType {
		return operand{}
	}
	return out
}

// plain lowers an expression, but leaves those of collections, optional values and unions to data.
func (l *lowering) plain(e syntax.Expr) operand {
	switch e := e.(type) {
	case *syntax.NumberExpr:
		return l.number(e)
	case *syntax.StringExpr:
		return scalarOperand(l.store.Const(term.String, term.StringValue(e.Value)))
	case *syntax.BoolExpr:
		return boolean(l.store.Truth(e.Value))
	case *syntax.NameExpr:
		return l.name(e)
	case *syntax.UnaryExpr:
		return l.unary(e)
	case *syntax.BinaryExpr:
		return l.binary(e)
	case *syntax.IfExpr:
		return l.conditional(e)
	case *syntax.QuantifierExpr:
		return l.quantifier(e)
	case *syntax.CallExpr:
		return l.callExpr(e)
	case *syntax.IndexExpr:
		return l.index(e)
	case *syntax.FieldExpr:
		return l.field(e)
	case *syntax.ArrayExpr:
		return l.array(e)
	case *syntax.RecordExpr:
		return l.record(e)
	}
	return l.data(e)
}

// condition lowers an expression that must be boolean; after an error it is true.
func (l *lowering) condition(e syntax.Expr, what string) *term.Term {
	o := l.fit(l.expr(e), boolType, e.Span(), what)
	if !o.ok() {
		return l.store.True()
	}
	return o.scalar()
}

// number lowers a literal, which the scanner has checked.
func (l *lowering) number(e *syntax.NumberExpr) operand {
	if e.Decimal {
		r, _ := new(big.Rat).SetString(e.Text)
		return scalarOperand(l.store.Const(term.Real, term.RatValue(r)))
	}
	return scalarOf(intType, l.store.Const(term.Int, term.BigValue(integer(e.Text)))).withUntyped(true)
}

// integer reads a literal: decimal (leading zeros mean nothing), 0x or 0b.
func integer(text string) *big.Int {
	base := 0
	if !strings.HasPrefix(text, "0x") && !strings.HasPrefix(text, "0b") {
		base = 10
	}
	n, _ := new(big.Int).SetString(text, base)
	return n
}

// name lowers a name: a local, a constant, a member of an enumeration, or a variable.
func (l *lowering) name(e *syntax.NameExpr) operand {
	o := l.lookup(l.local, e.Name, e.Span())
	if o == nil && e.Name == "none" {
		return operand{typ: noneType, terms: []*term.Term{l.store.False(), l.store.False()}}
	}
	if o == nil {
		l.undefined("variable or constant", e.Name, e.Span(), l.local, kindVar, kindConst, kindMember, kindLocal)
		return operand{}
	}
	if l.read != nil {
		l.read(o)
	}
	switch o.kind {
	case kindLocal, kindMember:
		return o.value
	case kindAlternative:
		return l.alternative(o.typ, syntax.Name{Place: e.Place, Text: e.Name}, nil, e.Span())
	case kindConst:
		if l.resolveConst(o); o.value.ok() || o.typ == nil {
			return o.value
		}
		return l.variable(o, e.Span()) // frozen
	case kindVar:
		return l.variable(o, e.Span())
	case kindExtern, kindFunction:
		l.list.ErrorHint(diag.CodeWrongKind, e.Span(), "call it: "+e.Name+"(...)", "%q is %s and must be called", e.Name, withArticle(kindNames[o.kind]))
	default:
		l.wrongKind(o, "value", e.Span())
	}
	return operand{}
}

// variable reads a variable or a frozen constant from its slots.
func (l *lowering) variable(o *object, span diag.Span) operand {
	switch {
	case l.env == nil && o.kind == kindConst:
		l.list.ErrorHint(diag.CodeNotConstant, span, "give it a value, here or with --const",
			"%s must be constant, but %q is frozen: it may be anything", l.place, o.name.Text)
	case l.env == nil:
		l.list.Errorf(diag.CodeNotConstant, span, "%s must be constant, but %q is a variable", l.place, o.name.Text)
	case l.frozenOnly && o.kind == kindVar:
		l.list.Errorf(diag.CodeNotConstant, span, "%s cannot read the variable %q", l.place, o.name.Text)
	case o.typ != nil && o.first+o.typ.Size() <= len(l.env):
		// A copy, since assignments change the environment while values of a simultaneous assignment are still held.
		return operand{typ: o.typ, terms: slices.Clone(l.env[o.first : o.first+o.typ.Size()])}
	}
	return operand{}
}

func (l *lowering) conditional(e *syntax.IfExpr) operand {
	cond := l.condition(e.Cond, "the condition of if")
	a := l.assuming(cond).expr(e.Then)
	b := l.assuming(l.store.Not(cond)).expr(e.Else)
	return l.either(cond, a, b, e.Span(), "if with branches of different types")
}

func (l *lowering) array(e *syntax.ArrayExpr) operand {
	if len(e.Elems) == 0 {
		return operand{typ: emptySequence, terms: []*term.Term{l.store.Empty(emptySequence.LeafSort())}}
	}
	parts, fitted, elem := l.elements(e.Elems, l.arrayElementType, "an element of this array")
	if elem == nil {
		return operand{}
	}
	out := arrayOf(elem, fitted)
	out.literal = parts
	return out
}

// arrayOf is the array of parts, which fit the type of its elements.
func arrayOf(elem *sts.Type, parts []operand) operand {
	out := operand{typ: &sts.Type{Elem: elem, Length: len(parts)}, untyped: true, literal: parts}
	for _, p := range parts {
		out.untyped = out.untyped && p.untyped
		out.terms = append(out.terms, p.terms...)
	}
	return out
}

// arrayElementType is the type of the elements of an array that consists of some operands.
func (l *lowering) arrayElementType(parts []operand) *sts.Type { return loosened(l.common(parts).typ) }

// elements lowers expressions, and brings them to one type, which is nil after an error. It returns them before and after that.
func (l *lowering) elements(exprs []syntax.Expr, typeOf func([]operand) *sts.Type, what string) (parts, fitted []operand, elem *sts.Type) {
	parts, fitted = make([]operand, len(exprs)), make([]operand, len(exprs))
	for i, x := range exprs {
		if parts[i] = l.expr(x); !parts[i].ok() {
			return nil, nil, nil
		}
	}
	elem = typeOf(parts)
	for i, p := range parts {
		if fitted[i] = l.fit(p, elem, exprs[i].Span(), what); !fitted[i].ok() {
			return nil, nil, nil
		}
		fitted[i].untyped = p.untyped && elem == intType
	}
	return parts, fitted, elem
}

func (l *lowering) record(e *syntax.RecordExpr) operand {
	if o := l.lookup(l.local, e.Type.Text, e.Type.Span()); o != nil && o.kind == kindAlternative {
		return l.alternative(o.typ, e.Type, e.Fields, e.Span())
	}
	typ := l.namedType(e.Type.Text, e.Type.Span(), l.local)
	if typ == nil {
		return operand{}
	}
	if !typ.IsRecord() {
		return l.fail(diag.CodeWrongKind, e.Type.Span(), "", "%s is not a record", typ)
	}
	terms, ok := l.fieldValues(typ.Fields, e.Fields, typ.String(), e.Span())
	if !ok {
		return operand{}
	}
	return operand{typ: typ, terms: terms}
}

// fieldValues lowers the values of the fields of a record, or of an alternative of a union.
func (l *lowering) fieldValues(fields []sts.Field, values []syntax.FieldValue, owner string, span diag.Span) ([]*term.Term, bool) {
	given := map[string]syntax.FieldValue{}
	for _, f := range values {
		if _, twice := given[f.Name.Text]; twice {
			l.list.Errorf(diag.CodeDuplicateName, f.Name.Span(), "field %q is given twice", f.Name.Text)
		}
		l.fieldIndex(fields, owner, f.Name)
		given[f.Name.Text] = f
	}
	var out []*term.Term
	for _, f := range fields {
		v, ok := given[f.Name]
		if !ok {
			l.list.Errorf(diag.CodeNoField, span, "field %q of %s is missing", f.Name, owner)
			return nil, false
		}
		part := l.fitRange(l.expr(v.Value), f.Type, v.Value.Span(), "field "+f.Name)
		if !part.ok() {
			return nil, false
		}
		out = append(out, part.terms...)
	}
	return out, true
}

// fitRange is fit with the obligation that bounded scalars stay within their bounds.
func (l *lowering) fitRange(o operand, want *sts.Type, span diag.Span, what string) operand {
	out := l.fit(o, want, span, what)
	if !out.ok() {
		return out
	}
	if !l.demandBounds(o, out, want, span, what) {
		return operand{}
	}
	out.typ, out.untyped, out.literal, out.remade = want, false, nil, nil
	return out
}
