package pattern

import (
	"math/rand/v2"
	"unicode/utf8"
)

// Draw draws a string that matches. It reports false if it finds none.
func (p *Pattern) Draw(random *rand.Rand) (string, bool) { return p.Tree.draw(random) }

func (n *Node) draw(random *rand.Rand) (string, bool) {
	switch n.Kind {
	case Literal:
		return n.Text, true
	case Class:
		return character(random, n.Ranges)
	case Sequence:
		return joined(random, n.Parts)
	case Choice:
		for _, i := range random.Perm(len(n.Parts)) {
			if text, ok := n.Parts[i].draw(random); ok {
				return text, true
			}
		}
	case Repeat:
		return n.repeated(random)
	}
	return "", false
}

func joined(random *rand.Rand, parts []*Node) (string, bool) {
	var out []byte
	for _, p := range parts {
		text, ok := p.draw(random)
		if !ok {
			return "", false
		}
		out = append(out, text...)
	}
	return string(out), true
}

// more is the maximum number of repetitions drawn beyond the minimum.
const more = 6

// repeated draws some repetitions; only the required ones if the part matches no string.
func (n *Node) repeated(random *rand.Rand) (string, bool) {
	times := n.Min + random.IntN(more+1)
	if n.Max != Unlimited {
		times = min(times, n.Max)
	}
	var out []byte
	for i := range times {
		text, ok := n.Parts[0].draw(random)
		if !ok {
			return string(out), i >= n.Min
		}
		out = append(out, text...)
	}
	return string(out), true
}

// character draws a character of ranges, usually a printable one of ASCII if there is one.
func character(random *rand.Rand, ranges []Range) (string, bool) {
	var plain []Range
	for _, r := range ranges {
		if low, high := max(r.Low, ' '), min(r.High, '~'); low <= high {
			plain = append(plain, Range{low, high})
		}
	}
	if len(plain) > 0 && random.IntN(8) > 0 {
		ranges = plain
	}
	for range 16 {
		r := ranges[random.IntN(len(ranges))]
		if c := r.Low + random.Int32N(r.High-r.Low+1); utf8.ValidRune(c) {
			return string(c), true
		}
	}
	return "", false
}
