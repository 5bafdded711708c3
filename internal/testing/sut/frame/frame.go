// Package frame divides a stream of bytes into messages, and puts messages into a stream.
//
// Vocabulary:
//
//	Format    where a message in a stream ends: lines, blocks of lines, a fixed size, a length before each, a delimiter
//	Splitter  finds the messages of one stream
//
// A splitter never holds more than MaxMessage bytes, whatever a stream announces, and reports a stream that breaks the rules of the
// format as *Malformed or *TooLong.
package frame

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxMessage is the length of the longest message, in bytes.
const MaxMessage = 1 << 20

// Format is how messages stand in a stream.
type Format interface {
	// Unit is what a message is called.
	Unit() string
	// Encode returns a message as it is written to a stream. The error tells why it cannot be written.
	Encode(message []byte) ([]byte, error)
	// scanner returns what finds the messages of one stream.
	scanner() scanner
}

// scanner finds the first message in the data of a stream. It is called again with more data until there is one, and may keep in mind
// how far it came; after that it starts from the beginning.
type scanner interface {
	// scan returns a message and the number of bytes that it takes up in the data, 0 if it is not whole yet.
	scan(data []byte) (message []byte, size int, err error)
}

// Malformed is the error of a stream that breaks the rules of its format.
type Malformed struct{ Reason string }

// Error returns what is wrong.
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
	last    []byte // the last message as it stood in the stream
	chunk   []byte
	end     error // of the stream
}

// NewSplitter returns a splitter for a stream.
func NewSplitter(f Format, from io.Reader) *Splitter {
	return &Splitter{from: from, scanner: f.scanner(), chunk: make([]byte, 16<<10)}
}

// Held returns what was read of a message that is not whole yet.
func (s *Splitter) Held() []byte { return s.held }

// Raw returns the message that Next returned last as it stood in the stream, with what marks its beginning and its end.
func (s *Splitter) Raw() []byte { return s.last }

// Next returns the next message that is whole; false means that more has to be read. The error is *Malformed or *TooLong.
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

// Read reads more of the stream, once. At its end it returns the error, which is ErrHalf if a message was begun.
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
