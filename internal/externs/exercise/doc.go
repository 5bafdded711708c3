// Package exercise tests real functions against their duties: contracts, and the demands of the paths of a model.
//
// Inputs come from the solver and from a random generator. A violation of a postcondition is shrunk. For a demand on some input, the package
// searches for such an input. It also chooses the rows of tests that package emit writes: few inputs that distinguish correct functions from
// wrong ones.
package exercise
