// Package language is the wing of the modelling language: from text to the core. It has no code of its own.
//
// Package syntax parses (the grammar is in grammar.txt), syntax/print formats, syntax/modelfile reads files with their imports;
// compile resolves names, checks types and lowers to a system of core/sts, with the parts symbols, operand and expression.
//
// It may import base and core. Begin with syntax/syntax.go, then compile.
package language
