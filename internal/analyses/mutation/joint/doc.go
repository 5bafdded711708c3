// Package joint compares mutants with their original by all that can be observed of them, where the states and inputs can be listed.
//
// Vocabulary:
//
//	Space       the concrete states of the original and its mutants, each with the steps of the original from it; mutants share it
//	edge        one step from a state: its input, its outputs, and the state after it
//	situation   a state with the outputs that the last step still has to send
//	belief      the situations that a specification may be in after what was observed
//	pair        a belief of the specification and a situation of the implementation, after the same observations
//	Difference  a run of the implementation that ends with what the specification does not allow
//
// A mutant has the states of the original and all its moves but a few: the steps of the unchanged moves are looked up, and only the
// changed ones are tried. The comparison follows the implementation by every choice that it has, and the specification by beliefs, as
// package ioco does symbolically: an output leads to the situations that can send it, an input to those after it, and silence to those
// that may be silent, because they can only wait for an input, or because they may repeat internal steps forever. An input is sent
// after a silence only, and only if every situation of the belief accepts it. If all pairs are visited and none has a difference, then
// the implementation conforms, and that is a proof. Behaviour after a model error of the specification is unspecified, so nothing is
// compared from there. A model error of the implementation alone is no difference, since no test can see it, but with one nothing is
// proved.
//
// This search cannot be expressed as a goal for the portfolio of engines (package reach). What a mutant may do depends on all states that the
// original may be in, and a derived system has one state of the original beside one of the mutant, not a set. Without choices a product of both
// would do, but each mutant would have a product of its own: its moves compiled and all its states visited again, where mutants here share the
// states of the original and its steps. For a question that needs no set of states, such as whether a mutant ever behaves differently from the
// original, package mutate asks the portfolio.
package joint
