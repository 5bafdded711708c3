// Package tester drives a system under test online: paper 2, section 6.1.
//
// Vocabulary:
//
//	Session  the loop: observe what the system sends, choose what to send to it, until a verdict
//	Report   the result of a session: verdict, evidence, trace, coverage
//	plan     a way to what is not covered, or to the purpose: moves of tester and system, with all inputs; package plan
//	round    the transitions are covered once, then once more, then boundary values are tried
//	drawing  the values of inputs: from a mix, or by the solver where conditions ask for it
//	episode  a run with a tactic and a mix of its own, when everything was tried: roam.go
//	shrink   a failing test is made short, and the ranges of its values that fail are searched
//
// What the model allows is computed by ioco.Tracker; this package decides what to send, how long to wait, and when to stop.
package tester
