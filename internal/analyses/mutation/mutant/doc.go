// Package mutant makes mutants of a model: the same model with one small mistake. Package mutate measures suites by them.
//
// Vocabulary:
//
//	edit      a change of the model's text: a place and its new text
//	Mutant    the model with one edit, compiled; its Kind and its Words describe it
//	original  the model without edits
//	Changes   the moves that the original and a mutant do not have in common, and whether they begin differently
//
// A mutant is made from the text, not from the core, so that it can be described in the words of the user, and so that every mutant is a
// model that the compiler accepts. All mutants are compiled into the Store of the original: unchanged terms are the same pointer in both, and
// one query can contain both. An edit that leads to the same core as the original or as an earlier mutant is not counted.
package mutant
