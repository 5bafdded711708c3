package prove

import (
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Candidates from values that moves insert into collections. Where a move with the guard x > 0 has the update q := q + [x], the condition
// x > 0 may hold for all elements of q.

// insertion is a value that a move puts into a collection.
type insertion struct {
	view                            // of what it becomes there
	value *term.Term                // over slots and parameters
	by    map[*term.Term]*term.Term // parameters that it is made of, and what they become
}

// inserted proposes the conditions of guards on the values that moves insert, and, where these are computed from slots, comparisons with the
// slots.
func (p *prover) inserted() []*term.Term {
	var out []*term.Term
	for _, m := range p.system.Moves() {
		for _, u := range m.Updates {
			slot := p.system.Slots[u.Slot]
			if !slot.Sort.IsCollection() {
				continue
			}
			for _, i := range p.insertions(insertion{whole(slot), u.Value, map[*term.Term]*term.Term{}}, 0) {
				for _, guard := range p.premises(m) {
					out = append(out, p.generalized(i, guard)...)
				}
				out = append(out, p.compared(i)...)
			}
		}
	}
	return out
}

// insertions lists the values that become elements, or components of them, when a collection gets a value. The conditions of choices do not
// matter, and elements that remain in a collection were in it before.
func (p *prover) insertions(i insertion, depth int) []insertion {
	value, args := i.value, i.value.Args()
	switch {
	case value.Op() == term.OpVar && !p.flow.slots.Has(value):
		i.by = maps.Clone(i.by)
		i.by[value] = i.term
		return []insertion{i}
	case value.Op() == term.OpTuple:
		return p.insertedTuple(i, depth)
	case !value.Sort().IsCollection():
		return []insertion{i}
	}
	var out []insertion
	from := func(collections ...*term.Term) {
		for _, c := range collections {
			out = append(out, p.insertions(insertion{i.view, c, i.by}, depth)...)
		}
	}
	switch value.Op() {
	case term.OpIte:
		from(args[1:]...)
	case term.OpJoin:
		from(args...)
	case term.OpSlice, term.OpRemove, term.OpFilter, term.OpReverse, term.OpSorted, term.OpToSet:
		from(args[0])
	case term.OpInsert, term.OpInsertSorted, term.OpPut:
		from(args[0])
		out = append(out, p.insertedElement(i, args[1:], depth)...)
	case term.OpItems:
		stride := 1 + len(value.Sort().Parts)
		for entry := range slices.Chunk(args, stride) {
			out = append(out, p.insertedElement(i, entry[1:], depth)...)
		}
	}
	return out
}

// insertedTuple lists what the components of a tuple become, together and, of collections, one by one.
func (p *prover) insertedTuple(i insertion, depth int) []insertion {
	i.by = maps.Clone(i.by)
	var out []insertion
	for k, part := range i.value.Args() {
		of := insertion{i.component(k), part, i.by}
		if part.Op() == term.OpVar && !p.flow.slots.Has(part) {
			i.by[part] = of.term
		} else {
			out = append(out, p.insertions(of, depth)...)
		}
	}
	return append(out, i)
}

// insertedElement lists what an element becomes in a collection, the last of some terms; before it, there is the key of a map.
func (p *prover) insertedElement(i insertion, entry []*term.Term, depth int) []insertion {
	if depth == maxNested {
		return nil
	}
	element := i.element(depth)
	if i.term.Sort().Kind != term.KindMap {
		return p.insertions(insertion{element, entry[len(entry)-1], i.by}, depth+1)
	}
	var out []insertion
	for _, key := range p.insertions(insertion{element, entry[0], i.by}, depth+1) {
		value := view{i.term.Store().Get(i.term, element.term), element.all}
		out = append(append(out, key), p.insertions(insertion{value, entry[1], key.by}, depth+1)...)
	}
	return out
}

// generalized is the condition of a guard on an inserted value, for all elements, if it mentions no other parameters.
func (p *prover) generalized(i insertion, guard *term.Term) []*term.Term {
	isAbout := false
	for _, v := range guard.Vars() {
		if i.by[v] == nil && !p.flow.slots.Has(v) {
			return nil
		}
		isAbout = isAbout || i.by[v] != nil
	}
	if !isAbout {
		return nil
	}
	return []*term.Term{renamed(i.all(guard.Store().Substitute(guard, i.by)), 0)}
}

// compared compares an inserted value with the slots that it is computed from.
func (p *prover) compared(i insertion) []*term.Term {
	var out []*term.Term
	s, kind := i.value.Store(), i.value.Sort().Kind
	for _, v := range i.value.Vars() {
		if !p.flow.slots.Has(v) {
			return nil
		}
		conditions := Comparisons(s, i.term, v)
		if len(conditions) > 0 && (kind == term.KindInt || kind == term.KindReal) {
			conditions = append(conditions, s.Lt(i.term, v), s.Lt(v, i.term))
		}
		for _, c := range conditions {
			out = append(out, i.all(c))
		}
	}
	return out
}
