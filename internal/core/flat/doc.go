// Package flat executes systems concretely and fast: guards and updates compiled to closures over one row of machine words.
//
// Vocabulary:
//
//	word      an int64 that holds a Boolean, a small integer, an enumeration index or the pattern of a machine integer
//	cell      a place for a word; the row of cells has the locations, the slots, the queues, the parameters of a step, and registers
//	register  a cell for a subterm that occurs more than once: it is computed once, before what uses it
//	Machine   a compiled system; it is not changed and may be shared by goroutines
//	Runner    the row of cells of one run, which is stepped in place; it belongs to one goroutine
//	Config    a configuration in its compact form: locations, slots and, for states that are stored, queues and sets as words
//
// A value that no word can hold (a number beyond 64 bits, a fraction, a text) is kept in an sts.Config in addition to
// the words, and sts.Interpreter takes the step; it also takes steps with quantifiers, and steps whose arithmetic overflows 64 bits on the
// way. After such a step the words are used again as soon as everything fits. So a Runner always does what the interpreter does, but faster;
// a property test checks this.
//
// Outputs are not computed: callers that need them replay the run in the interpreter.
package flat
