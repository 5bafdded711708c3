package report_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/report"
	"github.com/sextant-mbt/sextant/internal/results/schema"
)

// plainText are the documents whose text is that of a file, which the command writes itself.
var plainText = []string{"import", "contract-export"}

// TestEveryDocumentHasText: report.Text knows every document that a command prints.
func TestEveryDocumentHasText(t *testing.T) {
	for _, d := range schema.Documents {
		document := reflect.New(d.Type())
		fill(document.Elem(), 4) // the parts of a deeper one would have to agree
		written := report.Text(document.Interface(), report.Options{}) != ""
		if want := len(d.Commands) > 0 && !slices.Contains(plainText, d.Name); written != want && d.Name != "unfinished" {
			t.Errorf("report.Text writes %s, the document %q: %v, want %v", d.Type(), d.Name, written, want)
		}
	}
}

// fill gives a value parts down to a depth: a list has one element, a pointer a value, a text a letter.
func fill(v reflect.Value, depth int) {
	if depth == 0 {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), depth-1)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth-1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth-1)
	}
}
