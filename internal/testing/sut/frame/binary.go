package frame

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
)

// Fixed is the format of messages of one size.
type Fixed struct{ Size int }

// Unit returns the name of a message in errors.
func (Fixed) Unit() string { return "message" }

// Encode checks the size.
func (f Fixed) Encode(message []byte) ([]byte, error) {
	if len(message) != f.Size {
		return nil, fmt.Errorf("it has %d bytes, but messages have %d", len(message), f.Size)
	}
	return message, nil
}

func (f Fixed) scanner() scanner { return f }

func (f Fixed) scan(data []byte) ([]byte, int, error) {
	if len(data) < f.Size {
		return nil, 0, nil
	}
	return data[:f.Size], f.Size, nil
}

// Delimited is the format of messages with a delimiter after each.
type Delimited struct{ Delimiter []byte }

// Unit returns the name of a message in errors.
func (Delimited) Unit() string { return "message" }

// Encode adds the delimiter.
func (d Delimited) Encode(message []byte) ([]byte, error) {
	out := slices.Concat(message, d.Delimiter)
	if bytes.Index(out, d.Delimiter) < len(message) {
		return nil, fmt.Errorf("it contains the delimiter %q", d.Delimiter)
	}
	return out, nil
}

func (d Delimited) scanner() scanner { return &delimiterScanner{delimiter: d.Delimiter} }

type delimiterScanner struct {
	delimiter []byte
	seen      int // no delimiter begins before this index
}

func (s *delimiterScanner) scan(data []byte) ([]byte, int, error) {
	n := bytes.Index(data[s.seen:], s.delimiter)
	if n < 0 {
		s.seen = max(s.seen, len(data)-len(s.delimiter)+1)
		return nil, 0, nil
	}
	n += s.seen
	s.seen = 0
	return data[:n], n + len(s.delimiter), nil
}

// Prefixed is the format of messages preceded by their length: a number of Width bytes, or decimal digits followed by a separator if
// Width is 0.
type Prefixed struct {
	Width     int // 1, 2, 4 or 8; 0 for digits
	Order     binary.ByteOrder
	Separator string // after the digits
	Inclusive bool   // the length counts the bytes of the number too
	Trailer   string // after each message
}

// Unit returns the name of a message in errors.
func (Prefixed) Unit() string { return "message" }

// Encode adds the length before a message.
func (p Prefixed) Encode(message []byte) ([]byte, error) {
	length := uint64(len(message))
	if p.Inclusive {
		length += uint64(p.Width)
	}
	if p.Width > 0 && p.Width < 8 && length >= 1<<(8*p.Width) {
		return nil, fmt.Errorf("it has %d bytes, too many for a length of %d bytes", len(message), p.Width)
	}
	return slices.Concat(p.prefix(length), message, []byte(p.Trailer)), nil
}

func (p Prefixed) prefix(length uint64) []byte {
	out := make([]byte, 8)
	switch p.Width {
	case 0:
		return append(strconv.AppendUint(nil, length, 10), p.Separator...)
	case 1:
		return []byte{byte(length)}
	case 2:
		p.Order.PutUint16(out, uint16(length))
	case 4:
		p.Order.PutUint32(out, uint32(length))
	case 8:
		p.Order.PutUint64(out, length)
	}
	return out[:p.Width]
}

func (p Prefixed) scanner() scanner { return p }

func (p Prefixed) scan(data []byte) ([]byte, int, error) {
	length, begin, err := p.length(data)
	if err != nil || begin == 0 {
		return nil, 0, err
	}
	if p.Inclusive {
		if length < uint64(p.Width) {
			return nil, 0, &Malformed{fmt.Sprintf("the length of a message is %d, less than the %d bytes of the length itself", length, p.Width)}
		}
		length -= uint64(p.Width)
	}
	if length > MaxMessage {
		return nil, 0, &Malformed{fmt.Sprintf("the length of a message is %d, more than the %d bytes that a message may have", length, MaxMessage)}
	}
	stop := begin + int(length)
	end := stop + len(p.Trailer)
	if len(data) < end {
		return nil, 0, nil
	}
	if string(data[stop:end]) != p.Trailer {
		return nil, 0, &Malformed{fmt.Sprintf("%q follows a message of %d bytes, not %q", data[stop:end], length, p.Trailer)}
	}
	return data[begin:stop], end, nil
}

// length reads the length at the beginning of the data, and returns the start of the message; 0 if the length is incomplete.
func (p Prefixed) length(data []byte) (length uint64, begin int, err error) {
	if p.Width == 0 {
		return p.digits(data)
	}
	if len(data) < p.Width {
		return 0, 0, nil
	}
	switch p.Width {
	case 1:
		length = uint64(data[0])
	case 2:
		length = uint64(p.Order.Uint16(data))
	case 4:
		length = uint64(p.Order.Uint32(data))
	case 8:
		length = p.Order.Uint64(data)
	}
	return length, p.Width, nil
}

// maxDigits is the maximum number of digits of a length; a length that exceeds the maximum of a message is rejected afterwards.
const maxDigits = 19

func (p Prefixed) digits(data []byte) (uint64, int, error) {
	n := 0
	for n < len(data) && n <= maxDigits && data[n] >= '0' && data[n] <= '9' {
		n++
	}
	rest := data[n:min(len(data), n+len(p.Separator))]
	same := 0
	for n > 0 && same < len(rest) && rest[same] == p.Separator[same] {
		same++
	}
	switch {
	case n > maxDigits, n == 0 && len(data) > 0, same < len(rest):
		return 0, 0, &Malformed{fmt.Sprintf("%q is not the length of a message in digits, with %q after it", data[:min(len(data), n+same+1, maxDigits+1)], p.Separator)}
	case same < len(p.Separator):
		return 0, 0, nil
	}
	length, err := strconv.ParseUint(string(data[:n]), 10, 64)
	return length, n + same, err
}
