package draw

import (
	"math/rand/v2"
	"slices"

	"github.com/sextant-mbt/sextant/internal/term"
)

// The lengths of lists: few are enough for most faults, some systems have limits, and a model may compare a length with a constant.
const (
	maxFew   = 5    // elements of a usual list
	maxMixed = 16   // elements that are drawn from the mix
	maxLong  = 1000 // elements of a long list
)

// uniformList draws a tuple, or a collection of up to three elements.
func uniformList(random *rand.Rand, s *term.Sort) term.Value {
	return s.Generate(random.IntN(4), func(part *term.Sort) term.Value { return Uniform(random, part) })
}

// list draws a list with new elements; those of one list come again in it now and then, as other values do. The elements of a long
// list are plain.
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

// nearList draws a list that differs from another in one item: changed, dropped, doubled, new, or at another place.
func (g *Generator) nearList(s *term.Sort, v term.Value) term.Value {
	items, stride := slices.Clone(v.Items()), len(s.Parts)
	if s.Kind == term.KindTuple {
		stride = 1
	}
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
		if near := g.Near(s.Part(k), items[k]); s.Part(k).Contains(near) {
			items[k] = wrapped(s.Part(k), near)
		}
	}
	if s.Kind == term.KindTuple && len(items) != len(s.Parts) {
		return v
	}
	return s.Collect(items)
}

// listClass distinguishes lists by their length: 0, 1, 2, more, much more, and by whether an element is there twice.
func listClass(v term.Value) int {
	items := v.Items()
	length := min(len(items), 3)
	if len(items) > 16 {
		length = 4
	}
	for i := 1; i < min(len(items), 64); i++ {
		if slices.ContainsFunc(items[:i], items[i].Equal) {
			return length<<1 | 1
		}
	}
	return length << 1
}
