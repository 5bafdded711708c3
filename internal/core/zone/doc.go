// Package zone represents sets of clock values given by bounds on clocks and on differences of clocks: zones, kept as difference bound
// matrices.
//
// A zone has clocks 1 to n; number 0 is the constant zero, so that a bound on a clock is a bound on its difference to 0. The matrix has, for
// each pair of clocks x and y, the smallest bound on x - y that follows from all (the canonical form), and every operation keeps it so.
// Clocks are real numbers, and may be negative. Bounds are integers in a unit that [Units] chooses, such that all constants of a model are
// whole numbers of it; a bound that does not fit makes the zone refused: it is then unknown, and all its predicates return false.
//
// [Zone.SimulatedBy] compares zones up to the behaviour of timed automata: values above the largest constant that a clock is still compared
// with are equivalent. The test is the one of Herbreteau, Srivathsan and Walukiewicz, "Better abstractions for timed automata" (2012).
package zone
