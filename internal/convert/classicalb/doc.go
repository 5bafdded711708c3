// Package classicalb turns machines of the B method, classical B or Event-B, into the text of models.
//
// Vocabulary:
//
//	machine       the file: sets, constants, variables, invariant, initialisation, events
//	predicate     a condition; the conjuncts of one may have labels, as in @safe x > 0
//	substitution  what changes variables: x := e, S || T, IF, SELECT, CHOICE, ANY
//	typing        a conjunct x : SET that gives the type of x; it is exact if the type has the members of SET and no others. For
//	              a variable it is an invariant too: the type of a variable has all integers
//	kind          what an expression stands for: a predicate, a number, a Boolean of BOOL, a member of a set, a pair, a set, a
//	              function, a sequence
//	relation      a set of pairs; a function is one too in B, but has a kind of its own here, because it becomes a map
//	deferred set  a set without members in the machine; the model has some
//	effect        what a substitution becomes: parameters, a guard, and one value for each variable that is written
//
// One event of B becomes one event of the model, however its substitution branches:
//
//   - IF becomes a conditional value for each variable that one of the branches writes, and a conditional guard;
//   - CHOICE, and SELECT with several branches, get a parameter that chooses the branch;
//   - ANY within a branch becomes a parameter of the event, which only that branch uses.
//
// Sets become sets, functions maps, sequences sequences, relations sets of records. A total function 1..n --> SET that is used
// only by applying it becomes an array; f(i) is f[i - 1], since arrays begin with 0. What has several kinds in B, such as {} and
// {a |-> b}, is translated as the kind that is expected. Sets that the language can only list, such as A * B, are listed up to a
// limit.
//
// Where a bound of a range is not constant, the type is int and the bounds become a condition. NAT and INT have no largest
// number. Division rounds towards zero, as in B. An operation is taken only where its precondition holds; its results are left
// out. Definitions are expanded where they are used.
//
// Constructs outside the subset are refused with a message that names them.
package classicalb
