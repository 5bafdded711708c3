// Package analyses is the wing of what can be asked of a model: each package derives a system and goals, and reads the answers of the
// portfolio, or does its own computation on the core. It has no code of its own.
//
// Package testgen makes test suites, mutation measures them, abstraction divides the states by predicates, family decides for which
// products a property holds, operations and classes look at runs as a whole, chance computes probabilities, lint finds doubtful
// places, and relax finds what only model errors lead to.
//
// It may know every wing below. Begin with operations, which is small and has all that an analysis has.
package analyses
