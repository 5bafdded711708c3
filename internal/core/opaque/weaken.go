package opaque

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Weakening. Conditions are brought to normal form, and facts are added to them: conditions that hold whatever the collections are. Both
// leave the solutions as they are, but for witnesses, variables that facts introduce: for every solution there are values of these with which
// the facts hold. Then each largest part that queries a collection is replaced by a variable, one for equal parts. A solution gives this
// variable the value of the part, so there is one of the result, too.
//
// Facts are added in rounds: a round handles what the facts of the round before mention. A universal is a condition with a variable that goes
// over elements or places: that all elements of a collection satisfy a condition, or that two collections are equal. Where it may be false, a
// witness stands for an element that violates it; where it may be true, it is instantiated for every element that the conditions mention.
// Solvers instantiate quantifiers in this way. It decides most queries about steps that change collections, but not all, since the rounds and
// the facts are bounded.

// Bounds of the work on one query: terms brought to normal form, facts, rounds.
const (
	maxNormal = 20_000
	maxFacts  = 400
	maxRounds = 4
)

// maxKnown bounds how many normal forms are remembered.
const maxKnown = 100_000

// Weakener weakens conditions. It belongs to one goroutine, and remembers normal forms of the terms of one store; with those of another
// store it starts again.
type Weakener struct{ normalizer }

// Weaken returns conditions without tuples and collections that have a solution if the given ones have.
func (w *Weakener) Weaken(conditions []*term.Term) []*term.Term {
	if len(conditions) == 0 {
		return nil
	}
	if store := conditions[0].Store(); w.store != store || len(w.known) > maxKnown {
		w.normalizer = *newNormalizer(store)
	}
	w.budget = maxNormal
	k := newKnowledge(&w.normalizer)
	for _, c := range conditions {
		k.add(c)
	}
	k.complete()
	return k.replaced()
}

// knowledge holds the conditions and facts, with the questions and universals that they mention.
type knowledge struct {
	*normalizer
	formulas   []*term.Term        // in normal form
	said       map[*term.Term]bool // the formulas
	offered    map[*term.Term]bool // the facts, as they were before they were brought to normal form
	facts      int
	universals []*universal
	atoms      map[*term.Term]*universal
	questions  []*term.Term        // operations that query a collection
	inhabited  map[*term.Term]bool // collections that have a witness unless they are empty
	visited    map[visit]bool
	witnesses  []witness
}

// universal is a condition with a variable that goes over elements or places.
type universal struct {
	atom                *term.Term
	mayHold, mayNotHold bool // as far as the formulas that mention it show
	witnessed           bool // there is a witness against it
}

// visit is a term that was visited as a part of a formula, with the sign of its occurrence.
type visit struct {
	term     *term.Term
	positive bool
}

// witness is a variable, or several, for which a fact holds.
type witness struct{ value, fact *term.Term }

func newKnowledge(n *normalizer) *knowledge {
	return &knowledge{normalizer: n, said: map[*term.Term]bool{}, offered: map[*term.Term]bool{}, atoms: map[*term.Term]*universal{},
		inhabited: map[*term.Term]bool{}, visited: map[visit]bool{}}
}

// add adds a condition, and notes the questions and universals in it.
func (k *knowledge) add(cond *term.Term) {
	for _, c := range k.normal(cond).Conjuncts() {
		if !k.said[c] {
			k.said[c] = true
			k.formulas = append(k.formulas, c)
			k.look(c, true)
		}
	}
}

// fact adds a condition that holds whatever the collections are. It is left out if there are too many.
func (k *knowledge) fact(cond *term.Term) {
	if k.offered[cond] || cond.IsTrue() || k.facts >= maxFacts {
		return
	}
	k.offered[cond] = true
	k.facts++
	k.add(cond)
}

// complete adds facts, until there are no new ones.
func (k *knowledge) complete() {
	for range maxRounds {
		before := k.facts
		for i := 0; i < len(k.universals); i++ {
			k.universalFacts(k.universals[i])
		}
		for i := 0; i < len(k.questions); i++ {
			k.questionFacts(k.questions[i])
		}
		if k.facts == before {
			break
		}
	}
	k.congruence()
}

// look notes universals and questions in a part of a formula. It skips the bodies of binders; their instances are visited
// instead.
func (k *knowledge) look(t *term.Term, positive bool) {
	if isUniversal(t) {
		k.note(t, positive)
	}
	v := visit{t, positive}
	if !t.HasLists() || k.visited[v] {
		return
	}
	k.visited[v] = true
	args := t.Args()
	switch {
	case t.Op() == term.OpNot:
		k.look(args[0], !positive)
		return
	case t.Op() == term.OpAnd || t.Op() == term.OpOr:
		for _, a := range args {
			k.look(a, positive)
		}
		return
	case isQuestion(t.Op()) && !k.visited[visit{t, !positive}]:
		k.questions = append(k.questions, t)
	}
	for _, a := range outer(t) {
		k.look(a, true)
		k.look(a, false)
	}
}

// note notes a universal.
func (k *knowledge) note(atom *term.Term, positive bool) {
	u := k.atoms[atom]
	if u == nil {
		u = &universal{atom: atom}
		k.atoms[atom] = u
		k.universals = append(k.universals, u)
	}
	u.mayHold, u.mayNotHold = u.mayHold || positive, u.mayNotHold || !positive
}

// isUniversal reports whether a condition has a variable that goes over elements or places.
func isUniversal(t *term.Term) bool {
	return t.HasLists() && (t.Op() == term.OpAll || t.Op() == term.OpForall || t.Op() == term.OpEq && t.Args()[0].Sort().IsCollection())
}

// isQuestion reports whether an operation queries a collection, its first argument.
func isQuestion(op term.Op) bool {
	return slices.Contains([]term.Op{term.OpSize, term.OpHas, term.OpAt, term.OpGet, term.OpFind, term.OpFold}, op)
}

// outer are the arguments of a term that are not under a variable that it binds.
func outer(t *term.Term) []*term.Term {
	switch t.Op() {
	case term.OpForall, term.OpExists:
		return nil
	case term.OpAll, term.OpFilter, term.OpEach:
		return t.Args()[:1]
	case term.OpFold:
		return t.Args()[:2]
	}
	return t.Args()
}
