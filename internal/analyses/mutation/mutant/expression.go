package mutant

import (
	"math/big"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Edits of expressions: one operator or one number at a time.

// otherOperators lists the operators with which an operator can be confused.
var otherOperators = map[string]struct {
	kind  Kind
	other string
}{
	"<": {Boundary, "<="}, "<=": {Boundary, "<"}, ">": {Boundary, ">="}, ">=": {Boundary, ">"},
	"==": {Operator, "!="}, "!=": {Operator, "=="}, "and": {Operator, "or"}, "or": {Operator, "and"}, "=>": {Operator, "and"}, "<=>": {Operator, "=>"},
	"+": {Operator, "-"}, "-": {Operator, "+"}, "*": {Operator, "+"}, "/": {Operator, "*"}, "%": {Operator, "/"},
	"&": {Operator, "|"}, "|": {Operator, "&"}, "^": {Operator, "|"}, "<<": {Operator, ">>"}, ">>": {Operator, "<<"},
}

// expression collects the edits inside an expression, which is described with its context.
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
