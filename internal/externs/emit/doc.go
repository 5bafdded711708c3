// Package emit writes contracts of externs, and implementations that keep them, in other languages:
//
//	ACSL         annotations of a C function, for Frama-C (acsl.go, acsl_term.go)
//	GoTest       a Go test that runs a function against its contract, with a fuzz target (gotest*.go)
//	GoConditions conditions as Go expressions, also for package export
//	Stubs        the rows that feasibility found, as a Starlark file (stub.go)
//
// One writer walks terms for all of them (formula.go); a language has its operators, constants, comparisons and quantifiers. A condition that
// a language cannot express exactly is an error; it is never written with another meaning.
package emit
