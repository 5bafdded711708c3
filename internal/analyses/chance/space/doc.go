// Package space turns a model with finitely many states into its Markov automaton, by executing it state by state.
//
// Vocabulary:
//
//	Stepper  lists what can happen in a configuration, with all inputs tried; package step does so for given inputs
//	Group    the branches of one distribution: a transition with given parameters, or the race of all transitions with rates
//	Space    the automaton of a system, with the configurations of its states
//
// Choices: a scheduler chooses the next input and its values, which of several transitions without rate is taken, the values of "any",
// and the initial values that the model leaves open. Branches are taken by their weights. Transitions with rates race; none waits where
// an internal step or an output without rate is possible (maximal progress; outputs are produced at once).
package space
