package starter

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Go packages. A model can call functions whose parameters and results have simple types; the last result may be an error. If a type has a
// constructor without parameters and such methods, the system is a value of the type; otherwise it is the functions of the package.
// Omitted functions are listed with the reason.

// modelTypes are the types of the language for those of Go.
var modelTypes = map[string]string{"bool": "bool", "string": "string", "int": "int64", "int64": "int64", "int32": "int32", "rune": "int32", "int16": "int16", "int8": "int8",
	"uint": "uint64", "uint64": "uint64", "uint32": "uint32", "uint16": "uint16", "uint8": "uint8", "byte": "uint8"}

// function is a function that a model can call.
type function struct {
	name    string // in Go
	params  []parameter
	results []parameter
	failing bool // a last result is an error
}

type parameter struct{ name, goType string }

// isNumber reports whether a test receives values as *big.Int.
func (p parameter) isNumber() bool { return p.goType != "bool" && p.goType != "string" }

// subject is what is tested: the functions of a package or the methods of a value.
type subject struct {
	pkg         string
	constructor string // of the value; empty for functions of the package
	functions   []function
	leftOut     []string // what the model leaves out, each with the reason
}

// maxFunctions is the maximum number of functions of a first model.
const maxFunctions = 8

// GoPackage generates the files for a Go package: a model, and a test that connects it with the package. The folder of the package is
// within root, the folder of the project.
func GoPackage(root, folder, name string) (*Project, error) {
	if !filepath.IsLocal(folder) {
		return nil, fmt.Errorf("--go: %s is not a folder within the project: write a path relative to it, as in ./internal/cache", folder)
	}
	s, err := readPackage(filepath.Join(root, folder))
	if err != nil {
		return nil, err
	}
	name = nameOf(cmp.Or(name, s.pkg))
	model, test := name+".sxt", name+"_sextant_test.go"
	folder = filepath.ToSlash(filepath.Clean(folder))
	inside := func(file string) string { return path.Join(folder, file) }
	return &Project{
		Files: []File{{inside(model), formatted(s.model(name))}, {inside(test), s.test(name, model)}, goJob(inside(model), folder)},
		Notes: s.leftOut,
		Next:  []string{"go get github.com/sextant-mbt/sextant", "sextant check " + inside(model), "go test ./" + folder + " -run Sextant"},
	}, nil
}

// goJob is the job that runs the tests of the package.
func goJob(model, folder string) File {
	j := job(model, "")
	j.Text += "      - uses: actions/setup-go@v5\n        with:\n          go-version: stable\n      - run: go test ./" + folder + "\n"
	return j
}

// ErrNoFunctions is the error for a package without functions that a model can call.
type ErrNoFunctions struct{ LeftOut []string }

// Error names the functions, each with the reason.
func (e *ErrNoFunctions) Error() string {
	const what = "--go: the package has no exported functions or methods whose parameters and results are bool, string or integers; write the model by hand (see docs/testing.md)"
	return strings.Join(append([]string{what}, e.LeftOut...), "\n  ")
}

// readPackage finds the functions and methods of a package that can be tested.
func readPackage(folder string) (*subject, error) {
	pkg, err := build.ImportDir(folder, 0)
	var none *build.NoGoError
	switch {
	case errors.As(err, &none):
		return nil, fmt.Errorf("--go: there is no Go package in %s", folder)
	case err != nil:
		return nil, fmt.Errorf("--go: %w", err)
	case pkg.IsCommand():
		return nil, fmt.Errorf("--go: %s is a program; test it by its standard input and output (see docs/sut.md)", folder)
	}
	var files []*ast.File
	for _, name := range pkg.GoFiles {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("--go: %w", err)
		}
		files = append(files, f)
	}
	s := choose(pkg.Name, candidates(files))
	if len(s.functions) == 0 {
		return nil, &ErrNoFunctions{s.leftOut}
	}
	return s, nil
}

// candidate is an exported function or method of a package.
type candidate struct {
	function
	owner string // the type of a method; empty for a function
	makes string // the result type of a constructor without parameters; empty for others
	why   string // why a model cannot call it; empty if it can
}

// callable reports whether a model can call a function of an owner.
func (c *candidate) callable(owner string) bool {
	return c.owner == owner && c.why == "" && c.makes == ""
}

// String is the name, with the type of a method.
func (c *candidate) String() string {
	if c.owner == "" {
		return c.name
	}
	return c.owner + "." + c.name
}

// candidates returns the exported functions, and the exported methods of exported types.
func candidates(files []*ast.File) []candidate {
	var out []candidate
	for _, file := range files {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() {
				continue
			}
			if owner := receiver(f); owner == "" || ast.IsExported(owner) {
				out = append(out, newCandidate(f, owner))
			}
		}
	}
	return out
}

func newCandidate(f *ast.FuncDecl, owner string) candidate {
	if makes := constructed(f); makes != "" {
		return candidate{function: function{name: f.Name.Name}, makes: makes}
	}
	read, why := readFunction(f)
	return candidate{function: read, owner: owner, why: why}
}

// choose returns the type with the most methods that a model can call, or if there is none, the functions of the package.
func choose(pkg string, all []candidate) *subject {
	best, of := &subject{pkg: pkg, functions: callable(all, "")}, ""
	for _, c := range all {
		if methods := callable(all, c.makes); c.makes != "" && len(methods) > 0 && (of == "" || len(methods) > len(best.functions)) {
			best, of = &subject{pkg: pkg, constructor: c.name, functions: methods}, c.makes
		}
	}
	best.functions = best.functions[:min(maxFunctions, len(best.functions))]
	best.leftOut = best.without(of, all)
	return best
}

// callable returns the functions of an owner that a model can call.
func callable(all []candidate, owner string) []function {
	var out []function
	for _, c := range all {
		if c.callable(owner) {
			out = append(out, c.function)
		}
	}
	return out
}

// without lists the candidates that are not in the model of an owner, each with the reason.
func (s *subject) without(owner string, all []candidate) []string {
	model := "the functions of the package"
	if owner != "" {
		model = "the type " + owner
	}
	var out []string
	for _, c := range all {
		why := c.why
		switch {
		case c.name == s.constructor && c.owner == "", c.callable(owner) && s.has(c.name):
			continue
		case why == "" && c.makes == owner && c.makes != "":
			why = "values are made by " + s.constructor
		case why == "" && c.callable(owner):
			why = fmt.Sprintf("a first model has at most %d functions", maxFunctions)
		case why == "":
			why = "the model is one of " + model
		}
		out = append(out, fmt.Sprintf("%v is left out: %s", &c, why))
	}
	return few(out)
}

// has reports whether the model has a function.
func (s *subject) has(name string) bool {
	return slices.ContainsFunc(s.functions, func(f function) bool { return f.name == name })
}

// maxNotes is the maximum number of listed omissions.
const maxNotes = 12

// few returns the first notes, and the number of the rest.
func few(notes []string) []string {
	if more := len(notes) - maxNotes; more > 0 {
		return append(notes[:maxNotes:maxNotes], fmt.Sprintf("%d more are left out", more))
	}
	return notes
}

// constructed returns the type T for a function New... without parameters that returns T or *T; empty for other functions.
func constructed(f *ast.FuncDecl) string {
	if f.Recv != nil || !strings.HasPrefix(f.Name.Name, "New") || f.Type.Params.NumFields() > 0 || f.Type.Results.NumFields() != 1 {
		return ""
	}
	if id, arguments := typeName(f.Type.Results.List[0].Type); !arguments && id.IsExported() {
		return id.Name
	}
	return ""
}

// receiver is the name of the type of a method, empty for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return ""
	}
	id, _ := typeName(f.Recv.List[0].Type)
	return id.Name
}

// typeName returns the name of a type or of a pointer to it, and whether it has type arguments. The name is empty for others.
func typeName(t ast.Expr) (name *ast.Ident, arguments bool) {
	switch t := t.(type) {
	case *ast.Ident:
		return t, false
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.ParenExpr:
		return typeName(t.X)
	case *ast.IndexExpr:
		name, _ = typeName(t.X)
		return name, true
	case *ast.IndexListExpr:
		name, _ = typeName(t.X)
		return name, true
	}
	return &ast.Ident{}, false
}

// readFunction reads the types of a function, or returns why a model cannot call it.
func readFunction(f *ast.FuncDecl) (out function, why string) {
	out.name = f.Name.Name
	if f.Type.TypeParams != nil || ofGeneric(f) {
		return out, "it has type parameters"
	}
	if out.params, why = readValues("parameter", "a", fieldTypes(f.Type.Params)); why != "" {
		return out, why
	}
	results := fieldTypes(f.Type.Results)
	if n := len(results); n > 0 && isError(results[n-1]) {
		out.failing, results = true, results[:n-1]
	}
	out.results, why = readValues("result", "result", results)
	if len(out.results) == 1 {
		out.results[0].name = "result"
	}
	return out, why
}

// ofGeneric reports whether a function is a method of a type with type parameters.
func ofGeneric(f *ast.FuncDecl) bool {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return false
	}
	_, arguments := typeName(f.Recv.List[0].Type)
	return arguments
}

// fieldTypes returns the type of each parameter or result.
func fieldTypes(fields *ast.FieldList) []ast.Expr {
	if fields == nil {
		return nil
	}
	var out []ast.Expr
	for _, f := range fields.List {
		for range max(1, len(f.Names)) {
			out = append(out, f.Type)
		}
	}
	return out
}

// readValues names parameters or results of simple types, or reports one of another type.
func readValues(kind, prefix string, list []ast.Expr) (out []parameter, why string) {
	for i, t := range list {
		id, ok := t.(*ast.Ident)
		if !ok || modelTypes[id.Name] == "" {
			return nil, fmt.Sprintf("%s %d is %s; only bool, string and integers are supported", kind, i+1, types.ExprString(t))
		}
		out = append(out, parameter{fmt.Sprintf("%s%d", prefix, i+1), id.Name})
	}
	return out, ""
}

func isError(t ast.Expr) bool {
	id, ok := t.(*ast.Ident)
	return ok && id.Name == "error"
}
