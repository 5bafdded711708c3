// Package xlia turns systems in xLIA, the language of DIVERSITY and SPTG, into the text of models.
//
// Vocabulary:
//
//	system       the file: declarations, machines, connections
//	machine      a statemachine of the system, with its own declarations
//	port         an endpoint for messages of a machine; a connection determines its other end, the tester or another machine
//	kind         the kind of value of an expression: a Boolean, an integer, a real number, a text, a member of an enumeration
//	fit          the condition that a value of the type of the model also has the type of xLIA: not negative for urational
//	effect       the translation of the statements of a transition: parameters, guards, a message received, assignments, messages sent
//
// The statements of a transition are executed in their order. A model has a fixed order: guards, then assignments, then outputs. So a guard
// after an assignment is written with the assigned value, and a value that is sent before a variable in it is assigned becomes a parameter
// whose value is chosen by an equation.
//
// Constructs outside the subset are rejected with a message that names them.
package xlia
