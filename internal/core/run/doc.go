// Package run has concrete runs of a system: how they start, how a step is added, how they are replayed, and how they are
// shown. Every answer that an analysis gives with a run has been through an Executor.
//
// Vocabulary:
//
//	Witness    a concrete run, as a list from its last step to its first; many runs share their beginnings
//	Executor   takes concrete steps with the interpreter, with the real results of externs
//	Functions  what is known of externs: tables and runners
//	Guesser    finds parameters that enable a move without a solver
//
// A model of the solver is only a proposal. The Executor takes its values, puts the real results of known functions in the
// place of those that the solver assumed, demands that a function has one result for equal arguments along the whole run, and
// lets the interpreter decide whether each step can be taken.
package run
