// Package engines is the wing of the search and proof engines, and of the portfolio that asks them. It has no code of its own.
//
// Package reach answers the one question behind the analyses: which goals can a run reach, with what run, or by what proof not.
// Its engines are explore (symbolic execution), statespace (all concrete states), concolic (both together) and prove (induction,
// lazy abstraction); conflict says why a step cannot be taken.
//
// It may know base, results and core, but no analysis: a new analysis gets all engines, and a new engine serves all analyses.
// Begin with reach/ask.go, which has the table of engines.
package engines
