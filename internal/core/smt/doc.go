// Package smt decides with solvers whether conjunctions of terms have solutions.
//
// Vocabulary:
//
//	conjunct    a boolean term; a query is a sequence of them, in the order in which a path collected them
//	query       conjuncts, the variables whose values are wanted, a time limit
//	answer      sat (with a model of the wanted variables), unsat, or unknown with the reason
//	domain      the condition that the sort of a variable puts on its values (nat, 0..7, an enumeration); it is not part of any
//	            conjunct, this package states it when the variable first occurs
//	frame       one level of the solver's stack: a conjunct and the domains of the variables that it brings in
//	dialect     what differs between solver programs: options and command lines
//	component   conjuncts that are connected by shared variables; components are solved independently
//	script      a text in the SMT-LIB language, which stands alone and can be given to any solver
//
// A Solver is a stack of small parts, each of which is a Solver and passes the queries that it cannot answer to the next one. New builds the
// stack, from the outside in:
//
//	cross-check  compares with a second solver and checks models (only if configured)
//	slice        splits a query into components
//	cache        knows the answers to components of earlier queries
//	refutation   answers queries that contradict themselves as written
//	log          writes queries and answers as a script (only if configured)
//	linear       answers conjunctions of linear conditions (package linear)
//	process      talks to Z3 as a child process
//
// # How terms are written
//
//	bool, int, real, string   Bool, Int, Real, String
//	enumeration of n members  Int, with the domain 0 <= x < n
//	machine bits              (_ BitVec width); the signedness chooses the operation
//
// Terms give zero for a division by zero, SMT-LIB gives any value. So a quotient is written
// (ite (= d 0) 0 (div a d)), unless d is a constant other than zero.
package smt
