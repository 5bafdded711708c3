package prove

import (
	"math"
	"slices"

	"github.com/sextant-mbt/sextant/internal/term"
)

// value is what is known of a scalar: it is one of a small set, or within an interval of integers. The zero value says nothing.
type value struct {
	isSet     bool
	set       []term.Value // without duplicates; empty means that there is no value at all
	low, high bound
}

// bound is one side of an interval; it may be missing.
type bound struct {
	n  int64
	ok bool
}

func at(n int64) bound { return bound{n, true} }

// maxSet is how many values a set has at most.
const maxSet = 8

// anyOf is all values of a sort.
func anyOf(s *term.Sort) value {
	if values := s.Values(maxSet); values != nil {
		return value{isSet: true, set: values}
	}
	if s.Kind != term.KindInt {
		return value{}
	}
	return value{low: bound{s.Low, s.HasLow}, high: bound{s.High, s.HasHigh}}
}

func only(values ...term.Value) value { return value{isSet: true, set: values} }

func truth(b bool) value { return only(term.BoolValue(b)) }

// either is a truth value of which nothing is known.
func either() value { return only(term.BoolValue(false), term.BoolValue(true)) }

func (v value) isEmpty() bool { return v.isSet && len(v.set) == 0 }

// is tells whether a truth value is known to be b.
func (v value) is(b bool) bool { return v.isSet && len(v.set) == 1 && v.set[0].Bool() == b }

// interval is the smallest interval that holds an integer value.
func (v value) interval() (low, high bound) {
	if !v.isSet {
		return v.low, v.high
	}
	for i, x := range v.set {
		n, small := x.Small()
		if !small {
			return bound{}, bound{}
		}
		if i == 0 {
			low, high = at(n), at(n)
		}
		low.n, high.n = min(low.n, n), max(high.n, n)
	}
	return low, high
}

// contains tells whether all values of w are among those of v. It may say no where that is so, never yes where it is not.
func (v value) contains(w value) bool {
	if v.isSet {
		return w.isSet && !slices.ContainsFunc(w.set, func(x term.Value) bool { return !slices.ContainsFunc(v.set, x.Equal) })
	}
	low, high := w.interval()
	return w.isEmpty() || (!v.low.ok || low.ok && v.low.n <= low.n) && (!v.high.ok || high.ok && v.high.n >= high.n)
}

// join holds the values of both; kind tells integers, which become an interval where a set would be too large.
func (v value) join(w value, kind term.Kind) value {
	if v.isSet && w.isSet {
		union := slices.Clone(v.set)
		for _, x := range w.set {
			if !slices.ContainsFunc(union, x.Equal) {
				union = append(union, x)
			}
		}
		if len(union) <= maxSet {
			return value{isSet: true, set: union}
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
	vl, vh := v.interval()
	wl, wh := w.interval()
	return value{low: lower(vl, wl), high: higher(vh, wh)}
}

// lower is the lower of two low ends, where a missing one is lowest.
func lower(a, b bound) bound {
	if !a.ok || !b.ok {
		return bound{}
	}
	return at(min(a.n, b.n))
}

// higher is the higher of two high ends, where a missing one is highest.
func higher(a, b bound) bound {
	if !a.ok || !b.ok {
		return bound{}
	}
	return at(max(a.n, b.n))
}

// within restricts an integer value to an interval.
func (v value) within(low, high bound) value {
	if v.isSet {
		kept := value{isSet: true}
		for _, x := range v.set {
			n, small := x.Small()
			if !small || !(low.ok && n < low.n || high.ok && n > high.n) {
				kept.set = append(kept.set, x)
			}
		}
		return kept
	}
	if low.ok && (!v.low.ok || v.low.n < low.n) {
		v.low = low
	}
	if high.ok && (!v.high.ok || v.high.n > high.n) {
		v.high = high
	}
	if v.low.ok && v.high.ok && v.low.n > v.high.n {
		return value{isSet: true}
	}
	return v
}

func (v value) equal(w value) bool {
	if v.isSet != w.isSet || v.low != w.low || v.high != w.high || len(v.set) != len(w.set) {
		return false
	}
	for _, x := range v.set {
		if !slices.ContainsFunc(w.set, x.Equal) {
			return false
		}
	}
	return true
}

// widen moves each end that has grown to the next threshold, or gives it up.
func (v value) widen(grown value, thresholds []int64) value {
	if grown.isSet {
		return grown
	}
	low, high := v.interval()
	if v.isEmpty() {
		low, high = grown.low, grown.high
	}
	out := grown
	if !low.ok || !grown.low.ok || grown.low.n < low.n {
		out.low = bound{}
		for _, n := range thresholds {
			if grown.low.ok && n <= grown.low.n {
				out.low = at(n)
			}
		}
	}
	if !high.ok || !grown.high.ok || grown.high.n > high.n {
		out.high = bound{}
		for _, n := range slices.Backward(thresholds) {
			if grown.high.ok && n >= grown.high.n {
				out.high = at(n)
			}
		}
	}
	return out
}

// The arithmetic of bounds is exact or gives up: an end that does not fit an int64 is no end.

func addBounds(a, b bound) bound {
	sum := a.n + b.n
	if !a.ok || !b.ok || (a.n^sum)&(b.n^sum) < 0 {
		return bound{}
	}
	return at(sum)
}

func negate(a bound) bound {
	if !a.ok || a.n == math.MinInt64 {
		return bound{}
	}
	return at(-a.n)
}

// scale multiplies by a constant.
func scale(c int64, a bound) bound {
	if c == 0 {
		return at(0)
	}
	if !a.ok || c == math.MinInt64 || a.n == math.MinInt64 {
		return bound{}
	}
	product := c * a.n
	if product/c != a.n {
		return bound{}
	}
	return at(product)
}

// floorDivide rounds down; the divisor is positive.
func floorDivide(a bound, divisor int64) bound {
	if !a.ok {
		return bound{}
	}
	q := a.n / divisor
	if a.n%divisor < 0 {
		q--
	}
	return at(q)
}
