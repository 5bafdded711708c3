// Package services has what tests of converters of descriptions of services share: models with mappings.
package services

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/connect"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// Convert turns a description that must have no errors into a model, and returns it with the warnings.
func Convert(t testkit.Failer, converter func(*diag.File, *diag.List) convert.Model, text string) (convert.Model, []diag.Diagnostic) {
	t.Helper()
	var list diag.List
	m := converter(diag.NewFile("machine", text), &list)
	if list.HasErrors() {
		t.Fatalf("%v\n%s", diag.ToJSON(list.Sorted()), text)
	}
	return m, list.Sorted()
}

// Bind demands that the mapping of a model describes all its messages: requests of HTTP, or lines.
func Bind(t testkit.Failer, m convert.Model) {
	t.Helper()
	mapping, err := connect.ParseMapping("map.toml", []byte(m.Mapping))
	if err != nil {
		t.Fatalf("%v\n%s", err, m.Mapping)
	}
	system := testkit.TryText(t, m.Text)
	if system == nil {
		return
	}
	address, options := "exec:true", connect.Options{Mapping: mapping}
	if strings.Contains(m.Mapping, "\nrequest = ") {
		address, options.Reset = "http://127.0.0.1:1", sut.NoReset
	}
	if _, err := connect.Open(system, address, options); err != nil {
		t.Fatalf("%v\n%s\n%s", err, m.Text, m.Mapping)
	}
}

// CheckGolden demands that each file of a converter in testdata becomes the model and the mapping next to it, which fit each other.
func CheckGolden(t *testing.T, c testkit.Converter) {
	t.Helper()
	c.CheckGolden(t)
	for _, path := range c.Files(t) {
		m, _ := Convert(t, c.Convert, testkit.ReadFile(t, path))
		Bind(t, m)
		golden.File(t, strings.TrimSuffix(path, c.Ending)+".toml", m.Mapping)
	}
}
