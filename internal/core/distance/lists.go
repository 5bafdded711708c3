package distance

import (
	"math"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// maxItems bounds the items of a list that are compared.
const maxItems = 256

// betweenHas returns the distance of "x in s": the distance to the nearest element, or key of a map; for an empty collection, 1 more than the
// greatest distance.
func (a atom) betweenHas(s *term.Sort, collection, x term.Value) float64 {
	items, stride := collection.Items(), len(s.Parts)
	least := math.Inf(1)
	for i := 0; i < len(items); i += stride {
		if i < maxItems || items[i].Equal(x) {
			least = min(least, apart(s.Parts[0], items[i], x))
		}
	}
	switch {
	case a.negated:
		return penalty(least != 0)
	case math.IsInf(least, 1):
		return 1
	}
	return least
}

// apart returns how far two values of a sort are from being equal.
func apart(s *term.Sort, left, right term.Value) float64 { return math.Abs(difference(s, left, right)) }

// listDifference returns how far two lists are from being equal: the number of extra items, plus a fraction of 1 for items that differ.
func listDifference(s *term.Sort, left, right []term.Value) float64 {
	if s.Kind == term.KindSet || s.Kind == term.KindMap {
		return max(unpaired(left, right, len(s.Parts)), 1)
	}
	d := math.Abs(float64(len(left) - len(right)))
	for i := range min(len(left), len(right), maxItems) {
		far := apart(s.Part(i), left[i], right[i])
		d += far / (far + 1)
	}
	if d == 0 { // they differ in a part that was not compared
		return 1
	}
	return d
}

// unpaired returns the number of elements, or of entries of a map, that one of two lists in ascending order has and the other has not.
func unpaired(left, right []term.Value, stride int) float64 {
	n, j := 0, 0
	for i := 0; i < len(left); i += stride {
		for j < len(right) && right[j].Compare(left[i]) < 0 {
			n, j = n+1, j+stride
		}
		if j < len(right) && term.SameValues(left[i:i+stride], right[j:j+stride]) {
			j += stride
			continue
		}
		n++
	}
	return float64(n + (len(right)-j)/stride)
}
