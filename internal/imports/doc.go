// Package imports is the wing of other notations: models and descriptions of services turned into the text of models. It has no code
// of its own.
//
// A notation is a package (uppaal, classicalb, xlia, jani, openapi, protobuf, efsmjson); convert, document, scan and service hold the shared
// parts. They write only text in the language, so the compiler checks their output.
//
// It may import base and language. Begin with efsmjson, the smallest.
package imports
