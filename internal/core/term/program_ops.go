package term

import (
	"strings"
	"unicode/utf8"
)

// operation is the concrete computation of a term's root, chosen once when the program is compiled.
func operation(t *Term) func(f *Frame, args []int) Value {
	argSort := t.args[0].sort
	switch t.op {
	case OpNot:
		return func(f *Frame, a []int) Value { return Value{n: 1 - f.values[a[0]].n} }
	case OpAnd:
		return junctionValue(0)
	case OpOr:
		return junctionValue(1)
	case OpIte:
		return func(f *Frame, a []int) Value {
			if f.values[a[0]].n != 0 {
				return f.values[a[1]]
			}
			return f.values[a[2]]
		}
	case OpEq:
		return func(f *Frame, a []int) Value { return BoolValue(f.values[a[0]].Equal(f.values[a[1]])) }
	case OpLe, OpLt:
		return comparison(t.op, argSort)
	case OpAdd:
		return addition(t.sort)
	case OpMul:
		return growing(twoValues(t.sort, mulValues))
	case OpDiv:
		if t.sort.Kind == KindReal {
			return growing(twoValues(t.sort, divide))
		}
		return twoValues(t.sort, divide)
	case OpMod:
		return twoValues(t.sort, remainder)
	case OpToReal:
		return func(f *Frame, a []int) Value { return f.values[a[0]] }
	case OpFloor:
		return func(f *Frame, a []int) Value { return floor(f.values[a[0]]) }
	case OpConcat:
		return computeConcat
	case OpLength:
		return func(f *Frame, a []int) Value {
			return Value{n: int64(utf8.RuneCountInString(f.values[a[0]].Text()))}
		}
	}
	if t.op >= OpTuple {
		return listOperation(t)
	}
	if compute := stringOperation(t); compute != nil {
		return compute
	}
	return bitsOperation(t, argSort)
}

func bitsOperation(t *Term, argSort *Sort) func(f *Frame, args []int) Value {
	op, sort := t.op, t.sort
	switch op {
	case OpBitNot:
		return func(f *Frame, a []int) Value { return wrapSmall(sort, ^f.values[a[0]].n) }
	case OpConvert:
		return func(f *Frame, a []int) Value { return wrapSmall(sort, f.values[a[0]].n) }
	case OpBitsToInt:
		return func(f *Frame, a []int) Value { return bitsToInt(argSort, f.values[a[0]]) }
	case OpIntToBits:
		return func(f *Frame, a []int) Value { return wrap(sort, f.values[a[0]].Big()) }
	}
	return func(f *Frame, a []int) Value { return bitOperation(op, sort, f.values[a[0]], f.values[a[1]]) }
}

// junctionValue is the value of a conjunction or disjunction: that of the dominating constant if an argument has it.
func junctionValue(dominating int64) func(f *Frame, args []int) Value {
	return func(f *Frame, args []int) Value {
		for _, a := range args {
			if f.values[a].n == dominating {
				return Value{n: dominating}
			}
		}
		return Value{n: 1 - dominating}
	}
}

func computeConcat(f *Frame, args []int) Value {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(f.values[a].Text())
		if b.Len() > maxText {
			f.tooLarge()
			return StringValue("")
		}
	}
	return StringValue(b.String())
}

// comparison has a fast path for small signed numbers.
func comparison(op Op, sort *Sort) func(f *Frame, args []int) Value {
	if sort.Kind == KindBits && !sort.Signed {
		return func(f *Frame, a []int) Value {
			return BoolValue(compareValues(op, sort, f.values[a[0]], f.values[a[1]]))
		}
	}
	return func(f *Frame, a []int) Value {
		x, y := f.values[a[0]], f.values[a[1]]
		if x.ref == nil && y.ref == nil {
			return BoolValue(x.n < y.n || x.n == y.n && op == OpLe)
		}
		return BoolValue(compareValues(op, sort, x, y))
	}
}

func addition(sort *Sort) func(f *Frame, args []int) Value {
	return func(f *Frame, args []int) Value {
		sum := f.values[args[0]]
		for _, a := range args[1:] {
			if sumIsTooLarge(sum, f.values[a]) {
				return f.tooLarge()
			}
			sum = addValues(sort, sum, f.values[a])
		}
		return sum
	}
}

func twoValues(sort *Sort, compute func(*Sort, Value, Value) Value) func(f *Frame, args []int) Value {
	return func(f *Frame, a []int) Value { return compute(sort, f.values[a[0]], f.values[a[1]]) }
}

// growing is an operation whose result may be as large as both arguments together.
func growing(compute func(f *Frame, args []int) Value) func(f *Frame, args []int) Value {
	return func(f *Frame, a []int) Value {
		if productIsTooLarge(f.values[a[0]], f.values[a[1]]) {
			return f.tooLarge()
		}
		return compute(f, a)
	}
}

// tooLarge ends the run at a value that is too large, and returns one for the rest of it.
func (f *Frame) tooLarge() Value {
	f.err = ErrTooLarge{}
	return Value{}
}
