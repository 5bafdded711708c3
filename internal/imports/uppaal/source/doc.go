// Package source reads systems of UPPAAL: the XML document, and the language in its labels, declarations and queries.
//
// Vocabulary:
//
//	passage    a text of the document: declarations, a label, a query; with its position in the file
//	template   a timed automaton with parameters
//	query      a question about the system
//
// The reader is safe for any document: entities are not defined, elements, tokens and levels are limited.
package source
