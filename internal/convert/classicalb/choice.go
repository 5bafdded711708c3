package classicalb

import (
	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// chooseMember translates x :: SET: a parameter of the event is chosen, and stored.
func (t *translation) chooseMember(s *substitution) *effect {
	target := s.targets[0]
	if target.op != opName {
		t.refuse(target.at, "a choice of "+target.String(), "write ANY v WHERE v : SET THEN f(i) := v END")
		return &effect{}
	}
	if t.isResult(target) {
		return t.chooseResult(target, s.values[0])
	}
	v := t.variable(target)
	y := t.typeOf(s.values[0])
	if v == nil || !y.ok() {
		return &effect{}
	}
	t.demand(v.kind, y.kind, s.values[0])
	name := t.taken.Give("new_"+v.Text, t.names)
	return &effect{params: []syntax.Param{parameter(name, y.typ)}, guard: t.beyond(convert.Name(name), y, s.values[0]),
		writes: []*write{{variable: v, value: convert.Name(name)}}}
}

// chooseResult translates r :: SET for a result: a member is chosen, which must exist, and not stored.
func (t *translation) chooseResult(target, set *node) *effect {
	y := t.typeOf(set)
	if !y.ok() {
		return &effect{}
	}
	name := t.taken.Give("new_"+target.text, t.names)
	return &effect{params: []syntax.Param{parameter(name, y.typ)}, guard: t.beyond(convert.Name(name), y, set)}
}

// chooseSuch translates x, y : (P): new values are chosen that satisfy P, in which x$0 is the value before.
func (t *translation) chooseSuch(s *substitution) *effect {
	out := &effect{}
	sc := &scope{symbols: map[string]*symbol{}}
	for _, target := range s.targets {
		v := t.variable(target)
		if v == nil {
			return out
		}
		name := t.taken.Give("new_"+v.Text, t.names)
		sc.symbols[target.text] = &symbol{token: v.token, use: isLocal, name: name, kind: v.kind}
		sc.symbols[target.text+oldValue] = v
		out.params = append(out.params, parameter(name, v.typ))
		t.add(out, &write{variable: v, value: convert.Name(name)}, target.at)
	}
	t.scopes = append(t.scopes, sc)
	for _, c := range s.where {
		out.guard = convert.And(out.guard, t.condition(c.pred))
	}
	t.leave(sc, false)
	return out
}

// oneAfterAnother translates S ; T: in T, the values that S gives stand for the variables.
func (t *translation) oneAfterAnother(s *substitution) *effect {
	out := &effect{}
	var changed []*symbol
	for _, part := range s.parts {
		e := t.effect(part)
		out.params = append(out.params, e.params...)
		out.guard = convert.And(out.guard, e.guard)
		for _, w := range e.writes {
			if w.at != nil {
				t.refuse(part.at, "an assignment to a place of "+w.variable.String()+" in a sequence of substitutions", "")
				continue
			}
			t.copied(w.value, 1, part.at)
			w.variable.instead = w.value
			changed = append(changed, w.variable)
			if old := out.writeOf(w.variable); old != nil {
				old.value = w.value
			} else {
				out.writes = append(out.writes, w)
			}
		}
	}
	for _, v := range changed {
		v.instead = nil
	}
	return out
}
