// Package prove shows that transitions can never be taken, and that conditions are never met.
//
// Vocabulary:
//
//	target     what is to be proved impossible: that a transition is taken, or a goal
//	goal       a condition that is to be met nowhere, or nowhere where a move begins
//	spot       a place where a target may be met, with the conditions
//	place      a row of locations, one per machine, that the graph reaches; of one machine, a location
//	edge       a move from one place to another
//	row        what is known of each variable at a place: a small set of values or an interval
//	candidate  a condition that may hold whenever a place is entered
//	invariant  the candidates that are left when all that are not inductive were dropped
//	closed     said of a path backwards from a target whose condition contradicts the invariant where it begins
//
// A proof is tried in this order, from the cheapest to the dearest:
//
//	graph         no place has the target
//	invariant     the invariant of every place that has the target contradicts its guard
//	k-induction   every path of k steps that ends with the target is closed
//
// Rows are computed by abstract interpretation with widening and narrowing (flow.go). They only propose candidates, together
// with conditions taken from guards; nothing rests on them. What is left after Houdini's algorithm (houdini.go) was shown by
// the solver to hold in the initial states and to be kept by every edge, with quantifier-free questions: that is the
// certificate. For goals it is cut down to what the proof rests on (certificate.go).
//
// A system with several machines has places for the rows of locations that the graph reaches, or a single place if these are
// too many. What waits in a queue, and what an extern returns, may be any value of its type: a proof holds for every contents
// and every function. A step that violates an obligation does not count as taken, so what is proved holds for runs without
// model errors; the guard of the target itself is taken without its obligations.
package prove
