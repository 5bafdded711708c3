// Package expression turns predicates and expressions of the B method into those of models.
//
// Vocabulary:
//
//	kind      the kind of value of an expression: a predicate, a number, a Boolean of BOOL, a member of a set, a pair, a set, a
//	          function, a sequence
//	typing    the kind and type of the members of a set; it is exact if the type has the members of the set and no
//	          others
//	relation  a set of pairs; a function is one too in B, but has a kind of its own here, because it becomes a map
//	symbol    a name of the machine with its meaning
//	scope     the names that a quantifier, ANY or a comprehension binds
//
// Sets become sets, functions maps, sequences sequences, relations sets of records. A total function 1..n --> SET that is used only by
// applying it becomes an array; f(i) is f[i - 1], since arrays begin with 0. An expression with several kinds in B, such as {} or {a |-> b},
// is translated as the expected kind. Sets that the language can only list, such as A * B, are listed up to a limit. Division rounds towards
// zero, as in B.
package expression
