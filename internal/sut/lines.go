package sut

import (
	"bytes"
	"io"
)

// lines is a carrier, but for how it ends: each message is a line.
type lines struct {
	from io.Reader
	to   io.Writer
	end  string // of a line that is written: "\n" or "\r\n"
}

// read passes lines on until there are no more or none are wanted.
func (l *lines) read(s *stream) {
	var held []byte
	chunk := make([]byte, 4096)
	for {
		n, err := l.from.Read(chunk)
		var ok bool
		if held, ok = l.split(s, held, chunk[:n]); !ok {
			return
		}
		if err != nil {
			if len(held) > 0 {
				s.pass(arrival{held, errHalf})
			}
			return
		}
	}
}

// split passes on the lines that a chunk ends, and returns the rest. It reports false if there is nothing more to do.
func (l *lines) split(s *stream, held, chunk []byte) ([]byte, bool) {
	for {
		text, rest, ended := bytes.Cut(chunk, []byte("\n"))
		held = append(held, text...)
		if len(held) > maxText {
			s.pass(arrival{held, errLong})
			return nil, false
		}
		if !ended {
			s.setHalf(len(held) > 0)
			return held, true
		}
		if l.end == "\r\n" {
			held = bytes.TrimSuffix(held, []byte("\r"))
		}
		if !s.pass(arrival{text: held}) {
			return nil, false
		}
		held, chunk = nil, rest
	}
}

func (l *lines) write(text []byte) error {
	_, err := l.to.Write(append(text[:len(text):len(text)], l.end...))
	return err
}
