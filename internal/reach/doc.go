// Package reach answers one question: which of these goals can a run of a system reach, with what run, or by what proof not?
//
// Vocabulary:
//
//	goal       a transition that some run is to take
//	engine     one way to look for runs or for proofs, with a budget of work; a busy machine gives the same answers
//	refusal    why an engine does not suit a system
//	answer     reached, with a run that the interpreter has replayed; impossible, with a proof; or open, with the reason
//
// The engines are asked one after the other, each about what the ones before it have left open, in the order of what they cost: proofs
// by induction, which are cheap where they succeed; all concrete states, where these are few; and concolic search, which goes deep.
package reach
