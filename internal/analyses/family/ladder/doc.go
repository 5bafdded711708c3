// Package ladder decides for which products of a product line a property holds: F. Damiani, R. Hähnle and M. Lienhardt, Abstraction
// Refinement for the Analysis of Software Product Lines (TAP 2017). Three loops of the same form are nested:
//
//	CEGAR   the abstraction of data is refined
//	CEGPLR  the set of products is split
//	CEGTR   the engine is replaced by one that is more precise: the next rung of the ladder
//
// Vocabulary:
//
//	line            the 150 % model: all products in one system
//	rung            an engine with its abstraction; see Rungs
//	counterexample  a pair of a path and the products that can take it in the abstraction
//	real            said of a counterexample that a run of the exact system shows, for some products
//	spurious        said of a counterexample that is not real
//	ledger          the tree of engine calls, each with its products and its outcome
//
// An engine always handles a set of products at once, first all of them. If it proves the property, the set is done. If a counterexample is
// real, its products violate the property, and the engine continues with the others. If it is spurious, the abstraction is refined where the
// engine can do that, and otherwise the products are split: those of the counterexample climb to the next rung, and the engine runs again on
// the others. Facts that a rung has found are passed to the next one.
//
// The rungs, from the cheapest to the most precise:
//
//	intervals  of numbers, and of the sizes of collections (package family/sizes); linear relations between a property and the loops (potential.go)
//	predicates lazy abstraction over the exact data (package prove/unwind), which refines itself
//	bounded    symbolic execution of all runs up to a length; a proof if these are all runs
//	induction  invariants of locations and k-induction (package prove), with all predicates that were found before
//	states     all concrete states of all products, where these are few (package statespace)
//
// A set of products for which the last rung has no answer is split by a feature, first by one that the property names, and both parts begin
// with the first rung again, as long as that does not cost too much.
package ladder
