package track

import (
	"math/big"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// constants returns the real numbers in the text of a system, in its initial values, conditions and assignments, and the constants that
// follow for clocks with factors.
func constants(system *sts.System) []*big.Rat {
	var out []*big.Rat
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		if t.IsConst() && t.Sort().Kind == term.KindReal {
			out = append(out, t.Value().Rat())
		}
		if t.Op() == term.OpMul && t.Args()[0].IsConst() { // 2*x <= 5 bounds x by a half
			out = append(out, new(big.Rat).Inv(t.Args()[0].Value().Rat()))
		}
		for _, a := range t.Args() {
			visit(a)
		}
	}
	for _, slot := range system.Slots {
		visit(slot.Init)
	}
	for _, m := range system.Machines {
		for _, l := range m.Locations {
			visit(l.While)
		}
	}
	for _, m := range system.Moves() {
		visit(m.Guard)
		for _, u := range m.Updates {
			visit(u.Value)
		}
	}
	return out
}
