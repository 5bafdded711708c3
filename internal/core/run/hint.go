package run

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// hint is a term whose value suggests values for a parameter.
type hint struct {
	kind hintKind
	term *term.Term
}

// hintKind is how the value of a hint relates to the parameter.
type hintKind int

const (
	turning  hintKind = iota // an atom changes its truth value there, or next to it
	elements                 // the parameter may be one of the elements or keys of the value, or none of them
	element                  // the parameter, a collection, may have the value as an element or key
	size                     // the parameter, a collection or a text, may have about this many elements
)

func roots(hints []hint) []*term.Term {
	out := make([]*term.Term, len(hints))
	for i, h := range hints {
		out[i] = h.term
	}
	return out
}

// hintsInCollections are those of "x in s", of conditions on all elements and of sizes.
func hintsInCollections(store *term.Store, conditions []*term.Term, p *term.Term, atoms []*term.Term) []hint {
	var out []hint
	for _, c := range conditions {
		out = appendHas(store, out, c, p)
	}
	if !p.Sort().IsCollection() {
		return out
	}
	return appendSizes(store, out, store.Size(p), p, atoms)
}

// appendSizes appends the sizes of a parameter at which atoms turn.
func appendSizes(store *term.Store, out []hint, n, p *term.Term, atoms []*term.Term) []hint {
	for _, a := range atoms {
		if a.Args()[0].Sort().Kind != term.KindInt {
			continue
		}
		if t := store.Turn(a, n); t != nil && !t.Mentions(p) {
			out = append(out, hint{size, t})
		}
	}
	return out
}

// appendHas appends the hints of "x in s", and of conditions on all elements of s, within a condition.
func appendHas(store *term.Store, out []hint, c, p *term.Term) []hint {
	switch c.Op() {
	case term.OpNot, term.OpAnd, term.OpOr:
		for _, a := range c.Args() {
			out = appendHas(store, out, a, p)
		}
	case term.OpHas:
		switch s, x := c.Args()[0], c.Args()[1]; {
		case x == p && !s.Mentions(p):
			return append(out, hint{elements, s})
		case s == p && !x.Mentions(p):
			return append(out, hint{element, x})
		}
	case term.OpAll:
		return appendTurns(store, out, c, p)
	}
	return out
}

// appendTurns appends the hints of a condition on all elements: where its atoms turn for each of them.
func appendTurns(store *term.Store, out []hint, all, p *term.Term) []hint {
	s, x, condition := all.Args()[0], all.Args()[1], all.Args()[2]
	if s.Mentions(p) || s.Sort().Kind == term.KindMap {
		return out
	}
	for _, a := range condition.Atoms() {
		if t := store.Turn(a, p); t != nil && t.Mentions(x) && !t.Mentions(p) {
			out = append(out, hint{elements, store.Each(s, x, t)})
		}
	}
	return out
}

// maxHinted bounds the elements of a collection that are tried, and the size of those that are made, maxHintedText the length of texts.
const (
	maxHinted     = 8
	maxHintedText = 5000
)

// values appends the values that a hint suggests for a parameter of a sort.
func (h hint) values(out []term.Value, s *term.Sort, v term.Value) []term.Value {
	switch h.kind {
	case elements:
		return appendOther(append(out, someElements(h.term.Sort(), v)...), h.term.Sort(), v)
	case element:
		items := []term.Value{v}
		for _, part := range s.Parts[1:] {
			items = append(items, part.Default())
		}
		return append(out, s.Collect(items))
	case size:
		if s.Kind == term.KindString {
			return append(out, someTexts(v)...)
		}
		return append(out, someSizes(s, v)...)
	}
	return around(out, s, v)
}

// someElements lists the first and the last elements, or keys, of a collection.
func someElements(s *term.Sort, v term.Value) []term.Value {
	items, stride := v.Items(), len(s.Parts)
	var out []term.Value
	for i := 0; i < len(items) && len(out) < maxHinted; i += stride {
		out = append(out, items[i])
	}
	if n := len(items) - stride; n >= maxHinted*stride {
		out = append(out, items[n])
	}
	return out
}

// appendOther appends an integer that is not in a collection of integers: the one after the greatest element or key.
func appendOther(out []term.Value, s *term.Sort, v term.Value) []term.Value {
	items, stride := v.Items(), len(s.Parts)
	if s.Part(0).Kind != term.KindInt || len(items) == 0 {
		return out
	}
	greatest := items[len(items)-stride]
	for i := 0; s.Kind == term.KindSeq && i < len(items); i++ {
		if items[i].Compare(greatest) > 0 {
			greatest = items[i]
		}
	}
	return append(out, term.AddInts(greatest, 1))
}

// someSizes lists collections with about a given number of elements.
func someSizes(s *term.Sort, v term.Value) []term.Value {
	n, small := v.Small()
	var out []term.Value
	for k := max(n-1, 1); small && k <= min(n+1, maxHinted); k++ {
		out = append(out, listOf(s, int(k)))
	}
	return out
}

// someTexts lists texts with about a given number of characters.
func someTexts(v term.Value) []term.Value {
	n, small := v.Small()
	var out []term.Value
	for k := max(n-1, 0); small && k <= min(n+1, maxHintedText); k++ {
		out = append(out, term.StringValue(strings.Repeat("a", int(k))))
	}
	return out
}

// listOf is a collection of some elements with default values; those of sets and maps of integers are counted from there.
func listOf(s *term.Sort, n int) term.Value {
	items := make([]term.Value, n*len(s.Parts))
	for i := range items {
		items[i] = s.Part(i).Default()
		if key := i%len(s.Parts) == 0; key && s.Kind != term.KindSeq && s.Part(i).Kind == term.KindInt {
			items[i] = term.AddInts(items[i], int64(i/len(s.Parts)))
		}
	}
	return s.Collect(items)
}
