package term

import "sync/atomic"

// Programs often run repeatedly on the same terms: those of a move, for instance, in all states of a tree that differ only in slots that the
// move does not read. So a store remembers the last results of some programs. Terms are interned, so the same inputs are the same pointers.

// programMemory holds results of programs, each at a place that depends on the program and its inputs; a new result replaces the old one.
type programMemory [1 << placeBits]atomic.Pointer[remembered]

const placeBits = 12

// remembered is the result of a program for inputs, which are in the order of its loads.
type remembered struct {
	program       *Program
	inputs, roots []*Term
}

// Remembering lets the store remember symbolic results of the program, and returns the program. Its results must then not be changed.
func (p *Program) Remembering() *Program {
	if len(p.code) > 0 {
		p.number = p.store.programs.Add(1)
	}
	return p
}

// place returns where the result for the inputs in some registers is remembered; nil if it is not.
func (p *Program) place(regs []*Term) *atomic.Pointer[remembered] {
	if p.number == 0 {
		return nil
	}
	const spread = 0x9e3779b97f4a7c15
	hash := p.number * spread
	for _, l := range p.loads {
		hash = (hash + regs[l.register].id) * spread
	}
	return &p.store.memory[hash>>(64-placeBits)]
}

// recall returns the roots for the inputs in some registers, if they are remembered.
func (p *Program) recall(place *atomic.Pointer[remembered], regs []*Term) ([]*Term, bool) {
	if place == nil {
		return nil, false
	}
	known := place.Load()
	if known == nil || known.program != p {
		return nil, false
	}
	for i, l := range p.loads {
		if known.inputs[i] != regs[l.register] {
			return nil, false
		}
	}
	return known.roots, true
}

// remember keeps the roots for the inputs in some registers.
func (p *Program) remember(place *atomic.Pointer[remembered], regs, roots []*Term) {
	if place == nil {
		return
	}
	inputs := make([]*Term, len(p.loads))
	for i, l := range p.loads {
		inputs[i] = regs[l.register]
	}
	place.Store(&remembered{p, inputs, roots})
}
