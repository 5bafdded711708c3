package sts

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Inside returns the condition that values of the variables of an old symbolic state satisfy its conditions and make its cells equal to the
// terms of new cells. A variable of the old state that is a cell by itself is replaced by the term of the new cell; the others are renamed
// and bound: where some values of them make the condition true, the old state includes the new one.
func (s *System) Inside(newCells, oldCells, oldConditions []*term.Term) (bound []*term.Term, cond *term.Term) {
	by := map[*term.Term]*term.Term{}
	for i, c := range oldCells {
		if c.Op() == term.OpVar && by[c] == nil && withinBounds(newCells[i], c.Sort()) {
			by[c] = newCells[i]
		}
	}
	vars := term.Variables(oldCells, oldConditions)
	inputs := make([]*term.Term, len(vars))
	for i, v := range vars {
		if inputs[i] = by[v]; inputs[i] == nil {
			inputs[i] = s.Store.Var(v.Name()+"'", v.Sort())
			bound = append(bound, inputs[i])
		}
	}
	equations := s.Store.Compile(slices.Concat(oldCells, oldConditions), vars).Symbolic(inputs)
	for i, c := range newCells {
		equations[i] = s.Store.Eq(equations[i], c)
	}
	return bound, s.Store.And(equations...)
}

// withinBounds reports whether a term certainly has a value of a variable's sort, so that it may replace the variable.
func withinBounds(t *term.Term, s *term.Sort) bool {
	if s.Kind != term.KindInt {
		return s.SameBounds(s.Base()) || t.IsConst() && s.Contains(t.Value())
	}
	return s.Bounds().Contains(t.Bounds())
}
