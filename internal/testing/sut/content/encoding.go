package content

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Encoding is the encoding of the characters of texts as bytes.
type Encoding string

// The encodings.
const (
	UTF8  Encoding = "utf-8" // the default, also for the empty encoding
	Bytes Encoding = "bytes" // each character is a byte, from U+0000 to U+00FF
)

// Size returns the number of bytes of a text.
func (e Encoding) Size(text string) int {
	if e == Bytes {
		return utf8.RuneCountInString(text)
	}
	return len(text)
}

// Encode returns the bytes of a text. The error names a character that cannot be encoded.
func (e Encoding) Encode(text string) ([]byte, error) {
	if e != Bytes {
		return []byte(text), nil
	}
	out := make([]byte, 0, len(text))
	for _, r := range text {
		if r > 0xff {
			return nil, fmt.Errorf("the character %q is not a byte: the encoding of the mapping has the characters from U+0000 to U+00FF", r)
		}
		out = append(out, byte(r))
	}
	return out, nil
}

// Decode returns the text of bytes. Bytes that are not UTF-8 are kept; they are rejected later, as values of strings.
func (e Encoding) Decode(data []byte) string {
	if e != Bytes {
		return string(data)
	}
	var out strings.Builder
	for _, b := range data {
		out.WriteRune(rune(b))
	}
	return out.String()
}

// cut splits a text after a number of bytes; false means that there are fewer, or that a character would be split.
func (e Encoding) cut(text string, size int) (before, after string, ok bool) {
	if size < 0 {
		return "", "", false
	}
	at := size
	if e == Bytes {
		at = 0
		for range size {
			if at >= len(text) {
				return "", "", false
			}
			_, width := utf8.DecodeRuneInString(text[at:])
			at += width
		}
	}
	if at > len(text) || at < len(text) && !utf8.RuneStart(text[at]) {
		return "", "", false
	}
	return text[:at], text[at:], true
}

// binary is the form of an integer with a fixed number of bytes, written as a text in which each character is a byte.
type binary struct {
	name   string
	width  int // in bytes
	signed bool
	little bool // the lowest byte is first
}

// binaryNamed returns the form with a name such as u16 or i32le, which the syntax of placeholders allows.
func binaryNamed(name string) *binary {
	digits, little := strings.CutSuffix(name[1:], "le")
	bits, _ := strconv.Atoi(digits) // digits only
	return &binary{name: name, width: bits / 8, signed: name[0] == 'i', little: little}
}

// range returns the first number that is too great.
func (b *binary) bound() *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(8*b.width)) }

func (b *binary) write(digits string) (string, error) {
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return "", errors.New("it is not an integer")
	}
	low, high := new(big.Int), b.bound()
	if b.signed {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	if n.Cmp(low) < 0 || n.Cmp(high) >= 0 {
		return "", fmt.Errorf("%s does not fit in %s, which ranges from %s to %s", text64(digits), b.name, low, high.Sub(high, big.NewInt(1)))
	}
	if n.Sign() < 0 {
		n.Add(n, b.bound())
	}
	return Bytes.Decode(b.order(n.FillBytes(make([]byte, b.width)))), nil
}

// text64 shortens digits.
func text64(digits string) string {
	if len(digits) > 64 {
		return digits[:64] + "..."
	}
	return digits
}

// read returns the digits of a number; the text has the right length.
func (b *binary) read(found string) string {
	data, err := Bytes.Encode(found)
	if err != nil {
		return found // the decoder of the value reports that
	}
	n := new(big.Int).SetBytes(b.order(data))
	if b.signed && n.Bit(8*b.width-1) == 1 {
		n.Sub(n, b.bound())
	}
	return n.String()
}

// order reverses the bytes if the lowest is first.
func (b *binary) order(data []byte) []byte {
	if b.little {
		for i, j := 0, len(data)-1; i < j; i, j = i+1, j-1 {
			data[i], data[j] = data[j], data[i]
		}
	}
	return data
}

// pattern returns a regular expression for the texts of the form.
func (b *binary) pattern() string { return fmt.Sprintf(`[\x00-\x{ff}]{%d}`, b.width) }
