// Package frame splits a stream of bytes into messages, and writes messages to a stream.
//
// Vocabulary:
//
//	Format    how messages are delimited: lines, blocks of lines, a fixed size, a length before each, a delimiter
//	Splitter  finds the messages of one stream
//
// A splitter never holds more than MaxMessage bytes, and reports a stream that violates the format as *Malformed or *TooLong.
package frame

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxMessage is the length of the longest message, in bytes.
const MaxMessage = 1 << 20

// Format is the format of messages in a stream.
type Format interface {
	// Unit returns the name of a message in errors.
	Unit() string
	// Encode returns the bytes of a message in a stream. The error has the reason why it cannot be written.
	Encode(message []byte) ([]byte, error)
	// scanner returns a scanner for one stream.
	scanner() scanner
}

// scanner finds the first message in the data of a stream. It is called again with more data until there is one, and may remember its
// progress; after a message it starts from the beginning.
type scanner interface {
	// scan returns a message and its number of bytes in the data, 0 if the message is incomplete.
	scan(data []byte) (message []byte, size int, err error)
}

// Malformed is the error of a stream that violates its format.
type Malformed struct{ Reason string }

// Error describes the mistake.
func (m *Malformed) Error() string { return m.Reason }

// TooLong is the error of a message that is longer than MaxMessage.
type TooLong struct {
	Beginning []byte // of the message
}

// Error returns the limit.
func (*TooLong) Error() string { return fmt.Sprintf("a message is longer than %d bytes", MaxMessage) }

// ErrHalf is the error of a stream that ends in the middle of a message.
var ErrHalf = errors.New("the stream ends in the middle of a message")

// Splitter finds the messages of a stream.
type Splitter struct {
	from    io.Reader
	scanner scanner
	held    []byte
	last    []byte // the bytes of the last message in the stream
	chunk   []byte
	end     error // of the stream
}

// NewSplitter returns a splitter for a stream.
func NewSplitter(f Format, from io.Reader) *Splitter {
	return &Splitter{from: from, scanner: f.scanner(), chunk: make([]byte, 16<<10)}
}

// Held returns the bytes read of an incomplete message.
func (s *Splitter) Held() []byte { return s.held }

// Raw returns the bytes in the stream of the message that Next returned last, including its delimiters.
func (s *Splitter) Raw() []byte { return s.last }

// Next returns the next complete message; false means that more must be read. The error is *Malformed or *TooLong.
func (s *Splitter) Next() ([]byte, bool, error) {
	if len(s.held) == 0 {
		return nil, false, nil
	}
	message, size, err := s.scanner.scan(s.held)
	switch {
	case err != nil:
		return nil, false, err
	case len(message) > MaxMessage, size == 0 && len(s.held) > MaxMessage:
		return nil, false, &TooLong{s.held}
	case size == 0:
		return nil, false, nil
	}
	message = bytes.Clone(message)
	s.last, s.held = s.held[:size:size], s.held[size:]
	return message, true, nil
}

// Read reads more of the stream, with one call of its Read. At the end of the stream it returns the error, which is ErrHalf if there is an
// incomplete message.
func (s *Splitter) Read() error {
	if s.end != nil {
		return s.end
	}
	n, err := s.from.Read(s.chunk)
	s.held = append(s.held, s.chunk[:n]...)
	s.end = err
	if n > 0 {
		return nil
	}
	return err
}

// Ended returns the error for the end of a stream after the last message.
func (s *Splitter) Ended(err error) error {
	if len(s.held) > 0 {
		return ErrHalf
	}
	return err
}
