// Package exercise runs real functions against what they have to fulfil: contracts, and what the paths of a model demand.
//
// Inputs come from the solver and from chance. A result that violates a postcondition is made smaller as long as it stays one.
// What some input has to meet is looked for. The package also chooses the rows of tests that others write: few inputs that tell
// right functions from wrong ones.
package exercise
