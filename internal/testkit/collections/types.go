package collections

import (
	"fmt"
	"strings"
)

// Kind is the form of a type.
type Kind uint8

// The kinds of types.
const (
	Int Kind = iota
	Bool
	String
	Enum
	Array
	Sequence
	Set
	Map
	Optional
	Record
	Union
)

// Type is a type of the language.
type Type struct {
	Kind         Kind
	Name         string // of an enumeration, a record or a union
	Bounded      bool   // an integer from Low to High, or a sequence of at most Most elements
	Low, High    int
	Most         int   // elements of a bounded sequence, or of an array
	Elem         *Type // of a collection or an optional value; of a map, the values
	Key          *Type // of a map
	Members      []string
	Fields       []Field
	Alternatives []Alternative
}

// Field is a part of a record, or of an alternative of a union.
type Field struct {
	Name string
	Type *Type
}

// Alternative is one form of the values of a union.
type Alternative struct {
	Name   string
	Fields []Field
}

// The scalar types, and constructors of the others.
var (
	integer = &Type{Kind: Int}
	boolean = &Type{Kind: Bool}
	text    = &Type{Kind: String}
)

func within(low, high int) *Type { return &Type{Kind: Int, Bounded: true, Low: low, High: high} }
func arrayOf(elem *Type, n int) *Type {
	return &Type{Kind: Array, Elem: elem, Most: n}
}
func sequenceOf(elem *Type) *Type { return &Type{Kind: Sequence, Elem: elem} }
func upTo(most int, elem *Type) *Type {
	return &Type{Kind: Sequence, Elem: elem, Bounded: true, Most: most}
}
func setOf(elem *Type) *Type      { return &Type{Kind: Set, Elem: elem} }
func mapOf(key, elem *Type) *Type { return &Type{Kind: Map, Key: key, Elem: elem} }
func optional(elem *Type) *Type   { return &Type{Kind: Optional, Elem: elem} }

// The declared types. Their fields have bounds, so that making a value of them can fail.
var (
	colour = &Type{Kind: Enum, Name: "Colour", Members: []string{"red", "green"}}
	pair   = &Type{Kind: Record, Name: "Pair", Fields: []Field{{"a", within(0, 2)}, {"b", boolean}}}
	reply  = &Type{Kind: Union, Name: "Reply", Alternatives: []Alternative{
		{"busy", nil},
		{"ok", []Field{{"value", within(0, 2)}}},
		{"failed", []Field{{"code", within(0, 1)}, {"list", upTo(1, within(0, 1))}}},
	}}
)

// declarations is the text of the declared types.
func declarations() string {
	var alternatives []string
	for _, a := range reply.Alternatives {
		if alternatives = append(alternatives, a.Name); len(a.Fields) > 0 {
			alternatives[len(alternatives)-1] += "{" + fieldTypes(a.Fields) + "}"
		}
	}
	return fmt.Sprintf("type Colour = enum { %s }\ntype Pair = record { %s }\ntype Reply = %s\n",
		strings.Join(colour.Members, ", "), fieldTypes(pair.Fields), strings.Join(alternatives, " | "))
}

func fieldTypes(fields []Field) string {
	var out []string
	for _, f := range fields {
		out = append(out, f.Name+": "+f.Type.String())
	}
	return strings.Join(out, ", ")
}

// String is the type in the language.
func (t *Type) String() string {
	switch t.Kind {
	case Int:
		if t.Bounded {
			return fmt.Sprintf("%d..%d", t.Low, t.High)
		}
		return "int"
	case Bool:
		return "bool"
	case String:
		return "string"
	case Array:
		return fmt.Sprintf("%s[%d]", t.Elem.operand(), t.Most)
	case Sequence:
		if t.Bounded {
			return fmt.Sprintf("%s[..%d]", t.Elem.operand(), t.Most)
		}
		return t.Elem.operand() + "[]"
	case Set:
		return "set " + t.Elem.String()
	case Map:
		return "map " + t.Key.String() + " -> " + t.Elem.String()
	case Optional:
		return t.Elem.operand() + "?"
	}
	return t.Name
}

// operand is the type before a postfix, which binds tighter than "set" and "map".
func (t *Type) operand() string {
	if t.Kind == Set || t.Kind == Map {
		return "(" + t.String() + ")"
	}
	return t.String()
}

// Base is the type without bounds.
func (t *Type) Base() *Type {
	out := *t
	switch t.Kind {
	case Int:
		return integer
	case Sequence:
		out.Bounded, out.Most = false, 0
	}
	if t.Elem != nil {
		out.Elem = t.Elem.Base()
	}
	if t.Key != nil {
		out.Key = t.Key.Base()
	}
	return &out
}

// anyLength is the type without a bound of the length.
func (t *Type) anyLength() *Type {
	out := *t
	if t.Kind == Sequence {
		out.Bounded, out.Most = false, 0
	}
	return &out
}

// same reports whether expressions of one type can stand where the other is required, bounds aside.
func (t *Type) same(u *Type) bool { return t.Base().String() == u.Base().String() }

// depth is how many types are nested in each other.
func (t *Type) depth() int {
	switch {
	case t.Key != nil:
		return 1 + max(t.Key.depth(), t.Elem.depth())
	case t.Elem != nil:
		return 1 + t.Elem.depth()
	}
	return 0
}

// isCollection reports whether variables can range over values of the type.
func (t *Type) isCollection() bool { return t.Kind == Sequence || t.Kind == Set || t.Kind == Map }

// ranged is the type of variables that range over a collection: its elements, or its keys.
func (t *Type) ranged() *Type {
	if t.Kind == Map {
		return t.Key
	}
	return t.Elem
}

// alternative finds an alternative of a union.
func (t *Type) alternative(name string) Alternative {
	for _, a := range t.Alternatives {
		if a.Name == name {
			return a
		}
	}
	panic("no alternative " + name)
}
