package expression

import (
	"math/big"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Lowering is the context in which an expression is lowered.
type Lowering struct {
	*Checker
	Local      *symbols.Scope
	Env        []*term.Term      // Checker.Env; nil where no variable may be read
	FrozenOnly bool              // env may be read for frozen constants only
	Under      []*term.Term      // conditions that the enclosing short-circuit operators guarantee
	bound      []*term.Term      // enclosing quantified variables
	goingOver  []*term.Term      // enclosing variables that range over the elements of collections
	inferring  bool              // only the type of an expression is needed, and the types of some names are unknown
	doubtful   bool              // the expression may never be evaluated, so a violation is not a static error
	Past       *sts.Past         // the run that the expression is about; nil where it is about a state
	exact      bool              // the quotient of integers is a real
	Safety     *[]sts.Obligation // where obligations go
	place      string            // for messages: the place where no extern or variable is allowed

	Call func(e *sts.Extern, args []*term.Term, span diag.Span) operand.Operand // nil where externs may not be called
	Read func(o *symbols.Object)                                                // if set, is called for each variable or local that an expression reads
}

// ConstantContext is for expressions that must be constant.
func (c *Checker) ConstantContext(place string) *Lowering {
	return &Lowering{Checker: c, place: place, Safety: new([]sts.Obligation)}
}

// Within is the context with other local names.
func (l *Lowering) Within(local *symbols.Scope) *Lowering {
	inner := *l
	inner.Local = local
	return &inner
}

// Assuming is the context in which cond is known to hold.
func (l *Lowering) Assuming(cond *term.Term) *Lowering {
	inner := *l
	inner.Under = append(slices.Clip(l.Under), cond)
	return &inner
}

// demand adds an obligation that holds under the enclosing conditions and for all enclosing quantified variables. If it is
// certainly violated, that is a static error with the given code, and demand returns false.
func (l *Lowering) demand(kind sts.ObligationKind, cond *term.Term, span diag.Span, code diag.Code, text string) bool {
	var alternatives []*term.Term
	for _, u := range l.Under {
		alternatives = append(alternatives, l.Store.Not(u))
	}
	whole := l.Store.Forall(l.bound, l.Store.Or(append(alternatives, cond)...))
	switch {
	case whole.IsTrue():
	case whole.IsFalse() && !l.doubtful:
		l.List.Errorf(code, span, "%s", text)
		return false
	default:
		*l.Safety = append(*l.Safety, sts.Obligation{Kind: kind, Cond: whole, Text: text, Span: span})
	}
	return true
}

// mustStop calls Options.Stop if many terms were made since the last call. Its error is never shown: it only prevents an
// incomplete model from being used.
func (l *Lowering) mustStop(e syntax.Expr) bool {
	if l.Stop == nil || l.Stopped != nil || l.Store.Len() < l.NextStop {
		return l.Stopped != nil
	}
	l.NextStop = l.Store.Len() + TermsPerStop
	if l.Stopped = l.Stop(); l.Stopped != nil {
		l.Reports.Errorf(diag.CodeTooLarge, e.Span(), "the model was not compiled to its end: %v", l.Stopped)
	}
	return l.Stopped != nil
}

// isTooMuch counts an expression, and reports an error for the first one above the limit.
func (l *Lowering) isTooMuch(e syntax.Expr) bool {
	if l.lowered++; l.lowered <= maxInlining {
		return false
	}
	if !l.tooLarge {
		l.tooLarge = true
		l.Reports.ErrorHint(diag.CodeTooLarge, e.Span(), "functions that call each other twice grow exponentially",
			"the model is too large: more than %d expressions after functions are inlined", maxInlining)
	}
	return true
}

// Expr lowers an expression.
func (l *Lowering) Expr(e syntax.Expr) operand.Operand {
	if l.isTooMuch(e) || l.mustStop(e) {
		return operand.Operand{}
	}
	out := l.plain(e)
	if l.inferring && out.Type == operand.UnknownType {
		return operand.Operand{}
	}
	return out
}

// plain lowers an expression, but leaves those of collections, optional values and unions to data.
func (l *Lowering) plain(e syntax.Expr) operand.Operand {
	switch e := e.(type) {
	case *syntax.NumberExpr:
		return l.number(e)
	case *syntax.StringExpr:
		return operand.ScalarOperand(l.Store.Const(term.String, term.StringValue(e.Value)))
	case *syntax.BoolExpr:
		return operand.Boolean(l.Store.Truth(e.Value))
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

// Condition lowers an expression that must be boolean; after an error it is true.
func (l *Lowering) Condition(e syntax.Expr, what string) *term.Term {
	o := l.Fit(l.Expr(e), operand.BoolType, e.Span(), what)
	if !o.OK() {
		return l.Store.True()
	}
	return o.Scalar()
}

// Quantity lowers a probability or a rate: a real, in which 9/10 is nine tenths. It is nil after an error.
func (l *Lowering) Quantity(e syntax.Expr, what string) *term.Term {
	inner := *l
	inner.exact = true
	o := inner.Expr(e)
	if o = l.Fit(o, operand.RealType, e.Span(), what); !o.OK() {
		return nil
	}
	return o.Scalar()
}

// Demand adds an obligation about a lowered expression; see demand.
func (l *Lowering) Demand(kind sts.ObligationKind, cond *term.Term, span diag.Span, code diag.Code, text string) bool {
	return l.demand(kind, cond, span, code, text)
}

// number lowers a literal, which the scanner has checked.
func (l *Lowering) number(e *syntax.NumberExpr) operand.Operand {
	if e.Decimal {
		r, _ := new(big.Rat).SetString(e.Text)
		return operand.ScalarOperand(l.Store.Const(term.Real, term.RatValue(r)))
	}
	return operand.ScalarOf(operand.IntType, l.Store.Const(term.Int, term.BigValue(integer(e.Text)))).WithUntyped(true)
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
func (l *Lowering) name(e *syntax.NameExpr) operand.Operand {
	o := l.Lookup(l.Local, e.Name, e.Span())
	if o == nil && e.Name == "none" {
		return operand.Operand{Type: operand.NoneType, Terms: []*term.Term{l.Store.False(), l.Store.False()}}
	}
	if o == nil {
		l.Undefined("variable or constant", e.Name, e.Span(), l.Local, symbols.KindVar, symbols.KindConst, symbols.KindMember, symbols.KindLocal)
		return operand.Operand{}
	}
	if l.Read != nil {
		l.Read(o)
	}
	switch o.Kind {
	case symbols.KindLocal, symbols.KindMember:
		return o.Value
	case symbols.KindAlternative:
		return l.alternative(o.Type, syntax.Name{Place: e.Place, Text: e.Name}, nil, e.Span())
	case symbols.KindConst:
		if l.ResolveConst(o); o.Value.OK() || o.Type == nil {
			return o.Value
		}
		return l.variable(o, e.Span()) // frozen
	case symbols.KindVar:
		return l.variable(o, e.Span())
	case symbols.KindExtern, symbols.KindFunction:
		l.List.ErrorHint(diag.CodeWrongKind, e.Span(), "call it: "+e.Name+"(...)", "%q is %s and must be called", e.Name, symbols.WithArticle(symbols.KindNames[o.Kind]))
	default:
		l.WrongKind(o, "value", e.Span())
	}
	return operand.Operand{}
}

// variable reads a variable or a frozen constant from its slots.
func (l *Lowering) variable(o *symbols.Object, span diag.Span) operand.Operand {
	switch {
	case l.Env == nil && o.Kind == symbols.KindConst:
		l.List.ErrorHint(diag.CodeNotConstant, span, "give it a value, here or with --const",
			"%s must be constant, but %q is frozen: it may be anything", l.place, o.Name.Text)
	case l.Env == nil:
		l.List.Errorf(diag.CodeNotConstant, span, "%s must be constant, but %q is a variable", l.place, o.Name.Text)
	case l.FrozenOnly && o.Kind == symbols.KindVar:
		l.List.Errorf(diag.CodeNotConstant, span, "%s cannot read the variable %q", l.place, o.Name.Text)
	case o.Type != nil && o.First+o.Type.Size() <= len(l.Env):
		// A copy, since assignments change the environment while values of a simultaneous assignment are still held.
		return operand.Operand{Type: o.Type, Terms: slices.Clone(l.Env[o.First : o.First+o.Type.Size()])}
	}
	return operand.Operand{}
}

func (l *Lowering) conditional(e *syntax.IfExpr) operand.Operand {
	cond := l.Condition(e.Cond, "the condition of if")
	a := l.Assuming(cond).Expr(e.Then)
	b := l.Assuming(l.Store.Not(cond)).Expr(e.Else)
	return l.either(cond, a, b, e.Span(), "if with branches of different types")
}

func (l *Lowering) array(e *syntax.ArrayExpr) operand.Operand {
	if len(e.Elems) == 0 {
		return operand.Operand{Type: operand.EmptySequence, Terms: []*term.Term{l.Store.Empty(operand.EmptySequence.LeafSort())}}
	}
	parts, fitted, elem := l.elements(e.Elems, l.arrayElementType, "an element of this array")
	if elem == nil {
		return operand.Operand{}
	}
	out := arrayOf(elem, fitted)
	out.Literal = parts
	return out
}

// arrayOf is the array of parts, which fit the type of its elements.
func arrayOf(elem *sts.Type, parts []operand.Operand) operand.Operand {
	out := operand.Operand{Type: &sts.Type{Elem: elem, Length: len(parts)}, Untyped: true, Literal: parts}
	for _, p := range parts {
		out.Untyped = out.Untyped && p.Untyped
		out.Terms = append(out.Terms, p.Terms...)
	}
	return out
}

// arrayElementType is the type of the elements of an array that consists of some operands.
func (l *Lowering) arrayElementType(parts []operand.Operand) *sts.Type {
	return operand.Loosened(l.Common(parts).Type)
}

// elements lowers expressions, and brings them to one type, which is nil after an error. It returns them before and after that.
func (l *Lowering) elements(exprs []syntax.Expr, typeOf func([]operand.Operand) *sts.Type, what string) (parts, fitted []operand.Operand, elem *sts.Type) {
	parts, fitted = make([]operand.Operand, len(exprs)), make([]operand.Operand, len(exprs))
	for i, x := range exprs {
		if parts[i] = l.Expr(x); !parts[i].OK() {
			return nil, nil, nil
		}
	}
	elem = typeOf(parts)
	for i, p := range parts {
		if fitted[i] = l.Fit(p, elem, exprs[i].Span(), what); !fitted[i].OK() {
			return nil, nil, nil
		}
		fitted[i].Untyped = p.Untyped && elem == operand.IntType
	}
	return parts, fitted, elem
}

func (l *Lowering) record(e *syntax.RecordExpr) operand.Operand {
	if o := l.Lookup(l.Local, e.Type.Text, e.Type.Span()); o != nil && o.Kind == symbols.KindAlternative {
		return l.alternative(o.Type, e.Type, e.Fields, e.Span())
	}
	typ := l.namedType(e.Type.Text, e.Type.Span(), l.Local)
	if typ == nil {
		return operand.Operand{}
	}
	if !typ.IsRecord() {
		return l.Fail(diag.CodeWrongKind, e.Type.Span(), "", "%s is not a record", typ)
	}
	terms, ok := l.fieldValues(typ.Fields, e.Fields, typ.String(), e.Span())
	if !ok {
		return operand.Operand{}
	}
	return operand.Operand{Type: typ, Terms: terms}
}

// fieldValues lowers the values of the fields of a record, or of an alternative of a union.
func (l *Lowering) fieldValues(fields []sts.Field, values []syntax.FieldValue, owner string, span diag.Span) ([]*term.Term, bool) {
	given := map[string]syntax.FieldValue{}
	for _, f := range values {
		if _, twice := given[f.Name.Text]; twice {
			l.List.Errorf(diag.CodeDuplicateName, f.Name.Span(), "field %q is given twice", f.Name.Text)
		}
		l.fieldIndex(fields, owner, f.Name)
		given[f.Name.Text] = f
	}
	var out []*term.Term
	for _, f := range fields {
		v, ok := given[f.Name]
		if !ok {
			l.List.Errorf(diag.CodeNoField, span, "field %q of %s is missing", f.Name, owner)
			return nil, false
		}
		part := l.FitRange(l.Expr(v.Value), f.Type, v.Value.Span(), "field "+f.Name)
		if !part.OK() {
			return nil, false
		}
		out = append(out, part.Terms...)
	}
	return out, true
}

// FitRange is fit with the obligation that bounded scalars stay within their bounds.
func (l *Lowering) FitRange(o operand.Operand, want *sts.Type, span diag.Span, what string) operand.Operand {
	out := l.Fit(o, want, span, what)
	if !out.OK() {
		return out
	}
	if !l.demandBounds(o, out, want, span, what) {
		return operand.Operand{}
	}
	out.Type, out.Untyped, out.Literal, out.Remade = want, false, nil, nil
	return out
}

// either is a if a condition holds, and otherwise b, brought to one type.
func (l *Lowering) either(cond *term.Term, a, b operand.Operand, span diag.Span, what string) operand.Operand {
	if l.inferring && !a.OK() {
		return b
	}
	if l.inferring && !b.OK() {
		return a
	}
	x, y, ok := l.Unify(a, b, span, what)
	if !ok {
		return operand.Operand{}
	}
	out := l.Choose(cond, x, y)
	if out.Literal == nil && (a.IsOpen() || b.IsOpen()) {
		out.Remade = func(want *sts.Type) (operand.Operand, bool) {
			x, ok1 := l.Convert(a, want)
			y, ok2 := l.Convert(b, want)
			if !ok1 || !ok2 {
				return operand.Operand{}, false
			}
			return l.Choose(cond, x, y), true
		}
	}
	return out
}

// Bounds: a value that is stored, sent or passed must be within those of the type; otherwise it is a model error.

// demandBounds adds the obligation that a value, which was converted from o, is within the bounds of a type; false if it certainly is not.
func (l *Lowering) demandBounds(o, value operand.Operand, want *sts.Type, span diag.Span, what string) bool {
	if o.Literal == nil && o.Type.Form == want.Form && want.Form != sts.Plain && o.Type.Same(want) && operand.SameBounds(o.Type, want) {
		return true // a value of this type is within
	}
	return l.demandWithin(want, value.Terms, span, what)
}

// demandWithin demands the bounds of scalars, collections, optional values and unions one by one, so that messages name them.
func (l *Lowering) demandWithin(t *sts.Type, terms []*term.Term, span diag.Span, what string) bool {
	within := true
	switch {
	case t.IsArray():
		for i, size := 0, t.Elem.Size(); i < t.Length; i++ {
			within = l.demandWithin(t.Elem, terms[i*size:(i+1)*size], span, what+"["+text.Number(i)+"]") && within
		}
		return within
	case t.IsRecord():
		for _, f := range t.Fields {
			size := f.Type.Size()
			within = l.demandWithin(f.Type, terms[:size], span, what+"."+f.Name) && within
			terms = terms[size:]
		}
		return within
	}
	cond := l.Inside(t, terms)
	message := what + " must stay within " + t.String()
	if values, ok := term.Constants(terms); ok {
		message = what + " must be within " + t.String() + ", but this is " + text.Clip(t.Format(values), 100)
	}
	return l.demand(sts.OutOfRange, cond, span, diag.CodeConstRange, message)
}
