package classicalb

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/expression"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// effect is the translation of a substitution. Effects are joined without being multiplied out: an event of B is one event of the model,
// however its substitution branches.
type effect struct {
	params []syntax.Param
	guard  syntax.Expr // nil is true
	writes []*write
}

// write gives a variable a value, or one element of it if at is not nil.
type write struct {
	variable *expression.Symbol
	at       syntax.Expr // the index
	value    syntax.Expr
}

// writeOf is the write to a variable, or nil.
func (e *effect) writeOf(variable *expression.Symbol) *write {
	for _, w := range e.writes {
		if w.variable == variable {
			return w
		}
	}
	return nil
}

// maxBranches bounds the branches of one substitution.
const maxBranches = 100

// effect translates a substitution.
func (t *translation) effect(s *source.Substitution) *effect {
	if len(s.Parts) > maxBranches && s.Kind != source.DoParallel {
		t.List.Errorf(diag.CodeImportTooLarge, s.At, "there are more than %d branches", maxBranches)
		return &effect{}
	}
	switch s.Kind {
	case source.DoAssign:
		return t.assign(s)
	case source.DoMember:
		return t.chooseMember(s)
	case source.DoSuch:
		return t.chooseSuch(s)
	case source.DoSequence:
		return t.oneAfterAnother(s)
	case source.DoParallel:
		return t.parallel(s)
	case source.DoIf:
		return t.conditional(s)
	case source.DoSelect:
		return t.guarded(s)
	case source.DoChoice:
		return t.choose(s, t.effects(s))
	case source.DoAny:
		return t.any(s)
	}
	return &effect{}
}

func (t *translation) effects(s *source.Substitution) []*effect {
	out := make([]*effect, len(s.Parts))
	for i, p := range s.Parts {
		out[i] = t.effect(p)
	}
	return out
}

func (t *translation) assign(s *source.Substitution) *effect {
	out := &effect{}
	for i, target := range s.Targets {
		if i >= len(s.Values) {
			break
		}
		if t.isResult(target) {
			continue
		}
		if w := t.write(target, s.Values[i]); w != nil {
			t.add(out, w, target.At)
		}
	}
	return out
}

// isResult reports whether a target is a result of the operation, which does not change the state.
func (t *translation) isResult(target *source.Node) bool {
	s := t.Lookup(target.Text)
	return target.Op == source.OpName && s != nil && s.Use == expression.IsResult
}

// add adds a write; no variable is written twice at once, not even in two places of a function.
func (t *translation) add(e *effect, w *write, at diag.Span) {
	if e.writeOf(w.variable) != nil {
		t.List.Errorf(diag.CodeImportName, at, "%s is assigned twice at once", w.variable)
		return
	}
	e.writes = append(e.writes, w)
}

// write translates x := e, f(i) := e and f := f <+ {i |-> e}.
func (t *translation) write(target, value *source.Node) *write {
	if target.Op == source.OpCall && len(target.Args) == 2 && target.Args[0].Op == source.OpName {
		return t.writeElement(target.Args[0], target.Args[1], value)
	}
	if target.Op != source.OpName {
		t.Refuse(target.At, "an assignment to "+target.String(), "write x := e or f(i) := e")
		return nil
	}
	v := t.variable(target)
	if v == nil {
		return nil
	}
	if i, e := override(target, value); i != nil && v.Kind.Base != expression.Set {
		return t.writeElement(target, i, e)
	}
	if v.Kind.Base == expression.Function && value.Op != source.OpName {
		t.Refuse(value.At, "such a value of a function", "write f(i) := e; functions are given as a whole in the initialisation only")
		return nil
	}
	return &write{variable: v, value: t.Want(value, v.Kind)}
}

// override takes f <+ {i |-> e} apart; nil if the value has another form.
func override(target, value *source.Node) (i, e *source.Node) {
	if value.Op != "<+" || !value.Args[0].IsName(target.Text) {
		return nil, nil
	}
	set := value.Args[1]
	if set.Op != source.OpSet || len(set.Args) != 1 || set.Args[0].Op != "|->" {
		return nil, nil
	}
	return set.Args[0].Args[0], set.Args[0].Args[1]
}

func (t *translation) writeElement(f, at, value *source.Node) *write {
	v := t.variable(f)
	if v == nil {
		return nil
	}
	switch v.Kind.Base {
	case expression.Function:
	case expression.Mapping:
		return &write{variable: v, value: expression.Call("insert", v.Expr(), t.Want(at, v.Kind.Left), t.Want(value, v.Kind.Elem))}
	case expression.Sequence:
		return t.writeSequence(v, at, value)
	default:
		t.List.Errorf(diag.CodeImportType, f.At, "%s is %s, not a function", f, v.Kind)
		return nil
	}
	if v.Instead != nil {
		t.Refuse(f.At, "an assignment to a place of "+f.String()+" after another one", "")
		return nil
	}
	return &write{variable: v, at: v.Kind.Index(t.Want(at, expression.NumberKind)), value: t.Want(value, v.Kind.Elem)}
}

// writeSequence translates s(i) := e. Outside of the sequence it is a model error.
func (t *translation) writeSequence(v *expression.Symbol, at, value *source.Node) *write {
	i, s := t.Want(at, expression.NumberKind), v.Expr()
	t.Copied(i, 1, at.At)
	before := &syntax.SliceExpr{X: s, High: convert.Minus(i, convert.Integer(1))}
	changed := convert.Binary("+", before, &syntax.ArrayExpr{Elems: []syntax.Expr{t.Want(value, v.Kind.Elem)}})
	return &write{variable: v, value: convert.Binary("+", changed, &syntax.SliceExpr{X: s, Low: i})}
}

// variable is the variable of a target; nil if it is not a variable, or its type is unknown.
func (t *translation) variable(n *source.Node) *expression.Symbol {
	s := t.Lookup(n.Text)
	switch {
	case s == nil:
		t.Undefined(n)
		return nil
	case s.Use != expression.IsVariable:
		t.List.Errorf(diag.CodeImportName, n.At, "%s is not a variable and cannot be assigned", n)
		return nil
	case s.Kind == nil || s.Kind.Base == expression.Open:
		return nil
	}
	return s
}

func (t *translation) parallel(s *source.Substitution) *effect {
	out := &effect{}
	for i, e := range t.effects(s) {
		out.params = append(out.params, e.params...)
		out.guard = convert.And(out.guard, e.guard)
		for _, w := range e.writes {
			t.add(out, w, s.Parts[i].At)
		}
	}
	return out
}

func (t *translation) any(s *source.Substitution) *effect {
	var conjuncts []*source.Node
	for _, c := range s.Where {
		conjuncts = append(conjuncts, c.Predicate.Conjuncts()...)
	}
	if t.TooLong(len(conjuncts), s.At) {
		return &effect{}
	}
	sc, cond := t.Bind(s.Names, conjuncts, false)
	inner := t.effect(s.Parts[0])
	t.Leave(sc, false)
	return &effect{params: append(sc.Params(), inner.params...), guard: convert.And(cond, inner.guard), writes: inner.writes}
}

// conditional translates IF.
func (t *translation) conditional(s *source.Substitution) *effect {
	effects := t.effects(s)
	out := &effect{}
	for i := len(effects) - 1; i >= 0; i-- {
		if s.Conditions[i] == nil {
			out = effects[i]
			continue
		}
		out = t.branch(s.At, t.Want(s.Conditions[i], expression.PredicateKind), effects[i], out)
	}
	return out
}

// guarded translates SELECT: one branch is guarded; one of several is chosen whose condition holds, ELSE if none does.
func (t *translation) guarded(s *source.Substitution) *effect {
	effects := t.effects(s)
	var before syntax.Expr // some condition holds
	for i, e := range effects {
		var cond syntax.Expr
		if s.Conditions[i] != nil {
			cond = t.Want(s.Conditions[i], expression.PredicateKind)
		} else {
			cond = convert.Not(before)
		}
		e.guard = convert.And(cond, e.guard)
		switch {
		case before == nil:
			before = cond
		case t.Copied(cond, 1, s.At):
			before = convert.Binary("or", before, cond)
		}
	}
	return t.choose(s, effects)
}

// choose lets a parameter choose one of several effects.
func (t *translation) choose(s *source.Substitution, effects []*effect) *effect {
	out := effects[len(effects)-1]
	if len(effects) == 1 {
		return out
	}
	name := t.Taken.Give("choice", t.Names)
	for i := len(effects) - 2; i >= 0; i-- {
		out = t.branch(s.At, convert.Binary("==", convert.Name(name), convert.Integer(int64(i+1))), effects[i], out)
	}
	number := &syntax.RangeType{Low: convert.Integer(1), High: convert.Integer(int64(len(effects)))}
	out.params = append([]syntax.Param{expression.Parameter(name, number)}, out.params...)
	return out
}

// branch joins the effects of two branches under a condition.
func (t *translation) branch(at diag.Span, cond syntax.Expr, then, other *effect) *effect {
	out := &effect{params: append(then.params[:len(then.params):len(then.params)], other.params...)}
	switch {
	case then.guard != nil && other.guard != nil:
		out.guard = convert.If(cond, then.guard, other.guard)
	case then.guard != nil:
		out.guard = convert.Binary("=>", cond, then.guard)
	case other.guard != nil:
		out.guard = convert.Binary("or", cond, other.guard)
	}
	if !t.Copied(cond, 2*(len(then.writes)+len(other.writes)), at) {
		return out
	}
	for _, w := range then.writes {
		out.writes = append(out.writes, t.either(at, cond, w, other.writeOf(w.variable)))
	}
	for _, w := range other.writes {
		if then.writeOf(w.variable) == nil {
			out.writes = append(out.writes, t.either(at, cond, nil, w))
		}
	}
	return out
}

// either joins the writes of two branches to one variable; a branch that does not write it has nil, and keeps it.
func (t *translation) either(at diag.Span, cond syntax.Expr, then, other *write) *write {
	then, other = keep(then, other), keep(other, then)
	out := &write{variable: then.variable, value: convert.If(cond, then.value, other.value)}
	switch {
	case (then.at == nil) != (other.at == nil):
		t.Refuse(at, fmt.Sprintf("one branch that assigns %s and one that assigns an element of it", out.variable.String()), "")
	case then.at != nil && print.Expr(then.at) == print.Expr(other.at):
		out.at = then.at
	case then.at != nil:
		out.at = convert.If(cond, then.at, other.at)
	}
	return out
}

// keep is w, or, if it is nil, a write that leaves the target of the other write unchanged. For an element of a function this is the first
// one, which always exists.
func keep(w, other *write) *write {
	if w != nil {
		return w
	}
	name := other.variable.Expr()
	if other.at == nil {
		return &write{variable: other.variable, value: name}
	}
	return &write{variable: other.variable, at: convert.Integer(0), value: &syntax.IndexExpr{X: name, Index: convert.Integer(0)}}
}
