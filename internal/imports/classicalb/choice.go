package classicalb

import (
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/expression"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// chooseMember translates x :: SET: a parameter of the event is chosen, and stored.
func (t *translation) chooseMember(s *source.Substitution) *effect {
	target := s.Targets[0]
	if target.Op != source.OpName {
		t.Refuse(target.At, "a choice of "+target.String(), "write ANY v WHERE v : SET THEN f(i) := v END")
		return &effect{}
	}
	if t.isResult(target) {
		return t.chooseResult(target, s.Values[0])
	}
	v := t.variable(target)
	y := t.TypeOf(s.Values[0])
	if v == nil || !y.Known() {
		return &effect{}
	}
	t.Demand(v.Kind, y.Kind, s.Values[0])
	name := t.Taken.Give("new_"+v.Text, t.Names)
	return &effect{params: []syntax.Param{expression.Parameter(name, y.Type)}, guard: t.Beyond(convert.Name(name), y, s.Values[0]),
		writes: []*write{{variable: v, value: convert.Name(name)}}}
}

// chooseResult translates r :: SET for a result: a member is chosen, which must exist, and not stored.
func (t *translation) chooseResult(target, set *source.Node) *effect {
	y := t.TypeOf(set)
	if !y.Known() {
		return &effect{}
	}
	name := t.Taken.Give("new_"+target.Text, t.Names)
	return &effect{params: []syntax.Param{expression.Parameter(name, y.Type)}, guard: t.Beyond(convert.Name(name), y, set)}
}

// chooseSuch translates x, y : (P): new values are chosen that satisfy P, in which x$0 is the value before.
func (t *translation) chooseSuch(s *source.Substitution) *effect {
	out := &effect{}
	sc := &expression.Scope{Symbols: map[string]*expression.Symbol{}}
	for _, target := range s.Targets {
		v := t.variable(target)
		if v == nil {
			return out
		}
		name := t.Taken.Give("new_"+v.Text, t.Names)
		sc.Symbols[target.Text] = &expression.Symbol{Token: v.Token, Use: expression.IsLocal, Name: name, Kind: v.Kind}
		sc.Symbols[target.Text+source.OldValue] = v
		out.params = append(out.params, expression.Parameter(name, v.Type))
		t.add(out, &write{variable: v, value: convert.Name(name)}, target.At)
	}
	t.Enter(sc)
	for _, c := range s.Where {
		out.guard = convert.And(out.guard, t.Condition(c.Predicate))
	}
	t.Leave(sc, false)
	return out
}

// oneAfterAnother translates S ; T: in T, the variables are replaced by their values after S.
func (t *translation) oneAfterAnother(s *source.Substitution) *effect {
	out := &effect{}
	var changed []*expression.Symbol
	for _, part := range s.Parts {
		e := t.effect(part)
		out.params = append(out.params, e.params...)
		out.guard = convert.And(out.guard, e.guard)
		for _, w := range e.writes {
			if w.at != nil {
				t.Refuse(part.At, "an assignment to a place of "+w.variable.String()+" in a sequence of substitutions", "")
				continue
			}
			t.Copied(w.value, 1, part.At)
			w.variable.Instead = w.value
			changed = append(changed, w.variable)
			if old := out.writeOf(w.variable); old != nil {
				old.value = w.value
			} else {
				out.writes = append(out.writes, w)
			}
		}
	}
	for _, v := range changed {
		v.Instead = nil
	}
	return out
}
