// Package efsmjson turns tables of extended finite state machines, written as JSON, into the text of models.
//
// Vocabulary:
//
//	document   the JSON, each value with its place in the file and its path, such as transitions[3].guard
//	table      the contents of the document: states, variables, rows
//	row        one transition of the table: input with parameters, guard, update, output
//	kind       the kind of value of a name or expression: a number, a Boolean, a character, a string
//	name       an identifier of the table, and its name in the model
//
// Guards, updates and arguments of outputs are written as in C: && || ! == != < <= > >= + - * / %, 'c', "text". They are read by Go's parser,
// which differs from C's in only one respect: == binds as tightly as <.
//
// Where the table is not explicit, these rules apply:
//
//   - a name that is assigned, or read where it is not a parameter, is a variable; a parameter of the same name is stored in it;
//   - a variable of vars that no row changes is a constant; one without a value starts with an arbitrary value;
//   - kinds are inferred from use; the default is a number;
//   - characters are members of one enumeration; they can be compared with == and != only;
//   - an output that occurs with arguments of different types becomes several channels: write, write2.
//
// Division and remainder of negative numbers are those of the language, not of C.
package efsmjson
