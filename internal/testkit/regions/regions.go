// Package regions has values of clocks up to what conditions with whole constants can distinguish: the regions of Alur and Dill. It is
// an oracle for tests, and shares no code with the engines.
//
// Two valuations are in the same region if the whole parts of their clocks are the same, and the fractions have the same order and are
// zero at the same clocks. Clocks above the largest constant are all alike. Each region has one valuation that stands for it.
package regions

import (
	"fmt"
	"slices"
)

// Unit is how many steps of the grid are 1 unit of time: fractions of up to five clocks are equally spaced on it, with a point between each two.
const Unit = 120

// A Region is the valuation that stands for a region, in steps of the grid.
type Region []int

// Zero returns the region of n clocks in which all are 0.
func Zero(n int) Region { return make(Region, n) }

// Key identifies a region.
func (r Region) Key() string { return fmt.Sprint([]int(r)) }

// Assign returns the region with clock x at a whole number c.
func (r Region) Assign(x, c, largest int) Region {
	out := slices.Clone(r)
	out[x] = c * Unit
	return out.normal(largest)
}

// Later returns the region that comes next when time passes, where no clock is compared with more than the largest constant; it is r
// itself if all clocks are above that.
func (r Region) Later(largest int) Region {
	fractions := r.fractions(largest)
	step := 0
	switch n := len(fractions); {
	case n == 0: // all above
	case fractions[0] == 0: // leave the whole numbers
		step = gap(fractions) / 2
	default: // the largest fraction becomes whole
		step = Unit - fractions[n-1]
	}
	out := slices.Clone(r)
	for x := range out {
		out[x] += step
	}
	return out.normal(largest)
}

// fractions are those of the clocks that are not above the largest constant, sorted, each once.
func (r Region) fractions(largest int) []int {
	var out []int
	for _, v := range r {
		if v <= largest*Unit {
			out = append(out, fraction(v))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func fraction(v int) int { return (v%Unit + Unit) % Unit }

// gap returns the least distance of fractions, the next whole number included.
func gap(fractions []int) int {
	out := Unit - fractions[len(fractions)-1]
	for i := 1; i < len(fractions); i++ {
		out = min(out, fractions[i]-fractions[i-1])
	}
	return out
}

// normal spaces the fractions equally, and makes clocks above the largest constant equal.
func (r Region) normal(largest int) Region {
	fractions := r.fractions(largest)
	if len(fractions) > 0 && fractions[0] == 0 {
		fractions = fractions[1:]
	}
	for x, v := range r {
		f := fraction(v)
		switch {
		case v > largest*Unit:
			r[x] = (largest + 1) * Unit
		case f > 0:
			at, _ := slices.BinarySearch(fractions, f)
			r[x] = v - f + (at+1)*Unit/(len(fractions)+1)
		}
	}
	return r
}
