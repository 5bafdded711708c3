// Package invariant checks that the invariants of a model are kept: by the initial states, and by every step from a state that
// meets all of them.
//
// Vocabulary:
//
//	claim       what is to be kept: an invariant, or the declared types
//	hypothesis  what is assumed before a step: all invariants, the declared types, what is assumed of frozen constants
//	answer      whether one move keeps one claim: proved, broken by a step, or unknown with the reason
//	verdict     what the answers about one claim come to
//	auxiliary   said of invariants of locations that package prove has proved, and that a claim rests on
//	inductive   said of invariants that the initial states meet and that all moves keep, given these invariants and no others
//
// The claim about types says that a step from a state that meets the invariants runs into no model error: every value fits the
// type of its variable, every index its array, nothing is divided by zero. For the other claims a step with a model error does
// not count as taken.
//
// Claims that are not inductive are given to package prove (strengthen.go), which may prove them by other means.
//
// What an extern returns and what waits in a queue may be any value of its type: a proof holds for every function and every
// contents. A step that breaks a claim is a step of the interpreter, but the state before it need not be reachable; where it
// calls an extern, the result is assumed.
package invariant
