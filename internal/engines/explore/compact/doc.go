// Package compact has what a search keeps of very many states of which nothing is known but how they were made.
//
// A Record is such a state. A Graph remembers what follows from states that stand for one concrete state each: the tree from such a state
// depends on nothing but that, so that the tree is the unfolding of the graph, and most of its states are made without a look at the model.
package compact
