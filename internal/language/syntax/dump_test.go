package syntax

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// dumpFile writes the tree of a file as nested lists, one declaration on a line, without places: two files with the same dump have the same
// meaning.
func dumpFile(f *File) string {
	var out strings.Builder
	if f.System.Text != "" {
		fmt.Fprintf(&out, "(System %s)\n", f.System.Text)
	}
	for _, d := range f.Decls {
		dump(&out, reflect.ValueOf(d))
		out.WriteByte('\n')
	}
	return out.String()
}

// The types that dump leaves out or writes in a special way.
var (
	placeType = reflect.TypeFor[Place]()
	spanType  = reflect.TypeFor[diag.Span]()
	nameType  = reflect.TypeFor[Name]()
)

// dump writes a value of the tree: a struct as (Type fields), a slice as [elements].
func dump(out *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			out.WriteString("nil")
			return
		}
		dump(out, v.Elem())
	case reflect.Struct:
		dumpStruct(out, v)
	case reflect.Slice:
		out.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				out.WriteByte(' ')
			}
			dump(out, v.Index(i))
		}
		out.WriteByte(']')
	case reflect.String:
		out.WriteString(strconv.Quote(v.String()))
	default:
		fmt.Fprint(out, v.Interface())
	}
}

func dumpStruct(out *strings.Builder, v reflect.Value) {
	if v.Type() == nameType {
		out.WriteString(dumpName(v.FieldByName("Text").String()))
		return
	}
	out.WriteString("(" + v.Type().Name())
	for i := range v.NumField() {
		if t := v.Field(i).Type(); t == placeType || t == spanType {
			continue
		}
		out.WriteByte(' ')
		dump(out, v.Field(i))
	}
	out.WriteByte(')')
}

// dumpName shows a missing name.
func dumpName(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
