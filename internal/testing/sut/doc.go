// Package sut defines the messages between a tester and a system under test, and the interface of adapters.
//
// Vocabulary:
//
//	Message  a message on a channel: the channel and the scalars of the payload
//	Adapter  sends messages to the system under test, receives its messages, and resets it
//	Address  where a system under test is; package connect has the adapters for addresses, and registers itself here
//
// An adapter gives no verdicts. It distinguishes failures of the system (ErrSystem), a system that cannot be reached
// (ErrUnavailable), and other errors.
package sut
