// Package joint compares mutants with their original state by state, where the states and inputs can be listed.
//
// Vocabulary:
//
//	Space       the concrete states of the original and its mutants, each with the steps of the original from it; mutants share it
//	edge        one step from a state: its input, its outputs, and the state after it
//	pair        a state of the specification and one of the implementation, after the same inputs
//	Difference  inputs after which the implementation does what the specification does not allow
//
// A mutant has the states of the original and all its moves but a few: the steps of the unchanged moves are looked up, and only the
// changed ones are tried. The comparison is the inductive product argument of package mutate on concrete states: whatever the
// implementation does, the specification can follow, and all pairs that this leads to are visited. If there is no difference in any of
// them, the specification simulates the implementation, and that is a proof. A difference is only a proposal: where the
// specification may choose, another choice may allow what the implementation does. Whoever asks has it judged.
package joint
