package ioco

import (
	"slices"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Possibility is a symbolic state that is compatible with the observations.
type Possibility struct {
	State   sts.SymbolicState
	Conds   []*term.Term
	Pending []sts.Message // outputs of the last step that were not observed yet
	Steps   int
	Calls   []smt.Call // of functions that can be run, where the arguments are open
	Path    *Path      // one of those that lead here
	past    *history   // shared, so it is not changed in place
}

// terms calls f with the lists of terms that the possibility consists of, without its conditions.
func (p *Possibility) terms(f func([]*term.Term)) {
	f(p.State.Store)
	for _, q := range p.State.Queues {
		f(q.Items)
	}
	for _, m := range p.Pending {
		f(m.Args)
	}
}

// Simplify drops the conditions that say nothing about what is still known: the values of variables and of outputs that are
// due. They can hold together, and nothing that comes can change that.
func (p *Possibility) Simplify() {
	if len(p.Conds) == 0 && len(p.Calls) == 0 {
		return
	}
	live := map[*term.Term]bool{}
	mark := func(list []*term.Term) {
		for _, t := range list {
			for _, v := range t.Vars() {
				live[v] = true
			}
		}
	}
	p.terms(mark)
	kept := make([]bool, len(p.Conds))
	for changed := true; changed; {
		changed = false
		for i, c := range p.Conds {
			if !kept[i] && (len(c.Vars()) == 0 || c.MentionsIn(live)) {
				kept[i], changed = true, true
				mark(p.Conds[i : i+1])
			}
		}
	}
	var conds []*term.Term
	for i, c := range p.Conds {
		if kept[i] {
			conds = append(conds, c)
		}
	}
	p.Conds = conds
	p.Calls = slices.DeleteFunc(slices.Clone(p.Calls), func(c smt.Call) bool {
		return !slices.ContainsFunc(c.Results, func(v *term.Term) bool { return live[v] })
	})
}

// Key identifies a possibility by where it is and what it holds.
func (p *Possibility) Key() string {
	b := make([]byte, 0, 16*len(p.State.Store))
	number := func(mark byte, n uint64) { b = strconv.AppendUint(append(b, mark), n, 36) }
	for _, l := range p.State.Locations {
		number('@', uint64(l))
	}
	for _, q := range p.State.Queues {
		number('|', uint64(q.Count))
	}
	for _, m := range p.Pending {
		b = append(append(b, '!'), m.Channel.Name...)
	}
	list := func(list []*term.Term) {
		b = append(b, ';')
		for _, t := range list {
			number(' ', t.ID())
		}
	}
	p.terms(list)
	list(p.Conds)
	return string(b)
}

// renumber counts steps from 0 again if nothing is open in the possibility: the fresh variables of steps are named by their
// number, and without end they would fill the memory.
func (p *Possibility) renumber() {
	open := len(p.Conds) > 0
	p.terms(func(list []*term.Term) {
		open = open || slices.ContainsFunc(list, func(t *term.Term) bool { return !t.IsConst() })
	})
	if !open {
		p.Steps = 0
	}
}
