// Package script has tests for callers without a model: the messages to send and to expect, step by step.
//
// Vocabulary:
//
//	Test     a run of a model, the goals it covers, and its script
//	Script   what a tester does: the steps, and whether there is silence after the last
//	Step     an input, or an action of the system by itself, and the outputs that follow
//	Message  an input, with a payload of constants
//	Output   an output that is expected; its payload has constants where the model fixes it, and variables where it leaves freedom
//	Where    conditions on the variables of an output, which a tester can check
//	Hidden   conditions that also mention what cannot be observed: they can be read, but not be checked
//	When     conditions on earlier outputs; if one fails, the system correctly takes another path, and the test is inconclusive
//	After    in a timed model, when an input is sent: the time since the message before it, which was sent or received
//	Window   in a timed model, when an output is allowed, counted in the same way
//	Open     the system may behave differently in a step, independently of earlier outputs
//
// Package testgen makes scripts, package export writes them in other languages.
package script
