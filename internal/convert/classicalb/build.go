package classicalb

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/syntax"
)

// Small builders of expressions of the model. Conditions that are nil are true.

func nameOf(name string) syntax.Expr { return &syntax.NameExpr{Name: name} }

func binary(op string, x, y syntax.Expr) syntax.Expr { return &syntax.BinaryExpr{Op: op, X: x, Y: y} }

// not negates, without a second negation, and with != for ==.
func not(x syntax.Expr) syntax.Expr {
	switch x := x.(type) {
	case *syntax.UnaryExpr:
		if x.Op == "not" {
			return x.X
		}
	case *syntax.BinaryExpr:
		if x.Op == "==" {
			return binary("!=", x.X, x.Y)
		}
	}
	return &syntax.UnaryExpr{Op: "not", X: x}
}

// and joins conditions; it is nil if all of them are.
func and(conds ...syntax.Expr) syntax.Expr {
	var out syntax.Expr
	for _, c := range conds {
		switch {
		case c == nil:
		case out == nil:
			out = c
		default:
			out = binary("and", out, c)
		}
	}
	return out
}

// truthOf is a condition, or true.
func truthOf(cond syntax.Expr) syntax.Expr {
	if cond == nil {
		return &syntax.BoolExpr{Value: true}
	}
	return cond
}

// ifElse chooses between values. The same name on both sides is no choice.
func ifElse(cond, then, other syntax.Expr) syntax.Expr {
	if a, ok := then.(*syntax.NameExpr); ok {
		if b, ok := other.(*syntax.NameExpr); ok && a.Name == b.Name {
			return then
		}
	}
	return &syntax.IfExpr{Cond: cond, Then: then, Else: other}
}

var zero = big.NewInt(0)

func numeral(n *big.Int) syntax.Expr {
	if n.Sign() < 0 {
		return &syntax.UnaryExpr{Op: "-", X: &syntax.NumberExpr{Text: new(big.Int).Neg(n).String()}}
	}
	return &syntax.NumberExpr{Text: n.String()}
}

// literal is the value of a number as written, with or without a sign.
func literal(e syntax.Expr) (*big.Int, bool) {
	if u, ok := e.(*syntax.UnaryExpr); ok && u.Op == "-" {
		n, ok := literal(u.X)
		if !ok {
			return nil, false
		}
		return new(big.Int).Neg(n), true
	}
	if n, ok := e.(*syntax.NumberExpr); ok {
		return new(big.Int).SetString(n.Text, 10)
	}
	return nil, false
}

// difference is x - y, computed if both are numbers or y is 0.
func difference(x, y syntax.Expr) syntax.Expr {
	b, ok := literal(y)
	if !ok {
		return binary("-", x, y)
	}
	if a, ok := literal(x); ok {
		return numeral(new(big.Int).Sub(a, b))
	}
	switch b.Sign() {
	case 0:
		return x
	case -1:
		return binary("+", x, numeral(new(big.Int).Neg(b)))
	}
	return binary("-", x, y)
}

// length is the number of arguments of a function: high - low + 1.
func length(k *kind) syntax.Expr {
	one := big.NewInt(1)
	if low, ok := literal(k.low); ok {
		return difference(k.high, numeral(new(big.Int).Sub(low, one)))
	}
	return binary("+", binary("-", k.high, k.low), numeral(one))
}

// index is the place of an argument in the array of a function.
func index(k *kind, argument syntax.Expr) syntax.Expr { return difference(argument, k.low) }
