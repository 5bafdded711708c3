package schema

import (
	"reflect"
	"regexp"
	"slices"
)

// partsOf lists the named structs within a type, in the order in which they occur, without those that are embedded somewhere: their
// fields are fields of others.
func partsOf(root reflect.Type) []reflect.Type {
	v := &parts{embedded: map[reflect.Type]bool{root: true}}
	v.visit(root)
	return slices.DeleteFunc(v.found, func(t reflect.Type) bool { return v.embedded[t] })
}

type parts struct {
	found    []reflect.Type
	embedded map[reflect.Type]bool
}

func (v *parts) visit(t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		v.visit(t.Elem())
	case reflect.Struct:
		if slices.Contains(v.found, t) {
			return
		}
		v.found = append(v.found, t)
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() || f.Tag.Get("json") == "-" {
				continue
			}
			if f.Anonymous {
				v.embedded[f.Type] = true
			}
			v.visit(f.Type)
		}
	}
}

var notInNames = regexp.MustCompile(`[^A-Za-z0-9]`)

// partName is the name of the definition of a type.
func partName(t reflect.Type) string { return notInNames.ReplaceAllString(t.Name(), "") }
