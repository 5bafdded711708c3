// Package reach answers one question: which of these goals can a run of a system reach, with what run, or by what proof not?
//
// Vocabulary:
//
//	goal       what some run is to do: take a transition, break an invariant, or run into a model error
//	engine     one way to look for runs or for proofs, with a budget of work; a busy machine gives the same answers
//	refusal    why an engine does not suit a system
//	answer     reached, with a run that the interpreter has replayed; impossible, with a proof; or open, with the reason
//	watch      a transition that is added to a system and changes nothing: it can be taken where a condition holds
//
// An analysis derives a system, or takes that of the model, and asks about its goals. The engines are asked one after the other, each about
// what the ones before it have left open (ask.go has the table). What is not a transition becomes one by a watch (watch.go), for engines that
// know nothing else.
package reach
