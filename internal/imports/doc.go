// Package imports is the wing of other notations: models and descriptions of services turned into the text of models. It has no code
// of its own.
//
// A notation is a package (uppaal, classicalb, xlia, jani, openapi, protobuf, efsmjson); convert, document, scan and service have what
// they share. They write text in the language and nothing else, so the compiler checks what they write.
//
// It may know base and language. Begin with efsmjson, the smallest.
package imports
