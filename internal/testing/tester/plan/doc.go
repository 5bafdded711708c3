// Package plan decides where a test goes next, by a search ahead from the states that are possible now, over moves with open inputs.
//
// Vocabulary:
//
//	Aim     what is wanted: transitions that are not covered, values that were not tried, or what a purpose still lacks
//	Routes  how far each location is from wanted transitions
//	Values  the values to try, such as a guard at its limit
//	Scout   a search that executes steps, where the present state is known
//	Plan    a way to something wanted: moves of tester and system, with all inputs
//
// Steps are executed first: a scout finds most plans in about a millisecond, without a solver. What it does not find, and where the system chooses
// or the state is not known, a symbolic search is for.
//
// A state is better the fewer transitions lie between it and something wanted, and the smaller the branch distance of the guard
// there; the sum of both counts. The first state that takes a wanted transition gives the plan: its path condition is solved for
// all inputs at once, functions included. If none is found, the plan goes to the best state of the search. A plan holds as long
// as the system takes the part in it that was foreseen; where it chooses otherwise, the tester makes a new one. Where no way leads
// to something wanted from here, but one does from the start, the tester resets the system.
package plan
