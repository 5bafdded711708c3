// Package results is the wing of the output for users: documents, their schemas, and their text and pictures. It has no code of its own.
//
// Package result has the documents as plain data, with typed statuses and reasons; schema makes JSON Schemas from these types;
// report writes them as text, report/draw as pictures, report/page as HTML pages, report/junit as JUnit XML.
//
// The wing imports no model and no engine, only base: everything that a report shows is in the document. Begin with the package result.
package results
