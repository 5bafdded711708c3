// Package concolic searches for tests that cover every transition of a system, with concrete and symbolic execution together:
// G. Di Guglielmo, M. Fujita, F. Fummi, G. Pravadelli and S. Soffia, EFSM-based Weight-oriented Concolic Testing for Embedded
// Software ("paper 3").
//
// Vocabulary:
//
//	EFSM           extended finite state machine: a system with locations; the paper's states are our locations
//	configuration  a location and the values of the variables, here a flat.Config
//	target         a transition that no run has taken yet
//	run            concrete steps from an initial configuration; it counts only after the interpreter has replayed it
//	campaign       the state of one search: the coverage, the runs, the stored configurations (RInf of Algorithm 1)
//	engine         a search strategy: RAND, CONS, SYMB and EC of the paper, and AUTO
//	long-range     search by concrete steps, each to one transition ahead: far, but narrow
//	wide-width     search by symbolic execution near a target: wide, but not far
//	MLBJ           multi-level backjumping, Algorithm 2: symbolic execution of trails from stored configurations
//	trail          a path that ends with the target, prolonged backwards (package trail)
//
// Work is counted in steps and in solver queries, and so is every limit except the time limit: with one worker and limits that
// are reached before the time limit, a seed reproduces the search to the last step.
//
// A campaign is shared by the goroutines of a search. A walker makes concrete steps and belongs to one goroutine, as do the
// parts that use it: backward searches from a target, pumper repeats loops, sweeper visits all configurations, prover looks for
// proofs, bandit chooses between them.
package concolic
