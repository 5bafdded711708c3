// Package source reads machines of the B method, classical B or Event-B, in ASCII or with the signs of Event-B.
//
// Vocabulary:
//
//	machine       the file: sets, constants, variables, invariant, initialisation, events
//	predicate     a condition; the conjuncts of one may have labels, as in @safe x > 0
//	substitution  a statement that changes variables: x := e, S || T, IF, SELECT, CHOICE, ANY
//	definition    a text with parameters of the clause DEFINITIONS; it is expanded where it is used
//
// Predicates and expressions are one kind of tree. LET and CASE become ANY and IF, and the parameters and the precondition of an
// operation become an ANY.
//
// The reader is safe for any text: tokens, levels and expanded definitions are limited.
package source
