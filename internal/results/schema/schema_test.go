package schema_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/sextant-mbt/sextant/internal/results/schema"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// TestSchemas compares the schemas with those in docs/schemas, which users read.
func TestSchemas(t *testing.T) {
	for _, d := range schema.Documents {
		text, err := d.JSON()
		if err != nil {
			t.Fatal(err)
		}
		golden.File(t, filepath.Join("..", "..", "..", "docs", "schemas", d.Name+".json"), string(text))
		var back jsonschema.Schema
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		if _, err := back.Resolve(nil); err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "docs", "schemas", "*.json"))
	if err != nil || len(files) != len(schema.Documents) {
		t.Errorf("docs/schemas has %d files for %d documents: %v", len(files), len(schema.Documents), err)
	}
}

// TestEnumerations: the schemas have every constant of every named string type of package result, and no other.
func TestEnumerations(t *testing.T) {
	declared := map[string][]string{}
	files, err := filepath.Glob(filepath.Join("..", "result", "*.go"))
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			if typ, ok := spec.Type.(*ast.Ident); ok && len(spec.Values) == 1 {
				if literal, ok := spec.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
					value, err := strconv.Unquote(literal.Value)
					if err != nil {
						t.Fatal(err)
					}
					declared[typ.Name] = append(declared[typ.Name], value)
				}
			}
			return true
		})
	}
	if len(declared) < 12 {
		t.Fatalf("only %d types were found", len(declared))
	}
	got := schema.Enumerations()
	for name, values := range declared {
		slices.Sort(values)
		slices.Sort(got[name])
		if !slices.Equal(values, got[name]) {
			t.Errorf("%s: declared %q, in the schemas %q", name, values, got[name])
		}
	}
	if len(got) != len(declared) {
		t.Errorf("%d enumerations for %d types", len(got), len(declared))
	}
}
