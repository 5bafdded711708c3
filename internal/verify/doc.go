// Package verify checks certificates. It is made to be read in an evening: it has a reader of the core of its own, an evaluator of its own,
// and asks a solver of the user's choice. It imports nothing of the project, so that no error of an engine can hide here.
//
// Vocabulary:
//
//	core         the text of a transition system: slots, locations, moves; docs/core.md defines it
//	certificate  a file with a claim about a core, and evidence for it
//	claim        that runs take a transition or break an invariant, or that none does
//	run          evidence for the first kind: values at the beginning and a move with its parameters for each step, which are executed here
//	clause       evidence for the second kind: a condition that is said to hold at some locations
//	obligation   what a solver has to refute; the obligations follow from the core and the claim, and a file can only choose the clauses
//
// A claim that no run does something is accepted if all clauses hold where runs begin, every move keeps them together with the bounds of the
// sorts, and together they contradict what the claim excludes. A clause that does not hold makes an obligation fail, so evidence cannot make
// an untrue claim pass. What a solver leaves undecided is never accepted.
package verify
