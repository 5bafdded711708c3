package jani

import (
	"fmt"
	"math/big"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

var (
	ratZero = new(big.Rat)
	ratOne  = big.NewRat(1, 1)
)

// write is the text of the model in canonical form.
func (c *converter) write() convert.Model {
	var w strings.Builder
	w.WriteString("# Made by sextant import jani.\n")
	for _, r := range c.remarks {
		fmt.Fprintf(&w, "# %s\n", printable(r))
	}
	if name := c.root.Get("name").Text(); name != "" {
		fmt.Fprintf(&w, "system %s\n\n", syntax.Declarable(name))
	}
	c.writeFunctions(&w)
	c.writeVariables(&w)
	for _, a := range c.assumptions {
		fmt.Fprintf(&w, "assume %s\n", print.Expr(a.tree()))
	}
	fmt.Fprintf(&w, "\ninitial %s\nfinal %s\n\n", location, location)
	for _, t := range c.transitions {
		writeTransition(&w, t)
	}
	w.WriteString("\n")
	for _, p := range c.purposes {
		fmt.Fprintf(&w, "purpose %s = location %s", p.name, location)
		if !p.goal.is(true) {
			fmt.Fprintf(&w, " when %s", print.Expr(p.goal.tree()))
		}
		w.WriteString("\n")
		if !p.until.is(true) {
			fmt.Fprintf(&w, "predicates %s = { %s }\n", p.name, print.Expr(p.until.tree()))
		}
	}
	return convert.Model{Text: convert.Format(w.String()), Places: c.places}
}

// printable drops characters that cannot be in a comment.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, s)
}

func (c *converter) writeFunctions(w *strings.Builder) {
	for _, f := range c.functions {
		var params []string
		for _, p := range f.params {
			params = append(params, p.name+": "+p.typ)
		}
		fmt.Fprintf(w, "function %s(%s) -> %s = %s\n", f.name, strings.Join(params, ", "), f.result, print.Expr(f.tree.as(f.kind)))
	}
}

// as is the expression as one of a kind.
func (o operand) as(k kind) syntax.Expr {
	if k == real {
		return o.realTree()
	}
	return o.tree()
}

func (c *converter) writeVariables(w *strings.Builder) {
	for _, e := range c.elements {
		if e.variable != nil {
			fmt.Fprintf(w, "type %s = enum { %s }\n", e.variable.typ, strings.Join(e.members, ", "))
		}
	}
	for _, v := range c.variables {
		fmt.Fprintf(w, "var %s: %s", v.name, v.typ)
		if v.initial != nil {
			fmt.Fprintf(w, " = %s", print.Expr(v.initial.as(v.kind)))
		}
		w.WriteString("\n")
	}
}

func writeTransition(w *strings.Builder, t *transition) {
	parts := []string{fmt.Sprintf("%s: %s ->", t.name, location)}
	if len(t.branches) == 1 && t.branches[0].weight.isNumber(1) {
		parts = append(parts, location)
	} else {
		var branches []string
		for _, b := range t.branches {
			branches = append(branches, strings.TrimSuffix(fmt.Sprintf("%s: %s %s", weightText(b.weight), location, effect(b)), " "))
		}
		parts = append(parts, "{ "+strings.Join(branches, "; ")+" }")
	}
	if !t.guard.is(true) {
		parts = append(parts, "when "+print.Expr(t.guard.tree()))
	}
	if t.rate != nil {
		parts = append(parts, "rate "+weightText(*t.rate))
	}
	if len(t.branches) == 1 && t.branches[0].weight.isNumber(1) {
		if e := effect(t.branches[0]); e != "" {
			parts = append(parts, e)
		}
	}
	w.WriteString(convert.Line(parts))
}

// weightText writes a probability or a rate, in which quotients are exact.
func weightText(o operand) string {
	if o.number != nil {
		return o.number.RatString()
	}
	return print.Expr(o.realTree())
}

// effect writes the assignments of a branch.
func effect(b branch) string {
	var rounds []string
	for _, round := range b.rounds {
		var targets, values []string
		for _, a := range round {
			if n, ok := a.value.expr.(*syntax.NameExpr); ok && n.Name == a.variable.name {
				continue
			}
			targets = append(targets, a.variable.name)
			values = append(values, print.Expr(a.value.as(a.variable.kind)))
		}
		if len(targets) > 0 {
			rounds = append(rounds, strings.Join(targets, ", ")+" := "+strings.Join(values, ", "))
		}
	}
	if len(rounds) == 0 {
		return ""
	}
	return "do " + strings.Join(rounds, "; ")
}
