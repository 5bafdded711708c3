package classicalb

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/convert/scan"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/syntax/print"
)

// The initialisation gives each variable a value, or a set that contains it. A function is given as a whole: SET * {e}, or a
// lambda; in the model it starts with an arbitrary value, and an assumption fixes it.

func (t *translation) translateInitialisation() {
	if t.initial == nil && len(t.variables) == 0 {
		return
	}
	if t.initial == nil {
		t.list.Errorf(diag.CodeImportSyntax, t.machine.name.At, "INITIALISATION is missing")
		return
	}
	t.initialise(t.initial)
	if t.list.HasErrors() {
		return
	}
	for _, v := range t.symbolsWith(isVariable) {
		if !v.initialised {
			t.list.Errorf(diag.CodeImportName, v.At, "the initialisation does not assign %s", v)
		}
	}
}

// initialise translates a substitution of the initialisation.
func (t *translation) initialise(s *substitution) {
	switch s.kind {
	case doSkip:
	case doParallel:
		for _, p := range s.parts {
			t.initialise(p)
		}
	case doAssign:
		for i, target := range s.targets {
			if v := t.initialTarget(target); v != nil && i < len(s.values) {
				t.setInitial(v, s.values[i])
			}
		}
	case doMember:
		if v := t.initialTarget(s.targets[0]); v != nil {
			t.assume(t.initialMembership(v, s.values[0]))
		}
	case doSuch:
		for _, target := range s.targets {
			t.initialTarget(target)
		}
		for _, c := range s.where {
			t.assume(t.condition(c.pred))
		}
	default:
		t.initialEffect(s)
	}
}

// initialEffect translates another substitution of the initialisation: the initial values are assumed to be those after it.
func (t *translation) initialEffect(s *substitution) {
	e := t.effect(s)
	if t.list.HasErrors() {
		return
	}
	cond := e.guard
	for _, w := range e.writes {
		switch {
		case w.at != nil:
			t.refuse(s.at, "an assignment to one place of "+w.variable.String()+" in the initialisation", "write f := (1..n) * {e}")
		case w.variable.initialised:
			t.list.Errorf(diag.CodeImportName, s.at, "%s is assigned twice at once", w.variable)
		}
		w.variable.initialised = true
		t.copied(w.value, 1, s.at)
		if name := t.readBefore(w.value); name != "" {
			t.list.Errorf(diag.CodeImportName, s.at, "the initialisation cannot read %s: variables have no values yet", name)
		}
		cond = convert.And(cond, convert.Binary("==", convert.Name(w.variable.name), w.value))
	}
	for _, p := range e.params {
		if !isScalar(p.Type) {
			t.refuse(s.at, "a choice of a set, function or sequence in the initialisation", "write x :: SET")
			return
		}
	}
	if len(e.params) > 0 && cond != nil {
		cond = &syntax.QuantifierExpr{Params: e.params, Body: cond}
	}
	t.assume(cond)
}

// readBefore is a variable that an expression of the model reads; empty if there is none.
func (t *translation) readBefore(e syntax.Expr) string {
	found := ""
	variables := t.symbolsWith(isVariable)
	syntax.Walk(e, func(e syntax.Expr) {
		if n, ok := e.(*syntax.NameExpr); ok && slices.ContainsFunc(variables, func(v *symbol) bool { return v.name == n.Name }) {
			found = n.Name
		}
	})
	return found
}

// initialMembership is the condition that a variable begins in a set, or nil if its type implies that.
func (t *translation) initialMembership(v *symbol, set *node) syntax.Expr {
	t.arrays = v.kind.base == function
	y := t.typeOf(set)
	t.arrays = false
	if !y.ok() || y.exact && print.Type(y.typ) == print.Type(v.typ) {
		return nil
	}
	return t.member(convert.Name(v.name), v.kind, set)
}

func (t *translation) assume(cond syntax.Expr) {
	if cond != nil {
		t.assumed = append(t.assumed, cond)
	}
}

// initialTarget is the variable that a target names, which must be assigned once.
func (t *translation) initialTarget(target *node) *symbol {
	if target.op != opName {
		t.refuse(target.at, "an assignment to "+target.String()+" in the initialisation", "write f := (1..n) * {e}")
		return nil
	}
	v := t.variable(target)
	if v == nil {
		return nil
	}
	if v.initialised {
		t.list.Errorf(diag.CodeImportName, target.at, "%s is assigned twice at once", target)
		return nil
	}
	v.initialised = true
	return v
}

// setInitial gives a variable its initial value.
func (t *translation) setInitial(v *symbol, value *node) {
	if v.kind.base == function {
		t.assume(t.initialFunction(v, value))
		return
	}
	if at := t.variableIn(value); at != nil {
		t.list.Errorf(diag.CodeImportName, at.at, "the initialisation cannot read %s: variables have no values yet", at)
		return
	}
	v.value = t.want(value, v.kind)
}

// variableIn is a variable that an expression reads, or nil.
func (t *translation) variableIn(n *node) *node {
	if s := t.lookup(n.text); n.op == opName && s != nil && s.use == isVariable {
		return n
	}
	for _, a := range n.args {
		if found := t.variableIn(a); found != nil {
			return found
		}
	}
	return nil
}

// initialFunction is the condition that every argument of a function has a given result.
func (t *translation) initialFunction(f *symbol, value *node) syntax.Expr {
	var domain, result *node
	bound := token{Kind: scan.Word, Text: "i", At: value.at}
	switch {
	case value.op == "*" && value.args[1].op == opSet && len(value.args[1].args) == 1:
		domain, result = value.args[0], value.args[1].args[0]
	case value.op == "%" && len(value.bound) == 1 && value.args[0].op == ":" && value.args[0].args[0].isName(value.bound[0].Text):
		domain, result, bound = value.args[0].args[1], value.args[1], value.bound[0]
	default:
		t.refuse(value.at, "such a value of a function", "write (1..n) * {e} or %i.(i : 1..n | e)")
		return nil
	}
	if at := t.variableIn(result); at != nil {
		t.list.Errorf(diag.CodeImportName, at.at, "the initialisation cannot read %s: variables have no values yet", at)
		return nil
	}
	arguments := print.Type(f.kind.domain)
	if domain.op != ".." || print.Type(t.bounds(domain)) != arguments {
		t.list.Errorf(diag.CodeImportType, domain.at, "%s is a function from %s: the value must have these arguments", f, arguments)
		return nil
	}
	return t.everywhere(f, bound, result, value.op == "%")
}

// everywhere is forall i: low..high :: f[i - low] == result, where result may depend on i if it is visible.
func (t *translation) everywhere(f *symbol, bound token, result *node, visible bool) syntax.Expr {
	i := &symbol{token: bound, use: isLocal, name: t.taken.Give(bound.Text, t.names), kind: numberKind}
	sc := &scope{symbols: map[string]*symbol{}, order: []*symbol{i}}
	if visible {
		sc.symbols[bound.Text] = i
	}
	t.scopes = append(t.scopes, sc)
	value := t.want(result, f.kind.elem)
	t.leave(sc, true)
	element := &syntax.IndexExpr{X: convert.Name(f.name), Index: f.kind.index(convert.Name(i.name))}
	return forAll(i.name, f.kind.domain, convert.Binary("==", element, value))
}
