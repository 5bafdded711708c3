package service

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Alternative is an alternative of a union.
type Alternative struct {
	Name   string // value of the tag, or its name, if that is free
	Fields []Value
	given  string // its name in the model
}

// namedUnion is a union that is declared.
type namedUnion struct {
	name  string
	names []string // of the alternatives
	rule  unionRule
}

// unionRule is how a union is written in JSON, as a table of the mapping.
type unionRule struct {
	Tag      string            `toml:"tag,omitempty"`
	Untagged bool              `toml:"untagged,omitempty"`
	Names    map[string]string `toml:"names,omitempty,inline"`
}

// union declares a union. Equal ones that are to have the same name are one.
func (w *writer) union(t *Type) {
	key := t.Name + " = " + t.Tag
	for _, a := range t.Alternatives {
		for _, f := range a.Fields {
			w.declare(f.Type)
		}
		key += fmt.Sprintf(" | %q{%s}", a.Name, w.valueList(a.Fields, fieldNames(a.Fields)))
	}
	known := w.unions[key]
	if known == nil {
		known = w.newUnion(t)
		w.unions[key] = known
	}
	for i := range t.Alternatives {
		t.Alternatives[i].given = known.names[i]
	}
	w.types[t] = known.name
}

// newUnion gives names to a union and its alternatives, and writes it.
func (w *writer) newUnion(t *Type) *namedUnion {
	out := &namedUnion{name: w.names.Give(t.Name), rule: unionRule{Tag: t.Tag, Untagged: t.Tag == "", Names: map[string]string{}}}
	parts := make([]string, len(t.Alternatives))
	for i, a := range t.Alternatives {
		name := w.names.Give(cmp.Or(a.Name, "empty"))
		if parts[i] = name; len(a.Fields) > 0 {
			parts[i] += "{" + w.valueList(a.Fields, fieldNames(a.Fields)) + "}"
		}
		if t.Tag != "" && name != a.Name {
			out.rule.Names[name] = a.Name
		}
		out.names = append(out.names, name)
	}
	w.line("type "+out.name, t.Span, "type "+out.name+" = "+strings.Join(parts, " | "))
	return out
}

// writeUnions writes the forms of all unions.
func (w *writer) writeUnions(b *strings.Builder) {
	byName := func(u, v *namedUnion) int { return cmp.Compare(u.name, v.name) }
	for _, u := range slices.SortedFunc(maps.Values(w.unions), byName) {
		writeRule(b, "unions", u.name, u.rule)
	}
}

// alternativeConditions are those of the fields of the alternatives of a union.
func (t *Type) alternativeConditions(path string, level int) []string {
	var arms []string
	for _, a := range t.Alternatives {
		var bindings, all []string
		for _, f := range a.Fields {
			name := fmt.Sprint(indexName, level, "_", f.Name)
			if inner := f.Type.conditions(name, level+1); len(inner) > 0 {
				bindings, all = append(bindings, f.Name+": "+name), append(all, inner...)
			}
		}
		if len(all) > 0 {
			arms = append(arms, fmt.Sprintf("%s{%s}: %s", a.given, strings.Join(bindings, ", "), strings.Join(all, " and ")))
		}
	}
	switch {
	case len(arms) == 0:
		return nil
	case len(arms) < len(t.Alternatives):
		arms = append(arms, "else: true")
	}
	return []string{fmt.Sprintf("(case %s of { %s })", path, strings.Join(arms, ", "))}
}
