// Package ioco computes what a model allows a system to do: the conformance relation ioco, for online tests and recorded logs.
//
// Vocabulary:
//
//	Tracker      the set of states that are compatible with the observations so far; its layers are listed there
//	Possibility  one of them: a configuration, or a symbolic state with its conditions, and the outputs that its last step still has to send
//	quiescence   the observation that the system sends nothing (δ)
//	Menu         what may be observed next
//	Outlook      what may be observed next, without words
//	unseen       a step that was taken, whose first output will show what it chose
//	witness      values that make the conditions of a possibility true
//
// The functions AfterInput, AfterOutput and AfterQuiescence return what is possible after an observation; if nothing is, the
// system does not conform. Menu returns what may come next. Received values are known, so most states are configurations, and the
// interpreter takes their steps. What the model leaves open (choices, uninitialised variables, results of functions that are known
// by contract only) is made known by the output that shows it; the solver is asked only about conditions on what is still open.
//
// Internal steps (τ) are followed silently; a cycle of them is cut where a state repeats.
package ioco
