// Package jani turns documents in the JANI format, with Markov chains, Markov decision processes and Markov automata, into models.
//
// Vocabulary:
//
//	operand     an expression: that of the model, its kind, and its value if it is constant
//	scope       the meaning of names at a place: constants, variables, parameters of functions
//	element     an automaton in the composition, with its own copies of its variables
//	edge        a step of an element: guard, rate, destinations with probabilities and assignments
//	transition  a combination of edges that happen together: one transition of the model
//	Property    a property of the document, as a purpose of the model, with the quantity to compute
//
// The composition is flattened: the model is one machine with one location, and a variable for the location of each element that has
// several. Each combination of edges that a synchronisation vector allows is a transition, whose branches are the combinations of
// their destinations. Constants are replaced by their values, exactly: 0.1 is one tenth.
//
// Transient variables are not part of the state. Where a property reads one, it is replaced by the values that locations give it; assignments
// to them are left out, since only rewards use them.
package jani
