// Package plan decides how a test continues, by a search from the current possible states over moves with open inputs.
//
// Vocabulary:
//
//	Aim     the goal: uncovered transitions, values that were not tried, or the missing part of a purpose
//	Routes  the distance of each location from wanted transitions
//	Values  the values to try, such as a guard at its limit
//	Scout   a search that executes steps, if the current state is known
//	Plan    a path to a goal: moves of tester and system, with all inputs, and in a system with clocks the times between them
//
// Steps are executed first: a scout finds most plans in about a millisecond, without a solver. A symbolic search is used if the scout finds
// none, if the system has choices, or if the state is unknown.
//
// States are ordered by the sum of the number of transitions to a goal and the branch distance of the guard there; smaller is
// better. The first state that takes a wanted transition gives the plan: its path condition is solved for all inputs at once,
// including functions. If none is found, the plan leads to the best state of the search. A plan is used as long as the system
// behaves as planned; if it chooses otherwise, the tester makes a new plan. If no goal is reachable from the current state, but
// one is from the initial state, the tester resets the system.
package plan
