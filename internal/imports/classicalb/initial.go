package classicalb

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/expression"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/source"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/scan"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// The initialisation gives each variable a value, or a set that contains it. A function is given as a whole: SET * {e}, or a
// lambda; in the model it starts with an arbitrary value, and an assumption fixes it.

func (t *translation) translateInitialisation() {
	if t.Initial == nil && len(t.Variables) == 0 {
		return
	}
	if t.Initial == nil {
		t.List.Errorf(diag.CodeImportSyntax, t.Machine.Name.At, "INITIALISATION is missing")
		return
	}
	t.initialise(t.Initial)
	if t.List.HasErrors() {
		return
	}
	for _, v := range t.SymbolsWith(expression.IsVariable) {
		if !v.Initialised {
			t.List.Errorf(diag.CodeImportName, v.At, "the initialisation does not assign %s", v)
		}
	}
}

// initialise translates a substitution of the initialisation.
func (t *translation) initialise(s *source.Substitution) {
	switch s.Kind {
	case source.DoSkip:
	case source.DoParallel:
		for _, p := range s.Parts {
			t.initialise(p)
		}
	case source.DoAssign:
		for i, target := range s.Targets {
			if v := t.initialTarget(target); v != nil && i < len(s.Values) {
				t.setInitial(v, s.Values[i])
			}
		}
	case source.DoMember:
		if v := t.initialTarget(s.Targets[0]); v != nil {
			t.assume(t.initialMembership(v, s.Values[0]))
		}
	case source.DoSuch:
		for _, target := range s.Targets {
			t.initialTarget(target)
		}
		for _, c := range s.Where {
			t.assume(t.Condition(c.Predicate))
		}
	default:
		t.initialEffect(s)
	}
}

// initialEffect translates another substitution of the initialisation: the initial values are assumed to be those after it.
func (t *translation) initialEffect(s *source.Substitution) {
	e := t.effect(s)
	if t.List.HasErrors() {
		return
	}
	cond := e.guard
	for _, w := range e.writes {
		switch {
		case w.at != nil:
			t.Refuse(s.At, "an assignment to one place of "+w.variable.String()+" in the initialisation", "write f := (1..n) * {e}")
		case w.variable.Initialised:
			t.List.Errorf(diag.CodeImportName, s.At, "%s is assigned twice at once", w.variable)
		}
		w.variable.Initialised = true
		t.Copied(w.value, 1, s.At)
		if name := t.readBefore(w.value); name != "" {
			t.List.Errorf(diag.CodeImportName, s.At, "the initialisation cannot read %s: variables have no values yet", name)
		}
		cond = convert.And(cond, convert.Binary("==", convert.Name(w.variable.Name), w.value))
	}
	for _, p := range e.params {
		if !expression.IsScalar(p.Type) {
			t.Refuse(s.At, "a choice of a set, function or sequence in the initialisation", "write x :: SET")
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
	variables := t.SymbolsWith(expression.IsVariable)
	syntax.Walk(e, func(e syntax.Expr) {
		if n, ok := e.(*syntax.NameExpr); ok && slices.ContainsFunc(variables, func(v *expression.Symbol) bool { return v.Name == n.Name }) {
			found = n.Name
		}
	})
	return found
}

// initialMembership is the condition that a variable begins in a set, or nil if its type implies that.
func (t *translation) initialMembership(v *expression.Symbol, set *source.Node) syntax.Expr {
	t.Arrays = v.Kind.Base == expression.Function
	y := t.TypeOf(set)
	t.Arrays = false
	if !y.Known() || y.Exact && print.Type(y.Type) == print.Type(v.Type) {
		return nil
	}
	return t.Member(convert.Name(v.Name), v.Kind, set)
}

func (t *translation) assume(cond syntax.Expr) {
	if cond != nil {
		t.assumed = append(t.assumed, cond)
	}
}

// initialTarget is the variable that a target names, which must be assigned once.
func (t *translation) initialTarget(target *source.Node) *expression.Symbol {
	if target.Op != source.OpName {
		t.Refuse(target.At, "an assignment to "+target.String()+" in the initialisation", "write f := (1..n) * {e}")
		return nil
	}
	v := t.variable(target)
	if v == nil {
		return nil
	}
	if v.Initialised {
		t.List.Errorf(diag.CodeImportName, target.At, "%s is assigned twice at once", target)
		return nil
	}
	v.Initialised = true
	return v
}

// setInitial gives a variable its initial value.
func (t *translation) setInitial(v *expression.Symbol, value *source.Node) {
	if v.Kind.Base == expression.Function {
		t.assume(t.initialFunction(v, value))
		return
	}
	if at := t.variableIn(value); at != nil {
		t.List.Errorf(diag.CodeImportName, at.At, "the initialisation cannot read %s: variables have no values yet", at)
		return
	}
	v.Value = t.Want(value, v.Kind)
}

// variableIn is a variable that an expression reads, or nil.
func (t *translation) variableIn(n *source.Node) *source.Node {
	if s := t.Lookup(n.Text); n.Op == source.OpName && s != nil && s.Use == expression.IsVariable {
		return n
	}
	for _, a := range n.Args {
		if found := t.variableIn(a); found != nil {
			return found
		}
	}
	return nil
}

// initialFunction is the condition that every argument of a function has a given result.
func (t *translation) initialFunction(f *expression.Symbol, value *source.Node) syntax.Expr {
	var domain, result *source.Node
	bound := source.Token{Kind: scan.Word, Text: "i", At: value.At}
	switch {
	case value.Op == "*" && value.Args[1].Op == source.OpSet && len(value.Args[1].Args) == 1:
		domain, result = value.Args[0], value.Args[1].Args[0]
	case value.Op == "%" && len(value.Bound) == 1 && value.Args[0].Op == ":" && value.Args[0].Args[0].IsName(value.Bound[0].Text):
		domain, result, bound = value.Args[0].Args[1], value.Args[1], value.Bound[0]
	default:
		t.Refuse(value.At, "such a value of a function", "write (1..n) * {e} or %i.(i : 1..n | e)")
		return nil
	}
	if at := t.variableIn(result); at != nil {
		t.List.Errorf(diag.CodeImportName, at.At, "the initialisation cannot read %s: variables have no values yet", at)
		return nil
	}
	arguments := print.Type(f.Kind.Domain)
	if domain.Op != ".." || print.Type(t.Bounds(domain)) != arguments {
		t.List.Errorf(diag.CodeImportType, domain.At, "%s is a function from %s: the value must have these arguments", f, arguments)
		return nil
	}
	return t.everywhere(f, bound, result, value.Op == "%")
}

// everywhere is forall i: low..high :: f[i - low] == result, where result may depend on i if it is visible.
func (t *translation) everywhere(f *expression.Symbol, bound source.Token, result *source.Node, visible bool) syntax.Expr {
	i := &expression.Symbol{Token: bound, Use: expression.IsLocal, Name: t.Taken.Give(bound.Text, t.Names), Kind: expression.NumberKind}
	sc := &expression.Scope{Symbols: map[string]*expression.Symbol{}, Order: []*expression.Symbol{i}}
	if visible {
		sc.Symbols[bound.Text] = i
	}
	t.Enter(sc)
	value := t.Want(result, f.Kind.Elem)
	t.Leave(sc, true)
	element := &syntax.IndexExpr{X: convert.Name(f.Name), Index: f.Kind.Index(convert.Name(i.Name))}
	return expression.ForAll(i.Name, f.Kind.Domain, convert.Binary("==", element, value))
}
