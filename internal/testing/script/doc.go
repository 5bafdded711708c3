// Package script has tests for callers without a model: what to send, and what to expect, step by step.
//
// Vocabulary:
//
//	Test     a run of a model, the goals it covers, and its script
//	Script   what a tester does: the steps, and whether there is silence after the last
//	Step     an input, or something that the system does by itself, and the outputs that follow
//	Message  an input, with a payload of constants
//	Output   an output that is expected; its payload has constants where the model fixes it, and variables where it leaves freedom
//	Where    conditions on the variables of an output, which a tester can check
//	Hidden   conditions that also mention what cannot be observed: they can be read, but not be checked
//	When     conditions on earlier outputs; where one fails, the system is right to go another way, and the test is inconclusive
//	After    in a timed model, when an input is sent: the time since the message before it, which was sent or received
//	Window   in a timed model, when an output is allowed, counted in the same way
//	Open     the system may do something else in a step, which does not follow from earlier outputs
//
// Package testgen makes scripts, package export writes them in other languages.
package script
