package classicalb

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/syntax"
)

// space is a space of names of the model in which each name is given once.
type space map[string]bool

// builtinNames cannot be declared in a model, besides the reserved words.
var builtinNames = func() map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields("bool int nat real string int8 int16 int32 int64 uint8 uint16 uint32 uint64 len abs min max floor result") {
		out[word] = true
	}
	return out
}()

// give makes a name of the model from one of the machine: the same if it can be, else one like it. Spaces beside it have taken
// names, too.
func (s space) give(name string, beside ...space) string {
	plain := identifier(name)
	out := plain
	for n := 2; s.has(out, beside); n++ {
		out = fmt.Sprint(plain, n)
	}
	s[out] = true
	return out
}

func (s space) has(name string, beside []space) bool {
	for _, other := range beside {
		if other[name] {
			return true
		}
	}
	return s[name]
}

// identifier avoids what the language has words for.
func identifier(name string) string {
	switch {
	case strings.Trim(name, "_") == "":
		return "unnamed"
	case unicode.IsDigit([]rune(name)[0]):
		return "n" + name
	case syntax.IsReserved(name) || builtinNames[name]:
		return name + "_"
	}
	return name
}
