package convert

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Builders of expressions of the model. Conditions that are nil are true.

// Name is an expression that is a name.
func Name(name string) syntax.Expr { return &syntax.NameExpr{Name: name} }

// Binary is x op y.
func Binary(op string, x, y syntax.Expr) syntax.Expr { return &syntax.BinaryExpr{Op: op, X: x, Y: y} }

// Negative is -x.
func Negative(x syntax.Expr) syntax.Expr { return &syntax.UnaryExpr{Op: "-", X: x} }

// Bool is true or false.
func Bool(value bool) syntax.Expr { return &syntax.BoolExpr{Value: value} }

// Not negates, without a second negation, and with != for ==.
func Not(x syntax.Expr) syntax.Expr {
	switch x := x.(type) {
	case *syntax.UnaryExpr:
		if x.Op == "not" {
			return x.X
		}
	case *syntax.BinaryExpr:
		if x.Op == "==" {
			return Binary("!=", x.X, x.Y)
		}
	}
	return &syntax.UnaryExpr{Op: "not", X: x}
}

// And joins conditions; it is nil if all of them are.
func And(conds ...syntax.Expr) syntax.Expr { return junction("and", conds) }

// Or joins conditions, none of which is nil; it is nil if there are none.
func Or(conds ...syntax.Expr) syntax.Expr { return junction("or", conds) }

func junction(op string, conds []syntax.Expr) syntax.Expr {
	var out syntax.Expr
	for _, c := range conds {
		switch {
		case c == nil:
		case out == nil:
			out = c
		default:
			out = Binary(op, out, c)
		}
	}
	return out
}

// Conjuncts splits a condition into the parts that And joins.
func Conjuncts(e syntax.Expr) []syntax.Expr {
	switch b, ok := e.(*syntax.BinaryExpr); {
	case e == nil:
		return nil
	case ok && b.Op == "and":
		return append(Conjuncts(b.X), Conjuncts(b.Y)...)
	}
	return []syntax.Expr{e}
}

// OrTrue is a condition, or the expression true for nil.
func OrTrue(cond syntax.Expr) syntax.Expr {
	if cond == nil {
		return Bool(true)
	}
	return cond
}

// If chooses between values. If both are the same name, no choice is needed.
func If(cond, then, other syntax.Expr) syntax.Expr {
	a, isName := then.(*syntax.NameExpr)
	if b, ok := other.(*syntax.NameExpr); ok && isName && a.Name == b.Name {
		return then
	}
	return &syntax.IfExpr{Cond: cond, Then: then, Else: other}
}

// Integer is a number, with a minus before a negative one.
func Integer(n int64) syntax.Expr { return numeral(big.NewInt(n)) }

func numeral(n *big.Int) syntax.Expr {
	if n.Sign() < 0 {
		return Negative(&syntax.NumberExpr{Text: new(big.Int).Neg(n).String()})
	}
	return &syntax.NumberExpr{Text: n.String()}
}

// literal is the value of a number as written, with or without a sign, as a new number, or nil.
func literal(e syntax.Expr) *big.Int {
	switch e := e.(type) {
	case *syntax.UnaryExpr:
		if n := literal(e.X); e.Op == "-" && n != nil {
			return new(big.Int).Neg(n)
		}
	case *syntax.NumberExpr:
		if n, ok := new(big.Int).SetString(e.Text, 10); ok {
			return n
		}
	}
	return nil
}

// Minus is x - y, computed as far as numbers are known.
func Minus(x, y syntax.Expr) syntax.Expr {
	if n := literal(y); n != nil {
		return sum(x, new(big.Int).Neg(n))
	}
	return Binary("-", x, y)
}

// Count is the number of integers from low to high.
func Count(low, high syntax.Expr) syntax.Expr {
	if n := literal(low); n != nil {
		return sum(high, n.Sub(big.NewInt(1), n))
	}
	return Binary("+", Binary("-", high, low), Integer(1))
}

func sum(x syntax.Expr, n *big.Int) syntax.Expr {
	if a := literal(x); a != nil {
		return numeral(new(big.Int).Add(a, n))
	}
	switch n.Sign() {
	case 0:
		return x
	case -1:
		return Binary("-", x, numeral(new(big.Int).Neg(n)))
	}
	return Binary("+", x, numeral(n))
}
