// Package sts is the core: the symbolic transition system that every front-end compiles to and every analysis reads.
//
// Vocabulary:
//
//	System      the whole model: variables, channels, externs, machines, invariants, purposes
//	Machine     locations and named transitions; a system has one or several, which run interleaved
//	Slot        one scalar piece of a variable: an int[2] has two slots, a record one per field
//	Transition  guard, received payload, assignments, outputs, all as terms over slots and parameters
//	Parameter   a scalar that is new at each step: received, chosen (any), returned by an extern, read from a queue, or the delay before it
//	Clock       a slot that grows with time: each move of a system with clocks begins with a delay (time.go)
//	Move        one indivisible step: one transition, or a sender and a receiver that meet on a channel
//	Control     the locations of the machines and the contents of their queues
//	Config      a concrete state: locations, slot values, queue contents
//	Obligation  a condition under which the expressions of a step have values: no division by zero, index in bounds, value in range
//
// The compiler folds the sequence of assignments of a transition into one simultaneous update, so guards, updates and
// outputs of a Move are all functions of the state before the step and of the parameters. An event system is a system with
// one machine of one location.
//
// There are two executions of a Move, both running the same term.Program: Interpreter steps a Config, and Symbolic steps
// a symbolic store. The product of the machines is never built: Moves lists what is possible from one Control.
package sts
