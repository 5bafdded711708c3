// Package testing is the wing of tests of real systems. It has no code of its own.
//
// Package sut connects to systems, ioco computes what a model allows after the observations so far, tester drives a system
// online, script and export have tests for readers without the model. The packages under chance test systems with probabilities
// and rates: campaigns, their statistics, and the forward computation of expected probabilities.
//
// It may know base, results, core, externs and engines, but no analysis. Begin with the package comments of ioco and tester.
package testing
