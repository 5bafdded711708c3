package contract

import (
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Inference for one machine of a composed system: it takes the moves of the machine on a path of the whole, and the conditions of the path on
// the variables that these moves introduce, on the machine's own variables and on shared ones. All other variables are bound existentially.

// Component restricts an inferred behaviour to one machine; false if another machine calls the function.
func (c *Checker) Component(r Inferred, machine int) (Inferred, bool) {
	if !takesPart(r.Path.Moves()[r.Step], machine) {
		return r, false
	}
	keep := map[*term.Term]bool{}
	for _, v := range r.Frozen {
		keep[v] = c.belongs(r.Path, v, machine)
	}
	for _, v := range term.Variables(r.Call.Args, r.Call.Results) {
		keep[v] = true
	}
	r.Axioms = forget(c.System.Store, r.Axioms, keep)
	r.Frozen = slices.DeleteFunc(slices.Clone(r.Frozen), func(v *term.Term) bool { return !keep[v] })
	r.Name = ""
	for _, m := range r.Path.Moves() {
		if takesPart(m, machine) {
			r.Name = strings.TrimPrefix(r.Name+","+m.Name, ",")
		}
	}
	return r, true
}

// takesPart reports whether a machine takes part in a move.
func takesPart(m *sts.Move, machine int) bool {
	return slices.ContainsFunc(m.Parts, func(t *sts.Transition) bool { return t.Machine == machine })
}

// belongs reports whether a variable of a path is not one of another machine: brought in by its moves, or the initial value of
// one of its variables.
func (c *Checker) belongs(p *path.Path, v *term.Term, machine int) bool {
	for _, q := range p.Steps() {
		i := slices.Index(q.Params, v)
		if i >= 0 && q.Move.Params[i].Kind != sts.Dequeued {
			return takesPart(q.Move, machine)
		}
	}
	for i, m := range c.System.Machines {
		if i != machine && m.Name != "" && strings.HasPrefix(v.Name(), m.Name+".") {
			return false
		}
	}
	return true
}
