// Package sizes abstracts collections by their sizes: the lowest rung of the ladder of package family/ladder.
//
// Vocabulary:
//
//	size     the number of elements of a collection, the only part that is kept
//	opaque   property of a term over the contents of collections, such as an element or a sum of elements: its value is unknown
//	witness  a slot of the abstract system that stands for an opaque term over slots, so that two mentions of the term agree
//
// The abstract system has the locations, transitions and features of the exact one, a number instead of each collection, and a witness for
// each opaque term. It overapproximates the exact system: where a transition changes the term of a witness, the witness becomes any value,
// unless the new term has a known value. Behaviour that is impossible in the abstract system is impossible in the exact one.
package sizes

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Abstraction is an abstract system, with the meaning of its slots.
type Abstraction struct {
	System   *sts.System
	Property *term.Term // of the abstract system
	Sized    []string   // the names of the collections of which only the size is kept
	Opaque   []string   // the uninterpreted terms

	meaning map[*term.Term]*term.Term // by slot of the abstract system: the term of the exact system
}

// Exact translates a condition over the slots of the abstract system to the exact one.
func (a *Abstraction) Exact(cond *term.Term) *term.Term {
	return cond.Store().Substitute(cond, a.meaning)
}

// Of abstracts a system, and a property over its slots. It reports false if machines send collections to each other, which is not abstracted.
func Of(s *sts.System, property *term.Term) (*Abstraction, bool) {
	if slices.ContainsFunc(s.Channels, carriesCollections) {
		return nil, false
	}
	b := &builder{exact: s, store: s.Store, out: s.Copy(), index: map[*term.Term]int{}, slots: map[*term.Term]bool{},
		abstraction: &Abstraction{meaning: map[*term.Term]*term.Term{}}}
	for _, slot := range s.Slots {
		b.slots[slot.Term] = true
	}
	b.out.Invariants = nil
	b.sizeSlots()
	b.out.Typed = slices.DeleteFunc(slices.Clone(s.Typed), b.mentionsCollections)
	b.abstraction.Property = b.condition(property, nil)
	b.start()
	for _, m := range b.out.Machines {
		for i := range m.Locations {
			if w := m.Locations[i].While; w != nil {
				m.Locations = slices.Clone(m.Locations)
				m.Locations[i].While = b.condition(w, nil)
			}
		}
		for _, t := range m.Transitions {
			b.transition(t)
		}
	}
	b.keepWitnesses()
	b.out.Vars = b.variables()
	b.out.Link()
	b.abstraction.System = b.out
	return b.abstraction, true
}

// carriesCollections reports whether machines send collections to each other over a channel.
func carriesCollections(c *sts.Channel) bool {
	return c.Direction == sts.Internal && slices.ContainsFunc(c.Payload, func(t *sts.Type) bool {
		return slices.ContainsFunc(t.Leaves(), func(l sts.Leaf) bool { return l.Sort.IsCollection() })
	})
}

// builder makes an abstract system.
type builder struct {
	exact       *sts.System
	store       *term.Store
	out         *sts.System
	abstraction *Abstraction
	slots       map[*term.Term]bool // of the exact system
	index       map[*term.Term]int  // by opaque term: the slot of its witness; by collection: the slot of its size
	witnesses   []witness
}

// witness is a slot for an opaque term.
type witness struct {
	slot int
	term *term.Term
}

// sizeSlots replaces the slots of collections by those of their sizes.
func (b *builder) sizeSlots() {
	b.out.Slots = slices.Clone(b.out.Slots)
	for i, slot := range b.exact.Slots {
		if !slot.Sort.IsCollection() {
			continue
		}
		size := b.store.Size(slot.Term)
		sort := sortOf(size)
		b.out.Slots[i] = sts.Slot{Name: slot.Name, Sort: sort, Term: b.store.Var("len("+slot.Name+")", sort)}
		b.index[slot.Term] = i
		b.abstraction.meaning[b.out.Slots[i].Term] = size
		b.abstraction.Sized = append(b.abstraction.Sized, slot.Name)
	}
}

// mentionsCollections reports whether a condition mentions a collection of the exact system.
func (b *builder) mentionsCollections(cond *term.Term) bool {
	return slices.ContainsFunc(cond.Vars(), func(v *term.Term) bool { return v.Sort().IsCollection() })
}

// sortOf is the sort of a term; for integers with their known bounds.
func sortOf(t *term.Term) *term.Sort {
	if t.Sort().Kind != term.KindInt {
		return t.Sort()
	}
	bounds := t.Bounds()
	if t.Op() == term.OpFold && !bounds.Low.OK && onlyGrows(t) {
		bounds.Low = term.At(0)
	}
	return &term.Sort{Kind: term.KindInt, HasLow: bounds.Low.OK, Low: bounds.Low.N, HasHigh: bounds.High.OK, High: bounds.High.N}
}

// onlyGrows reports whether a sum over a collection begins with a number that is not negative, and each element adds one that is not.
func onlyGrows(sum *term.Term) bool {
	args := sum.Args() // the collection, the first value, the sum so far, the element, the next value
	grows := func(x *term.Term) bool { low := x.Bounds().Low; return low.OK && low.N >= 0 }
	return grows(args[1]) && grows(sum.Store().Sub(args[4], args[2]))
}

// start abstracts the initial values and the assumptions on them.
func (b *builder) start() {
	for i, slot := range b.exact.Slots {
		if slot.Init == nil {
			continue
		}
		if slot.Sort.IsCollection() {
			b.out.Slots[i].Init = b.size(slot.Init, nil)
		} else {
			b.out.Slots[i].Init = b.condition(slot.Init, nil)
		}
	}
	b.out.Assume = b.condition(b.exact.Assume, nil)
	b.out.Start = sts.Start{}
}

// witnessOf returns the slot that stands for an opaque term over slots.
func (b *builder) witnessOf(t *term.Term) *term.Term {
	i, known := b.index[t]
	if !known {
		sort := sortOf(t)
		i = len(b.out.Slots)
		b.index[t] = i
		slot := sts.Slot{Name: t.String(), Sort: sort, Term: b.store.Var(fmt.Sprintf("witness %d", len(b.witnesses)), sort)}
		b.out.Slots = append(b.out.Slots, slot)
		b.witnesses = append(b.witnesses, witness{slot: i, term: t})
		b.abstraction.meaning[slot.Term] = t
		b.abstraction.Opaque = append(b.abstraction.Opaque, t.String())
	}
	return b.out.Slots[i].Term
}

// keepWitnesses gives the witnesses their values after each transition. New witnesses are not made any more.
func (b *builder) keepWitnesses() {
	for _, m := range b.out.Machines {
		for k, t := range m.Transitions {
			by := b.exact.Assigned(b.exact.Machines[t.Machine].Transitions[k].Updates)
			for _, w := range b.witnesses {
				if mentions(w.term, by) {
					t.Updates = append(t.Updates, sts.Update{Slot: w.slot, Value: b.after(t, w, b.store.Substitute(w.term, by))})
				}
			}
		}
	}
}

// after is the value of a witness whose term becomes another: that of a witness of the other, if there is one, a constant, or any.
func (b *builder) after(t *sts.Transition, w witness, becomes *term.Term) *term.Term {
	if i, known := b.index[becomes]; known {
		return b.out.Slots[i].Term
	}
	if !becomes.HasLists() {
		return becomes
	}
	return b.choose(t, becomes, b.out.Slots[w.slot].Sort)
}

func mentions(t *term.Term, by map[*term.Term]*term.Term) bool {
	return slices.ContainsFunc(t.Vars(), func(v *term.Term) bool { return by[v] != nil })
}

// variables declares each slot as a variable of its own, which reports leave out.
func (b *builder) variables() []sts.Var {
	var out []sts.Var
	for i, slot := range b.out.Slots {
		out = append(out, sts.Var{Name: slot.Name, Type: sts.ScalarType(slot.Sort), First: i, Frozen: slot.Feature, Hidden: !slot.Feature})
	}
	return out
}
