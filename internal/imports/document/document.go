// Package document reads documents, JSON or YAML, as trees whose values have their position in the file.
//
// Vocabulary:
//
//	Value   a value of the document: a string, a number, a Boolean, null, a list or an object, with its span
//	Object  an object in the order of the file
//	Path    where a value is in the document, such as transitions[3].guard
//	Limits  how large a document may be; a larger one is an error, found before it takes memory or time
package document

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// Value is one value with its place.
type Value struct {
	Data    any // string, json.Number, bool, nil, []*Value or *Object
	Span    diag.Span
	Missing bool // no such key: the zero value

	parent *Value
	key    string // in the object that is the parent
	index  int    // in the list that is the parent
}

// Object is an object in the order of the file.
type Object struct {
	Keys   []string
	Values map[string]*Value
}

// Limits are the limits of a document.
type Limits struct {
	Bytes  int
	Depth  int
	Values int
}

// Path returns the place of the value in the document; it is empty for the document itself.
func (v *Value) Path() string {
	var parts []string
	for at := v; at.parent != nil; at = at.parent {
		if at.key == "" && !at.parent.isObject() {
			parts = append(parts, "["+strconv.Itoa(at.index)+"]")
		} else {
			parts = append(parts, "."+at.key)
		}
	}
	var b strings.Builder
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteString(parts[i])
	}
	return strings.TrimPrefix(b.String(), ".")
}

func (v *Value) isObject() bool {
	_, ok := v.Data.(*Object)
	return ok
}

// Wrong reports an error in the value, after its path; the hint may be empty.
func (v *Value) Wrong(list *diag.List, code diag.Code, hint, format string, args ...any) {
	list.ErrorHint(code, v.Span, hint, "%s: %s", v.Path(), fmt.Sprintf(format, args...))
}

// Describe names the kind of a value.
func (v *Value) Describe() string {
	switch d := v.Data.(type) {
	case string:
		return "a string"
	case json.Number:
		return "a number"
	case bool:
		return fmt.Sprint(d)
	case []*Value:
		return "a list"
	case *Object:
		return "an object"
	}
	return "null"
}

// Get returns the value of a key; for a missing key, or a value that is not an object, it returns a value without data.
func (v *Value) Get(key string) *Value {
	if o, ok := v.Data.(*Object); ok && o.Values[key] != nil {
		return o.Values[key]
	}
	return &Value{Span: v.Span, Missing: true, parent: v, key: key}
}

// Items returns the values of a list.
func (v *Value) Items() []*Value {
	items, _ := v.Data.([]*Value)
	return items
}

// Text returns a string; it is empty for any other value.
func (v *Value) Text() string {
	s, _ := v.Data.(string)
	return s
}
