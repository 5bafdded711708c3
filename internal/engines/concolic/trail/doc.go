// Package trail has the backward half of concolic testing: paths that end with a target transition and are prolonged backwards, and the
// dependency analysis of paper 3 that selects those worth trying.
//
// Vocabulary:
//
//	trail         a path that ends with the target, with the condition on the state before it under which it is possible
//	weight        how much a target's guard depends on a variable; trails consume it where inputs flow in (equations 1 to 4)
//	Dependencies  the coefficients Δ and Υ of all assignments of a system
//	Residue       the rest of a trail's condition after substitution of the values of a concrete configuration
package trail
