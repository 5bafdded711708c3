package jani

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// kind is the kind of an expression.
type kind uint8

const (
	truth kind = iota
	integer
	real
)

func (k kind) String() string { return [...]string{"bool", "int", "real"}[k] }

// operand is an expression with its kind, and with its value if it is constant.
type operand struct {
	expr   syntax.Expr // of the model; made from the value if it is nil
	kind   kind
	number *big.Rat // value of a constant number
	truth  *bool    // value of a constant truth value
}

func numberOperand(v *big.Rat, k kind) operand { return operand{kind: k, number: v} }
func truthOperand(v bool) operand              { return operand{kind: truth, truth: &v} }

// constant reports whether the value is known.
func (o operand) constant() bool { return o.number != nil || o.truth != nil }

// is reports whether the operand is the constant v.
func (o operand) is(v bool) bool { return o.truth != nil && *o.truth == v }

// isNumber reports whether the operand is the constant n.
func (o operand) isNumber(n int64) bool {
	return o.number != nil && o.number.Cmp(big.NewRat(n, 1)) == 0
}

// tree is the expression of the model.
func (o operand) tree() syntax.Expr {
	switch {
	case o.truth != nil:
		return convert.Bool(*o.truth)
	case o.number != nil:
		return literal(o.number, o.kind)
	}
	return o.expr
}

// literal writes a number: an integer, a decimal or an exact quotient.
func literal(v *big.Rat, k kind) syntax.Expr {
	if v.Sign() < 0 {
		return convert.Negative(literal(new(big.Rat).Neg(v), k))
	}
	if v.IsInt() {
		text := v.Num().String()
		if k == real {
			text += ".0"
		}
		return &syntax.NumberExpr{Text: text}
	}
	return convert.Binary("/", &syntax.NumberExpr{Text: v.Num().String() + ".0"}, &syntax.NumberExpr{Text: v.Denom().String() + ".0"})
}

// realTree is the expression of the model as a real number.
func (o operand) realTree() syntax.Expr {
	if o.kind == integer && o.number == nil {
		return &syntax.CallExpr{Func: syntax.Name{Text: "real"}, Args: []syntax.Expr{o.expr}}
	}
	if o.number != nil {
		return literal(o.number, real)
	}
	return o.tree()
}

// joined is the kind of two numbers together.
func joined(a, b kind) kind { return max(a, b) }

// pair returns two numbers as expressions of the same kind.
func pair(a, b operand) (syntax.Expr, syntax.Expr) {
	if a.kind == b.kind {
		return a.tree(), b.tree()
	}
	return a.realTree(), b.realTree()
}

// withoutRepeats is a condition without conditions that occur in it twice: guards of neighbours often have the same ones.
func (o operand) withoutRepeats() operand {
	if o.constant() {
		return o
	}
	seen := map[string]bool{}
	out := truthOperand(true)
	var add func(e syntax.Expr)
	add = func(e syntax.Expr) {
		if b, ok := e.(*syntax.BinaryExpr); ok && b.Op == "and" {
			add(b.X)
			add(b.Y)
		} else if text := print.Expr(e); !seen[text] {
			seen[text] = true
			out = connect("∧", out, operand{expr: e, kind: truth})
		}
	}
	add(o.expr)
	return out
}
