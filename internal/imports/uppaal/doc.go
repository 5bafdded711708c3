// Package uppaal turns systems of UPPAAL, in the XML form of version 4, into the text of models.
//
// Vocabulary:
//
//	template   a timed automaton with parameters; instances of it are processes
//	process    a template with values for its parameters; it becomes one machine with one instance
//	kind       the type of an expression
//	value      the translation of an expression: an expression of the model, or parts that are known one by one
//	scratch    a variable that the converter adds for a value that a later assignment of the same step would change
//
// Everything that is constant in UPPAAL is computed: constants, parameters, sizes of arrays, quantifiers. Functions are executed symbolically
// where they are called, with their loops unrolled as far as the ranges of variables allow iterations; their assignments become assignments
// of the transition, with conditional values.
//
// An array of channels becomes one channel that carries the indices. Arrays of clocks become single clocks. Integers have the range of
// UPPAAL, so that an assignment out of range is an error in the model, too. Division rounds towards zero.
//
// Constructs outside the subset are rejected with a message that names them; queries outside of it are left out with a warning.
package uppaal
