// Package opaque weakens conditions about collections of any size to conditions about scalars.
//
// Vocabulary:
//
//	collection  a sequence, set or map: a variable, or what operations make of one
//	question    an operation that queries a collection: its size, whether an element is in it, a sum over its elements
//	equation    expresses a question about a changed collection by questions about the collection before the change
//	opaque      said of a question that no equation answers: its value may be anything that the facts allow
//	fact        a condition that holds whatever the collections are
//	universal   a condition about all elements of a collection, or all places; also that two collections are equal
//	witness     a variable that stands for an element or place that exists according to a fact
//
// Solvers see scalars only, and a collection of bounded size can be taken apart into these (package smt). A condition without a solution then
// proves nothing about larger collections. Here collections stay whole: a condition on a changed collection is rewritten to one on the old
// collection, and the questions that remain become variables. If these conditions have no solution, the given ones have none for collections
// of any size; the converse is not true. So a step that inserts into a set keeps an invariant of the form "all elements are positive"
// whatever the set is.
package opaque
