// Package campaign judges many runs of tests: whether the frequencies of observations and the waiting times agree with the model.
//
// Vocabulary:
//
//	Run         one run: actions with their times
//	Judge       collects runs, and gives the verdict on them
//	choice      what came after one history of actions, where the model leaves it to chance; histories that are met rarely are pooled if
//	            the model is in the same state after them
//	class       the runs with the same actions
//	hypothesis  one of the tests that are made at once: frequencies, the rate of a race, the shape of its waiting times
//
// χ² over classes, choice by choice. The probability of a class is the product of the probabilities of its choices, given the actions of the
// tester. So the test of all classes is the sum of the tests of the choices, each conditioned on the number of occurrences of its history.
// This conditions on all decisions of the tester, which the model does not describe, and needs no assumption about them: on-the-fly tests,
// batches of tests and recorded logs are judged alike. If a scheduler also makes choices that are not observed at once, the choices are not
// independent of each other; then χ² is taken over whole classes and minimised over all schedulers (fit.go).
package campaign
