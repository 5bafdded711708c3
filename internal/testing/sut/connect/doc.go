// Package connect has the adapters for systems under test that are programs or servers.
//
// Vocabulary:
//
//	Mapping   a small file that describes the messages of a system that does not use the default JSON
//	binding   a mapping that was checked against a model
//	protocol  how a message is written as a text and read from one: the default JSON, or that of a mapping
//	event     something that happens to a connection and is an output of the model, such as its end
//
// There are two adapters. A Connection exchanges messages over a carrier (package carrier), in a protocol, with systems that may send at
// any time: programs, TCP and UDP servers, WebSockets. HTTP makes a request of each input and an output of each response.
//
// The package registers itself with package sut, so that programs that link it can open a system by its address.
package connect
