// Package flat executes systems concretely and fast: guards and updates compiled to closures over one row of machine words.
//
// Vocabulary:
//
//	word      an int64 that holds a boolean, a small integer, an enumeration index or the pattern of a machine integer
//	cell      a place for a word; the row of cells has the locations, the slots, the parameters of a step, and registers
//	register  a cell for a subterm that occurs more than once: it is computed once, before what uses it
//	Machine   a compiled system; it is not changed and may be shared by goroutines
//	Runner    the row of cells of one run, which is stepped in place; it belongs to one goroutine
//	Config    a configuration in its compact form: locations and slots as words
//
// What no word can hold (a number beyond 64 bits, a fraction, a text, the content of a queue) lives in an sts.Config beside
// the words, and the step is made by sts.Interpreter; so is a step that needs a quantifier, and one whose arithmetic leaves
// 64 bits on the way. After such a step the words are used again as soon as everything fits. So a Runner always does what the
// interpreter does, only sooner; a property test says so.
//
// Outputs are not computed: whoever wants them replays the run in the interpreter.
package flat
