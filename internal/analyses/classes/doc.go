// Package classes divides the runs of a system into classes by the values of terms over whole runs, and finds one run of each class.
//
// Vocabulary:
//
//	classifier  a term over a run: a Boolean, an integer, a member of an enumeration or a string (sts.Classifier)
//	bucket      a range of values of an integer classifier that count as one
//	tuple       the values of all classifiers for one run; runs with the same tuple are in one class
//
// The method is that of classifying terms (Gogolla, Hilken, Doan, Desai): solve, read the tuple, forbid the tuple, repeat until there is no
// solution. Here the runs are the paths of the symbolic execution tree. On a path every classifier is a term over the inputs, so the solver
// is queried for inputs of this path whose tuple is not known yet. Where no classifier depends on inputs, no query is needed. When all paths
// of the given lengths are done, the tree is complete, and no query was left undecided, there is no other class: that is a proof for runs of
// these lengths. Every run is replayed, and its tuple is computed from its concrete states, before it counts.
//
// What the tree leaves open, since it is too large or a query is too hard, is a question to the portfolio (reach): the goals are the tuples that are
// not known, in the system with hidden variables that record what classifiers mention of the past (reach.Past), and that a run gives a classifier no
// value. The tree comes first and is no engine of that question, because one query finds a class of a path whatever its tuple is, also where there
// are infinitely many; as goals, each tuple would be tried at the end of each path.
package classes
