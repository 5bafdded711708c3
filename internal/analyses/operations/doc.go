// Package operations decides whether the operations of a model are consistent: whether there is one run in which every transition fires and in
// all states of which the declared invariants hold.
//
// Vocabulary:
//
//	operation  a transition
//	keeping    said of the system without the steps to states that break an invariant, and of its runs
//	mark       a hidden Boolean variable that becomes true when a transition fires
//	dead       said of a transition that no keeping run fires
//	excluding  said of two transitions of which no keeping run fires both
//
// These are reachability questions about two systems that are derived from the model (system.go), so the portfolio of engines decides them.
// In the keeping system every step has the obligation to lead to a state where the invariants hold, as it has the obligation not to divide by
// zero. An exploration then shows which transitions fire, and package prove which do not (fire.go). With a mark for each transition, that one
// run fires all of them is a condition on states: an exploration looks for it, best states first (together.go), and if it finds none, it is
// proved that no state satisfies it: by the graph, by invariants over marks and by k-induction, or by visiting all states (apart.go).
//
// Of a product line, each transition is decided for sets of products instead (line.go).
//
// Every run is replayed in the interpreter of the model itself, and the invariants are evaluated in each of its states, before it counts.
package operations
