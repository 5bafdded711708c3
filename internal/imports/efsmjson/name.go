package efsmjson

import (
	"fmt"
	"strings"
	"unicode"
)

// outputName is the name of a channel for an output: P!X is sent to P.
func outputName(name string) string {
	if to, what, ok := strings.Cut(name, "!"); ok {
		return "to_" + to + "_" + what
	}
	return name
}

// characterType is the enumeration of the characters of a table.
const characterType = "Character"

// characterName is the member for a character.
func characterName(r rune) string {
	if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
		return "char_" + string(r)
	}
	return fmt.Sprintf("char_x%x", r)
}
