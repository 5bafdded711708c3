package sts

import (
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Component is a part of a variable or of a parameter that reports show separately: a scalar, a collection, an optional value or a union.
// Arrays and records are taken apart.
type Component struct {
	Name  string // with the path to the component, as in items[2].count
	Type  *Type
	First int // index of its first scalar
}

// Scalars returns the scalars of the component, out of those that it is a part of.
func (c Component) Scalars(values []term.Value) []term.Value {
	return values[c.First : c.First+c.Type.Size()]
}

// Format prints the component, out of the scalars that it is a part of.
func (c Component) Format(values []term.Value) string { return c.Type.Format(c.Scalars(values)) }

// Components lists the components of a variable; First indexes slots.
func (v Var) Components() []Component { return v.Type.components(v.Name, v.First, nil) }

// Components lists the components of parameters; First indexes params.
func Components(params []Param) []Component {
	var out []Component
	for i := 0; i < len(params); {
		p := params[i]
		if p.Type == nil {
			out = append(out, Component{p.Name, ScalarType(p.Sort), i})
			i++
			continue
		}
		out = p.Type.components(strings.TrimSuffix(p.Name, p.Type.Leaves()[0].Path), i, out)
		i += p.Type.Size()
	}
	return out
}

func (t *Type) components(name string, first int, out []Component) []Component {
	switch {
	case t.IsArray():
		for i := range t.Length {
			out = t.Elem.components(name+"["+strconv.Itoa(i)+"]", first, out)
			first += t.Elem.Size()
		}
		return out
	case t.IsRecord():
		for _, f := range t.Fields {
			out = f.Type.components(name+"."+f.Name, first, out)
			first += f.Type.Size()
		}
		return out
	}
	return append(out, Component{name, t, first})
}

// FormatModel prints the component by the values that a solver found for some of the terms of all scalars; false if it found none for this
// component. A scalar to which the solver gave no value has the default value.
func (c Component) FormatModel(terms []*term.Term, model map[*term.Term]term.Value) (text string, found bool) {
	values := c.Type.Defaults()
	for i := range values {
		if v, ok := model[terms[c.First+i]]; ok {
			values[i], found = v, true
		}
	}
	return c.Type.Format(values), found
}
