package ioco

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// possibility is a symbolic state that is compatible with the observations.
type possibility struct {
	state   sts.SymbolicState
	conds   []*term.Term
	pending []sending // outputs of the last step that were not observed yet
	steps   int
	path    *link
}

// sending is an output that is due: the channel and the terms of the payload.
type sending struct {
	channel *sts.Channel
	args    []*term.Term
}

// link is a path of moves, last first.
type link struct {
	before *link
	move   *sts.Move
}

// internalSteps counts the internal moves at the end of the path.
func (p *possibility) internalSteps() int {
	n := 0
	for l := p.path; l != nil && l.move.IsInternal(); l = l.before {
		n++
	}
	return n
}

// key tells possibilities apart by where they are and what they hold.
func (p *possibility) key() string {
	var b strings.Builder
	fmt.Fprint(&b, p.state.Locations)
	for _, s := range p.state.Store {
		fmt.Fprint(&b, " ", s.ID())
	}
	for _, q := range p.state.Queues {
		fmt.Fprint(&b, " |", q.Count)
		for _, item := range q.Items {
			fmt.Fprint(&b, " ", item.ID())
		}
	}
	for _, c := range p.conds {
		fmt.Fprint(&b, " &", c.ID())
	}
	for _, s := range p.pending {
		fmt.Fprint(&b, " !", s.channel.Name)
		for _, a := range s.args {
			fmt.Fprint(&b, " ", a.ID())
		}
	}
	return b.String()
}

// renumbered counts steps from 0 again if nothing is open in the possibility: the fresh variables of steps are named by their
// number, and without end they would fill the memory.
func (p possibility) renumbered() possibility {
	known := len(p.conds) == 0 && !slices.ContainsFunc(p.state.Store, isOpen)
	for _, q := range p.state.Queues {
		known = known && !slices.ContainsFunc(q.Items, isOpen)
	}
	for _, s := range p.pending {
		known = known && !slices.ContainsFunc(s.args, isOpen)
	}
	if known {
		p.steps = 0
	}
	return p
}

func isOpen(t *term.Term) bool { return !t.IsConst() }

// conjuncts joins lists of conditions without the true ones and without duplicates.
func conjuncts(base []*term.Term, more ...[]*term.Term) []*term.Term {
	out := base[:len(base):len(base)]
	for _, list := range more {
		for _, c := range list {
			for _, atom := range c.Conjuncts() {
				if !slices.Contains(out, atom) {
					out = append(out, atom)
				}
			}
		}
	}
	return out
}
