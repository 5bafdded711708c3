package smt

import "github.com/sextant-mbt/sextant/internal/core/term"

// sharing counts how many times each part of a term would be written without lets.
type sharing struct {
	inner   map[*term.Term]bool // variables that quantifiers within the term bind
	uses    map[*term.Term]int
	visited map[visit]bool
	order   []*term.Term // parts, each after its own parts
}

// visit is a part reached outside of all inner quantifiers, or inside one.
type visit struct {
	part   *term.Term
	inside bool
}

// sharedParts lists the parts of t, t itself excluded, that are to be bound by a let around t; inner parts first.
func sharedParts(t *term.Term) []*term.Term {
	s := &sharing{uses: map[*term.Term]int{}, visited: map[visit]bool{}}
	if t.HasQuantifier() {
		s.inner = map[*term.Term]bool{}
		boundWithin(t, s.inner, map[*term.Term]bool{})
	}
	s.walk(t, false)
	var shared []*term.Term
	for _, part := range s.order {
		if s.uses[part] > 1 {
			shared = append(shared, part)
		}
	}
	return shared
}

// boundWithin collects the variables that the quantifiers in t bind.
func boundWithin(t *term.Term, bound, seen map[*term.Term]bool) {
	if !t.HasQuantifier() || seen[t] {
		return
	}
	seen[t] = true
	if isQuantifier(t) {
		for _, v := range t.Bound() {
			bound[v] = true
		}
		boundWithin(t.Body(), bound, seen)
		return
	}
	for _, a := range t.Args() {
		boundWithin(a, bound, seen)
	}
}

func isQuantifier(t *term.Term) bool { return t.Op() == term.OpExists || t.Op() == term.OpForall }

// walk visits the parts of t. inside is set if a quantifier stands between t and the root.
func (s *sharing) walk(t *term.Term, inside bool) {
	if isLeaf(t) || s.visited[visit{t, inside}] {
		return
	}
	s.visited[visit{t, inside}] = true
	args := t.Args()
	if isQuantifier(t) {
		inside, args = true, args[len(args)-1:]
	}
	for i, a := range args {
		s.walk(a, inside)
		s.use(a, inside, repeats(t, i))
	}
}

// use counts a part, unless its variables may be bound differently where it occurs.
func (s *sharing) use(part *term.Term, inside bool, times int) {
	if isLeaf(part) || inside && part.MentionsIn(s.inner) {
		return
	}
	if s.uses[part] == 0 {
		s.order = append(s.order, part)
	}
	s.uses[part] += times
}

// repeats is the number of times that argument i is written when t is.
func repeats(t *term.Term, i int) int {
	switch t.Op() {
	case term.OpDiv, term.OpMod:
		if i == 1 && guardsDivisor(t) {
			return 2
		}
	case term.OpFromInt:
		if guardsNegative(t) {
			return 2
		}
	case term.OpBitsToInt:
		if t.Args()[0].Sort().Signed {
			return 3
		}
	}
	return 1
}
