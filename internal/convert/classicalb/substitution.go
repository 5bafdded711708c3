package classicalb

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/syntax/print"
)

// effect is what a substitution becomes. Effects are joined without being multiplied out: an event of B is one event of the
// model, however its substitution branches.
type effect struct {
	params []syntax.Param
	guard  syntax.Expr // nil is true
	writes []*write
}

// write gives a variable a value, or one element of it if at is not nil.
type write struct {
	variable *symbol
	at       syntax.Expr // the index
	value    syntax.Expr
}

// writeOf is the write to a variable, or nil.
func (e *effect) writeOf(variable *symbol) *write {
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
func (t *translation) effect(s *substitution) *effect {
	if len(s.parts) > maxBranches && s.kind != doParallel {
		t.list.Errorf(diag.CodeImportTooLarge, s.at, "there are more than %d branches", maxBranches)
		return &effect{}
	}
	switch s.kind {
	case doAssign:
		return t.assign(s)
	case doMember:
		return t.chooseMember(s)
	case doSuch:
		return t.chooseSuch(s)
	case doSequence:
		return t.oneAfterAnother(s)
	case doParallel:
		return t.parallel(s)
	case doIf:
		return t.conditional(s)
	case doSelect:
		return t.guarded(s)
	case doChoice:
		return t.choose(s, t.effects(s))
	case doAny:
		return t.any(s)
	}
	return &effect{}
}

func (t *translation) effects(s *substitution) []*effect {
	out := make([]*effect, len(s.parts))
	for i, p := range s.parts {
		out[i] = t.effect(p)
	}
	return out
}

func (t *translation) assign(s *substitution) *effect {
	out := &effect{}
	for i, target := range s.targets {
		if i >= len(s.values) {
			break
		}
		if t.isResult(target) {
			continue
		}
		if w := t.write(target, s.values[i]); w != nil {
			t.add(out, w, target.at)
		}
	}
	return out
}

// isResult reports whether a target is a result of the operation, which does not change the state.
func (t *translation) isResult(target *node) bool {
	s := t.lookup(target.text)
	return target.op == opName && s != nil && s.use == isResult
}

// add adds a write; no variable is written twice at once, not even in two places of a function.
func (t *translation) add(e *effect, w *write, at diag.Span) {
	if e.writeOf(w.variable) != nil {
		t.list.Errorf(diag.CodeImportName, at, "%s is assigned twice at once", w.variable)
		return
	}
	e.writes = append(e.writes, w)
}

// write translates x := e, f(i) := e and f := f <+ {i |-> e}.
func (t *translation) write(target, value *node) *write {
	if target.op == opCall && len(target.args) == 2 && target.args[0].op == opName {
		return t.writeElement(target.args[0], target.args[1], value)
	}
	if target.op != opName {
		t.refuse(target.at, "an assignment to "+target.String(), "write x := e or f(i) := e")
		return nil
	}
	v := t.variable(target)
	if v == nil {
		return nil
	}
	if i, e := override(target, value); i != nil {
		return t.writeElement(target, i, e)
	}
	if v.kind.base == function && value.op != opName {
		t.refuse(value.at, "such a value of a function", "write f(i) := e; functions are given as a whole in the initialisation only")
		return nil
	}
	return &write{variable: v, value: t.want(value, v.kind)}
}

// override takes f <+ {i |-> e} apart; nil if the value has another form.
func override(target, value *node) (i, e *node) {
	if value.op != "<+" || !value.args[0].isName(target.text) {
		return nil, nil
	}
	set := value.args[1]
	if set.op != opSet || len(set.args) != 1 || set.args[0].op != "|->" {
		return nil, nil
	}
	return set.args[0].args[0], set.args[0].args[1]
}

func (t *translation) writeElement(f, at, value *node) *write {
	v := t.variable(f)
	if v == nil {
		return nil
	}
	switch v.kind.base {
	case function:
	case mapping:
		return &write{variable: v, value: call("insert", v.expr(), t.want(at, v.kind.left), t.want(value, v.kind.elem))}
	case sequence:
		return t.writeSequence(v, at, value)
	default:
		t.list.Errorf(diag.CodeImportType, f.at, "%s is %s, not a function", f, v.kind)
		return nil
	}
	if v.instead != nil {
		t.refuse(f.at, "an assignment to a place of "+f.String()+" after another one", "")
		return nil
	}
	return &write{variable: v, at: v.kind.index(t.want(at, numberKind)), value: t.want(value, v.kind.elem)}
}

// writeSequence translates s(i) := e. Outside of the sequence it is a model error.
func (t *translation) writeSequence(v *symbol, at, value *node) *write {
	i, s := t.want(at, numberKind), v.expr()
	t.copied(i, 1, at.at)
	before := &syntax.SliceExpr{X: s, High: convert.Minus(i, convert.Integer(1))}
	changed := convert.Binary("+", before, &syntax.ArrayExpr{Elems: []syntax.Expr{t.want(value, v.kind.elem)}})
	return &write{variable: v, value: convert.Binary("+", changed, &syntax.SliceExpr{X: s, Low: i})}
}

// variable is the variable of a target; nil if it is not a variable, or its type is unknown.
func (t *translation) variable(n *node) *symbol {
	s := t.lookup(n.text)
	switch {
	case s == nil:
		t.undefined(n)
		return nil
	case s.use != isVariable:
		t.list.Errorf(diag.CodeImportName, n.at, "%s is not a variable and cannot be assigned", n)
		return nil
	case s.kind == nil || s.kind.base == open:
		return nil
	}
	return s
}

func (t *translation) parallel(s *substitution) *effect {
	out := &effect{}
	for i, e := range t.effects(s) {
		out.params = append(out.params, e.params...)
		out.guard = convert.And(out.guard, e.guard)
		for _, w := range e.writes {
			t.add(out, w, s.parts[i].at)
		}
	}
	return out
}

func (t *translation) any(s *substitution) *effect {
	var conjuncts []*node
	for _, c := range s.where {
		conjuncts = append(conjuncts, c.pred.conjuncts()...)
	}
	if t.tooLong(len(conjuncts), s.at) {
		return &effect{}
	}
	sc, cond := t.bind(s.names, conjuncts, false)
	inner := t.effect(s.parts[0])
	t.leave(sc, false)
	return &effect{params: append(sc.params(), inner.params...), guard: convert.And(cond, inner.guard), writes: inner.writes}
}

// conditional translates IF.
func (t *translation) conditional(s *substitution) *effect {
	effects := t.effects(s)
	out := &effect{}
	for i := len(effects) - 1; i >= 0; i-- {
		if s.conds[i] == nil {
			out = effects[i]
			continue
		}
		out = t.branch(s.at, t.want(s.conds[i], predicateKind), effects[i], out)
	}
	return out
}

// guarded translates SELECT: one branch is guarded; one of several is chosen whose condition holds, ELSE if none does.
func (t *translation) guarded(s *substitution) *effect {
	effects := t.effects(s)
	var before syntax.Expr // some condition holds
	for i, e := range effects {
		var cond syntax.Expr
		if s.conds[i] != nil {
			cond = t.want(s.conds[i], predicateKind)
		} else {
			cond = convert.Not(before)
		}
		e.guard = convert.And(cond, e.guard)
		switch {
		case before == nil:
			before = cond
		case t.copied(cond, 1, s.at):
			before = convert.Binary("or", before, cond)
		}
	}
	return t.choose(s, effects)
}

// choose lets a parameter choose one of several effects.
func (t *translation) choose(s *substitution, effects []*effect) *effect {
	out := effects[len(effects)-1]
	if len(effects) == 1 {
		return out
	}
	name := t.taken.Give("choice", t.names)
	for i := len(effects) - 2; i >= 0; i-- {
		out = t.branch(s.at, convert.Binary("==", convert.Name(name), convert.Integer(int64(i+1))), effects[i], out)
	}
	number := &syntax.RangeType{Low: convert.Integer(1), High: convert.Integer(int64(len(effects)))}
	out.params = append([]syntax.Param{parameter(name, number)}, out.params...)
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
	if !t.copied(cond, 2*(len(then.writes)+len(other.writes)), at) {
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

// either joins what two branches write to one variable; a branch that does not write it has nil, and keeps it.
func (t *translation) either(at diag.Span, cond syntax.Expr, then, other *write) *write {
	then, other = keep(then, other), keep(other, then)
	out := &write{variable: then.variable, value: convert.If(cond, then.value, other.value)}
	switch {
	case (then.at == nil) != (other.at == nil):
		t.refuse(at, fmt.Sprintf("one branch that assigns %s and one that assigns an element of it", out.variable.String()), "")
	case then.at != nil && print.Expr(then.at) == print.Expr(other.at):
		out.at = then.at
	case then.at != nil:
		out.at = convert.If(cond, then.at, other.at)
	}
	return out
}

// keep is w, or if it is nil, a write that leaves unchanged what the other writes. For an element of a function this is the
// first one, which always exists.
func keep(w, other *write) *write {
	if w != nil {
		return w
	}
	name := other.variable.expr()
	if other.at == nil {
		return &write{variable: other.variable, value: name}
	}
	return &write{variable: other.variable, at: convert.Integer(0), value: &syntax.IndexExpr{X: name, Index: convert.Integer(0)}}
}
