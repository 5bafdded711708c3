// Package compact has compact records of states that can be recomputed from their parent and move.
//
// A Record is such a state. A Graph remembers the expansions of states that stand for one concrete state each: the subtree of such a state
// depends on the concrete state alone, so the tree is the unfolding of the graph, and most of its states are created without evaluating the
// model.
package compact
