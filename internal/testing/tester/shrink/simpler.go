package shrink

import (
	"math/big"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// weight measures the simplicity of a test. The fields are compared in order, which is well-founded, so shrinking terminates.
type weight struct {
	steps, resets int
	elements      int      // of all lists together
	length        int      // of all strings together
	characters    int      // the sum of their ranks
	numbers       *big.Int // the sum of their distances from zero
}

// Simpler reports whether a test is simpler than another: shorter, or as long with simpler values.
func Simpler(a, b []Step) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	v, w := weigh(a), weigh(b)
	switch {
	case v.resets != w.resets:
		return v.resets < w.resets
	case v.elements != w.elements:
		return v.elements < w.elements
	case v.length != w.length:
		return v.length < w.length
	case v.characters != w.characters:
		return v.characters < w.characters
	}
	return v.numbers.Cmp(w.numbers) < 0
}

func weigh(steps []Step) weight {
	w := weight{steps: len(steps), numbers: new(big.Int)}
	for _, step := range steps {
		if step.Reset {
			w.resets++
			continue
		}
		for k, v := range step.Input.Values {
			w.add(step.Input.Sort(k), v)
		}
	}
	return w
}

func (w *weight) add(sort *term.Sort, v term.Value) {
	if !sort.IsScalar() {
		for i, item := range v.Items() {
			w.add(sort.Part(i), item)
		}
		w.elements += len(v.Items())
		return
	}
	if sort.Kind != term.KindString {
		w.numbers.Add(w.numbers, magnitude(sort, v))
		return
	}
	w.length += utf8.RuneCountInString(v.Text())
	for _, r := range v.Text() {
		w.characters += rank(r)
	}
}

// magnitude is the distance of a number from zero. A negative number is farther than the positive one, and a fraction farther than
// the adjacent whole numbers.
func magnitude(sort *term.Sort, v term.Value) *big.Int {
	n := v.Rat().Num()
	if sort.Kind == term.KindBits {
		n = wholeOf(sort, v)
	}
	m := new(big.Int).Abs(n)
	m.Lsh(m, 1)
	if n.Sign() < 0 {
		m.Add(m, big.NewInt(1))
	}
	if sort.Kind == term.KindReal {
		denominator := v.Rat().Denom()
		m.Add(m, new(big.Int).Lsh(new(big.Int).Sub(denominator, big.NewInt(1)), 2))
	}
	return m
}

// ranks are the characters that are simpler than all others, the simplest first.
const ranks = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 "

var rankOf = func() (out [utf8.RuneSelf]int) {
	for i := range out {
		out[i] = len(ranks) + i
	}
	for i := range ranks {
		out[ranks[i]] = i
	}
	return out
}()

// rank orders characters by how simple they are.
func rank(r rune) int {
	if r >= 0 && r < utf8.RuneSelf {
		return rankOf[r]
	}
	return len(ranks) + int(r)
}
