// Package hardmachine generates models of a given size that are hard to cover.
//
// Vocabulary:
//
//	Options    the size of the machine, its kinds of hard guards, and the seed
//	Machine    the text of the model, and what is known of its transitions by construction
//	Kind       what makes a guard hard: counter, magic, checksum, delayed; or unreachable, which no run can satisfy
//	region     a ring of ordinary locations with variables of its own; regions form a tree
//	gadget     a few locations that end in a hard guard; its goal is a location of its region, or another region
//	branch     a transition out of an ordinary location, taken for a slice of the values of the input x
//	never      a branch with a condition that contradicts an invariant of the region's variables
//
// # How a machine is made
//
// Every transition waits for the one input sense(x, y, z), three numbers from 0 to 9,999, as the samples of a controller. The
// guards of a location exclude each other and leave no case out, so the machine is deterministic, as the literature on EFSMs
// requires. Ordinary locations split the values of x between their transitions, at constants or at a variable that an earlier
// input set. The last of them leads on around the ring and from its end to the parent region, so no run gets stuck.
//
// About a third of the transitions belong to gadgets, and all regions except the first and a share of open ones can only be
// entered through a gadget, so much of a large machine is behind hard guards. Each kind has a form that tests one input at a time
// and one that stores inputs and tests them later, since different search methods find different forms easy.
//
// Transitions that are listed as hard are reachable by construction: Hard.Inputs leads from the gadget's entry through the
// guard, and a test runs it. Transitions that are listed as unreachable contradict an invariant that the generator maintains: a
// remainder stays below its divisor, the two ends of an interval are set together, a number that starts even grows by two, a
// counter stops at its limit.
package hardmachine
