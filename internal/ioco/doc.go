// Package ioco computes what a model allows a system to do: the conformance relation ioco, for online tests and recorded logs.
//
// Vocabulary:
//
//	Tracker      the set of symbolic states that are compatible with the observations so far
//	Possibility  one of them: a symbolic state, its path condition, and the outputs that its last step still has to send
//	quiescence   the observation that the system sends nothing (δ)
//	Menu         what may be observed next
//	log          lines, each a JSON object: an input, an output, a quiescence, or the end of an instance
//	garbage      a line that is none of these
//	instance     one run of the system from its initial state; a log may interleave many, which differ by their ids
//	gap          a time between two lines of an instance in which nothing came: beyond a limit, an observed quiescence
//	Checker      the instances of a log, each with a tracker
//
// The functions AfterInput, AfterOutput and AfterQuiescence return what is possible after an observation; if nothing is, the
// system does not conform. Menu returns what may come next. Received values are known, so most states are concrete and their
// guards fold to true or false; the solver is queried only where the model leaves something open: choices, uninitialised
// variables, results of functions that are known by contract only.
//
// Internal steps (τ) are followed silently; a cycle of them is cut where a state repeats.
//
// The inputs of a log were chosen by others: an input that the model does not foresee makes the instance inconclusive.
package ioco
