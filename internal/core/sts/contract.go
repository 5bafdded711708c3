package sts

import (
	"strconv"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Contract is a list of behaviours of an extern.
type Contract struct {
	Name      string
	Behaviors []Behavior
	Span      diag.Span
}

// Behavior is a pair of pre- and post-condition over Extern.Inputs and Extern.Output and the frozen slots.
type Behavior struct {
	Name      string
	Pre, Post *term.Term
	Span      diag.Span
}

// NumberedTitle returns "behavior" and the name, or the number from an index if it has no name.
func (b Behavior) NumberedTitle(i int) string {
	if b.Name == "" {
		return "behavior " + strconv.Itoa(i+1)
	}
	return "behavior " + b.Name
}

// Applies returns the condition that some behaviour applies to a call: the disjunction of the preconditions.
func (k *Contract) Applies(s *term.Store) *term.Term {
	parts := make([]*term.Term, len(k.Behaviors))
	for i, b := range k.Behaviors {
		parts[i] = b.Pre
	}
	return s.Or(parts...)
}

// Promise returns what a function that keeps the contract guarantees: the postcondition of every behaviour whose precondition
// holds.
func (k *Contract) Promise(s *term.Store) *term.Term {
	parts := make([]*term.Term, len(k.Behaviors))
	for i, b := range k.Behaviors {
		parts[i] = s.Implies(b.Pre, b.Post)
	}
	return s.And(parts...)
}

// Others returns the further conditions on a call that follows b: the promises of the behaviours that overlap with it.
func (k *Contract) Others(s *term.Store, b *Behavior) []*term.Term {
	var out []*term.Term
	for i := range k.Behaviors {
		if o := &k.Behaviors[i]; o != b && !s.And(b.Pre, o.Pre).IsFalse() {
			out = append(out, s.Implies(o.Pre, o.Post))
		}
	}
	return out
}

// Title returns a readable name of the behaviour.
func (b Behavior) Title() string {
	if b.Name == "" {
		return "the behavior that ensures " + b.Post.String()
	}
	return "behavior " + b.Name
}
