// Package classicalb turns machines of the B method, classical B or Event-B, into the text of models.
//
// Vocabulary:
//
//	machine       the file: sets, constants, variables, invariant, initialisation, events
//	predicate     a condition; the conjuncts of one may have labels, as in @safe x > 0
//	substitution  what changes variables: x := e, S || T, IF, SELECT, CHOICE, ANY
//	typing        a conjunct x : SET that gives the type of x; it is exact if the type has the members of SET and no others. For
//	              a variable it is an invariant too: the type of a variable has all integers
//	kind          what an expression stands for: a predicate, a number, a Boolean of BOOL, a member of a set, a function
//	effect        what a substitution becomes: parameters, a guard, and one value for each variable that is written
//
// One event of B becomes one event of the model, however its substitution branches:
//
//   - IF becomes a conditional value for each variable that one of the branches writes, and a conditional guard;
//   - CHOICE, and SELECT with several branches, get a parameter that chooses the branch;
//   - ANY within a branch becomes a parameter of the event, which only that branch uses.
//
// A total function 1..n --> SET becomes an array; f(i) is f[i - 1], since arrays begin with 0. Where a bound of a range is not
// constant, the type is int and the bounds become a condition. NAT and INT have no largest number. Division rounds towards zero,
// as in B.
//
// Constructs outside the subset are refused with a message that names them.
package classicalb
