// Package solve decides paths that call external functions: paper 1, sections 3 and 4.
//
// Vocabulary, with the paper's names:
//
//	call        (p, (t1, ..., tn), x): a call of function p with argument terms t and result variable x; a set of them is κ
//	Tab         the tables: rows of inputs and output known for each function
//	Sums        κ matches the tables: every call equals some row (definition 5)
//	NoCorres    some call of κ is in no row (definition 6)
//	Dep         arguments that come from other calls are outputs that their tables have (definition 7)
//	SolveTab    the search that runs functions until a path opens, at most m times (algorithm 1)
//	Functions   tables and runners of the externs, shared by workers
//	Solver      an smt.Solver that answers queries with calls by one of the methods below, and passes on the others
//
// # Methods
//
// Paper is algorithm 1 to the letter. Adaptive is the default and described in adaptive.go: it restricts the solver to functions that agree
// with the rows, runs inner functions first, and guesses from the shape of the rows which inputs may give a required result. Chance runs
// functions on random inputs, for comparison.
//
// # Answers
//
// Sat comes with values under which every call was looked up or run, so it is true of the real functions. Unsat is proved: no function that
// agrees with the known rows could open the path. UpToTables means that no solution was found; the reason names the obstacle.
package solve
