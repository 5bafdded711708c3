// Package explore builds the symbolic execution tree of a system: definitions 2 to 4 of paper 1, with the calls κ of
// definition 6 of paper 2.
//
// Vocabulary:
//
//	State     a symbolic state (q, π, λ, κ): locations, path condition, symbolic store, calls; a node of the tree
//	Witness   a concrete run along the path of a state, replayed by the interpreter; every feasible state has one
//	worker    expands states: it owns a solver process and an interpreter
//	frontier  the states that wait to be expanded, in the order of the strategy
//	finding   a deadlock, a livelock, a violated invariant or obligation, with the run that shows it
//
// Whether a step is feasible is decided in this order, cheapest first: the guard is false as written; the parent's witness satisfies it with
// parameters that a small search over the guard's atoms finds (guess.go); the solver decides it, for the conjuncts that are connected to the
// guard by variables. A model from the solver becomes a new witness only after the interpreter has run the whole path with it.
//
// The search takes states from the frontier in batches whose size does not depend on the number of workers, and merges the
// results in the order of the batch. So the tree, its numbering, the coverage and the findings are the same for any number
// of workers; only the values in witnesses may differ, since they are the solver's choice.
package explore
