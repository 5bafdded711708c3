package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// Limits of messages. A text of 16 MiB, the largest model, is longer in JSON.
const (
	maxMessage = 64 << 20
	maxHeader  = 8 << 10
)

// stream reads and writes messages with the headers of the protocol. A message that cannot be read is answered with an error, and the
// next one is read; the connection ends only if its headers are invalid.
type stream struct {
	in  *bufio.Reader
	out io.Writer

	writing sync.Mutex
	close   func() error
}

func newStream(in io.Reader, out io.Writer, close func() error) *stream {
	return &stream{in: bufio.NewReader(in), out: out, close: close}
}

// Close ends the connection.
func (s *stream) Close() error { return s.close() }

// WriteObject writes a message.
func (s *stream) WriteObject(message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	_, err = s.out.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body...))
	return err
}

// ReadObject reads the next message that can be read.
func (s *stream) ReadObject(message any) error {
	for {
		length, err := s.readHeader()
		if err != nil {
			return err
		}
		if length > maxMessage {
			if _, err := io.CopyN(io.Discard, s.in, length); err != nil {
				return err
			}
			if err := s.refuse(jsonrpc2.CodeInvalidRequest, fmt.Sprintf("a message of %d bytes; the limit is %d", length, maxMessage)); err != nil {
				return err
			}
			continue
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(s.in, body); err != nil {
			return err
		}
		code, err := decode(body, message)
		if err == nil {
			return nil
		}
		if err := s.refuse(code, err.Error()); err != nil {
			return err
		}
	}
}

// decode reads a message; the code is that of the error.
func decode(body []byte, message any) (code int64, err error) {
	switch {
	case !json.Valid(body):
		return jsonrpc2.CodeParseError, errors.New("the message is not JSON")
	case bytes.TrimLeft(body, " \t\r\n")[0] == '[':
		return jsonrpc2.CodeInvalidRequest, errors.New("batches of messages are not supported")
	}
	return jsonrpc2.CodeInvalidRequest, json.Unmarshal(body, message)
}

// refuse answers a message whose number is unknown.
func (s *stream) refuse(code int64, text string) error {
	return s.WriteObject(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": text}})
}

// readHeader reads the lines before a message, and returns its length.
func (s *stream) readHeader() (length int64, err error) {
	length = -1
	for size := 0; ; {
		line, err := s.in.ReadSlice('\n')
		if err != nil && !(errors.Is(err, io.EOF) && len(line) == 0) {
			return 0, fmt.Errorf("a header that is not one of the protocol: %w", err)
		}
		if err != nil {
			return 0, err
		}
		if size += len(line); size > maxHeader {
			return 0, errors.New("the headers of a message are too long")
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" && length >= 0 {
			return length, nil
		}
		name, value, _ := strings.Cut(text, ":")
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			length, err = strconv.ParseInt(strings.TrimSpace(value), 10, 63)
			if err != nil || length < 0 {
				return 0, fmt.Errorf("the length of a message is not a number: %q", value)
			}
		}
	}
}
