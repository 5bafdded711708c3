// Package openapi turns OpenAPI documents, versions 3.0 and 3.1, into models and mappings: a channel for each operation and for each of its
// responses.
//
// The document is read as a tree of values with positions (package document), not by a library for OpenAPI: only the part that a model can
// express is needed, and other parts must be reported with their line.
//
//   - parameters in the path and the query, and the members of a JSON body, are values of the input; members of the JSON of a response are
//     values of its output;
//   - oneOf and anyOf of objects that can be distinguished are unions, whose form in JSON is in the mapping;
//   - references within the document are followed; all others are errors;
//   - parts that cannot be expressed are left out and reported. A request with such a required part is left out as a whole. Any part of a
//     response may be left out, since a mapping ignores members that it does not name.
package openapi
