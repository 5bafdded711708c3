package plan

import (
	"github.com/sextant-mbt/sextant/internal/core/distance"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Distance returns how far a state is from making a condition over its slots true, 0 if it holds or may be made to.
func Distance(system *sts.System, cond *term.Term, st *sts.SymbolicState) float64 {
	return distance.Open(cond, func(c *term.Term) *term.Term { return system.Apply(c, st) })
}
