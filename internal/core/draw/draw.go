// Package draw draws random values: uniformly, from the constants of a model, or from a mix of values that often reveal faults (Generator). An
// unbounded integer is drawn from 16 bits, the width of the case studies of paper 3: there is no uniform distribution of all integers.
package draw

import (
	"math/big"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Uniform draws a value of a sort.
func Uniform(random *rand.Rand, s *term.Sort) term.Value {
	switch s.Kind {
	case term.KindBool:
		return term.IntValue(int64(random.IntN(2)))
	case term.KindEnum:
		return term.IntValue(int64(random.IntN(len(s.Members))))
	case term.KindBits:
		shift := 64 - s.Width
		if s.Signed {
			return term.IntValue(int64(random.Uint64()) << shift >> shift)
		}
		return term.IntValue(int64(random.Uint64() << shift >> shift))
	case term.KindReal:
		return term.RatValue(big.NewRat(int64(random.IntN(1<<16))-1<<15, []int64{1, 2, 10, 100}[random.IntN(4)]))
	case term.KindString:
		return term.StringValue(word(random))
	case term.KindTuple, term.KindSeq, term.KindSet, term.KindMap:
		return uniformList(random, s)
	}
	return uniformInteger(random, s)
}

func uniformInteger(random *rand.Rand, s *term.Sort) term.Value {
	low, high := int64(-1<<15), int64(1<<15-1)
	switch {
	case s.HasLow && s.HasHigh:
		low, high = s.Low, s.High
	case s.HasLow:
		low, high = s.Low, s.Low+1<<16-1
	case s.HasHigh:
		low, high = s.High-1<<16+1, s.High
	}
	span := uint64(high) - uint64(low) + 1
	if span == 0 {
		return term.IntValue(int64(random.Uint64()))
	}
	return term.IntValue(int64(uint64(low) + random.Uint64N(span)))
}

// word draws a short text.
func word(random *rand.Rand) string {
	letters := make([]byte, random.IntN(5))
	for i := range letters {
		letters[i] = byte('a' + random.IntN(26))
	}
	return string(letters)
}

// family identifies sorts whose values are mixed: their kind, and for lists the sort of the elements.
type family struct {
	kind term.Kind
	of   string
}

func familyOf(s *term.Sort) family {
	if s.IsScalar() {
		return family{kind: s.Kind}
	}
	return family{s.Kind, s.Base().String()}
}

var (
	integers = family{kind: term.KindInt}
	reals    = family{kind: term.KindReal}
	texts    = family{kind: term.KindString}
)

// Pool has the constants of a model by family of sorts. They are useful inputs, since guards compare with them.
type Pool map[family][]term.Value

// maxPool bounds the constants of one kind.
const maxPool = 2000

// Harvest collects the constants in the guards and updates of a system and in the collections that it begins with, and their neighbours.
func Harvest(s *sts.System) Pool {
	p := Pool{}
	eachPart(s, func(t *term.Term) {
		if t.IsConst() {
			p.add(t.Sort(), t.Value())
		}
	})
	p.addShapes(shapesOf(s))
	return p
}

// eachPart calls f with each part of the guards and updates of a system, and of the collections that it begins with.
func eachPart(s *sts.System, f func(t *term.Term)) {
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		f(t)
		args := t.Args()
		if t.Op() == term.OpMatches {
			args = args[:1] // the pattern is not a text to send
		}
		for _, a := range args {
			visit(a)
		}
	}
	for _, m := range s.Moves() {
		visit(m.Guard)
		for _, u := range m.Updates {
			visit(u.Value)
		}
	}
	for _, slot := range s.Slots {
		if slot.Init != nil && slot.Sort.IsCollection() {
			visit(slot.Init)
		}
	}
}

func (p Pool) add(s *term.Sort, v term.Value) {
	f := familyOf(s)
	if len(p[f]) >= maxPool || s.Kind == term.KindBits || s.Kind == term.KindBool || s.Kind == term.KindEnum {
		return // small sorts, and bit patterns whose meaning depends on the width
	}
	for i, item := range v.Items() {
		p.add(s.Part(i), item)
	}
	if s.Kind == term.KindTuple {
		return // not drawn as a whole
	}
	p[f] = append(p[f], v)
	if f == integers || f == reals {
		p[f] = append(p[f], term.AddInts(v, 1), term.AddInts(v, -1))
	}
}

// Draw returns a constant of the model that belongs to the sort, or any value.
func (p Pool) Draw(random *rand.Rand, s *term.Sort) term.Value {
	if constants := p[familyOf(s)]; len(constants) > 0 {
		if v := constants[random.IntN(len(constants))]; s.Contains(v) {
			return v
		}
	}
	return Uniform(random, s)
}
