// Package symmetry finds the machines of a system that can be exchanged for each other: indistinguishable instances of one machine.
//
// Two machines can be exchanged if the system stays the same when each takes the place of the other, with its variables and its location: every
// move becomes a move, every initial state an initial state, and every invariant itself. Then states that differ only by such an exchange have
// the same future, and one of them stands for all.
//
// The exchange is checked on the moves, which are all that steps depend on, and not on the text: terms are compared after the variables of
// the two machines have changed places, up to the order of operands where this does not matter. A comparison that fails returns a difference
// between the machines. What is sent to the tester is not compared, since no state depends on it.
package symmetry
