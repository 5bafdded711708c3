// Package domain has abstract values of variables: small sets of values and intervals, which conditions restrict and expressions compute. It
// may keep too many values, never too few.
package domain

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Value is the abstract value of a scalar: one of a small set, or within an interval of integers. The zero value is unconstrained.
type Value struct {
	isSet  bool
	set    []term.Value // without duplicates; empty means that there is no value at all
	bounds term.Interval
}

// maxSet is the maximum number of values of a set.
const maxSet = 8

// AnyOf returns all values of a sort.
func AnyOf(s *term.Sort) Value {
	if values := s.Values(maxSet); values != nil {
		return only(values...)
	}
	if s.Kind != term.KindInt {
		return Value{}
	}
	return Value{bounds: s.Bounds()}
}

func only(values ...term.Value) Value { return Value{isSet: true, set: values} }

func truth(b bool) Value { return only(term.BoolValue(b)) }

// either is an unknown Boolean.
func either() Value { return only(term.BoolValue(false), term.BoolValue(true)) }

// IsEmpty reports whether there is no value at all.
func (v Value) IsEmpty() bool { return v.isSet && len(v.set) == 0 }

// Is reports whether a Boolean is known to be b.
func (v Value) Is(b bool) bool { return v.isSet && len(v.set) == 1 && v.set[0].Bool() == b }

// Set returns the values, if they are listed as a small set.
func (v Value) Set() (values []term.Value, listed bool) { return v.set, v.isSet }

func (v Value) has(x term.Value) bool { return slices.ContainsFunc(v.set, x.Equal) }

// Interval returns the smallest interval that contains an integer value.
func (v Value) Interval() term.Interval {
	if !v.isSet {
		return v.bounds
	}
	var out term.Interval
	for i, x := range v.set {
		n, small := x.Small()
		if !small {
			return term.Interval{}
		}
		point := term.Interval{Low: term.At(n), High: term.At(n)}
		if i == 0 {
			out = point
		}
		out = out.Join(point)
	}
	return out
}

// Contains reports whether all values of w are among those of v. It may wrongly return false, but never wrongly true.
func (v Value) Contains(w Value) bool {
	if v.isSet {
		return w.isSet && !slices.ContainsFunc(w.set, func(x term.Value) bool { return !v.has(x) })
	}
	return w.IsEmpty() || v.bounds.Contains(w.Interval())
}

// Join returns the values of both. Integers become an interval where a set would be too large.
func (v Value) Join(w Value, kind term.Kind) Value {
	if v.isSet && w.isSet {
		union := slices.Clone(v.set)
		for _, x := range w.set {
			if !v.has(x) {
				union = append(union, x)
			}
		}
		if len(union) <= maxSet {
			return only(union...)
		}
	}
	switch {
	case kind != term.KindInt:
		return Value{}
	case v.IsEmpty():
		return w
	case w.IsEmpty():
		return v
	}
	return Value{bounds: v.Interval().Join(w.Interval())}
}

// Within restricts an integer value to an interval.
func (v Value) Within(limits term.Interval) Value {
	if v.isSet {
		return only(slices.DeleteFunc(slices.Clone(v.set), func(x term.Value) bool {
			n, small := x.Small()
			return small && !limits.Contains(term.Interval{Low: term.At(n), High: term.At(n)})
		})...)
	}
	common, ok := v.bounds.Meet(limits)
	if !ok {
		return only()
	}
	return Value{bounds: common}
}

// without removes an excluded value if it is one end of the interval.
func (v Value) without(not term.Interval) Value {
	switch {
	case !not.Low.OK || not.Low != not.High:
	case v.bounds.Low == not.Low:
		return v.Within(term.Interval{Low: not.Low.Plus(term.At(1))})
	case v.bounds.High == not.High:
		return v.Within(term.Interval{High: not.High.Plus(term.At(-1))})
	}
	return v
}

// Equal reports whether two values are the same.
func (v Value) Equal(w Value) bool {
	return v.isSet == w.isSet && v.bounds == w.bounds && len(v.set) == len(w.set) && v.Contains(w)
}

// Widen moves each end that has grown to the next threshold, or gives it up.
func (v Value) Widen(grown Value, thresholds []int64) Value {
	if grown.isSet {
		return grown
	}
	before, after := v.Interval(), grown.bounds
	if v.IsEmpty() {
		before = after
	}
	out := grown
	if !before.Low.OK || !after.Low.OK || after.Low.N < before.Low.N {
		out.bounds.Low = term.Bound{}
		for _, n := range thresholds {
			if after.Low.OK && n <= after.Low.N {
				out.bounds.Low = term.At(n)
			}
		}
	}
	if !before.High.OK || !after.High.OK || after.High.N > before.High.N {
		out.bounds.High = term.Bound{}
		for _, n := range slices.Backward(thresholds) {
			if after.High.OK && n >= after.High.N {
				out.bounds.High = term.At(n)
			}
		}
	}
	return out
}
