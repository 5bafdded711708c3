package xlia

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// translateInitial finds the initial values of the variables of a machine: those of declarations, then those of @init.
func (t *translation) translateInitial(a *automaton) {
	e := &effect{}
	t.env = environment{}
	for _, scope := range t.scopes {
		for _, s := range scope.order {
			if s.use == isVariable && s.value != nil && s.initial == nil {
				t.step(e, &statement{kind: doAssign, at: s.At, target: s.token, value: s.value})
			}
		}
	}
	shared := t.system.init
	if a != t.automata[0] {
		shared = nil
	}
	for _, s := range slices.Concat(shared, a.machine.init, a.initial.init) {
		t.initialise(e, s)
	}
	env := t.env
	t.env = nil
	for _, scope := range t.scopes {
		for _, s := range scope.order {
			if is, ok := env[s]; ok {
				t.begins(a, s, is.value, env)
			}
		}
	}
	for _, cond := range convert.Conjuncts(e.before) {
		t.assume(a, a.initial.name, cond, cond, env)
	}
}

// initialise adds the effect of a statement of @init.
func (t *translation) initialise(e *effect, s *statement) {
	switch s.kind {
	case doInput, doOutput:
		t.refuse(s.at, "an input or output in @init")
	case doFresh:
		t.refuse(s.at, "newfresh in @init")
	default:
		t.step(e, s)
	}
}

// begins gives a variable its initial value. One that depends on other variables is assumed.
func (t *translation) begins(a *automaton, s *symbol, value syntax.Expr, env environment) {
	zero, ok := value.(*syntax.NumberExpr)
	switch {
	case s.typ.clock && (!ok || zero.Text != "0" && zero.Text != "0.0"):
		t.refuse(s.At, "a clock that does not begin with 0")
	case s.typ.clock:
	case s.initial != nil:
		t.refuse(s.At, "a variable that two machines initialise")
	case t.readsOnly(value, isConstant, isFrozen, isMember):
		s.initial = value
	default:
		t.assume(a, s.token, convert.Binary("==", convert.Name(s.name), value), value, env)
	}
}

// assume adds a condition on initial values. A value in it must not be one that a variable has before it is initialised.
func (t *translation) assume(a *automaton, at token, cond, value syntax.Expr, env environment) {
	for _, s := range t.reads(value) {
		switch {
		case s.use != isVariable:
		case s.typ.clock:
			t.refuse(at.At, "the value of a clock in @init")
		case env[s].value != nil:
			t.refuse(at.At, "a value of "+s.token.String()+" before it is initialised")
		}
	}
	a.assumed = append(a.assumed, cond)
}
