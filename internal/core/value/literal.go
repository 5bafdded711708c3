package value

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bracketed returns the length of text up to the first comma that is outside of brackets and strings.
func Bracketed(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '"':
			i += literalLength(text[i:]) - 1
		case ',':
			if depth <= 0 {
				return i
			}
		}
	}
	return len(text)
}

// literalLength returns the length of the string literal that text begins with; one that is not closed takes all of it.
func literalLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// literal reads the string literal that text begins with, and returns its content and length.
func literal(text string) (string, int, *Fault) {
	length := literalLength(text)
	if length < 2 || text[length-1] != '"' || length > len(text) {
		f := fault(`close it with "; a quote within is written \"`, "the string is not closed")
		f.End = len(text)
		return "", 0, f
	}
	var out strings.Builder
	for at := 1; at < length-1; {
		r, size := character(text[at : length-1])
		if size == 0 {
			f := fault(`the escapes are \" \\ \n \t \r \u{41}; a backslash itself is \\`, "this is not an escape of a string")
			f.Start, f.End = at, at+1
			return "", 0, f
		}
		out.WriteRune(r)
		at += size
	}
	return out.String(), length, nil
}

// character reads one character or escape of a literal; the size is 0 if the escape is wrong.
func character(text string) (rune, int) {
	const letters, values = `"\ntr`, "\"\\\n\t\r"
	if text[0] != '\\' {
		return utf8.DecodeRuneInString(text)
	}
	if len(text) < 2 {
		return 0, 0
	}
	if i := strings.IndexByte(letters, text[1]); i >= 0 {
		return rune(values[i]), 2
	}
	code, _, closed := strings.Cut(strings.TrimPrefix(text, `\u{`), "}")
	number, err := strconv.ParseUint(code, 16, 32)
	if !strings.HasPrefix(text, `\u{`) || !closed || err != nil || number > utf8.MaxRune || !utf8.ValidRune(rune(number)) {
		return 0, 0
	}
	return rune(number), len(`\u{}`) + len(code)
}
