// Package statespace enumerates the concrete states of a system: all of them, each once, with exact counts.
//
// Vocabulary:
//
//	Stepper  takes the steps from a state with all values of parameters, and calls a visitor after each
//	Table    numbers states, each once, packed
//	Walk     both: a search in the order of the numbers, with the way back to a state in which runs begin
//	Search   the walk through all states that looks for everything that explore reports
//	scout    expands states ahead of a search, on a core of its own (ahead.go)
//
// It applies to systems whose runs have no symbols, or whose inputs can be listed: Search refuses others with a typed reason (result.Unsupported). A
// state is a row of words: the locations, the slots, and what waits in queues, as package flat has them. A value that is not a word (a text, a fraction, a
// collection) is numbered when it is first seen, and its number is the word (coder.go). Rows are packed into few bits (package pack) and kept in a set (package
// hashset) in the order in which they are found; the set is the queue of the search at the same time, so the search is breadth-first and every run
// that it reports is a shortest one.
//
// Steps are taken by the closures of package flat, or by the interpreter where closures cannot. The record of a successor is that of the state with the
// words that the step changes, so what does not change costs nothing. Everything that is reported was also
// executed by the interpreter: the first step that covers a transition when it is covered, and the run to a finding from its beginning
// (walk.go).
//
// No parent is stored with a state, unless a Walk keeps ways. States are numbered in the order in which they are found, and expanded in that
// order, so the parents of later states are never earlier; the parent of every 64th state is noted, and that of another one is found by expanding
// the states from there on again (walk.go).
package statespace
