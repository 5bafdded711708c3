package path

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// maxPast bounds the conditions that a Back remembers.
const maxPast = 10_000

// Back is a move of a path that is followed from its end: its parameters have names of their own, and conditions after it are taken to before
// it. So the condition of a path is a weakest precondition: over the slots where the path begins, and the parameters along it.
type Back struct {
	Move   *sts.Move
	Params []*term.Term // as variables of their own

	store   *term.Store
	terms   []*term.Term              // Params as written
	updates map[*term.Term]*term.Term // by the variables that are assigned
	past    map[*term.Term]*term.Term
}

// NewBack returns a move whose parameters have the given names.
func NewBack(s *sts.System, m *sts.Move, name func(sts.Param) string) *Back {
	b := &Back{Move: m, store: s.Store, past: map[*term.Term]*term.Term{}}
	for _, p := range m.Params {
		b.terms = append(b.terms, p.Term)
		b.Params = append(b.Params, s.Store.Var(name(p), p.Sort))
	}
	values := make([]*term.Term, len(m.Updates))
	for i, u := range m.Updates {
		values[i] = u.Value
	}
	b.updates = make(map[*term.Term]*term.Term, len(values))
	for i, v := range b.Own(values...) {
		b.updates[s.Slots[m.Updates[i].Slot].Term] = v
	}
	return b
}

// Own returns terms of the move, as guards and arguments, over its own parameters.
func (b *Back) Own(terms ...*term.Term) []*term.Term {
	if len(b.Params) == 0 {
		return terms
	}
	return b.store.Compile(terms, b.terms).Symbolic(b.Params)
}

// Before returns terms before the move that equal the given ones after it.
func (b *Back) Before(terms []*term.Term) []*term.Term {
	out := make([]*term.Term, len(terms))
	for i, t := range terms {
		out[i] = t
		if b.Changes(t) {
			out[i] = b.before(t)
		}
	}
	return out
}

// Changes reports whether a term mentions what the move assigns.
func (b *Back) Changes(t *term.Term) bool {
	return slices.ContainsFunc(t.Vars(), func(v *term.Term) bool { return b.updates[v] != nil })
}

func (b *Back) before(t *term.Term) *term.Term {
	if known := b.past[t]; known != nil {
		return known
	}
	if len(b.past) >= maxPast {
		clear(b.past)
	}
	b.past[t] = b.store.Substitute(t, b.updates)
	return b.past[t]
}
