package mutant

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// Edits of expressions: one operator or one number at a time.

// otherOperators are what an operator is mistaken for.
var otherOperators = map[string]struct {
	kind  Kind
	other string
}{
	"<": {Boundary, "<="}, "<=": {Boundary, "<"}, ">": {Boundary, ">="}, ">=": {Boundary, ">"},
	"==": {Operator, "!="}, "!=": {Operator, "=="}, "and": {Operator, "or"}, "or": {Operator, "and"}, "=>": {Operator, "and"},
	"+": {Operator, "-"}, "-": {Operator, "+"}, "*": {Operator, "+"}, "/": {Operator, "*"}, "%": {Operator, "/"},
	"&": {Operator, "|"}, "|": {Operator, "&"}, "^": {Operator, "|"}, "<<": {Operator, ">>"}, ">>": {Operator, "<<"},
}

// expression collects the edits inside an expression, which is described with what it is part of.
func (c *collector) expression(about string, whole diag.Span, root syntax.Expr) {
	syntax.Walk(root, func(e syntax.Expr) {
		if at := e.Span(); len(whole.Text()) > longest || at.Start < whole.Start || at.End > whole.End {
			whole = at
		}
		switch e := e.(type) {
		case *syntax.BinaryExpr:
			if o, ok := otherOperators[e.Op]; ok {
				c.add(within(o.kind, about, whole, e.OpSpan, o.other))
			}
			if e.Op == "in" {
				c.add(within(Operator, about, whole, e.Span(), "(not ("+e.Span().Text()+"))"))
			}
		case *syntax.CallExpr:
			c.call(about, whole, e)
		case *syntax.IsExpr:
			c.add(within(Operator, about, whole, e.Span(), "(not ("+e.Span().Text()+"))"))
		case *syntax.QuantifierExpr:
			c.quantifier(about, whole, e)
		case *syntax.ComprehensionExpr:
			if e.Cond != nil {
				c.add(within(Operator, about, whole, e.Cond.Span(), "true"))
			}
		case *syntax.NumberExpr:
			c.number(about, whole, e)
		case *syntax.NameExpr:
			if c.consts[e.Name] {
				c.add(within(Constant, about, whole, e.At, "("+e.Name+" + 1)"))
				c.add(within(Constant, about, whole, e.At, "("+e.Name+" - 1)"))
			}
		}
	})
}

// otherFunctions are what a function is mistaken for, and updates are those that give back a changed collection or string.
var (
	otherFunctions = map[string]string{
		"insert": "remove", "remove": "insert", "first": "last", "last": "first", "min": "max", "max": "min", "startsWith": "endsWith",
		"endsWith": "startsWith", "replace": "replaceAll", "replaceAll": "replace",
	}
	updates = []string{"append", "insert", "remove", "insertAt", "removeAt", "insertSorted", "reverse", "sorted", "upper", "lower", "replace", "replaceAll"}
)

// call collects other functions for that of a call, and leaves out an update.
func (c *collector) call(about string, whole diag.Span, e *syntax.CallExpr) {
	if other, ok := otherFunctions[e.Func.Text]; ok {
		c.add(within(Operator, about, whole, e.Func.Span(), other))
	}
	if slices.Contains(updates, e.Func.Text) && len(e.Args) > 0 {
		c.add(within(Operator, about, whole, e.Span(), e.Args[0].Span().Text()))
	}
}

// quantifier collects the other quantifier.
func (c *collector) quantifier(about string, whole diag.Span, e *syntax.QuantifierExpr) {
	word, other := "exists", "forall"
	if e.Forall {
		word, other = other, word
	}
	at := e.Span()
	at.End = at.Start + len(word)
	if at.Text() == word {
		c.add(within(Operator, about, whole, at, other))
	}
}

// number collects the neighbours of a whole number.
func (c *collector) number(about string, whole diag.Span, e *syntax.NumberExpr) {
	n, ok := new(big.Int).SetString(e.Text, 0)
	if !ok || e.Decimal {
		return
	}
	for _, step := range []int64{1, -1} {
		neighbour := new(big.Int).Add(n, big.NewInt(step))
		text := neighbour.String()
		if neighbour.Sign() < 0 {
			text = "(" + text + ")"
		}
		c.add(within(Constant, about, whole, e.At, text))
	}
}

// value collects the edits of a value that is assigned or sent; one without operator and number is made one too large.
func (c *collector) value(about string, whole diag.Span, e syntax.Expr) {
	before := len(c.edits)
	c.expression(about, whole, e)
	if len(c.edits) > before {
		return
	}
	wrong := "(" + e.Span().Text() + ") + 1"
	switch e := e.(type) {
	case *syntax.StringExpr:
		return
	case *syntax.BoolExpr:
		wrong = strconv.FormatBool(!e.Value)
	case *syntax.NameExpr:
		wrong = e.Name + " + 1"
	}
	c.add(within(WrongValue, about, whole, e.Span(), wrong))
}
