// Package ioco tests a real system against a model online: paper 2, section 6.1, and the conformance relation ioco.
//
// Vocabulary:
//
//	Tracker      the set of symbolic states that are compatible with what was observed so far
//	possibility  one of them: a symbolic state, its path condition, and the outputs that its last step still has to send
//	quiescence   the observation that the system sends nothing (δ)
//	Session      the loop: observe what the system sends, choose what to send to it, until a verdict
//	verdict      pass, fail or inconclusive, with evidence
//	plan         a way to what is not covered, or to the purpose: moves of both sides, with all inputs
//	bytes        a path of the model as a fuzzer sees it
//
// The tracker has the four functions on which everything rests: AfterInput, AfterOutput, AfterQuiescence say what is possible
// after an observation (nothing is possible: the system does not conform), and Menu says what may come next. Received values
// are known, so most states are concrete and their guards fold to true or false; the solver is asked only about what the
// model leaves open: choices, uninitialised variables, results of functions that are known by contract only.
//
// Internal steps (τ) are followed silently; a cycle of them is cut where a state repeats.
package ioco
