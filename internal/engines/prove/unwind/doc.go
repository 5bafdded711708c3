// Package unwind proves that a property holds in every state, by lazy abstraction: K. McMillan, Lazy Abstraction with Interpolants (CAV 2006),
// with weakest conditions in the place of interpolants.
//
// Vocabulary:
//
//	node      a path of moves from the beginning, in a tree that is unwound step by step
//	label     predicates that hold wherever a run of the system follows the path of a node; empty at first
//	facts     conditions that are known to hold at a row of locations, from a cheaper proof
//	covered   said of a node whose label implies that of an earlier node with the same locations: its continuations are possible there too
//	spurious  said of a path to a node whose label allows the property to be violated, though no run does so on this path
//
// A leaf whose label does not imply the property is a counterexample of the abstraction. Its path is checked exactly. If there is a run, the
// property is violated. Otherwise a small set of conditions of the path cannot hold together, and the nodes of the path are labelled: at each
// of them, with the condition that the demands of later steps in the set cannot be met. These are the new predicates, which exclude the path
// from now on. A leaf whose label implies the property is covered, or unwound by all moves. If no leaf is left, the labels are an inductive
// invariant, which implies the property.
package unwind
