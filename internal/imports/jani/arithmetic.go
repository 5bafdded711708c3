package jani

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// maxSize bounds the numbers that are computed, in bits; operations on larger ones are left to the model.
const maxSize = 20_000

func size(v *big.Rat) int { return v.Num().BitLen() + v.Denom().BitLen() }

// connect joins truth values.
func connect(op string, a, b operand) operand {
	switch {
	case op == "⇒":
		return connect("∨", negate(a), b)
	case op == "∧" && (a.is(false) || b.is(false)):
		return truthOperand(false)
	case op == "∨" && (a.is(true) || b.is(true)):
		return truthOperand(true)
	case a.truth != nil:
		return b
	case b.truth != nil:
		return a
	}
	return operand{expr: convert.Binary(map[string]string{"∧": "and", "∨": "or"}[op], a.tree(), b.tree()), kind: truth}
}

func negate(a operand) operand {
	if a.truth != nil {
		return truthOperand(!*a.truth)
	}
	return operand{expr: convert.Not(a.tree()), kind: truth}
}

var comparisons = map[string]string{"=": "==", "≠": "!=", "<": "<", "≤": "<=", ">": ">", "≥": ">="}

// compare compares numbers.
func compare(op string, a, b operand) operand {
	if a.number != nil && b.number != nil {
		d := a.number.Cmp(b.number)
		return truthOperand(map[string]bool{"=": d == 0, "≠": d != 0, "<": d < 0, "≤": d <= 0, ">": d > 0, "≥": d >= 0}[op])
	}
	x, y := pair(a, b)
	return operand{expr: convert.Binary(comparisons[op], x, y), kind: truth}
}

// arithmetic computes or writes +, -, *, min and max.
func arithmetic(op string, a, b operand) operand {
	k := joined(a.kind, b.kind)
	if a.number != nil && b.number != nil && size(a.number)+size(b.number) < maxSize {
		return numberOperand(combine(op, a.number, b.number), k)
	}
	if (op == "+" && b.isNumber(0) || op == "-" && b.isNumber(0) || op == "*" && b.isNumber(1)) && a.kind == k {
		return a
	}
	if (op == "+" && a.isNumber(0) || op == "*" && a.isNumber(1)) && b.kind == k {
		return b
	}
	x, y := pair(a, b)
	if op == "min" || op == "max" {
		return operand{expr: &syntax.CallExpr{Func: syntax.Name{Text: op}, Args: []syntax.Expr{x, y}}, kind: k}
	}
	return operand{expr: convert.Binary(op, x, y), kind: k}
}

func combine(op string, a, b *big.Rat) *big.Rat {
	out := new(big.Rat)
	switch {
	case op == "+":
		return out.Add(a, b)
	case op == "-":
		return out.Sub(a, b)
	case op == "*":
		return out.Mul(a, b)
	case (op == "min") == (a.Cmp(b) <= 0):
		return a
	}
	return b
}

// choose is a conditional value.
func choose(cond, then, other operand) operand {
	k := joined(then.kind, other.kind)
	switch {
	case cond.is(true):
		then.kind = max(then.kind, k)
		return then
	case cond.is(false):
		other.kind = max(other.kind, k)
		return other
	}
	x, y := then.tree(), other.tree()
	if k != truth {
		x, y = pair(then, other)
	}
	return operand{expr: &syntax.IfExpr{Cond: cond.tree(), Then: x, Else: y}, kind: k}
}

// round computes or writes floor, ceil, trc, abs and sgn.
func round(op string, a operand) operand {
	if a.number != nil {
		return numberOperand(rounded(op, a.number), map[bool]kind{true: a.kind, false: integer}[op == "abs"])
	}
	zero := numberOperand(new(big.Rat), integer)
	switch {
	case op == "abs":
		return operand{expr: call("abs", a.tree()), kind: a.kind}
	case op == "sgn":
		number := func(n int64) operand { return numberOperand(big.NewRat(n, 1), integer) }
		return choose(compare(">", a, zero), number(1), choose(compare("<", a, zero), number(-1), zero))
	case a.kind == integer:
		return a
	case op == "floor":
		return operand{expr: call("floor", a.tree()), kind: integer}
	case op == "ceil":
		return operand{expr: convert.Negative(call("floor", convert.Negative(a.tree()))), kind: integer}
	}
	return choose(compare("≥", a, zero), round("floor", a), round("ceil", a))
}

func call(name string, arg syntax.Expr) syntax.Expr {
	return &syntax.CallExpr{Func: syntax.Name{Text: name}, Args: []syntax.Expr{arg}}
}

func rounded(op string, v *big.Rat) *big.Rat {
	floor := func(v *big.Rat) *big.Rat { return new(big.Rat).SetInt(new(big.Int).Div(v.Num(), v.Denom())) }
	ceil := func(v *big.Rat) *big.Rat { return new(big.Rat).Neg(floor(new(big.Rat).Neg(v))) }
	switch {
	case op == "abs":
		return new(big.Rat).Abs(v)
	case op == "sgn":
		return big.NewRat(int64(v.Sign()), 1)
	case op == "floor" || op == "trc" && v.Sign() >= 0:
		return floor(v)
	}
	return ceil(v)
}

// maxPower bounds the size of powers in bits.
const maxPower = 10_000

// power computes a power, or writes one with a small constant exponent as a product.
func (c *converter) power(at *document.Value, a, b operand) operand {
	if b.number == nil || !b.number.IsInt() || !b.number.Num().IsInt64() {
		at.Wrong(c.list, diag.CodeImportUnsupported, "", "the exponent of pow must be a constant integer")
		return assumedAfterError(real)
	}
	n := b.number.Num().Int64()
	k := a.kind
	if n < 0 {
		k = real
	}
	steps := max(n, -n)
	if a.number == nil {
		if n < 0 || n > 16 {
			at.Wrong(c.list, diag.CodeImportUnsupported, "", "the exponent of a power that is not constant must be from 0 to 16")
			return assumedAfterError(k)
		}
		out := numberOperand(big.NewRat(1, 1), k)
		for range n {
			out = arithmetic("*", out, a)
		}
		return out
	}
	bits := int64(size(a.number))
	if steps > maxPower || steps*bits > maxPower || a.number.Sign() == 0 && n < 0 {
		at.Wrong(c.list, diag.CodeImportTooLarge, "", "this power is too large")
		return assumedAfterError(k)
	}
	exponent := big.NewInt(steps)
	out := new(big.Rat).SetFrac(new(big.Int).Exp(a.number.Num(), exponent, nil), new(big.Int).Exp(a.number.Denom(), exponent, nil))
	if n < 0 {
		out.Inv(out)
	}
	return numberOperand(out, k)
}

// logarithm computes a logarithm that is an integer.
func (c *converter) logarithm(at *document.Value, a, base operand) operand {
	if a.number != nil && base.number != nil && a.number.Cmp(big.NewRat(1, 1)) >= 0 && base.number.Cmp(big.NewRat(1, 1)) > 0 {
		v := big.NewRat(1, 1)
		for n := int64(0); n < 200 && v.Cmp(a.number) <= 0; n++ {
			if v.Cmp(a.number) == 0 {
				return numberOperand(big.NewRat(n, 1), real)
			}
			v = new(big.Rat).Mul(v, base.number)
		}
	}
	at.Wrong(c.list, diag.CodeImportUnsupported, "", "only logarithms of constants whose value is an integer are imported")
	return assumedAfterError(real)
}
