package scope

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// words prints the values that a value of a type may have, given the scopes of its scalars. An optional value that may be none is
// "none or" what it is otherwise, and of a union all alternatives are printed that it may have.
func words(t *sts.Type, scopes []Scope) string {
	switch {
	case t.Scalar != nil || t.IsCollection():
		return scopes[0].Text(t)
	case t.Form == sts.Optional:
		return optionalWords(t, scopes)
	case t.Form == sts.Union:
		return unionWords(t, scopes)
	case t.IsArray():
		parts := make([]string, t.Length)
		for i := range parts {
			parts[i], scopes = words(t.Elem, scopes[:t.Elem.Size()]), scopes[t.Elem.Size():]
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return t.Name + fieldWords(t.Fields, scopes)
}

func fieldWords(fields []sts.Field, scopes []Scope) string {
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i], scopes = f.Name+": "+words(f.Type, scopes[:f.Type.Size()]), scopes[f.Type.Size():]
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// may reports whether a scope has a value; one that lists none has all.
func (s Scope) may(v term.Value) bool {
	if len(s.Values) == 0 {
		return true
	}
	for _, w := range s.Values {
		if w.Equal(v) {
			return true
		}
	}
	return false
}

func optionalWords(t *sts.Type, scopes []Scope) string {
	content := words(t.Elem, scopes[1:])
	if t.WrapsSome() {
		content = "some{value: " + content + "}"
	}
	switch {
	case !scopes[0].may(term.BoolValue(true)):
		return "none"
	case scopes[0].may(term.BoolValue(false)):
		return "none or " + content
	}
	return content
}

func unionWords(t *sts.Type, scopes []Scope) string {
	var parts []string
	for i, a := range t.Alternatives {
		if !scopes[0].may(term.IntValue(int64(i))) {
			continue
		}
		word := a.Name
		if len(a.Fields) > 0 {
			word += fieldWords(a.Fields, scopes[t.AlternativeOffset(i):])
		}
		parts = append(parts, word)
	}
	return strings.Join(parts, " or ")
}
