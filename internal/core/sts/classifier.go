package sts

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Classifier is a term over whole runs whose values divide them into classes: how many steps they have, whether something happened twice.
type Classifier struct {
	Name    string
	Text    string // as written
	Type    *Type  // of one scalar
	Buckets []Bucket
	Span    diag.Span

	// Over returns the value for a run of zero or more steps, as a term over the variables of the stores, and the obligations for it to have a
	// value. It makes terms, so it must not be called from two goroutines at once.
	Over func(Past) (*term.Term, []Obligation, error)
}

// Bucket is a range of values of a classifier that count as one class.
type Bucket struct {
	Low, High int64
	Text      string
}

// Past is a run that a classifier is about.
type Past struct {
	Stores [][]*term.Term // by state, the initial one first: values of slots
	Moves  []*Move        // between the states

	Concrete bool // it is a run with its values, so an obligation that it violates says something about the run and not about the term

	// Happens is the condition that a step, counted from 1, takes a transition, or a branch of it, where the moves are not known.
	Happens func(step int, transition string) *term.Term
}

// Steps returns the number of steps.
func (p *Past) Steps() int { return len(p.Stores) - 1 }

// Taken is the condition that a step, counted from 1, takes a transition, or a branch of it.
func (p *Past) Taken(store *term.Store, step int, transition string) *term.Term {
	switch {
	case p.Happens != nil && step >= 1:
		return p.Happens(step, transition)
	case step < 1 || step > len(p.Moves):
		return store.False()
	}
	return store.Truth(slices.ContainsFunc(p.Moves[step-1].Parts, func(t *Transition) bool { return t.IsCalled(transition) }))
}

// IsCalled reports whether the transition, or the choice of which it is a branch, has a name.
func (t *Transition) IsCalled(name string) bool {
	return t.Name == name || t.Choice != nil && t.Choice.Name == name
}
