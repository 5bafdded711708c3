// Package externs is the wing of external functions, which the solver cannot see into. It has no code of its own.
//
// Package table has known rows, runner calls the real functions (program and sandbox start them), contract reasons about functions known only
// by contracts, and solve is the solver that uses all of these: SolveTab of paper 1. Package exercise tests functions against contracts, emit
// writes contracts in other languages, consent decides what a model may do on the user's machine.
//
// It may import base, results and core. Begin with the package comment of solve.
package externs
