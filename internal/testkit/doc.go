// Package testkit loads models for tests, makes random terms and models for property tests, and plays systems under test. Only
// tests import it.
//
//	LoadText       compiles a model that must have no errors; Load, LoadExample and TryText do likewise
//	Converter      what every converter from another notation must fulfil
//	Recipe         an expression that can be built in any store, so that a simplifying and a raw store can be compared
//	Grammar        draws recipes over given variables
//	Value          draws a value of a sort
//	Model          draws the text of a small system
//	FiniteMachine  draws one with finite inputs and choices, for brute force
//	Serve          plays a system behind a TCP port
//	NothingLeft    no goroutine outlives the test; ProcessGone checks the same for a process
package testkit
