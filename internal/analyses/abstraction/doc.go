// Package abstraction divides the states of a system by predicates, and makes tests from the division that are guaranteed to be
// executable: the method of H. Bride, J. Julliand and P.-A. Masson, Tri-Modal Under-Approximation for Test Generation (paper 4).
//
// Vocabulary:
//
//	predicate        a condition over the variables; a set of them divides the states
//	abstract state   q: all states of one row of locations that satisfy the invariant and agree on every predicate; named q0, q1, ...
//	                 by the truth of the predicates read as a binary number, the first predicate first
//	may              q -e-> q' if some state of q has a step by e into q'
//	must+            a may whose step can be taken from every state of q
//	must-            a may whose steps reach every state of q'
//	3MTS             the abstract states with these three relations (type Abstraction)
//	claim            the statement of a must: for all states there are parameters (and a state before); proved, refuted by a state, or unknown
//	RST n            the reachable state tree: all symbolic paths of at most n steps (type Reach)
//	q_d0             the states of the tree, as one more abstract state (a Transition without a From)
//	D3MTS            the 3MTS with q_d0 as its only initial state (type Derived)
//	Ball chain       abstract transitions of the form (must-)* may (must+)*, which can always be made concrete
//	T_m              the maximal Ball chains from q_d0 that use no abstract transition more than m times
//	test             a Ball chain made concrete, with the path through the tree before it, replayed from an initial state
//
// The invariant is assumed of the states before and after a step, so that chains are executable whether or not the events preserve it; that
// no may transitions lead to an abstract state proves it unreachable only if they do. A step without a value (a division by zero, a value out
// of range) does not count as a step.
//
// Every answer has its evidence: a may has a step that the interpreter took, a refuted must has a state for which the solver excludes each
// step, a proved must was refuted by no state. A must that the solver does not decide is unknown and not used.
package abstraction
