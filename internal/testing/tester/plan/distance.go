package plan

import (
	"github.com/sextant-mbt/sextant/internal/core/distance"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Distance returns the branch distance of a state from satisfying a condition over its slots, 0 if the condition holds or can be made to
// hold.
func Distance(system *sts.System, cond *term.Term, st *sts.SymbolicState) float64 {
	return distance.Open(cond, func(c *term.Term) *term.Term { return system.Apply(c, st) })
}
