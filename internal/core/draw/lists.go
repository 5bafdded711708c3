package draw

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The lengths of lists: short ones reveal most faults, some systems have limits, and a model may compare a length with a constant.
const (
	maxFew   = 5    // elements of a usual list
	maxMixed = 16   // elements that are drawn from the mix
	maxLong  = 1000 // elements of a long list

	maxCompared = 64 // elements of a list that are compared with each other
)

// uniformList draws a tuple, or a collection of up to three elements.
func uniformList(random *rand.Rand, s *term.Sort) term.Value {
	return s.Generate(random.IntN(4), func(part *term.Sort) term.Value { return Uniform(random, part) })
}

// list draws a list with new elements; elements of a list are sometimes repeated in it, as other values are. The elements of a long list are
// plain.
func (g *Generator) list(s *term.Sort) term.Value {
	n := g.elements(s)
	g.within++
	defer func() { g.within-- }()
	if n > maxMixed {
		return s.Generate(n, func(part *term.Sort) term.Value { return Uniform(g.random, part) })
	}
	return s.Generate(n, g.Draw)
}

// elements draws the number of elements of a list, which may be more than the sort allows. Lists within lists are short.
func (g *Generator) elements(s *term.Sort) int {
	n := g.random.IntN(maxFew)
	if g.within > 0 || g.theme.longest == 0 {
		return n
	}
	switch p := g.random.IntN(16); {
	case p < 2 && s.HasHigh:
		n = g.theme.longest
	case p < 2:
		n = g.counted()
	case p == 2:
		n = g.random.IntN(g.theme.longest)
	}
	return n
}

// counted draws a length that is a constant of the model, or near one.
func (g *Generator) counted() int {
	if v, small := g.constant(term.Int).Small(); small && v > 0 && v <= int64(g.theme.longest) {
		return int(v)
	}
	return g.random.IntN(maxFew)
}

// nearTuple draws a row that differs from another in one item, or in which two items of one sort are exchanged.
func (g *Generator) nearTuple(s *term.Sort, v term.Value) term.Value {
	items := slices.Clone(v.Items())
	if len(items) == 0 {
		return v
	}
	g.within++
	defer func() { g.within-- }()
	i, k := g.random.IntN(len(items)), g.random.IntN(len(items))
	if g.random.IntN(4) == 0 && s.Parts[i].Same(s.Parts[k]) {
		items[i], items[k] = items[k], items[i]
	} else {
		items[i] = g.Near(s.Parts[i], items[i])
	}
	return term.ListValue(items...)
}

// nearCollection draws a collection that differs from another in one element: changed, dropped, doubled, new, or at another place.
func (g *Generator) nearCollection(s *term.Sort, v term.Value) term.Value {
	items, stride := slices.Clone(v.Items()), len(s.Parts)
	if len(items) == 0 {
		return g.Fresh(s)
	}
	g.within++
	defer func() { g.within-- }()
	n := len(items) / stride
	i := g.random.IntN(n) * stride
	element := slices.Clone(items[i : i+stride])
	switch g.random.IntN(6) {
	case 0:
		items = slices.Delete(items, i, i+stride)
	case 1:
		items = append(items, element...)
	case 2:
		for k := range element {
			element[k] = g.Draw(s.Part(k))
		}
		items = slices.Insert(items, g.random.IntN(n+1)*stride, element...)
	case 3:
		k := g.random.IntN(n) * stride
		copy(items[i:], items[k:k+stride])
		copy(items[k:], element)
	default:
		k := i + g.random.IntN(stride)
		items[k] = g.Near(s.Part(k), items[k])
	}
	return s.Collect(items)
}

// listClass distinguishes lists by their length, up to 3 and by powers of two, by whether they are as long as the sort allows, and by whether
// an element, or the value of a key, occurs twice.
func listClass(s *term.Sort, v term.Value) int {
	items, stride := v.Items(), 1
	if s.Kind == term.KindMap {
		stride = 2
	}
	length := numberClass(big.NewInt(int64(len(items)/stride))) << 1
	if s.HasHigh && int64(len(items)/stride) == s.High {
		length |= 1
	}
	var values []term.Value
	for i := stride - 1; i < min(len(items), maxCompared*stride); i += stride {
		if slices.ContainsFunc(values, items[i].Equal) {
			return length<<1 | 1
		}
		values = append(values, items[i])
	}
	return length << 1
}
