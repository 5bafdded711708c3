// Package sut says what a tester exchanges with a system under test.
//
// Vocabulary:
//
//	Message  what is sent or received on a channel: the channel and the scalars of the payload
//	Adapter  how messages get to the system under test and back, and how it is reset
//	Address  where a system under test is; package connect has the adapters for addresses, and registers itself here
//
// An adapter knows nothing of verdicts. It distinguishes failures of the system (ErrSystem), a system that cannot be reached
// (ErrUnavailable), and other errors.
package sut
