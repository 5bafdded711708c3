package report

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// documents are all documents that have a text.
func documents() []any {
	return []any{&result.Check{}, &result.Explore{}, &result.Abstract{}, &result.Chance{}, &result.Suite{}, &result.Concolic{}, &result.Weights{}, &result.Mutate{},
		&result.Run{}, &result.Replay{}, &result.Conform{}, &result.Table[result.TableState]{}, &result.Table[result.TableImported]{},
		&result.Table[result.TableRan]{}, &result.Table[result.TableChecked]{}, &result.Table[result.TableChecked]{Pruning: true},
		&result.ContractChecks{}, &result.FeasiblePaths{}, &result.Inferred{}, &result.ContractTests{}, &result.Doctor{}, &result.Trust{}, &result.GraphDocument{}, &result.Export{}}
}

// fill gives every string the same hostile text, every list some elements, every map an entry, and every number a value.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() { // others have constants
			v.SetString(hostile)
		}
	case reflect.Int, reflect.Int64:
		v.SetInt(2)
	case reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		n := 2
		if v.Type().Elem().Kind() == reflect.String {
			n = 3 // a test has one state more than steps
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(value)
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	}
}

// TestHostileDocuments puts hostile text everywhere into every document and checks that the output has no control sequences.
func TestHostileDocuments(t *testing.T) {
	for _, d := range documents() {
		name := fmt.Sprintf("%T", d)
		if got := Text(d, Options{}); name != "*result.Check" && got == "" && !strings.Contains(name, "Table") {
			t.Errorf("%s: an empty document has no text", name)
		}
		fill(reflect.ValueOf(d).Elem())
		got := Text(d, Options{Width: 100, Verbose: true})
		if strings.ContainsAny(got, "\x1b\x00\u202e\r\t") || !utf8.ValidString(got) {
			t.Errorf("%s: control characters get through:\n%q", name, got)
		}
		if len(got) < 20 {
			t.Errorf("%s: the text is %q", name, got)
		}
	}
}
