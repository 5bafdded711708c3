package value

import (
	"errors"
	"testing"
)

// An object with a duplicate name is rejected at any depth, with the name and its position.
func TestRepeatedNamesAreRefused(t *testing.T) {
	for _, c := range []struct {
		document     string
		name         string
		line, column int
	}{
		{`{"a": 1, "a": 2}`, "a", 1, 10},
		{`["é", {"x": {"b": null, "b": null}}]`, "b", 1, 25},
		{"{\n  \"état\": 1,\n  \"\\u00e9tat\": 1}", "état", 3, 3},
		{`{"": 1, "": 1}`, "", 1, 9},
		{`{"a/b": 1, "a/b": 1}`, "a/b", 1, 12},
		{`{"\ud800": 1, "a": 1, "a": 1}`, "a", 1, 23},
		{`{"a": 1} `, "", 0, 0},
		{`[{"a": 1}, {"a": 1, "b": {"a": 1}}]`, "", 0, 0},
	} {
		_, err := ReadJSON([]byte(c.document))
		var into any
		second := ReadInto([]byte(c.document), &into)
		for _, err := range []error{err, second} {
			var repeated *RepeatedName
			if errors.As(err, &repeated) != (c.line > 0) {
				t.Errorf("%s: %v", c.document, err)
			} else if repeated != nil && (repeated.Name != c.name || repeated.Line != c.line || repeated.Column != c.column) {
				t.Errorf("%s: %v", c.document, err)
			}
		}
	}
}
