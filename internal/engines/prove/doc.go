// Package prove shows that transitions can never be taken, that conditions are never met, and that declared invariants are kept.
//
// Vocabulary:
//
//	target     a situation to be proved impossible: that a transition is taken, or a goal
//	goal       a condition that is to be met nowhere, or nowhere where a move begins
//	spot       a place where a target may be met, with the conditions
//	place      a row of locations, one per machine, that the graph reaches; of one machine, a location
//	edge       a move from one place to another, or the initial states
//	row        the abstract values of the variables at a place: small sets of values or intervals
//	candidate  a condition that may hold whenever a place is entered
//	inductive  said of candidates that the initial states meet and that all edges keep, given these and no others
//	closed     said of a path backwards from a target whose condition contradicts the invariant where it begins
//	view       a part of the collections of a state: elements, keys, values, and their components
//	claim      a condition that every step must keep: a declared invariant, or the declared types
//	hypothesis the conditions assumed before a step when a claim is checked: all invariants, and assumptions on frozen constants
//
// A proof that a target is impossible is tried in this order, from the cheapest to the most expensive:
//
//	graph         no place has the target
//	invariant     the invariant of every place that has the target contradicts its guard
//	k-induction   every path of k steps that ends with the target is closed
//
// and for the remaining targets, invariant and k-induction again with relations between variables (relation.go), which samples suggest
// (package sample).
//
// Rows are computed by abstract interpretation with widening and narrowing (flow.go). They only propose candidates, together with conditions
// taken from guards, and conditions on what is in collections (element.go). Houdini's algorithm (houdini.go) keeps those that the solver
// shows to be inductive: that is the certificate. For goals it is reduced to the part that the proof needs (certificate.go).
//
// Claims are checked step by step (claim.go, step.go): each is proved, or broken by a step that the interpreter has taken. Claims that are
// not inductive become goals (strengthen.go). The claim about types is that no step from a state that satisfies the invariants has a model
// error: every value fits the type of its variable, every index its array, nothing is divided by zero. For the other claims a step with a
// model error does not count as taken.
//
// A system with several machines has places for the rows of locations that the graph reaches, or a single place if these are too many.
// Messages in queues and results of externs may be any values of their types: a proof holds for all contents and all functions. A step that
// violates an obligation does not count as taken, so proofs hold for runs without model errors; the guard of the target itself is taken
// without its obligations. The state before a step that breaks a claim need not be reachable; where the step calls an extern, the result is
// assumed.
package prove
