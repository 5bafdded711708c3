// Package core is the wing of the one core that all front-ends compile to and all analyses read. It has no code of its own.
//
// Package term has typed expressions and sts the symbolic transition system over them, with its two executions: concrete (the reference for
// what a model means) and symbolic. Package smt queries solvers; run has concrete runs; flat executes fast; zone has sets of clock values;
// products and admit are about the products of a product line; value is the codec between values and plain data; draw makes random values;
// distance, equality and opaque analyse conditions.
//
// It may import base, and the documents of results. Begin with the package comments of term, then sts, then smt.
package core
