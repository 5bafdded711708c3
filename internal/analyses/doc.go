// Package analyses is the wing of the analyses of a model: each package derives a system and goals, and reads the answers of the portfolio,
// or does its own computation on the core. It has no code of its own.
//
// Package testgen makes test suites, mutation measures them, abstraction divides the states by predicates, family decides for which products
// a property holds, operations and classes analyse runs as a whole, chance computes probabilities, lint finds doubtful places, and relax
// finds transitions that are reached only through model errors.
//
// It may import every wing below. Begin with operations, which is small and has all parts of an analysis.
package analyses
