// Package reach answers one question: which of the given goals can a run of a system reach, with the run or a proof that none does?
//
// Vocabulary:
//
//	goal       an event to look for in runs: taking a transition, breaking an invariant, running into a model error; or something about several
//	           steps, such as a purpose or a pair of transitions (observe.go), or about the whole run (past.go)
//	engine     one way to look for runs or for proofs, with a budget of work; a busy machine gives the same answers
//	refusal    why an engine does not apply to a system
//	answer     reached, with a run that the interpreter has replayed; impossible, with a proof; or open, with the reason
//	watch      a transition that is added to a system and changes nothing: it can be taken where a condition holds
//
// An analysis derives a system, or takes that of the model, and asks about its goals. The engines run one after the other, each on the goals
// that the ones before it have left open (ask.go has the table). For engines that handle only transitions, a watch turns other goals into
// transitions (watch.go).
package reach
