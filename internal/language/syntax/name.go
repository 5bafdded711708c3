package syntax

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// typeNames are the predeclared types.
var typeNames = strings.Fields("bool int nat real string int8 int16 int32 int64 uint8 uint16 uint32 uint64")

// isTypeName reports whether the name is that of a predeclared type.
func isTypeName(name string) bool { return slices.Contains(typeNames, name) }

// isBuiltin reports whether a name is predefined in every model, so that it cannot be declared: a type, a function, or the
// result in a contract.
func isBuiltin(name string) bool {
	switch name {
	case "len", "abs", "min", "max", "floor", "result":
		return true
	}
	return isTypeName(name)
}

// Declarable returns a name that a model can declare: the given one if possible, otherwise a similar one. Two names may become equal.
func Declarable(name string) string {
	out := strings.Map(func(r rune) rune {
		if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, name)
	switch {
	case strings.Trim(out, "_") == "":
		return "unnamed"
	case unicode.IsDigit([]rune(out)[0]):
		return "n" + out
	case token.IsReserved(out) || isBuiltin(out):
		return out + "_"
	}
	return out
}
