// Package sut connects a tester with a system under test.
//
// Vocabulary:
//
//	Message   what is sent or received on a channel: the channel and the scalars of the payload
//	Adapter   how messages get to the system under test and back, and how it is reset
//	Mapping   a small file that describes the messages of a system that does not use our JSON
//	binding   a mapping that was checked against a model
//	protocol  how a message is written as a text and read from one: our JSON, or that of a mapping
//	event     something that happens to a connection and is an output of the model, such as its end
//
// There are two adapters. A Connection exchanges messages over a carrier (package carrier), in a protocol, with systems that may send at
// any time: programs, TCP and UDP servers, WebSockets. HTTP makes a request of each input and an output of each response.
//
// An adapter knows nothing of verdicts. It distinguishes failures of the system (ErrSystem), a system that cannot be reached
// (ErrUnavailable), and other errors.
package sut
