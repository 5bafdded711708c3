package prove

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/term"
)

// value is what is known of a scalar: it is one of a small set, or within an interval of integers. The zero value says nothing.
type value struct {
	isSet  bool
	set    []term.Value // without duplicates; empty means that there is no value at all
	bounds term.Interval
}

// maxSet is the maximum number of values of a set.
const maxSet = 8

// anyOf returns all values of a sort.
func anyOf(s *term.Sort) value {
	if values := s.Values(maxSet); values != nil {
		return only(values...)
	}
	if s.Kind != term.KindInt {
		return value{}
	}
	return value{bounds: s.Bounds()}
}

func only(values ...term.Value) value { return value{isSet: true, set: values} }

func truth(b bool) value { return only(term.BoolValue(b)) }

// either is a Boolean that is not known.
func either() value { return only(term.BoolValue(false), term.BoolValue(true)) }

func (v value) isEmpty() bool { return v.isSet && len(v.set) == 0 }

// is reports whether a Boolean is known to be b.
func (v value) is(b bool) bool { return v.isSet && len(v.set) == 1 && v.set[0].Bool() == b }

func (v value) has(x term.Value) bool { return slices.ContainsFunc(v.set, x.Equal) }

// interval returns the smallest interval that contains an integer value.
func (v value) interval() term.Interval {
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

// contains reports whether all values of w are among those of v. It may say no where that is so, never yes where it is not.
func (v value) contains(w value) bool {
	if v.isSet {
		return w.isSet && !slices.ContainsFunc(w.set, func(x term.Value) bool { return !v.has(x) })
	}
	return w.isEmpty() || v.bounds.Contains(w.interval())
}

// join returns the values of both. Integers become an interval where a set would be too large.
func (v value) join(w value, kind term.Kind) value {
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
		return value{}
	case v.isEmpty():
		return w
	case w.isEmpty():
		return v
	}
	return value{bounds: v.interval().Join(w.interval())}
}

// within restricts an integer value to an interval.
func (v value) within(limits term.Interval) value {
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
	return value{bounds: common}
}

// without cuts an end off that is the only value of an interval.
func (v value) without(not term.Interval) value {
	switch {
	case !not.Low.OK || not.Low != not.High:
	case v.bounds.Low == not.Low:
		return v.within(term.Interval{Low: not.Low.Plus(term.At(1))})
	case v.bounds.High == not.High:
		return v.within(term.Interval{High: not.High.Plus(term.At(-1))})
	}
	return v
}

func (v value) equal(w value) bool {
	return v.isSet == w.isSet && v.bounds == w.bounds && len(v.set) == len(w.set) && v.contains(w)
}

// widen moves each end that has grown to the next threshold, or gives it up.
func (v value) widen(grown value, thresholds []int64) value {
	if grown.isSet {
		return grown
	}
	before, after := v.interval(), grown.bounds
	if v.isEmpty() {
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
