package jani

import (
	"encoding/json"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// want translates an expression that is to have a kind; an int is a real.
func (c *converter) want(at *document.Value, s *scope, k kind) operand {
	v := c.expression(at, s)
	if v.kind == k || k == real && v.kind == integer {
		return v
	}
	if k == integer && v.number != nil && v.number.IsInt() {
		return numberOperand(v.number, integer)
	}
	at.Wrong(c.list, diag.CodeImportType, "", "an expression of type %s is expected here, not %s", k, v.kind)
	return assumedAfterError(k)
}

// expression translates an expression.
func (c *converter) expression(at *document.Value, s *scope) operand {
	switch d := at.Data.(type) {
	case bool:
		return truthOperand(d)
	case json.Number:
		return c.number(at, string(d))
	case string:
		return c.name(at, d, s)
	case *document.Object:
		if constant := at.Get("constant"); !constant.Missing && at.Get("op").Missing {
			at.Wrong(c.list, diag.CodeImportUnsupported, "", "the constant %s is not a fraction", convert.Clip(constant.Text()))
			return assumedAfterError(real)
		}
		return c.operation(at, s)
	}
	c.missing(at, "an expression")
	return assumedAfterError(integer)
}

func (c *converter) number(at *document.Value, text string) operand {
	v, ok := parseNumber(text)
	if !ok {
		at.Wrong(c.list, diag.CodeImportTooLarge, "", "this number is too large or too small")
		return assumedAfterError(real)
	}
	if v.IsInt() {
		return numberOperand(v, integer)
	}
	return numberOperand(v, real)
}

func (c *converter) name(at *document.Value, name string, s *scope) operand {
	b, ok := s.find(name)
	switch {
	case !ok:
		at.Wrong(c.list, diag.CodeImportName, diag.DidYouMean(name, s.candidates()), "%q is not declared", convert.Clip(name))
		return assumedAfterError(integer)
	case b.transient != nil:
		return c.transientRead(at, b.transient)
	}
	return b.value
}

// transientRead replaces a transient variable by the values that locations give it.
func (c *converter) transientRead(at *document.Value, t *transient) operand {
	if t.assigned {
		at.Wrong(c.list, diag.CodeImportUnsupported, "", "%q is transient and assigned by an edge, so it is not known in a state", convert.Clip(t.name))
		return t.initial
	}
	out := t.initial
	for i := len(t.values) - 1; i >= 0; i-- {
		v := t.values[i]
		out = choose(v.in.at(v.index), v.value, out)
	}
	return out
}

// operation translates an object with an operator.
func (c *converter) operation(at *document.Value, s *scope) operand {
	op := at.Get("op")
	if op.Missing && !at.Get("exp").Missing { // {"exp": ..., "comment": ...}
		return c.expression(at.Get("exp"), s)
	}
	switch name := op.Text(); name {
	case "∧", "∨", "⇒":
		return connect(name, c.want(at.Get("left"), s, truth), c.want(at.Get("right"), s, truth))
	case "¬":
		return negate(c.want(at.Get("exp"), s, truth))
	case "=", "≠":
		return c.equality(at, name, s)
	case "<", "≤", ">", "≥":
		return compare(name, c.want(at.Get("left"), s, real), c.want(at.Get("right"), s, real))
	case "+", "-", "*", "min", "max":
		return arithmetic(name, c.want(at.Get("left"), s, real), c.want(at.Get("right"), s, real))
	case "%":
		return c.modulo(at, c.want(at.Get("left"), s, integer), c.want(at.Get("right"), s, integer))
	case "/":
		return c.divide(at, c.want(at.Get("left"), s, real), c.want(at.Get("right"), s, real))
	case "pow":
		return c.power(at, c.want(at.Get("left"), s, real), c.want(at.Get("right"), s, real))
	case "log":
		return c.logarithm(at, c.want(at.Get("left"), s, real), c.want(at.Get("right"), s, real))
	case "floor", "ceil", "trc", "abs", "sgn":
		return round(name, c.want(at.Get("exp"), s, real))
	case "ite":
		return c.conditional(at, s)
	case "call":
		return c.call(at, s)
	default:
		if op.Missing {
			c.missing(op, "an operator")
		} else {
			op.Wrong(c.list, diag.CodeImportUnsupported, "", "the operator %q is not imported here", convert.Clip(name))
		}
		return assumedAfterError(integer)
	}
}

func (c *converter) equality(at *document.Value, op string, s *scope) operand {
	a, b := c.expression(at.Get("left"), s), c.expression(at.Get("right"), s)
	if (a.kind == truth) != (b.kind == truth) {
		at.Wrong(c.list, diag.CodeImportType, "", "values of types %s and %s are compared", a.kind, b.kind)
		return truthOperand(true)
	}
	if a.kind != truth {
		return compare(op, a, b)
	}
	same := a.truth != nil && b.truth != nil && *a.truth == *b.truth
	if a.constant() && b.constant() {
		return truthOperand(same == (op == "="))
	}
	return operand{expr: convert.Binary(comparisons[op], a.tree(), b.tree()), kind: truth}
}

func (c *converter) conditional(at *document.Value, s *scope) operand {
	cond := c.want(at.Get("if"), s, truth)
	then, other := c.expression(at.Get("then"), s), c.expression(at.Get("else"), s)
	if (then.kind == truth) != (other.kind == truth) {
		at.Wrong(c.list, diag.CodeImportType, "", "the cases have types %s and %s", then.kind, other.kind)
		return assumedAfterError(then.kind)
	}
	return choose(cond, then, other)
}

// call translates a call of a function. If all arguments are constant and so is the value, there is no call in the model.
func (c *converter) call(at *document.Value, s *scope) operand {
	f := c.function(at.Get("function").Text())
	if f == nil {
		at.Get("function").Wrong(c.list, diag.CodeImportName, "", "there is no function %q", convert.Clip(at.Get("function").Text()))
		return assumedAfterError(integer)
	}
	items := c.items(at.Get("args"))
	if len(items) != len(f.params) {
		at.Wrong(c.list, diag.CodeImportParameters, "", "the function %q takes %d arguments, not %d", convert.Clip(f.at.Get("name").Text()), len(f.params), len(items))
		return assumedAfterError(f.kind)
	}
	known := true
	var args []operand
	var trees []syntax.Expr
	for i, item := range items {
		args = append(args, c.want(item, s, f.params[i].kind))
		known = known && args[i].constant()
		trees = append(trees, args[i].tree())
	}
	if known && f.depth < maxCallDepth && c.calls < maxCalls {
		c.calls++
		f.depth++
		v := c.want(f.body, c.arguments(f, args), f.kind)
		f.depth--
		if v.constant() {
			return v
		}
	}
	return operand{expr: &syntax.CallExpr{Func: syntax.Name{Text: f.name}, Args: trees}, kind: f.kind}
}

// maxCalls bounds the calls of functions that are evaluated during the conversion.
const maxCalls = 10_000

func (c *converter) divide(at *document.Value, a, b operand) operand {
	switch {
	case b.isNumber(0):
		at.Wrong(c.list, diag.CodeImportExpression, "", "division by zero")
		return assumedAfterError(real)
	case a.number != nil && b.number != nil:
		return numberOperand(new(big.Rat).Quo(a.number, b.number), real)
	case b.isNumber(1):
		return operand{expr: a.realTree(), kind: real}
	}
	return operand{expr: convert.Binary("/", a.realTree(), b.realTree()), kind: real}
}

func (c *converter) modulo(at *document.Value, a, b operand) operand {
	switch {
	case b.isNumber(0):
		at.Wrong(c.list, diag.CodeImportExpression, "", "division by zero")
		return assumedAfterError(integer)
	case a.number != nil && b.number != nil:
		return numberOperand(new(big.Rat).SetInt(new(big.Int).Mod(a.number.Num(), b.number.Num())), integer)
	}
	return operand{expr: convert.Binary("%", a.tree(), b.tree()), kind: integer}
}
