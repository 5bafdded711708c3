package compile

import (
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// lowerElse makes the guard of "when else": no other transition of the same location and the same input is enabled. It runs
// when all other guards are known.
func (tl *transitionLowering) lowerElse(all []*transitionLowering) {
	siblings := 0
	for _, other := range all {
		if other == tl || other.t.From != tl.t.From || other.t.Receive != tl.t.Receive {
			continue
		}
		if other.isElse {
			tl.list.ErrorHint(diag.CodeElse, tl.decl.Name.Span(), "keep one of them", "%q and %q are both else", tl.decl.Name.Text, other.decl.Name.Text)
			return
		}
		siblings++
		tl.t.Guard = tl.store.And(tl.t.Guard, tl.store.Not(tl.guardOf(other)))
	}
	if siblings == 0 {
		tl.list.ErrorHint(diag.CodeElse, tl.decl.Name.Span(), "remove \"when else\"", "else needs another transition with the same location and input")
	}
}

// guardOf is the guard of a sibling with the payload that this transition receives. The externs that it calls are called
// here too; its choices (any) are quantified.
func (tl *transitionLowering) guardOf(other *transitionLowering) *term.Term {
	by := map[*term.Term]*term.Term{}
	for i, p := range other.t.ReceiveArgs {
		if i < len(tl.t.ReceiveArgs) {
			by[other.t.Params[p].Term] = tl.t.Params[tl.t.ReceiveArgs[i]].Term
		}
	}
	for _, c := range other.t.Calls {
		if !other.t.GuardUses(c) {
			continue
		}
		args := make([]*term.Term, len(c.Args))
		for i, a := range c.Args {
			args[i] = tl.store.Substitute(a, by)
		}
		result := tl.callExtern(c.Extern, args, c.Span)
		for i, r := range c.Results {
			by[other.t.Params[r].Term] = result.terms[i]
		}
	}
	var bound []*term.Term
	for _, p := range other.t.Params {
		if p.Kind == sts.Chosen {
			bound = append(bound, p.Term)
		}
	}
	return tl.store.Exists(bound, tl.store.Substitute(other.t.Guard, by))
}
