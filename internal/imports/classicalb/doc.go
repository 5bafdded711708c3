// Package classicalb turns machines of the B method, classical B or Event-B, into the text of models.
//
// Machines are read by package source, their predicates and expressions are translated by package expression. This package handles the
// machine as a whole: constants, invariants, initialisation, and events with their substitutions.
//
// Vocabulary:
//
//	typing        a conjunct x : SET that gives the type of x; it is exact if the type has the members of SET and no others. For
//	              a variable it is an invariant too: the type of a variable has all integers
//	deferred set  a set without members in the machine; the model has some
//	effect        the translation of a substitution: parameters, a guard, and one value for each variable that is written
//
// One event of B becomes one event of the model, however its substitution branches:
//
//   - IF becomes a conditional value for each variable that one of the branches writes, and a conditional guard;
//   - CHOICE, and SELECT with several branches, get a parameter that chooses the branch;
//   - ANY within a branch becomes a parameter of the event, which only that branch uses.
//
// Where a bound of a range is not constant, the type is int and the bounds become a condition. NAT and INT have no largest
// number. An operation is taken only where its precondition holds; its results are left out.
//
// Constructs outside the subset are rejected with a message that names them.
package classicalb
