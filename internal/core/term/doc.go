// Package term holds the typed expressions that every analysis computes with.
//
// Vocabulary:
//
//	Sort     the type of a scalar (bool, int with optional bounds, real, string, an enumeration, machine bits), a tuple or a collection
//	Value    one concrete scalar, tuple or collection
//	Term     an immutable expression of some Sort; a leaf is a constant or a variable
//	Store    makes terms; two terms of one Store are equal exactly if their pointers are equal
//	Program  terms compiled to a straight line of operations, run on values (concretely) or on terms (symbolically)
//
// Arrays and records do not occur here: the compiler takes them apart into scalars, a symbolic index becomes a chain of if-then-else. Only
// elements of collections (sequences, sets, maps; collection.go) are packed into tuples. Collections are lists of candidates, whose
// operations give scalar terms. So a solver never sees more than scalar theories.
//
// # Canonical form
//
// Terms are made by the constructors of Store only (And, Add, Le, ...), which simplify as they build:
//
//  1. a term whose arguments are all constants is a constant, unless that would be too large (size.go);
//  2. And and Or are flat, without duplicates, neutral elements or complementary pairs; there is no implication and no
//     exclusive or, they are written with And, Or, Not and Eq;
//  3. Not is applied only to terms without a complement: not (a <= b) is b < a, not (not a) is a;
//  4. sums are flat: each summand is c*t with distinct t, in the order of first appearance, the constant last; there is
//     no subtraction and no negation; two choices by one condition whose sum does not depend on it are a constant;
//  5. comparisons of numbers have the form sum <= sum with like terms cancelled, the coefficients divided by their greatest common divisor,
//     positive coefficients on both sides; integers have no <, since a < b is a <= b - 1;
//  6. the bounds that follow from the sorts of the variables (nat, 0..7) decide comparisons where they can;
//  7. if-then-else of booleans is written with And and Or; an equality of an if-then-else between constants is its condition, and a
//     comparison of a sum of these that holds only if all of them, or not all, are at one end is written with And and Or; so is one
//     with the lesser or greater of a constant and a number, if one of both decides it;
//  8. concatenations are flat, without empty strings, neighbouring constants joined; operations on a concatenation whose answer
//     its constants at the ends decide, as whether it begins with another constant, are decided; the comparison of a string
//     in one case with a constant is a regular expression in any case.
//
// Division and modulo of integers are Euclidean as in SMT-LIB; machine bits divide like Go. A division by zero gives zero
// here, as a total function: that it never happens is an obligation which the compiler adds to each division. Operations on strings
// are total as in SMT-LIB (package chars).
// A Store made with Raw builds without simplifying; tests compare the two.
package term
