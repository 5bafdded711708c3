// Package zone has sets of clock values given by bounds on clocks and on differences of clocks: zones, kept as difference
// bound matrices.
//
// A zone has clocks 1 to n; number 0 is the constant zero, so that a bound on a clock is a bound on its difference to 0. The
// matrix has, for each pair of clocks x and y, the smallest bound on x - y that follows from all (the canonical form), and every
// operation keeps it so. Clocks are real numbers, and may be negative. Bounds are integers in a unit that [Units] chooses, such that all constants of a
// model are whole numbers of it; what does not fit makes the zone refused: nothing more is known of it, and it answers no to
// every question.
//
// [Zone.SimulatedBy] compares zones as timed automata see them: values above the largest constant that a clock is still compared with
// do not differ. The test is the one of Herbreteau, Srivathsan and Walukiewicz, "Better abstractions for timed automata" (2012).
package zone
