// Package statistics has the tests and the intervals with which frequencies and waiting times are compared with a model.
//
// Vocabulary:
//
//	Counts      how often the outcomes of one choice were observed, with the probabilities they should have
//	ChiSquare   Pearson's test of counts; rare outcomes are pooled first
//	Rate        waiting times that should be exponential, some of which were cut off by a time-out (censored)
//	Shape       whether waiting times follow a law beyond its mean: the test of Anderson and Darling
//	Holm        which of several tests reject when all are made at once
//	power       the probability that a deviation of a given size is noticed
//	Sequential  Wald's test, which is asked after every run and ends as soon as the answer is clear
//
// All functions work on numbers, independent of models. Invalid arguments (no degree of freedom, a level outside 0 to 1) give NaN, or
// the interval of all numbers, never a panic.
package statistics
