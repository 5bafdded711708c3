// Package sut connects a tester with a system under test.
//
// Vocabulary:
//
//	Message  what is sent or received on a channel: the channel and the scalars of the payload
//	Adapter  how messages get to the system under test and back, and how it is reset
//
// An adapter knows nothing of verdicts. It tells trouble with the system itself, which is the system's failure (ErrSystem),
// from a system that is not there at all (ErrUnavailable), and from errors of our own.
package sut
