package export

import (
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/suite/script"
	"github.com/sextant-mbt/sextant/internal/term"
)

// notation writes values of all types in a language.
type notation interface {
	scalar(sort *term.Sort, x *term.Term) (string, error) // x may be a variable: a value that the model leaves free
	array(elements []string) string
	record(t *sts.Type, fields []string) string
}

// payload writes each value of a message.
func payload(n notation, m script.Message) ([]string, error) {
	var out []string
	for _, p := range m.Parts() {
		text, _, err := value(n, p.Type, p.Scalars)
		if err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, nil
}

// value writes a value, and returns the scalars that are left.
func value(n notation, t *sts.Type, scalars []*term.Term) (string, []*term.Term, error) {
	if t.Scalar != nil {
		text, err := n.scalar(t.Scalar, scalars[0])
		return text, scalars[1:], err
	}
	var types []*sts.Type
	for range t.Length {
		types = append(types, t.Elem)
	}
	for _, f := range t.Fields {
		types = append(types, f.Type)
	}
	parts := make([]string, len(types))
	for i, part := range types {
		var err error
		if parts[i], scalars, err = value(n, part, scalars); err != nil {
			return "", nil, err
		}
	}
	if t.IsArray() {
		return n.array(parts), scalars, nil
	}
	return n.record(t, parts), scalars, nil
}
