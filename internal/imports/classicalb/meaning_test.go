package classicalb

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// meaning is a value of B as set theory has it: a number, a truth value, a member of a set, a pair, or a set. Relations,
// functions and sequences are sets of pairs. Equal values have the same text.
type meaning struct {
	text  string
	n     int       // of a number
	parts []meaning // of a pair: left and right; of a set: its elements, each once, sorted by their texts
}

func aNumber(n int) meaning { return meaning{text: fmt.Sprint(n), n: n} }

func aTruth(b bool) meaning { return meaning{text: strings.ToUpper(fmt.Sprint(b))} }

func aPair(x, y meaning) meaning {
	return meaning{text: "(" + x.text + " |-> " + y.text + ")", parts: []meaning{x, y}}
}

func theSet(elems ...meaning) meaning {
	out := slices.Clone(elems)
	sort.Slice(out, func(i, j int) bool { return out[i].text < out[j].text })
	out = slices.CompactFunc(out, meaning.equal)
	var texts []string
	for _, e := range out {
		texts = append(texts, e.text)
	}
	return meaning{text: "{" + strings.Join(texts, ", ") + "}", parts: out}
}

// theSequence is the function from 1..n to the elements.
func theSequence(elems ...meaning) meaning {
	var out []meaning
	for i, e := range elems {
		out = append(out, aPair(aNumber(i+1), e))
	}
	return theSet(out...)
}

// elements are those of a sequence, in order.
func (m meaning) elements() []meaning {
	out := make([]meaning, len(m.parts))
	for _, p := range m.parts {
		out[p.left().n-1] = p.right()
	}
	return out
}

func (m meaning) left() meaning { return m.parts[0] }

func (m meaning) right() meaning { return m.parts[1] }

func (m meaning) inverse() meaning { return aPair(m.right(), m.left()) }

func (m meaning) equal(other meaning) bool { return m.text == other.text }

func (m meaning) has(e meaning) bool { return slices.ContainsFunc(m.parts, e.equal) }

// filter is the set of the elements of a set for which a condition holds.
func (m meaning) filter(cond func(meaning) bool) meaning {
	var out []meaning
	for _, e := range m.parts {
		if cond(e) {
			out = append(out, e)
		}
	}
	return theSet(out...)
}

// image is the set of the results of f for the elements of a set.
func (m meaning) image(f func(meaning) meaning) meaning {
	var out []meaning
	for _, e := range m.parts {
		out = append(out, f(e))
	}
	return theSet(out...)
}

func (m meaning) union(other meaning) meaning {
	return theSet(append(slices.Clone(m.parts), other.parts...)...)
}

func (m meaning) minus(other meaning) meaning {
	return m.filter(func(e meaning) bool { return !other.has(e) })
}

func (m meaning) isIn(other meaning) bool {
	return !slices.ContainsFunc(m.parts, func(e meaning) bool { return !other.has(e) })
}

func (m meaning) domain() meaning { return m.image(meaning.left) }

func (m meaning) codomain() meaning { return m.image(meaning.right) }

// of is the image of a set under a relation.
func (m meaning) of(set meaning) meaning {
	return m.filter(func(p meaning) bool { return set.has(p.left()) }).codomain()
}

func (m meaning) isFunction() bool { return len(m.domain().parts) == len(m.parts) }

// override is m <+ other.
func (m meaning) override(other meaning) meaning {
	domain := other.domain()
	return m.filter(func(p meaning) bool { return !domain.has(p.left()) }).union(other)
}

// then is (m ; other).
func (m meaning) then(other meaning) meaning {
	var out []meaning
	for _, p := range m.parts {
		for _, q := range other.parts {
			if p.right().equal(q.left()) {
				out = append(out, aPair(p.left(), q.right()))
			}
		}
	}
	return theSet(out...)
}

func (m meaning) product(other meaning) meaning {
	var out []meaning
	for _, x := range m.parts {
		for _, y := range other.parts {
			out = append(out, aPair(x, y))
		}
	}
	return theSet(out...)
}

// meaningOf is the meaning of a value of the model.
func meaningOf(v term.Value, s *term.Sort) meaning {
	var items []meaning
	switch s.Kind {
	case term.KindInt:
		n, _ := v.Small()
		return aNumber(int(n))
	case term.KindBool:
		return aTruth(v.Bool())
	case term.KindTuple:
		return aPair(meaningOf(v.Items()[0], s.Parts[0]), meaningOf(v.Items()[1], s.Parts[1]))
	case term.KindSeq, term.KindSet:
		for _, e := range v.Items() {
			items = append(items, meaningOf(e, s.Parts[0]))
		}
		if s.Kind == term.KindSeq {
			return theSequence(items...)
		}
		return theSet(items...)
	case term.KindMap:
		for i := 0; i < len(v.Items()); i += 2 {
			items = append(items, aPair(meaningOf(v.Items()[i], s.Parts[0]), meaningOf(v.Items()[i+1], s.Parts[1])))
		}
		return theSet(items...)
	}
	return meaning{text: v.Format(s)}
}
