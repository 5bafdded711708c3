// Package testing is the wing of tests of real systems. It has no code of its own.
//
// Package sut connects to systems, ioco says what a model allows after what was observed, tester drives a system online, script
// and export have tests for readers without the model. Under chance are the tests of systems with probabilities and rates:
// campaigns, their statistics, and the forward computation that they compare with.
//
// It may know base, results, core, externs and engines, but no analysis. Begin with the package comments of ioco and tester.
package testing
