// Package forward computes the probability of the next observation of a test under a model, by forward enumeration with exact numbers.
//
// Vocabulary:
//
//	Action    what the tester sees or does: an input, an output, or silence
//	Node      a history of actions; nodes form a tree, which grows where tests go
//	particle  a concrete state that explains a history, with the probability of the system's choices by chance on the way there
//	Offer     an output that may come next
//	Stage     a race of Markovian steps that is passed before the offer, invisible but for the time that it takes
//	sequence  the choices of the scheduler on the way to a particle: the nondeterminism that no probability decides
//
// The probabilities are those of the system given the actions of the tester, so they hold for any tester.
//
// Nondeterminism. The decisions of a scheduler may depend on the whole history, and on chance. Let y(q) be the product of its
// probabilities along the sequence q of its choices. Then every history has a probability that is linear in y (the sum over its
// particles of weight times y), and the possible y are a polytope: y of the empty sequence is 1, and at each point of choice the y of
// the alternatives add up to the y of the sequence before it. (This is the sequence form of game theory.) So χ² as a function of y is
// convex, and its minimum over all schedulers can be found and certified, although it is a rational function of higher degree in the
// probabilities themselves.
package forward
