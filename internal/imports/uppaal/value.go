package uppaal

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// value is the translation of an expression of UPPAAL.
type value struct {
	kind      *kind
	e         syntax.Expr // nil if there are parts, or if it is a channel
	low, high int64       // of integers: bounds that always hold
	parts     []value     // of arrays and records that are known element by element
	channel   *channelRef
	size      int  // of the expression, about
	fails     bool // evaluating it may be an error: an index outside of its array, a division by zero
}

// channelRef is a channel, or an element of an array of channels.
type channelRef struct {
	*link
	indices []value
}

func anyFails(operands []value) bool {
	return slices.ContainsFunc(operands, func(v value) bool { return v.fails })
}

func number(n int64) value {
	return value{kind: wideInteger, e: convert.Integer(n), low: n, high: n}
}

func truth(b bool) value { return value{kind: plainBoolean, e: convert.Bool(b)} }

// bounded is an integer expression with bounds, made of operands.
func bounded(e syntax.Expr, low, high int64, operands ...value) value {
	return value{kind: wideInteger, e: e, low: max(low, -limit), high: min(high, limit), size: total(operands), fails: anyFails(operands)}
}

// condition is a Boolean expression made of operands.
func condition(e syntax.Expr, operands ...value) value {
	return value{kind: plainBoolean, e: e, size: total(operands), fails: anyFails(operands)}
}

// total is the size of an operation.
func total(operands []value) int {
	sum := 1
	for _, v := range operands {
		sum = min(sum+v.size+1, 2*maxSize)
	}
	return sum
}

// constant is the value of a number that is known.
func (v value) constant() (int64, bool) {
	return v.low, v.kind.base == integer && v.low == v.high && isLiteral(v.e)
}

func isLiteral(e syntax.Expr) bool {
	if u, ok := e.(*syntax.UnaryExpr); ok && u.Op == "-" {
		e = u.X
	}
	_, ok := e.(*syntax.NumberExpr)
	return ok
}

// decided is the value of a condition that is known.
func (v value) decided() (b, known bool) {
	lit, ok := v.e.(*syntax.BoolExpr)
	return ok && lit.Value, ok
}

// known reports whether all of a value is constant.
func (v value) known() bool {
	for _, p := range v.parts {
		if !p.known() {
			return false
		}
	}
	if v.parts != nil {
		return true
	}
	_, isNumber := v.constant()
	_, isTruth := v.decided()
	return v.e != nil && (isNumber || isTruth)
}

// asBoolean turns a number into a condition, as UPPAAL does.
func (v value) asBoolean() value {
	if v.kind.base != integer {
		return v
	}
	return compare("!=", v, number(0))
}

// asNumber turns a condition into 0 or 1, as UPPAAL does.
func (v value) asNumber() value {
	if v.kind.base != boolean {
		return v
	}
	return choose(v, number(1), number(0))
}

// choose is the conditional value.
func choose(cond, then, other value) value {
	if b, known := cond.decided(); known {
		if b {
			return then
		}
		return other
	}
	if then.parts != nil && len(then.parts) == len(other.parts) {
		out := value{kind: then.kind}
		for i := range then.parts {
			out.parts = append(out.parts, choose(cond, then.parts[i], other.parts[i]))
		}
		return out
	}
	if then.e == nil || other.e == nil {
		return then
	}
	if !cond.fails && then.size == other.size && then.size < 100 && print.Expr(then.e) == print.Expr(other.e) {
		return then
	}
	c, a, b := cond.e, then.e, other.e
	if n, ok := c.(*syntax.UnaryExpr); ok && n.Op == "not" {
		c, a, b = n.X, b, a
	}
	out := value{kind: then.kind, e: &syntax.IfExpr{Cond: c, Then: a, Else: b}, low: min(then.low, other.low), high: max(then.high, other.high),
		size: total([]value{cond, then, other}), fails: anyFails([]value{cond, then, other})}
	if then.kind.base == boolean {
		return booleanChoice(cond, then, other)
	}
	return out
}

// booleanChoice writes a conditional Boolean with and and or where a branch is known.
func booleanChoice(cond, then, other value) value {
	if b, known := then.decided(); known {
		if b {
			return either(cond, other)
		}
		return both(negate(cond), other)
	}
	if b, known := other.decided(); known {
		if b {
			return either(negate(cond), then)
		}
		return both(cond, then)
	}
	return condition(&syntax.IfExpr{Cond: cond.e, Then: then.e, Else: other.e}, cond, then, other)
}

func negate(v value) value {
	if b, known := v.decided(); known {
		return truth(!b)
	}
	if b, ok := v.e.(*syntax.BinaryExpr); ok && b.Op == "!=" {
		return condition(convert.Binary("==", b.X, b.Y), v)
	}
	return condition(convert.Not(v.e), v)
}

func both(x, y value) value {
	if b, known := x.decided(); known {
		return pick(b, y, x)
	}
	if b, known := y.decided(); known && !x.fails {
		return pick(b, x, y)
	}
	return condition(convert.And(x.e, y.e), x, y)
}

func either(x, y value) value {
	if b, known := x.decided(); known {
		return pick(!b, y, x)
	}
	if b, known := y.decided(); known && !x.fails {
		return pick(!b, x, y)
	}
	return condition(convert.Or(x.e, y.e), x, y)
}

func pick(first bool, x, y value) value {
	if first {
		return x
	}
	return y
}

// compare decides comparisons of numbers as far as their bounds allow.
func compare(op string, x, y value) value {
	if x.kind.base == integer && y.kind.base == integer && !x.fails && !y.fails {
		if result, known := decide(op, x, y); known {
			return truth(result)
		}
	}
	return condition(convert.Binary(op, x.e, y.e), x, y)
}

func decide(op string, x, y value) (result, known bool) {
	switch op {
	case "<":
		return x.high < y.low, x.high < y.low || x.low >= y.high
	case "<=":
		return x.high <= y.low, x.high <= y.low || x.low > y.high
	case ">", ">=":
		return decide(map[string]string{">": "<", ">=": "<="}[op], y, x)
	}
	same := x.low == x.high && y.low == y.high && x.low == y.low
	apart := x.high < y.low || y.high < x.low
	return same == (op == "=="), same || apart
}

// arithmetic is x op y on integers.
func arithmetic(op string, x, y value) value {
	a, isA := x.constant()
	b, isB := y.constant()
	low, high := reach(op, x, y)
	if isA && isB && low == high {
		return number(low)
	}
	switch {
	case op == "+" && isB:
		return bounded(convert.Minus(x.e, convert.Integer(-b)), low, high, x)
	case op == "-" && isB:
		return bounded(convert.Minus(x.e, y.e), low, high, x)
	case op == "+" && isA && a == 0, op == "*" && isA && a == 1:
		return y
	case op == "*" && isB && b == 1:
		return x
	case op == "/" || op == "%":
		out := bounded(quotient(op, x, y), low, high, x, x, x, y, y)
		out.fails = out.fails || y.low <= 0 && y.high >= 0
		return out
	}
	return bounded(convert.Binary(op, x.e, y.e), low, high, x, y)
}

// quotient rounds towards zero, and the remainder has the sign of the dividend; both are as in the model for a dividend that is not
// negative.
func quotient(op string, x, y value) syntax.Expr {
	plain := convert.Binary(op, x.e, y.e)
	if x.low >= 0 {
		return plain
	}
	mirrored := convert.Negative(convert.Binary(op, convert.Negative(x.e), y.e))
	if x.high < 0 {
		return mirrored
	}
	return &syntax.IfExpr{Cond: convert.Binary(">=", x.e, convert.Integer(0)), Then: plain, Else: mirrored}
}

// reach are the bounds of x op y.
func reach(op string, x, y value) (low, high int64) {
	switch op {
	case "+":
		return x.low + y.low, x.high + y.high
	case "-":
		return x.low - y.high, x.high - y.low
	case "*":
		return corners(x, y, func(a, b int64) int64 { return clampedProduct(a, b) })
	case "/":
		if y.low > 0 || y.high < 0 {
			return corners(x, y, func(a, b int64) int64 { return a / b })
		}
		most := max(abs(x.low), abs(x.high))
		return -most, most
	case "%":
		return remainders(x, y)
	case "min":
		return min(x.low, y.low), min(x.high, y.high)
	}
	return max(x.low, y.low), max(x.high, y.high)
}

func remainders(x, y value) (low, high int64) {
	a, isA := x.constant()
	b, isB := y.constant()
	if isA && isB && b != 0 {
		return a % b, a % b
	}
	most := max(abs(y.low), abs(y.high)) - 1
	if x.low < 0 {
		low = -most
	}
	return max(low, min(x.low, 0)), min(max(most, 0), max(x.high, 0))
}

func corners(x, y value, f func(a, b int64) int64) (low, high int64) {
	all := [...]int64{f(x.low, y.low), f(x.low, y.high), f(x.high, y.low), f(x.high, y.high)}
	low, high = all[0], all[0]
	for _, n := range all {
		low, high = min(low, n), max(high, n)
	}
	return low, high
}

// clampedProduct is a*b, for numbers within the limit, cut off well beyond it.
func clampedProduct(a, b int64) int64 {
	if a != 0 && abs(b) > 4*limit/abs(a) {
		if (a < 0) != (b < 0) {
			return -4 * limit
		}
		return 4 * limit
	}
	return a * b
}

func abs(n int64) int64 { return max(n, -n) }
