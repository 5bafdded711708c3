package symmetry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// shapes numbers terms by what they are made of: two terms have the same number if they differ only in the order of operands that does not matter,
// or in the names of enumerations with the same members.
type shapes struct {
	numbers map[string]int
	plain   *renaming
}

// renaming has the shapes of terms in which variables are replaced by others.
type renaming struct {
	shapes  *shapes
	replace map[*term.Term]*term.Term
	known   map[*term.Term]int
}

func newShapes() *shapes {
	s := &shapes{numbers: map[string]int{}}
	s.plain = s.rename(nil)
	return s
}

func (s *shapes) rename(replace map[*term.Term]*term.Term) *renaming {
	return &renaming{s, replace, map[*term.Term]int{}}
}

// commutes are the operations whose operands have no order.
var commutes = []term.Op{term.OpAnd, term.OpOr, term.OpAdd, term.OpMul, term.OpEq, term.OpBitAnd, term.OpBitOr, term.OpBitXor}

// of returns the number of the shape of a term.
func (r *renaming) of(t *term.Term) int {
	if n, ok := r.known[t]; ok {
		return n
	}
	n := r.shapes.number(r.describe(t))
	r.known[t] = n
	return n
}

func (r *renaming) describe(t *term.Term) string {
	if t.Op() == term.OpVar {
		if other := r.replace[t]; other != nil {
			t = other
		}
		return fmt.Sprintf("variable %d", t.ID())
	}
	args := r.all(t.Args())
	if slices.Contains(commutes, t.Op()) {
		slices.Sort(args)
	}
	return fmt.Sprintf("%d %q %q %v", t.Op(), sortText(t.Sort()), t.Value().Encode(), args)
}

// all returns the numbers of several terms.
func (r *renaming) all(terms []*term.Term) []int {
	out := make([]int, len(terms))
	for i, t := range terms {
		out[i] = r.of(t)
	}
	return out
}

func (s *shapes) number(description string) int {
	n, ok := s.numbers[description]
	if !ok {
		n = len(s.numbers)
		s.numbers[description] = n
	}
	return n
}

// sortText describes a sort. The sort of the locations of a machine has a name of its own for each instance, so enumerations are known by their
// members.
func sortText(s *term.Sort) string {
	if s.Kind == term.KindEnum {
		return "enum " + strings.Join(s.Members, " ")
	}
	return s.String()
}
