// Package trace checks recorded logs against a model: testing after the fact.
//
// Vocabulary:
//
//	log        lines, each a JSON object that says what happened: an input, an output, a silence, or the end of an instance
//	Event      what one line says
//	garbage    a line that says nothing of the kind
//	instance   one run of the system from its initial state; a log may interleave many, told apart by their ids
//	gap        a time between two lines of an instance in which nothing came: with a limit on it, an observed silence
//	Finding    an instance that failed, or about which nothing can be said, with the line and the evidence
//
// Each instance is followed by an ioco.Tracker, so the verdicts are those of online testing. The difference is that the
// inputs were chosen by others: an input that the model does not foresee makes the instance inconclusive from there on.
package trace
