// Package concolic looks for tests that cover every transition of a system, with concrete and symbolic execution together:
// G. Di Guglielmo, M. Fujita, F. Fummi, G. Pravadelli and S. Soffia, EFSM-based Weight-oriented Concolic Testing for Embedded
// Software ("paper 3").
//
// Vocabulary:
//
//	EFSM           extended finite state machine: a system with locations; the paper's states are our locations
//	configuration  a location and the values of the variables, here a flat.Config
//	target         a transition that no run has taken yet
//	run            concrete steps from an initial configuration; it counts only after sts.Interpreter has replayed it
//	campaign       what one engine knows: the coverage, the runs, the stored configurations (RInf of Algorithm 1)
//	engine         a way to look for runs: RAND, CONS, SYMB and EC of the paper, and AUTO
//	long-range     search by concrete steps, each to one transition ahead: far, but narrow
//	wide-width     search by symbolic execution near a target: wide, but not far
//	MLBJ           multi-level backjumping, Algorithm 2: symbolic execution of paths that end with the target, prolonged
//	               backwards, from stored configurations
//	trail          such a path, with what must hold before it for the path to be possible
//	weight         how much a target's guard depends on a variable; trails consume it where inputs flow in (equations 1 to 4)
//
// Work is counted in steps and in questions to the solver, and every limit except the time limit is in those: with one worker
// and limits that are reached before the time limit, a seed gives the same run again, to the last step.
package concolic
