package sextant_test

import (
	"bytes"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// readPackage reads the exported declarations of the package, without tests.
func readPackage(t *testing.T) (*token.FileSet, *doc.Package) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	var sources []*ast.File
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(files, e.Name(), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, f)
	}
	p, err := doc.NewFromFiles(files, sources, "github.com/sextant-mbt/sextant")
	if err != nil {
		t.Fatal(err)
	}
	return files, p
}

// TestAPI: the exported names, with signatures and fields, are those of testdata/api.txt, so that a change of the API is seen.
func TestAPI(t *testing.T) {
	files, p := readPackage(t)
	var out bytes.Buffer
	show := func(node ast.Node) {
		var text bytes.Buffer
		if err := printer.Fprint(&text, files, node); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text.String()) {
			if line, _, _ = strings.Cut(line, "//"); strings.TrimSpace(line) != "" {
				out.WriteString(strings.TrimRight(line, " \t\n") + "\n")
			}
		}
	}
	values := func(list []*doc.Value) {
		for _, v := range list {
			v.Decl.Doc = nil
			show(v.Decl)
		}
	}
	functions := func(list []*doc.Func) {
		for _, f := range list {
			f.Decl.Doc, f.Decl.Body = nil, nil
			show(f.Decl)
		}
	}
	values(p.Consts)
	values(p.Vars)
	functions(p.Funcs)
	for _, typ := range p.Types {
		out.WriteString("\n")
		typ.Decl.Doc = nil
		show(typ.Decl)
		values(typ.Consts)
		values(typ.Vars)
		functions(typ.Funcs)
		functions(typ.Methods)
	}
	golden.File(t, "testdata/api.txt", out.String())
}

// TestDocumented: every exported name has a comment, and no type of an internal package is part of the API.
func TestDocumented(t *testing.T) {
	_, p := readPackage(t)
	check := func(name, text string) {
		if strings.TrimSpace(text) == "" {
			t.Errorf("%s has no comment", name)
		}
	}
	check("the package", p.Doc)
	for _, f := range p.Funcs {
		check(f.Name, f.Doc)
	}
	for _, typ := range p.Types {
		check(typ.Name, typ.Doc)
		for _, f := range append(typ.Funcs, typ.Methods...) {
			check(typ.Name+"."+f.Name, f.Doc)
		}
		for _, c := range typ.Consts {
			check(strings.Join(c.Names, ", "), c.Doc)
		}
	}
	api, err := os.ReadFile("testdata/api.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"driver.", "result.", "diag.", "ioco.", "tester.", "sut.", "sts."} {
		if bytes.Contains(api, []byte(name)) {
			t.Errorf("the API mentions %s", name)
		}
	}
}
