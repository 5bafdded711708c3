package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/results/schema"
)

// TestEveryDocumentIsChecked: the script has a real document for each schema, and every command that prints JSON has a schema.
func TestEveryDocumentIsChecked(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("testdata", "script", "schema_documents.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range schema.Documents {
		if !strings.Contains(string(script)+"\n", "\nfits "+d.Name+"\n") && !strings.Contains(string(script), "\nfits "+d.Name+" ") {
			t.Errorf("no document is checked against the schema %s", d.Name)
		}
	}
	for _, a := range driver.Analyses {
		printsJSON := slices.ContainsFunc(a.Flags(a.New()), func(f driver.Field) bool { return f.Name == "json" })
		if printsJSON && !slices.ContainsFunc(schema.Documents, func(d schema.Document) bool { return slices.Contains(d.Commands, a.Name) }) {
			t.Errorf("%s has no schema", a.Name)
		}
	}
}
