package classicalb

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb/expression"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// model is the text of the model in canonical form.
func (t *translation) model() string {
	var w strings.Builder
	fmt.Fprintf(&w, "system %s\n\n", syntax.Declarable(t.Machine.Name.Text))
	for _, s := range t.SymbolsWith(expression.IsSet) {
		fmt.Fprintf(&w, "type %s = enum { %s }\n", s.Name, strings.Join(s.Members, ", "))
	}
	for _, typ := range t.PairOrder {
		fmt.Fprintf(&w, "type %s = %s\n", t.Pairs[typ], typ)
	}
	w.WriteString("\n")
	for _, s := range t.SymbolsWith(expression.IsConstant, expression.IsFrozen) {
		if s.Alias == nil {
			declare(&w, "const", s)
		}
	}
	w.WriteString("\n")
	for _, s := range t.SymbolsWith(expression.IsVariable) {
		declare(&w, "var", s)
	}
	w.WriteString("\n")
	for _, cond := range t.assumed {
		fmt.Fprintf(&w, "assume %s\n", print.Expr(cond))
	}
	w.WriteString("\n")
	for _, typ := range t.JoinOrder {
		fmt.Fprintf(&w, "function %s(a: %s, b: %s) -> (%s)? = if forall k in b :: k in a => a[k] == b[k] then a + b else none\n", t.Joins[typ], typ, typ, typ)
	}
	w.WriteString("\n")
	for _, a := range t.actions {
		w.WriteString(convert.Line(a.clauses()))
	}
	w.WriteString("\n")
	for _, c := range t.kept {
		fmt.Fprintf(&w, "invariant %s: %s\n", c.name, print.Expr(c.cond))
	}
	return convert.Format(w.String())
}

// places are the source positions of the declarations of the model.
func (t *translation) places() map[string]diag.Span {
	out := map[string]diag.Span{"": t.Machine.Name.At}
	for _, s := range t.Order {
		for _, word := range [...]string{"type ", "const ", "var "} {
			out[word+s.Name] = s.At
		}
	}
	for _, a := range t.actions {
		out["event "+a.name] = a.at
	}
	for _, c := range t.kept {
		out["invariant "+c.name] = c.at
	}
	return out
}

// declare writes a constant or a variable.
func declare(w *strings.Builder, word string, s *expression.Symbol) {
	fmt.Fprintf(w, "%s %s", word, s.Name)
	if s.Type != nil {
		fmt.Fprintf(w, ": %s", print.Type(s.Type))
	}
	if s.Value != nil {
		fmt.Fprintf(w, " = %s", print.Expr(s.Value))
	}
	w.WriteString("\n")
}

// clauses are those of an event. Conditions that mention no parameter come before the choice of the parameters, as far as that
// keeps the order in which they are evaluated.
func (a *action) clauses() []string {
	parts := []string{"event " + a.name + ":"}
	before, within := a.split()
	if before != nil {
		parts = append(parts, "when "+guard(before))
	}
	if len(a.params) > 0 {
		var names []string
		for _, p := range a.params {
			names = append(names, p.Name.Text+": "+print.Type(p.Type))
		}
		choice := "any " + strings.Join(names, ", ")
		if within != nil {
			choice += " where " + guard(within)
		}
		parts = append(parts, choice)
	}
	if len(a.writes) > 0 {
		parts = append(parts, "do "+a.assignment())
	}
	return parts
}

// guard is the text of a condition, in parentheses if an in could be mistaken for the beginning of a clause.
func guard(cond syntax.Expr) string {
	out := print.Expr(cond)
	if strings.Contains(out, " in ") {
		return "(" + out + ")"
	}
	return out
}

// split divides the guard: the first conditions that mention no parameter, and the rest.
func (a *action) split() (before, within syntax.Expr) {
	for _, c := range convert.Conjuncts(a.guard) {
		if within == nil && !a.mentions(c) {
			before = convert.And(before, c)
		} else {
			within = convert.And(within, c)
		}
	}
	return before, within
}

func (a *action) mentions(e syntax.Expr) bool {
	found := false
	syntax.Walk(e, func(e syntax.Expr) {
		if n, ok := e.(*syntax.NameExpr); ok {
			found = found || slices.ContainsFunc(a.params, func(p syntax.Param) bool { return p.Name.Text == n.Name })
		}
	})
	return found
}

// assignment writes all values at once.
func (a *action) assignment() string {
	var targets, values []string
	for _, w := range a.writes {
		target := w.variable.Name
		if w.at != nil {
			target += "[" + print.Expr(w.at) + "]"
		}
		targets = append(targets, target)
		values = append(values, print.Expr(w.value))
	}
	return strings.Join(targets, ", ") + " := " + strings.Join(values, ", ")
}
