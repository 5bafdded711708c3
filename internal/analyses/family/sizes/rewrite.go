package sizes

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/opaque"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// transition abstracts a transition. Received, returned and sent values are left out, except messages between machines; the obligations of
// its expressions become part of the guard, since a step without a value is not taken.
func (b *builder) transition(t *sts.Transition) {
	exact := *t
	t.Params = slices.Clone(t.Params)
	if t.Receive != nil && t.Receive.Direction == sts.Input {
		t.Receive, t.ReceiveArgs, t.Event = nil, nil, true
	}
	for i := range t.Params {
		if t.Receive == nil || t.Params[i].Kind == sts.Returned {
			t.Params[i].Kind = sts.Chosen
		}
	}
	t.Sends = slices.DeleteFunc(slices.Clone(t.Sends), func(m sts.Message) bool { return m.Channel.Direction == sts.Output })
	if len(t.Sends) == 0 && t.Receive == nil {
		t.Event = true
	}
	for i, m := range t.Sends {
		t.Sends[i] = sts.Message{Channel: m.Channel, Args: b.all(m.Args, t)}
	}
	t.Calls, t.Choice, t.Rate, t.Rivals, t.Assignments = nil, nil, nil, nil, nil
	guard := []*term.Term{b.condition(exact.Guard, t)}
	for _, o := range slices.Concat(exact.GuardSafety, exact.StepSafety) {
		guard = append(guard, b.condition(o.Cond, t))
	}
	t.Guard, t.GuardSafety, t.StepSafety = b.store.And(guard...), nil, nil
	t.Updates = nil
	for _, u := range exact.Updates {
		value := u.Value
		if b.exact.Slots[u.Slot].Sort.IsCollection() {
			value = b.size(value, t)
		} else {
			value = b.condition(value, t)
		}
		t.Updates = append(t.Updates, sts.Update{Slot: u.Slot, Value: value})
	}
}

func (b *builder) all(terms []*term.Term, t *sts.Transition) []*term.Term {
	out := make([]*term.Term, len(terms))
	for i, x := range terms {
		out[i] = b.condition(x, t)
	}
	return out
}

// condition abstracts a scalar term, which may mention the parameters of a transition.
func (b *builder) condition(x *term.Term, t *sts.Transition) *term.Term {
	if !x.HasLists() {
		return x
	}
	return b.store.Rewrite(x, func(y *term.Term) *term.Term {
		switch {
		case !y.HasLists():
			return y
		case y.Op() == term.OpSize:
			return b.size(y.Args()[0], t)
		case isEmptiness(y):
			return b.store.Eq(b.size(y.Args()[0], t), b.store.Int(0))
		case y.Binds() || slices.ContainsFunc(y.Args(), isList):
			return b.opaque(y, t)
		}
		return nil
	})
}

// isEmptiness reports whether a term is the condition that a collection is empty; the constant is its second argument.
func isEmptiness(t *term.Term) bool {
	return t.Op() == term.OpEq && t.Args()[0].Sort().IsCollection() && t.Args()[1] == t.Store().Empty(t.Args()[1].Sort())
}

// isList reports whether a term is a collection, or a tuple, which may have collections in it.
func isList(t *term.Term) bool { return t.Sort().IsCollection() || t.Sort().Kind == term.KindTuple }

// opaque is a term of which only the sort is known; all its occurrences have the same value.
func (b *builder) opaque(x *term.Term, t *sts.Transition) *term.Term {
	if !slices.ContainsFunc(x.Vars(), func(v *term.Term) bool { return !b.slots[v] }) {
		return b.witnessOf(x)
	}
	if t == nil { // an initial value or a declaration mentions slots only
		panic("sizes: a condition mentions " + x.String())
	}
	return b.choose(t, x, sortOf(x))
}

// choose returns a parameter of a transition with any value, the same for the same term.
func (b *builder) choose(t *sts.Transition, x *term.Term, sort *term.Sort) *term.Term {
	name := fmt.Sprintf("any %d", x.ID())
	for _, p := range t.Params {
		if p.Name == name {
			return p.Term
		}
	}
	p := sts.Param{Name: name, Kind: sts.Chosen, Sort: sort, Term: b.store.Var(fmt.Sprintf("%s.%s", t.Name, name), sort), Type: sts.ScalarType(sort)}
	t.Params = append(t.Params, p)
	return p.Term
}

// size is the number of elements of a collection.
func (b *builder) size(c *term.Term, t *sts.Transition) *term.Term {
	number := Count(c)
	switch {
	case number.Op() != term.OpSize:
		return b.condition(number, t)
	case b.slots[number.Args()[0]]:
		return b.out.Slots[b.index[number.Args()[0]]].Term
	}
	return b.opaque(number, t)
}

// Count returns the number of elements of a collection, by those of the collections that it is made from as far as these decide it.
func Count(c *term.Term) *term.Term {
	s, args := c.Store(), c.Args()
	isSequence := c.Sort().Kind == term.KindSeq
	switch {
	case c.Op() == term.OpIte:
		return s.Ite(args[0], Count(args[1]), Count(args[2]))
	case c.Op() == term.OpJoin && isSequence:
		return s.Add(Count(args[0]), Count(args[1]))
	case c.Op() == term.OpSlice:
		return opaque.SliceSize(Count(args[0]), args[1], args[2])
	case isSequence && (c.Op() == term.OpPut || c.Op() == term.OpReverse || c.Op() == term.OpEach), c.Op() == term.OpSorted:
		return Count(args[0])
	}
	return s.Size(c)
}
