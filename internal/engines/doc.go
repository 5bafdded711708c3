// Package engines is the wing of the search and proof engines, and of the portfolio that runs them. It has no code of its own.
//
// Package reach answers the question behind all analyses: which goals can a run reach, with the run or with a proof that none does. Its
// engines are explore (symbolic execution), statespace (all concrete states), concolic (both together) and prove (induction, lazy
// abstraction); conflict explains why a step cannot be taken.
//
// It may import base, results and core, but no analysis: a new analysis gets all engines, and a new engine serves all analyses. Begin with
// reach/ask.go, which has the table of engines.
package engines
