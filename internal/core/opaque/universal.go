package opaque

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// universalFacts instantiates a universal for a witness, and for the elements and places that the formulas mention.
func (k *knowledge) universalFacts(u *universal) {
	mayHold, mayNotHold := u.mayHold, u.mayNotHold
	defer func() { u.mayHold, u.mayNotHold = mayHold, mayNotHold }() // its own facts do not count
	if u.mayNotHold && !u.witnessed {
		u.witnessed = true
		k.against(u.atom)
	}
	if u.mayHold {
		k.inhabit(u.atom)
		for _, key := range k.mentioned(u.atom) {
			k.fact(k.store.Implies(u.atom, k.claim(u.atom, key)))
		}
	}
}

// keySort is the sort that a universal ranges over: elements of sets and keys of maps, places of sequences, values of a row of types.
func keySort(atom *term.Term) *term.Sort {
	sort := atom.Args()[0].Sort()
	switch {
	case atom.Op() == term.OpForall:
		var sorts []*term.Sort
		for _, v := range atom.Bound() {
			sorts = append(sorts, v.Sort())
		}
		return term.Tuple(sorts...)
	case sort.Kind == term.KindSeq:
		return term.Int
	}
	return sort.Parts[0].Base()
}

// claim is the instance of a universal for one element or place.
func (k *knowledge) claim(atom, key *term.Term) *term.Term {
	s, args := k.store, atom.Args()
	isSequence := args[0].Sort().Kind == term.KindSeq
	switch {
	case atom.Op() == term.OpForall:
		by, inRange := map[*term.Term]*term.Term{}, s.True()
		for i, v := range atom.Bound() {
			by[v] = s.Part(key, i)
			inRange = s.And(inRange, k.within(v.Sort(), by[v]))
		}
		return s.Implies(inRange, s.Substitute(atom.Body(), by))
	case atom.Op() == term.OpAll && isSequence:
		return s.Implies(k.inside(args[0], key), k.instance(args[2], args[1], s.At(args[0], key)))
	case atom.Op() == term.OpAll:
		return s.Implies(s.Has(args[0], key), k.instance(args[2], args[1], key))
	case isSequence:
		return s.And(s.Eq(s.Size(args[0]), s.Size(args[1])), s.Eq(s.At(args[0], key), s.At(args[1], key)))
	}
	same := s.And(s.Eq(s.Has(args[0], key), s.Has(args[1], key)), s.Eq(s.Size(args[0]), s.Size(args[1])))
	if args[0].Sort().Kind == term.KindMap {
		return s.And(same, s.Eq(s.Get(args[0], key), s.Get(args[1], key)))
	}
	return same
}

// against adds that a universal holds unless a witness violates it.
func (k *knowledge) against(atom *term.Term) {
	k.witness(fmt.Sprintf("witness %d", atom.ID()), keySort(atom), func(key *term.Term) *term.Term {
		return k.store.Or(atom, k.store.Not(k.claim(atom, key)))
	})
}

// witness adds a fact about new variables that hold a value of a sort.
func (k *knowledge) witness(name string, sort *term.Sort, fact func(value *term.Term) *term.Term) {
	value := k.variable(name, sort)
	cond := fact(value)
	k.witnesses = append(k.witnesses, witness{value, cond})
	k.fact(cond)
}

// variable is a variable of a sort; a tuple has one for each component.
func (k *knowledge) variable(name string, sort *term.Sort) *term.Term {
	if sort.Kind != term.KindTuple {
		return k.store.Var(name, sort)
	}
	parts := make([]*term.Term, len(sort.Parts))
	for i, p := range sort.Parts {
		parts[i] = k.variable(fmt.Sprintf("%s.%d", name, i), p)
	}
	return k.store.Tuple(parts...)
}

// inhabit instantiates a condition on all elements for an element that the collection has unless it is empty.
func (k *knowledge) inhabit(atom *term.Term) {
	if atom.Op() != term.OpAll {
		return
	}
	s, c := k.store, base(atom.Args()[0])
	if c.Sort().Kind == term.KindSeq {
		k.fact(s.Implies(atom, k.claim(atom, s.Int(0))))
	} else if !k.inhabited[c] {
		k.inhabited[c] = true
		k.witness(fmt.Sprintf("element of %d", c.ID()), c.Sort().Parts[0].Base(), func(element *term.Term) *term.Term {
			return s.Or(s.Eq(s.Size(c), s.Int(0)), s.Has(c, element))
		})
	}
}

// base is the map that a set of keys is of, or the collection itself: questions are about that.
func base(c *term.Term) *term.Term {
	if c.Op() == term.OpKeys {
		return c.Args()[0]
	}
	return c
}

// maxInstances bounds the instances of a universal.
const maxInstances = 64

// mentioned lists the elements or places for which a universal is instantiated: those that the formulas query in collections that it
// mentions.
func (k *knowledge) mentioned(atom *term.Term) []*term.Term {
	vars, sort := atom.Vars(), keySort(atom)
	related := func(c *term.Term) bool { return c.Mentions(vars...) }
	switch atom.Op() {
	case term.OpAll:
		c := base(atom.Args()[0])
		return k.asked(func(other *term.Term) bool { return other == c }, sort)
	case term.OpEq:
		return k.asked(related, sort)
	}
	rows := [][]*term.Term{nil}
	if slices.ContainsFunc(sort.Parts, func(part *term.Sort) bool { return !part.IsScalar() }) {
		return nil // the components of a key may be out of the bounds of the sort
	}
	for _, part := range sort.Parts {
		var next [][]*term.Term
		for _, key := range k.asked(related, part) {
			for _, row := range rows {
				next = append(next, append(slices.Clone(row), key))
			}
		}
		rows = next[:min(len(next), maxInstances)]
	}
	out := make([]*term.Term, len(rows))
	for i, row := range rows {
		out[i] = k.store.Tuple(row...)
	}
	return out
}

// asked lists the elements, keys or places of a sort that the formulas query in certain collections.
func (k *knowledge) asked(of func(*term.Term) bool, sort *term.Sort) []*term.Term {
	var out []*term.Term
	for _, question := range k.questions {
		key := k.key(question)
		if key != nil && key.Sort().Same(sort) && of(question.Args()[0]) && !slices.Contains(out, key) && len(out) < maxInstances {
			out = append(out, key)
		}
	}
	return out
}

// key is the element or key that a question about a set or map is about, or the place of a question about a sequence; nil if it has none.
func (k *knowledge) key(question *term.Term) *term.Term {
	args := question.Args()
	switch question.Op() {
	case term.OpFind:
		return question
	case term.OpAt, term.OpGet:
		return args[1]
	case term.OpHas:
		if args[0].Sort().Kind == term.KindSeq {
			return k.store.Find(args[0], args[1])
		}
		return args[1]
	}
	return nil
}
