package term

import (
	"math"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term/chars"
	"github.com/sextant-mbt/sextant/internal/core/term/pattern"
)

// The concrete meaning of the operations on strings. Constant folding and Program share these functions.

// characterCount is a number of characters as an int64; no string is longer than that.
func characterCount(v Value) int64 {
	if n, small := v.Small(); small {
		return n
	}
	if v.Big().Sign() < 0 {
		return math.MinInt64
	}
	return math.MaxInt64
}

func substring(t, start, length Value) string {
	return chars.Substring(t.Text(), characterCount(start), characterCount(length))
}

func indexOf(t, part, from Value) int64 {
	return chars.IndexOf(t.Text(), part.Text(), characterCount(from))
}

// replace reports false if the result is too large.
func replace(t, part, by Value) (string, bool) {
	out := chars.Replace(t.Text(), part.Text(), by.Text())
	return out, len(out) <= maxText
}

// replaceAll reports false if the result is too large.
func replaceAll(t, part, by Value) (string, bool) {
	return chars.ReplaceAll(t.Text(), part.Text(), by.Text(), maxText)
}

// toInt reports false if the number is too large.
func toInt(t Value) (Value, bool) {
	n := chars.ToInt(t.Text())
	return BigValue(n), n.BitLen() <= maxBits
}

// lengthInterval is the interval of the length of a string: a substring is at most as long as its length argument.
func lengthInterval(t *Term, argument func(*Term) Interval) Interval {
	out := Interval{Low: At(0)}
	if t.op == OpSubstring {
		if most := argument(t.args[2]).High; most.OK {
			out.High = At(max(most.N, 0))
		}
	}
	return out
}

func fromInt(n Value) string { return chars.FromInt(n.Big()) }

// textBefore reports whether a is less than b, or is equal to it for OpTextLe. The order of bytes in UTF-8 is that of code points.
func textBefore(op Op, a, b Value) bool {
	c := strings.Compare(a.Text(), b.Text())
	return c < 0 || c == 0 && op == OpTextLe
}

// stringOperation is the concrete computation of an operation on strings; nil if it is something else.
func stringOperation(t *Term) func(f *Frame, args []int) Value {
	switch t.op {
	case OpSubstring:
		return func(f *Frame, a []int) Value {
			return StringValue(substring(f.values[a[0]], f.values[a[1]], f.values[a[2]]))
		}
	case OpIndexOf:
		return func(f *Frame, a []int) Value {
			return Value{n: indexOf(f.values[a[0]], f.values[a[1]], f.values[a[2]])}
		}
	case OpReplace:
		return replacement(replace)
	case OpReplaceAll:
		return replacement(replaceAll)
	case OpToInt:
		return func(f *Frame, a []int) Value {
			n, ok := toInt(f.values[a[0]])
			if !ok {
				return f.tooLarge()
			}
			return n
		}
	case OpFromInt:
		return func(f *Frame, a []int) Value { return StringValue(fromInt(f.values[a[0]])) }
	case OpTextLe, OpTextLt:
		return func(f *Frame, a []int) Value { return BoolValue(textBefore(t.op, f.values[a[0]], f.values[a[1]])) }
	case OpMatches:
		p := pattern.Of(t.args[1].value.Text())
		return func(f *Frame, a []int) Value { return BoolValue(p.Match(f.values[a[0]].Text())) }
	}
	return textOperation(t.op)
}

// textOperation is the computation of an operation whose arguments are all strings.
func textOperation(op Op) func(f *Frame, args []int) Value {
	switch op {
	case OpContains:
		return relation(strings.Contains)
	case OpStartsWith:
		return relation(strings.HasPrefix)
	case OpEndsWith:
		return relation(strings.HasSuffix)
	case OpUpper:
		return func(f *Frame, a []int) Value { return StringValue(chars.Upper(f.values[a[0]].Text())) }
	case OpLower:
		return func(f *Frame, a []int) Value { return StringValue(chars.Lower(f.values[a[0]].Text())) }
	}
	return nil
}

func relation(holds func(a, b string) bool) func(f *Frame, args []int) Value {
	return func(f *Frame, a []int) Value { return BoolValue(holds(f.values[a[0]].Text(), f.values[a[1]].Text())) }
}

func replacement(compute func(t, part, by Value) (string, bool)) func(f *Frame, args []int) Value {
	return func(f *Frame, a []int) Value {
		text, ok := compute(f.values[a[0]], f.values[a[1]], f.values[a[2]])
		if !ok {
			f.tooLarge()
			return StringValue("")
		}
		return StringValue(text)
	}
}
