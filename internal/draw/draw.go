// Package draw draws random values: uniformly, from the constants of a model, or from a mix that is worth sending to a system (Generator). An unbounded integer is drawn from 16 bits, the width
// of the case studies of paper 3: there is no uniform distribution of all integers.
package draw

import (
	"math/big"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
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

// Pool has the constants of a model by kind of sort: values that guards compare with are worth sending.
type Pool map[term.Kind][]term.Value

// maxPool bounds the constants of one kind.
const maxPool = 2000

// Harvest collects the constants in the guards and updates of a system, and their neighbours.
func Harvest(s *sts.System) Pool {
	p := Pool{}
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if t.IsConst() {
			p.add(t)
		}
		for _, a := range t.Args() {
			visit(a)
		}
	}
	for _, m := range s.Moves() {
		visit(m.Guard)
		for _, u := range m.Updates {
			visit(u.Value)
		}
	}
	return p
}

func (p Pool) add(t *term.Term) {
	kind := t.Sort().Kind
	if len(p[kind]) >= maxPool || kind == term.KindBits || kind == term.KindBool || kind == term.KindEnum {
		return // small sorts, and patterns that mean something else in another width
	}
	p[kind] = append(p[kind], t.Value())
	if kind == term.KindInt || kind == term.KindReal {
		p[kind] = append(p[kind], term.AddInts(t.Value(), 1), term.AddInts(t.Value(), -1))
	}
}

// Draw takes a constant of the model that the sort has, or any value.
func (p Pool) Draw(random *rand.Rand, s *term.Sort) term.Value {
	if constants := p[s.Kind]; len(constants) > 0 {
		if v := constants[random.IntN(len(constants))]; s.Contains(v) {
			return v
		}
	}
	return Uniform(random, s)
}
