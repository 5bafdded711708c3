// Package service writes the model and the mapping of a service that is known by its operations.
//
// Vocabulary:
//
//	API        the operations of a service
//	Operation  a request of a client: an input of the model, with a response for each output
//	Value      a value that a request or a response carries, with its name and type
//	Type       the type of a value, with the conditions that the language has no type for
//	Template   a text with places for values
//	Gaps       the parts that the model leaves out, with their place in the document and the reason
//
// The model has one location. Each request may be answered by each response that the document describes, with any values that it allows: a
// document describes nothing more of a service. Users add the behaviour.
package service

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// API is a service.
type API struct {
	Name       string
	Remarks    []string // comments at the head of the model
	Hints      []string // comments at the head of the mapping
	Span       diag.Span
	Operations []*Operation
}

// Operation is an input of the model, and its responses.
type Operation struct {
	Name      string
	Span      diag.Span
	Values    []Value
	Request   Template // of HTTP; otherwise nil
	Headers   []Header // of HTTP
	Body      Body
	Exclusive [][]int // indexes of optional values of which at most one is there
	Responses []*Response
}

// Header is a header of a request whose text is a value.
type Header struct {
	Name  string
	Value int // the index of the value
}

// Response is an output of the model.
type Response struct {
	Name   string
	Span   diag.Span
	Status string // of HTTP: a status or a class, such as 404 or 4xx
	Values []Value
	Body   Body

	Exclusive [][]int // as in an operation
}

// Value is a value of a request, of a response or of a record.
type Value struct {
	Name string
	Type *Type
}

// Body is the contents of a request or a response; without a template there is none.
type Body struct {
	JSON     bool // and not text
	Template Template
}

// Template is a text with places.
type Template []Part

// Part is a text, or the place of a value.
type Part struct {
	Text  string
	Value int // the index of a value; -1 if this is a text
}

// Text is a part without a place.
func Text(s string) Part { return Part{s, -1} }

// Place is the place of a value.
func Place(i int) Part { return Part{Value: i} }

// Kind is the structure of a type.
type Kind uint8

// The kinds.
const (
	Bool Kind = iota
	Int
	Real
	String
	Enum
	Array    // of a fixed length
	Sequence // a list of any length, or of a greatest one
	Set      // a list without duplicates
	Map      // from strings or integers
	Optional // a value, or none
	Record
	Union // one of some alternatives, each with its own fields
)

// Type is the type of a value.
type Type struct {
	Kind      Kind
	Name      string // of an enumeration, a record or a union: its name, if that is free
	Span      diag.Span
	Low, High *big.Int // of integers; nil is no bound. High of a sequence: its greatest length
	Members   []string // of an enumeration
	Key, Elem *Type    // of a map; of a list or an optional value
	Length    int      // of an array
	Fields    []Value  // of a record
	Tag       string   // of a union: the member of JSON objects that names the alternative; empty if the members tell it
	Limits    []Limit
	Pattern   string // of strings that are values of a request: a regular expression of the texts that can be sent; empty is any

	Alternatives []Alternative // of a union
}

// Limit is a condition of the language on the value at a path, such as len(pet.name) <= 10.
type Limit func(path string) string

// Limitf returns a condition in which %[1]s is the path.
func Limitf(format string, args ...any) Limit {
	return func(path string) string { return fmt.Sprintf(format, append([]any{path}, args...)...) }
}

// MaxSize is how many scalars a value may have.
const MaxSize = 200

// Size returns the number of scalars of a type, or a number above MaxSize if there are more.
func (t *Type) Size() int {
	switch t.Kind {
	case Array:
		return min(t.Length*t.Elem.Size(), MaxSize+1)
	case Sequence, Set, Map, Optional:
		return min(1+t.Elem.Size(), MaxSize+1)
	case Record:
		return sizeOf(t.Fields)
	case Union:
		sum := 1
		for _, a := range t.Alternatives {
			sum = min(sum+sizeOf(a.Fields), MaxSize+1)
		}
		return sum
	}
	return 1
}

// sizeOf returns the number of scalars of several values, or a number above MaxSize.
func sizeOf(values []Value) int {
	sum := 0
	for _, v := range values {
		sum = min(sum+v.Type.Size(), MaxSize+1)
	}
	return sum
}

// conditions returns the conditions on the value at a path that the type does not express; level counts the lists around it.
func (t *Type) conditions(path string, level int) []string {
	var out []string
	for _, limit := range t.Limits {
		out = append(out, limit(path))
	}
	switch t.Kind {
	case Record:
		for _, f := range t.Fields {
			out = append(out, f.Type.conditions(path+"."+f.Name, level)...)
		}
	case Optional:
		if inner := t.Elem.conditions("value("+path+")", level); len(inner) > 0 {
			out = append(out, fmt.Sprintf("(%s == none or %s)", path, strings.Join(inner, " and ")))
		}
	case Array, Sequence, Set, Map:
		out = append(out, t.elementConditions(path, level)...)
	case Union:
		out = append(out, t.alternativeConditions(path, level)...)
	}
	return out
}

// elementConditions are those of the elements of a list or map.
func (t *Type) elementConditions(path string, level int) []string {
	index := fmt.Sprint(indexName, level)
	over, element := index+" in "+path, index
	switch t.Kind {
	case Array:
		over, element = fmt.Sprintf("%s: 0..%d", index, t.Length-1), path+"["+index+"]"
	case Map:
		element = path + "[" + index + "]"
	}
	inner := t.Elem.conditions(element, level+1)
	if len(inner) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("(forall %s :: %s)", over, strings.Join(inner, " and "))}
}

// Maybe returns an optional type of a type, unless it is one.
func Maybe(t *Type) *Type {
	if t.Kind == Optional {
		return t
	}
	return &Type{Kind: Optional, Elem: t, Span: t.Span}
}

// Content returns the type of a value that is present.
func (t *Type) Content() *Type {
	if t.Kind == Optional {
		return t.Elem
	}
	return t
}

// IsScalar reports whether the text of a present value needs no JSON.
func (t *Type) IsScalar() bool {
	switch t.Content().Kind {
	case Array, Sequence, Set, Map, Record, Union:
		return false
	}
	return true
}

// IsListOfScalars reports whether a value is a list that a query can have: a parameter for each element.
func (t *Type) IsListOfScalars() bool {
	list := t.Content()
	return (list.Kind == Sequence || list.Kind == Set) && list.Elem.Kind != Optional && list.Elem.IsScalar()
}

// indexName begins the names that conditions of lists use.
const indexName = "index"

// Gaps collects the parts that a model leaves out.
type Gaps struct {
	List  *diag.List
	lines []string
	seen  map[gap]bool
}

type gap struct {
	at     diag.Span
	reason string
}

// Leave reports that something is left out: as a warning, and in a comment of the model.
func (g *Gaps) Leave(at diag.Span, format string, args ...any) {
	reason := fmt.Sprintf(format, args...)
	if g.seen[gap{at, reason}] {
		return
	}
	if g.seen == nil {
		g.seen = map[gap]bool{}
	}
	g.seen[gap{at, reason}] = true
	g.List.Warnf(diag.CodeImportLeftOut, at, "%s", reason)
	place := at.Position()
	g.lines = append(g.lines, fmt.Sprintf("%d:%d: %s", place.Line, place.Column, reason))
}
