// Package automaton has finite Markov automata as plain data, and computes probabilities and expected values of them: exactly, or
// within bounds that certainly contain the value.
//
// Vocabulary:
//
//	Choice    what a scheduler can select in a state: a distribution over next states, after no time or after an exponential delay
//	Goal      the answer for a set of states: the probability of reaching it, or the expected steps or time until it is reached
//	certain   states whose probability is 0 or 1, and those with an infinite expectation, are found from the graph alone
//	unknown   one of the other states, or several of them merged into one; see equations.go
//	block     unknowns that depend on each other: a strongly connected component of the equations
//	Answer    an exact rational, bounds, or infinity
//
// The steps of a query: graph.go finds the states whose value is certain; equations.go sets up the equations of the others, with one
// solution; interval.go encloses the solution in floating-point numbers that are rounded outwards; exact.go takes a scheduler that is optimal
// for these and evaluates it in rational numbers, improves it as long as that is possible, and so proves the value. Where rational numbers
// get too large the bounds are the answer.
package automaton
