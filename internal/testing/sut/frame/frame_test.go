package frame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
)

func pattern(source string) *regexp.Regexp { return regexp.MustCompile(`(?s)\A(?:` + source + `)\z`) }

var formats = map[string]Format{
	"lines":    Lines{End: "\n"},
	"crlf":     Lines{End: "\r\n"},
	"until":    Lines{End: "\r\n", Blocks: []Block{{First: pattern(`2\d\d-.*`), Last: pattern(`2\d\d .*`)}}},
	"all":      Lines{End: "\n", Blocks: []Block{{First: pattern(`.*`), Last: pattern(`\.`)}}},
	"three":    Lines{End: "\n", Blocks: []Block{{First: pattern(`LIST`), Lines: 3}}},
	"one":      Lines{End: "\n", Blocks: []Block{{First: pattern(`LIST`), Lines: 1}}},
	"values":   Lines{End: "\r\n", Blocks: []Block{{First: pattern(`VALUE \S+ (?P<length>\d+)`), Last: pattern(`END`)}}},
	"bulk":     Lines{End: "\r\n", Blocks: []Block{{First: pattern(`\$(?P<length>\d+)`)}}},
	"fixed":    Fixed{4},
	"zero":     Delimited{[]byte{0}},
	"ends":     Delimited{[]byte("\r\n\r\n")},
	"u8":       Prefixed{Width: 1},
	"u16":      Prefixed{Width: 2, Order: binary.BigEndian},
	"u32le":    Prefixed{Width: 4, Order: binary.LittleEndian},
	"u64":      Prefixed{Width: 8, Order: binary.BigEndian},
	"whole":    Prefixed{Width: 2, Order: binary.BigEndian, Inclusive: true},
	"netcoded": Prefixed{Separator: ":", Trailer: ","},
}

// split returns the messages of a stream, and how it ends.
func split(f Format, from io.Reader) (messages []string, err error) {
	s := NewSplitter(f, from)
	for {
		message, whole, err := s.Next()
		if err != nil {
			return messages, err
		}
		if whole {
			messages = append(messages, string(message))
			continue
		}
		if err := s.Read(); err != nil {
			return messages, s.Ended(err)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, test := range []struct{ format, stream, want string }{
		{"lines", "a\n\nb\r\n", `["a" "" "b\r"] EOF`},
		{"lines", "a\nb", `["a"] the stream ends in the middle of a message`},
		{"crlf", "a\r\nb\nc\rd\r\n", `["a" "b" "c\rd"] EOF`},
		{"until", "200 a\r\n220-b\r\n221\r\n220 c\r\n200 d\r\n", `["200 a" "220-b\r\n221\r\n220 c" "200 d"] EOF`},
		{"until", "220-b\r\nand so", `[] the stream ends in the middle of a message`},
		{"all", "a\n.\n.\n.\n", `["a\n." ".\n."] EOF`},
		{"three", "a\nLIST\nb\nc\nd\n", `["a" "LIST\nb\nc" "d"] EOF`},
		{"one", "LIST\nb\n", `["LIST" "b"] EOF`},
		{"values", "STORED\r\nVALUE a 5\r\nb\r\nEN\r\nEND\r\nEND\r\n", `["STORED" "VALUE a 5\r\nb\r\nEN\r\nEND" "END"] EOF`},
		{"values", "VALUE a 5\r\nEND\r\n\r\nVALUE b 0\r\n\r\nEND\r\nx\r\n", `["VALUE a 5\r\nEND\r\n\r\nVALUE b 0\r\n\r\nEND" "x"] EOF`},
		{"values", "VALUE a 3\r\nEND\r\nEND\r\n", `["VALUE a 3\r\nEND\r\nEND"] EOF`},
		{"values", "VALUE a 99999999999999999999\r\n", `[] the line "VALUE a 99999999999999999999" announces too many bytes`},
		{"values", "VALUE a 1048577\r\n", `[] the line "VALUE a 1048577" announces too many bytes`},
		{"values", "VALUE a 9\r\nEND\r\n", `[] the stream ends in the middle of a message`},
		{"bulk", "+OK\r\n$2\r\n\r\n\r\n$-1\r\n$0\r\n\r\n", `["+OK" "$2\r\n\r\n" "$-1" "$0\r\n"] EOF`},
		{"fixed", "abcdefghi", `["abcd" "efgh"] the stream ends in the middle of a message`},
		{"zero", "a\x00\x00\xffb\x00", `["a" "" "\xffb"] EOF`},
		{"ends", "a\r\n\r\r\n\r\nb\r\n\r\n", `["a\r\n\r" "b"] EOF`},
		{"u8", "\x00\x01a\x02bc\x03d", `["" "a" "bc"] the stream ends in the middle of a message`},
		{"u16", "\x00\x01a\x00", `["a"] the stream ends in the middle of a message`},
		{"u32le", "\x01\x00\x00\x00a\xff\xff\xff\xff", `["a"] the length of a message is 4294967295, more than the 1048576 bytes that a message may have`},
		{"u64", "\xff\xff\xff\xff\xff\xff\xff\xff", `[] the length of a message is 18446744073709551615, more than the 1048576 bytes that a message may have`},
		{"whole", "\x00\x03a\x00\x01", `["a"] the length of a message is 1, less than the 2 bytes of the length itself`},
		{"netcoded", "1:a,0:,2:b,", `["a" ""] the stream ends in the middle of a message`},
		{"netcoded", "1:ab", `[] "b" follows a message of 1 bytes, not ","`},
		{"netcoded", "x", `[] "x" is not the length of a message in digits, with ":" after it`},
		{"netcoded", ":0", `[] ":" is not the length`},
		{"netcoded", "12", `[] the stream ends in the middle of a message`},
		{"netcoded", "12;", `[] "12;" is not the length of a message in digits, with ":" after it`},
		{"netcoded", strings.Repeat("9", 100), `[] "99999999999999999999" is not the length`},
		{"netcoded", "9999999999:", `[] the length of a message is 9999999999, more than`},
	} {
		for pieces, from := range map[string]io.Reader{
			"whole":  strings.NewReader(test.stream),
			"bytes":  iotest.OneByteReader(strings.NewReader(test.stream)),
			"halves": iotest.HalfReader(strings.NewReader(test.stream)),
			"at end": iotest.DataErrReader(strings.NewReader(test.stream)),
		} {
			messages, err := split(formats[test.format], from)
			if got := fmt.Sprintf("%q %v", messages, err); !strings.HasPrefix(got, test.want) {
				t.Errorf("%s, %q in %s: %s\nwant %s", test.format, test.stream, pieces, got, test.want)
			}
		}
	}
}

// endless is a stream that goes on and on.
type endless byte

func (e endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(e)
	}
	return len(b), nil
}

// TestEndless: a message without an end is given up, and takes no more memory than a message may have.
func TestEndless(t *testing.T) {
	for name, from := range map[string]io.Reader{
		"lines": endless('x'), "until": io.MultiReader(strings.NewReader("220-\r\n"), endless('\n')), "zero": endless('x'), "ends": endless('\r'),
	} {
		_, err := split(formats[name], from)
		var long *TooLong
		if !errors.As(err, &long) || len(long.Beginning) > MaxMessage+32<<10 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEncode(t *testing.T) {
	long := strings.Repeat("x", 1<<16)
	for _, test := range []struct{ format, message, want string }{
		{"lines", "a", "a\n"},
		{"crlf", "a", "a\r\n"},
		{"fixed", "abcd", "abcd"},
		{"fixed", "abc", "error: it has 3 bytes, but messages have 4"},
		{"zero", "a", "a\x00"},
		{"zero", "a\x00b", `error: it contains the delimiter "\x00"`},
		{"ends", "a\r\n", `error: it contains the delimiter "\r\n\r\n"`},
		{"u8", "ab", "\x02ab"},
		{"u8", long[:256], "error: it has 256 bytes, too many for a length of 1 bytes"},
		{"u16", "ab", "\x00\x02ab"},
		{"u16", long, "error: it has 65536 bytes, too many for a length of 2 bytes"},
		{"u32le", "ab", "\x02\x00\x00\x00ab"},
		{"u64", "ab", "\x00\x00\x00\x00\x00\x00\x00\x02ab"},
		{"whole", "ab", "\x00\x04ab"},
		{"netcoded", "ab", "2:ab,"},
	} {
		out, err := formats[test.format].Encode([]byte(test.message))
		got := string(out)
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != test.want {
			t.Errorf("%s, %.20q: %q, want %q", test.format, test.message, got, test.want)
		}
	}
}

func TestUnits(t *testing.T) {
	for name, f := range formats {
		want := "message"
		if name == "lines" || name == "crlf" {
			want = "line"
		}
		if f.Unit() != want {
			t.Errorf("%s: %s", name, f.Unit())
		}
	}
}

// FuzzSplit: whatever a stream has in it, the same messages are found in it however it arrives, and what can be written is read again.
func FuzzSplit(f *testing.F) {
	for _, stream := range []string{"a\nb\n", "VALUE a 5\r\nb\r\nEN\r\nEND\r\n", "\x00\x01a", "3:abc,", "220-a\r\n220 b\r\n", "$99999\r\n", "\xff\xff\xff\xff\xff\xff\xff\xff"} {
		f.Add([]byte(stream))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		for name, format := range formats {
			whole, err := split(format, bytes.NewReader(stream))
			pieces, errPieces := split(format, iotest.OneByteReader(bytes.NewReader(stream)))
			if fmt.Sprint(whole) != fmt.Sprint(pieces) || fmt.Sprint(err) != fmt.Sprint(errPieces) {
				t.Errorf("%s: %q, %v; in pieces %q, %v", name, whole, err, pieces, errPieces)
			}
			_, isLines := format.(Lines)
			if encoded, err := format.Encode(stream); err == nil && !isLines {
				if back, err := split(format, bytes.NewReader(encoded)); err != io.EOF || len(back) != 1 || back[0] != string(stream) {
					t.Errorf("%s: %q became %q, %v", name, stream, back, err)
				}
			}
		}
	})
}
