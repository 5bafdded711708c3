package classicalb

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// width is where lines of the model are broken.
const width = 120

// model is the text of the model in canonical form.
func (t *translation) model() string {
	var w strings.Builder
	fmt.Fprintf(&w, "system %s\n\n", syntax.Declarable(t.machine.name.text))
	for _, s := range t.of(isSet) {
		fmt.Fprintf(&w, "type %s = enum { %s }\n", s.name, strings.Join(s.within, ", "))
	}
	w.WriteString("\n")
	for _, s := range t.of(isConstant, isFrozen) {
		declare(&w, "const", s)
	}
	w.WriteString("\n")
	for _, s := range t.of(isVariable) {
		declare(&w, "var", s)
	}
	w.WriteString("\n")
	for _, cond := range t.assumed {
		fmt.Fprintf(&w, "assume %s\n", syntax.ExprString(cond))
	}
	w.WriteString("\n")
	for _, a := range t.actions {
		a.writeTo(&w)
	}
	w.WriteString("\n")
	for _, c := range t.kept {
		fmt.Fprintf(&w, "invariant %s: %s\n", c.name, syntax.ExprString(c.cond))
	}
	return syntax.Format(diag.NewFile("import.sxt", w.String()), &diag.List{})
}

// declare writes a constant or a variable.
func declare(w *strings.Builder, word string, s *symbol) {
	fmt.Fprintf(w, "%s %s", word, s.name)
	if s.typ != nil {
		fmt.Fprintf(w, ": %s", typeText(s.typ))
	}
	if s.value != nil {
		fmt.Fprintf(w, " = %s", syntax.ExprString(s.value))
	}
	w.WriteString("\n")
}

// typeText is a type as the language writes it.
func typeText(typ syntax.Type) string {
	switch typ := typ.(type) {
	case *syntax.NamedType:
		return typ.Name
	case *syntax.RangeType:
		return syntax.ExprString(typ.Low) + ".." + syntax.ExprString(typ.High)
	case *syntax.ArrayType:
		return fmt.Sprintf("%s[%s]", typeText(typ.Elem), syntax.ExprString(typ.Length))
	}
	return ""
}

// writeTo writes an event, on one line if it fits. Conditions that mention no parameter stand before the choice of the
// parameters, as far as that keeps the order in which they are looked at.
func (a *action) writeTo(w *strings.Builder) {
	parts := []string{"event " + a.name + ":"}
	before, within := a.split()
	if before != nil {
		parts = append(parts, "when "+syntax.ExprString(before))
	}
	if len(a.params) > 0 {
		var names []string
		for _, p := range a.params {
			names = append(names, p.Name.Text+": "+typeText(p.Type))
		}
		choice := "any " + strings.Join(names, ", ")
		if within != nil {
			choice += " where " + syntax.ExprString(within)
		}
		parts = append(parts, choice)
	}
	if len(a.writes) > 0 {
		parts = append(parts, "do "+a.assignment())
	}
	line := strings.Join(parts, " ")
	if len(line) > width {
		line = strings.Join(parts, "\n")
	}
	fmt.Fprintln(w, line)
}

// split divides the guard: what stands first and mentions no parameter, and the rest.
func (a *action) split() (before, within syntax.Expr) {
	for _, c := range conjuncts(a.guard) {
		if within == nil && !a.mentions(c) {
			before = and(before, c)
		} else {
			within = and(within, c)
		}
	}
	return before, within
}

// conjuncts takes a condition apart.
func conjuncts(e syntax.Expr) []syntax.Expr {
	var out []syntax.Expr
	for {
		b, ok := e.(*syntax.BinaryExpr)
		if !ok || b.Op != "and" {
			break
		}
		later := conjuncts(b.Y)
		slices.Reverse(later)
		out = append(out, later...)
		e = b.X
	}
	if e != nil {
		out = append(out, e)
	}
	slices.Reverse(out)
	return out
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
		target := w.variable.name
		if w.at != nil {
			target += "[" + syntax.ExprString(w.at) + "]"
		}
		targets = append(targets, target)
		values = append(values, syntax.ExprString(w.value))
	}
	return strings.Join(targets, ", ") + " := " + strings.Join(values, ", ")
}
