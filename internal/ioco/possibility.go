package ioco

import (
	"iter"
	mathbits "math/bits"
	"slices"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// possibility is a symbolic state that is compatible with the observations.
type Possibility struct {
	State   sts.SymbolicState
	Conds   []*term.Term
	Pending []Sending // outputs of the last step that were not observed yet
	Steps   int
	Path    *Path
	Calls   []smt.Call // of functions that can be run, where the arguments are open
}

// sending is an output that is due: the channel and the terms of the payload.
type Sending struct {
	Channel *sts.Channel
	Args    []*term.Term
}

// link is a path of moves, last first, with the set of transitions that it has taken.
type Path struct {
	before *Path
	Move   *sts.Move
	taken  bits
	met    bits // goals on values
	length int
}

// bits is a set of transitions, by their identity, or of goals.
type bits []uint64

func (b bits) has(id int) bool { return id/64 < len(b) && b[id/64]&(1<<(id%64)) != 0 }

// and is what both sets have.
func (b bits) and(c bits) bits {
	out := make(bits, min(len(b), len(c)))
	for i := range out {
		out[i] = b[i] & c[i]
	}
	return out
}

// all lists the members in order. A system has many transitions, of which a path takes few.
func (b bits) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range b {
			for ; word != 0; word &= word - 1 {
				if !yield(64*i + mathbits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// with is the set with one more member; the set itself is not changed.
func (b bits) with(id int) bits {
	if b.has(id) {
		return b
	}
	grown := make(bits, max(len(b), id/64+1))
	copy(grown, b)
	grown[id/64] |= 1 << (id % 64)
	return grown
}

// with is the path with one more move, which meets goals on values.
func (l *Path) with(m *sts.Move, met []int) *Path {
	next := &Path{before: l, Move: m, length: l.Len() + 1, taken: l.set(), met: l.metGoals()}
	for _, t := range m.Parts {
		next.taken = next.taken.with(t.ID)
	}
	for _, goal := range met {
		next.met = next.met.with(goal)
	}
	return next
}

// len is the number of moves of the path.
func (l *Path) Len() int {
	if l == nil {
		return 0
	}
	return l.length
}

// set is the transitions that the path takes.
func (l *Path) set() bits {
	if l == nil {
		return nil
	}
	return l.taken
}

// metGoals is the goals on values that the path meets.
func (l *Path) metGoals() bits {
	if l == nil {
		return nil
	}
	return l.met
}

// has tells whether the path takes a transition.
func (l *Path) Has(t *sts.Transition) bool { return l != nil && l.taken.has(t.ID) }

// moves lists the last n moves of a path in order.
func (l *Path) Moves(n int) []*sts.Move {
	var out []*sts.Move
	for ; l != nil && len(out) < n; l = l.before {
		out = append(out, l.Move)
	}
	slices.Reverse(out)
	return out
}

// transitions lists a path from the start.
func (l *Path) Transitions() []*sts.Transition {
	var out []*sts.Transition
	for ; l != nil; l = l.before {
		out = append(out, l.Move.Parts...)
	}
	slices.Reverse(out)
	return out
}

// internalSteps counts the internal moves at the end of the path.
func (p *Possibility) internalSteps() int {
	n := 0
	for l := p.Path; l != nil && l.Move.IsInternal(); l = l.before {
		n++
	}
	return n
}

// forget drops the conditions that say nothing about what is still known: the values of variables and of outputs that are
// due. They can hold together, and nothing that comes can change that.
func (p *Possibility) Simplify() {
	live := map[*term.Term]bool{}
	mark := func(ts []*term.Term) {
		for _, t := range ts {
			for _, v := range t.Vars() {
				live[v] = true
			}
		}
	}
	mark(p.State.Store)
	for _, q := range p.State.Queues {
		mark(q.Items)
	}
	for _, s := range p.Pending {
		mark(s.Args)
	}
	kept := make([]bool, len(p.Conds))
	for changed := true; changed; {
		changed = false
		for i, c := range p.Conds {
			if !kept[i] && (len(c.Vars()) == 0 || slices.ContainsFunc(c.Vars(), func(v *term.Term) bool { return live[v] })) {
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

// key tells possibilities apart by where they are and what they hold.
func (p *Possibility) Key() string {
	b := make([]byte, 0, 16*len(p.State.Store))
	number := func(mark byte, n uint64) { b = strconv.AppendUint(append(b, mark), n, 36) }
	for _, l := range p.State.Locations {
		number('@', uint64(l))
	}
	terms := func(mark byte, ts []*term.Term) {
		for _, t := range ts {
			number(mark, t.ID())
		}
	}
	terms(' ', p.State.Store)
	for _, q := range p.State.Queues {
		number('|', uint64(q.Count))
		terms(' ', q.Items)
	}
	terms('&', p.Conds)
	for _, s := range p.Pending {
		b = append(append(b, '!'), s.Channel.Name...)
		terms(' ', s.Args)
	}
	return string(b)
}

// renumbered counts steps from 0 again if nothing is open in the possibility: the fresh variables of steps are named by their
// number, and without end they would fill the memory.
func (p Possibility) renumbered() Possibility {
	known := len(p.Conds) == 0 && !slices.ContainsFunc(p.State.Store, isOpen)
	for _, q := range p.State.Queues {
		known = known && !slices.ContainsFunc(q.Items, isOpen)
	}
	for _, s := range p.Pending {
		known = known && !slices.ContainsFunc(s.Args, isOpen)
	}
	if known {
		p.Steps = 0
	}
	return p
}

func isOpen(t *term.Term) bool { return !t.IsConst() }

// conjuncts joins lists of conditions without the true ones and without duplicates.
func Conjuncts(base []*term.Term, more ...[]*term.Term) []*term.Term {
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
