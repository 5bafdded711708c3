// Package contract reasons about externs that are known only by contracts: paper 2.
//
// Vocabulary, with the paper's names:
//
//	contract     a list of behaviours (Pre, Post) of a function (definition 2)
//	disjoint     no input satisfies two preconditions
//	complete     every input satisfies one
//	satisfiable  every input that a precondition admits has an output that the postcondition allows
//	path.Path    a symbolic path: moves with one behaviour chosen for each call (definition 6), its conditions π, its calls κ
//	distinguished paths   paths whose fresh variables were renamed apart (definition 8)
//	feasible     of a set of paths: some implementation of the functions lets all of them be followed (definition 9)
//	inference    derives requirements on the functions from the conditions of paths (definition 10)
//	demand       the requirement of an inferred behaviour on the function alone: for every input that the path allows, or for some
//
// Unlike package explore, this one also examines infeasible paths, to report why they are infeasible. Package exercise runs real functions
// against contracts, package emit writes contracts in other languages.
package contract
