package smt

import (
	"cmp"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// scriptOf returns a complete SMT-LIB script that checks whether the conjuncts have a solution.
func scriptOf(conjuncts []*term.Term) string {
	p := &printer{names: newNamer()}
	p.WriteString("(set-logic ALL)\n")
	p.body(conjuncts)
	p.WriteString(check)
	return p.String()
}

// check is the command that requests an answer.
const check = "(check-sat)\n"

// body writes declarations, domains and assertions.
func (p *printer) body(conjuncts []*term.Term) {
	vars := variablesOf(conjuncts)
	for _, v := range vars {
		p.declare(v)
	}
	p.assertDomains(vars)
	for _, c := range conjuncts {
		p.assert(c)
	}
}

// variablesOf are the free variables of the conjuncts, in the order in which they were made.
func variablesOf(conjuncts []*term.Term) []*term.Term {
	vars := term.Variables(conjuncts)
	slices.SortStableFunc(vars, func(a, b *term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
	return vars
}
