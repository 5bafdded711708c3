// Package testgen chooses small test suites from symbolic execution trees.
//
// Vocabulary:
//
//	Criterion  the goals that a suite covers: transitions, locations, pairs of transitions, paths, boundaries, decisions, purposes
//	goal       one thing to cover: a transition, a location, a pair, a path, a value at a boundary, a purpose
//	gain       a goal that a path reaches with its last step, and no ancestor of that path before
//	forest     the tree in the form for the choice: nodes with parents, depths and gains
//	Suite      the tests, and the goals that none of them covers, each with the reason
//
// A path covers the goals gained along it, so goals are noted once, where they are gained, and a path is named by its last state. The choice
// (cover.go) is greedy: the path with the most new goals for its cost comes first, where the cost of a path is its steps and one more for
// starting the system. Then tests whose goals others cover are dropped, and the rest lose the steps at their ends that gain nothing. So no
// test of a suite is redundant and none is the beginning of another.
//
// Most goals depend on the path alone, whatever the values. A purpose with a condition depends on the values too: reach.go
// looks for a run that meets it, and that run becomes a path of its own, next to the one that has the same steps. Boundary
// values (boundary.go) and decisions of guards (mcdc.go) are conditions on single steps; walk.go looks for runs that meet many
// of them.
package testgen
