// Package certificate checks proofs that conditions have no solution, and solutions.
//
//	literal      a condition with the truth value that it has
//	inequality   sum <= 0 or sum < 0, where the sum is linear; its coefficients are integers without a common factor, and if all its
//	             variables are integers, its constant is rounded up
//	premise      an inequality that holds: half of a comparison among the conditions, a bound of the sort of a variable, or an assumption
//	             or a cut above
//	refutation   a tree whose leaves are contradictions
//
// The rules of a refutation are these. A sum of premises with positive factors that has no variable left, and a positive constant, is a
// contradiction (Farkas' lemma: where there is no real solution there is such a sum). Any other sum of premises is a new premise, rounded as
// all inequalities are: a cut. An integer is at most k, or at least k + 1: a branch has a refutation for both. A disjunction has a refutation
// for each alternative: a split.
//
// The package shares no code with the search for refutations (package linear): it reads terms itself, and computes with its own numbers.
package certificate

import "github.com/sextant-mbt/sextant/internal/core/term"

// Literal is a condition with the truth value that it has.
type Literal struct {
	Condition *term.Term
	Value     bool
}

// Rule is the rule of a node.
type Rule uint8

// The rules.
const (
	Contradiction Rule = iota // the sum of the premises is absurd
	Cut                       // the sum of the premises is a new premise of the node below
	Branch                    // a variable is at most a bound in the first node below, and greater in the second
	Split                     // each node below has an alternative of a literal
)

// Node is a refutation.
type Node struct {
	Rule     Rule
	Sum      []Term     // of Contradiction and Cut
	Variable *term.Term // of Branch
	Bound    int64      // of Branch
	Literal  Literal    // of Split
	Source   int        // from where the literal of a Split follows; see Premise
	Below    []*Node
}

// Term is a premise with its factor, a positive fraction.
type Term struct {
	Premise
	Numerator, Denominator int64
}

// Kind is why a premise holds.
type Kind uint8

// The kinds.
const (
	Stated Kind = iota // it is half of a comparison
	Lowest             // the sort of a variable bounds it
	Highest
	Derived // by a Branch or a Cut above
)

// Premise is an inequality that holds.
type Premise struct {
	Kind Kind

	// Of Stated: a literal that is part of the condition number Source, or of the assumption of the Split number -Source, counted from 1 at the
	// root. If the literal is an equation, or its negation, Above selects the half in which the left side is at least the right one, or
	// greater.
	Source  int
	Literal Literal
	Above   bool

	Variable *term.Term // of Lowest and Highest
	Number   int        // of Derived: counted from 0 at the root
}
