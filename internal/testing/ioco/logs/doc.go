// Package logs reads recorded logs, and checks them against a model, instance by instance.
//
// Vocabulary:
//
//	log       lines, each a JSON object: an input, an output, a quiescence, or the end of an instance
//	garbage   a line that is none of these
//	instance  one run of the system from its initial state; a log may interleave many, which differ by their ids
//	gap       a time between two lines of an instance in which nothing came: beyond a limit, an observed quiescence
//	Checker   the instances of a log, each with an ioco.Tracker
//
// The inputs of a log were chosen by others: an input that the model does not foresee makes the instance inconclusive.
package logs
