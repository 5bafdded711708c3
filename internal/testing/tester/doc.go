// Package tester drives a system under test online: paper 2, section 6.1.
//
// Vocabulary:
//
//	Session  the loop: observe what the system sends, choose what to send to it, until a verdict; its rooms are listed at its type
//	Report   the result of a session: verdict, evidence, trace, coverage
//	act      an input, or in a system with clocks an input with its instant, or a wait
//	plan     a path to uncovered goals, or to the purpose: moves of tester and system, with all inputs; package plan
//	round    the transitions are covered once, then once more, then boundary values are tried
//	drawing  the values of inputs: from a mix, or by the solver where conditions ask for it
//	episode  a run with its own tactic and mix, after all goals were tried: roam.go
//	shrink   a failing test is shortened, and the ranges of failing values are searched
//
// ioco.Tracker computes what the model allows; this package decides what to send, how long to wait, and when to stop.
package tester
