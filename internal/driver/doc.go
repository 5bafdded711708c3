// Package driver joins the parts: it loads a model, runs an analysis with its options, and returns its result.
//
// The command and the public Go package are thin callers of it. Every entry point takes a context (cancelled by Ctrl-C or
// a time limit) and an Options struct whose zero value is the default.
package driver
