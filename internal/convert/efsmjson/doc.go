// Package efsmjson turns tables of extended finite state machines, written as JSON, into the text of models.
//
// Vocabulary:
//
//	document   the JSON, each value with its place in the file and its path, such as transitions[3].guard
//	table      what the document says: states, variables, rows
//	row        one transition of the table: input with parameters, guard, update, output
//	kind       what a name or expression stands for: a number, a truth value, a character, a text
//	name       an identifier of the table, and what it is called in the model
//
// Guards, updates and arguments of outputs are written as in C: && || ! == != < <= > >= + - * / %, 'c', "text". They are read
// by Go's parser, which differs from C's in one place only: == binds as tightly as <.
//
// What the table leaves open is decided so:
//
//   - a name that is assigned, or read where it is no parameter, is a variable; a parameter of the same name is stored in it;
//   - a variable of vars that nothing changes is a constant; one without a value starts with any value;
//   - kinds follow from use; a name that is used with nothing that tells is a number;
//   - characters are members of one enumeration; they can be compared with == and != only;
//   - an output that occurs with other arguments becomes a channel of its own: write, write2.
//
// Division and remainder mean what they mean in the language: on negative numbers that is not what C does.
package efsmjson
