package efsmjson

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/syntax"
)

// space is a space of names of the model in which each name is given once. It counts how often a name was asked for.
type space map[string]int

// give makes a name of the model from one of the table: the same if it can be, else one like it.
func (s space) give(name string) string {
	plain := syntax.Declarable(name)
	out := plain
	for s.has(out) {
		s[plain]++
		out = fmt.Sprint(plain, s[plain])
	}
	s[out] = 1
	return out
}

func (s space) has(name string) bool { return s[name] > 0 }

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
