package contract

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Project turns inferred behaviours into a contract over arguments and result only, for unit tests of the real function: of the
// axioms of a call, those over arguments become the precondition, those over arguments and result the postcondition, in terms
// of the formal parameters; axioms that relate the result to other inputs of the path are left out. An argument that is not a
// plain variable has no formal counterpart, so axioms about it are left out too. Equal behaviours are merged.
func (c *Checker) Project(x *sts.Extern, inferred []Inferred) sts.Contract {
	k := sts.Contract{Name: "inferred"}
	for _, r := range inferred {
		if r.Call.Extern != x {
			continue
		}
		b := c.project(r)
		b.Name = fmt.Sprintf("demand%d", len(k.Behaviors)+1)
		if !slices.ContainsFunc(k.Behaviors, func(other sts.Behavior) bool { return other.Pre == b.Pre && other.Post == b.Post }) {
			k.Behaviors = append(k.Behaviors, b)
		}
	}
	return k
}

func (c *Checker) project(r Inferred) sts.Behavior {
	s := c.System.Store
	by := map[*term.Term]*term.Term{}
	inputs, all := map[*term.Term]bool{}, map[*term.Term]bool{}
	for i, a := range r.Call.Args {
		if a.Op() == term.OpVar && by[a] == nil {
			by[a] = r.Call.Extern.Inputs[i]
			inputs[a], all[a] = true, true
		}
	}
	for i, f := range r.Call.Results {
		by[f] = r.Call.Extern.Output[i]
		all[f] = true
	}
	b := sts.Behavior{Pre: s.True(), Post: s.True(), Span: r.Call.Extern.Span}
	for _, axiom := range r.Axioms {
		switch {
		case within(axiom, inputs):
			b.Pre = s.And(b.Pre, s.Substitute(axiom, by))
		case within(axiom, all):
			b.Post = s.And(b.Post, s.Substitute(axiom, by))
		}
	}
	return b
}
