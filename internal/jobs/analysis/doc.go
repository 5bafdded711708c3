// Package analysis joins solvers, externs and searches to analyses of models: exploration, suites, concolic search, abstraction,
// mutation, contracts, tables, invariants.
//
// Each takes a context, a loaded model and options, and returns a document of package result. When the context ends, it returns the
// results so far. Fields of options that are zero have their defaults.
package analysis
