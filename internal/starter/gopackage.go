package starter

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Go packages. The functions that a model can call have parameters of simple types and at most one result of one; where a type has a
// constructor without parameters and such methods, the system is a value of the type, and otherwise it is the functions of the package.

// modelTypes are the types of the language for those of Go.
var modelTypes = map[string]string{"bool": "bool", "string": "string", "int": "int64", "int64": "int64", "int32": "int32", "uint32": "uint32", "uint8": "uint8", "byte": "uint8"}

// function is a function that a model can call.
type function struct {
	name    string // in Go
	params  []parameter
	result  string // type in Go; empty if there is none
	failing bool   // a last result is an error
}

type parameter struct{ name, goType string }

// isNumber reports whether values come to a test as *big.Int.
func (p parameter) isNumber() bool { return p.goType != "bool" && p.goType != "string" }

// subject is what is tested: the functions of a package or the methods of a value.
type subject struct {
	pkg         string
	constructor string // of the value; empty for functions of the package
	functions   []function
}

// maxFunctions is how many functions a first model has.
const maxFunctions = 8

// GoPackage makes a project for a Go package: a model, and a test that connects it with the package. The folder of the package is one of
// the project, whose folder is root.
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
		Next:  []string{"go get github.com/sextant-mbt/sextant", "sextant check " + inside(model), "go test ./" + folder + " -run Sextant"},
	}, nil
}

// goJob is the job that runs the tests of the package.
func goJob(model, folder string) File {
	j := job(model, "")
	j.Text += "      - uses: actions/setup-go@v5\n        with:\n          go-version: stable\n      - run: go test ./" + folder + "\n"
	return j
}

// readPackage finds what can be tested in a package.
func readPackage(folder string) (*subject, error) {
	pkg, err := build.ImportDir(folder, 0)
	var none *build.NoGoError
	switch {
	case errors.As(err, &none):
		return nil, fmt.Errorf("--go: there is no Go package in %s", folder)
	case err != nil:
		return nil, fmt.Errorf("--go: %w", err)
	case pkg.IsCommand():
		return nil, fmt.Errorf("--go: %s is a program; test it by its standard input and output, as docs/sut.md says", folder)
	}
	var files []*ast.File
	for _, name := range pkg.GoFiles {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("--go: %w", err)
		}
		files = append(files, f)
	}
	if s := choose(pkg.Name, files); s != nil {
		return s, nil
	}
	return nil, errors.New("--go: the package has no exported functions or methods whose parameters are bool, string or integers; write the model by hand, as docs/testing.md says")
}

// choose takes the type with the most methods that a model can call, or else the functions; nil if there are none.
func choose(pkg string, files []*ast.File) *subject {
	constructors, methods := map[string]string{}, map[string][]function{}
	for _, file := range files {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || f.Type.TypeParams != nil {
				continue
			}
			if made := constructed(f); made != "" {
				constructors[made] = f.Name.Name
			} else if callable, ok := readFunction(f); ok {
				methods[receiver(f)] = append(methods[receiver(f)], callable)
			}
		}
	}
	best := &subject{pkg: pkg, functions: methods[""]}
	for _, t := range slices.Sorted(maps.Keys(constructors)) {
		if len(methods[t]) > 0 && (best.constructor == "" || len(methods[t]) > len(best.functions)) {
			best = &subject{pkg: pkg, constructor: constructors[t], functions: methods[t]}
		}
	}
	if len(best.functions) == 0 {
		return nil
	}
	best.functions = best.functions[:min(maxFunctions, len(best.functions))]
	return best
}

// constructed is the type that a function New... without parameters returns, or a pointer to it; empty for other functions.
func constructed(f *ast.FuncDecl) string {
	if f.Recv != nil || !strings.HasPrefix(f.Name.Name, "New") || f.Type.Params.NumFields() > 0 || f.Type.Results.NumFields() != 1 {
		return ""
	}
	t := f.Type.Results.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if id, ok := t.(*ast.Ident); ok && id.IsExported() {
		return id.Name
	}
	return ""
}

// receiver is the name of the type of a method, empty for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return ""
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name
	}
	return "?"
}

// readFunction reads the types of a function, if a model can call it.
func readFunction(f *ast.FuncDecl) (function, bool) {
	out := function{name: f.Name.Name}
	for _, p := range f.Type.Params.List {
		t, ok := simpleType(p.Type)
		if !ok {
			return out, false
		}
		for range max(1, len(p.Names)) {
			out.params = append(out.params, parameter{fmt.Sprintf("a%d", len(out.params)+1), t})
		}
	}
	return out, readResults(&out, f.Type.Results)
}

// readResults reads the results: at most one of a simple type, and then at most one error.
func readResults(out *function, results *ast.FieldList) bool {
	if results == nil {
		return true
	}
	var types []ast.Expr
	for _, r := range results.List {
		for range max(1, len(r.Names)) {
			types = append(types, r.Type)
		}
	}
	if n := len(types); n > 0 && isError(types[n-1]) {
		out.failing, types = true, types[:n-1]
	}
	if len(types) == 1 {
		t, ok := simpleType(types[0])
		out.result = t
		return ok
	}
	return len(types) == 0
}

func isError(t ast.Expr) bool {
	id, ok := t.(*ast.Ident)
	return ok && id.Name == "error"
}

func simpleType(t ast.Expr) (string, bool) {
	id, ok := t.(*ast.Ident)
	if !ok {
		return "", false
	}
	_, known := modelTypes[id.Name]
	return id.Name, known
}

// channel is the name of the input for a function. Names of the language are small, so none is a word of it with this ending.
func (f function) channel() string { return strings.ToLower(f.name[:1]) + f.name[1:] + "Call" }

// answer is the name of the output for a function.
func (f function) answer() string { return strings.ToLower(f.name[:1]) + f.name[1:] + "Return" }

// model is the text of the first model: every call may return anything.
func (s *subject) model(name string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# The first model of the Go package %s: each call may return any value. Start here: add variables and guards that say which\n# value is right when. The test beside it calls the package.\nsystem %s\n\n", s.pkg, systemName(name))
	for _, f := range s.functions {
		var params []string
		for _, p := range f.params {
			params = append(params, p.name+": "+modelTypes[p.goType])
		}
		fmt.Fprintf(&out, "input %s(%s)\noutput %s(%s)\n", f.channel(), strings.Join(params, ", "), f.answer(), f.declared())
	}
	out.WriteString("\ninitial ready\n")
	for _, f := range s.functions {
		var params []string
		for _, p := range f.params {
			params = append(params, p.name)
		}
		any, sent := f.chosen()
		fmt.Fprintf(&out, "%s: ready -> ready%s in %s(%s) out %s(%s)\n", f.channel(), any, f.channel(), strings.Join(params, ", "), f.answer(), sent)
	}
	return out.String()
}

// declared are the values of the answer.
func (f function) declared() string {
	var out []string
	if f.result != "" {
		out = append(out, "result: "+modelTypes[f.result])
	}
	if f.failing {
		out = append(out, "failed: bool")
	}
	return strings.Join(out, ", ")
}

// chosen is the clause that lets the system choose the values of the answer, and the values.
func (f function) chosen() (any, sent string) {
	if f.declared() == "" {
		return "", ""
	}
	var names []string
	for _, p := range strings.Split(f.declared(), ", ") {
		name, _, _ := strings.Cut(p, ":")
		names = append(names, name)
	}
	return " any " + f.declared(), strings.Join(names, ", ")
}

// test is the text of the test that connects the model with the package.
func (s *subject) test(name, model string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "package %s\n\nimport (\n%s\t\"testing\"\n\n\t\"github.com/sextant-mbt/sextant\"\n)\n\n", s.pkg, s.numbers())
	fmt.Fprintf(&out, "// TestSextant%s tests the package against its model.\nfunc TestSextant%s(t *testing.T) {\n", systemName(name), systemName(name))
	out.WriteString("\tstart := func() func(sextant.Message) []sextant.Message {\n")
	called := ""
	if s.constructor != "" {
		fmt.Fprintf(&out, "\t\tsystem := %s()\n", s.constructor)
		called = "system."
	}
	out.WriteString("\t\treturn func(in sextant.Message) []sextant.Message {\n\t\t\tswitch in.Channel {\n")
	for _, f := range s.functions {
		out.WriteString(f.testCase(called))
	}
	out.WriteString("\t\t\t}\n\t\t\treturn nil\n\t\t}\n\t}\n")
	fmt.Fprintf(&out, "\tsextant.Test(t, sextant.File(%q), sextant.Synchronous(start), sextant.TestOptions{})\n}\n", model)
	return out.String()
}

// numbers is the import that parameters that are numbers need.
func (s *subject) numbers() string {
	for _, f := range s.functions {
		if slices.ContainsFunc(f.params, parameter.isNumber) {
			return "\t\"math/big\"\n"
		}
	}
	return ""
}

// testCase calls the function with the values of its input, and answers with its result.
func (f function) testCase(called string) string {
	var args, results, values []string
	for i, p := range f.params {
		arg := fmt.Sprintf("in.Payload[%d].(%s)", i, p.goType)
		if p.isNumber() {
			arg = fmt.Sprintf("%s(in.Payload[%d].(*big.Int).Int64())", p.goType, i)
		}
		args = append(args, arg)
	}
	if f.result != "" {
		results, values = append(results, "result"), append(values, "result")
	}
	if f.failing {
		results, values = append(results, "err"), append(values, "err != nil")
	}
	call := called + f.name + "(" + strings.Join(args, ", ") + ")"
	if len(results) > 0 {
		call = strings.Join(results, ", ") + " := " + call
	}
	return fmt.Sprintf("\t\t\tcase %q:\n\t\t\t\t%s\n\t\t\t\treturn []sextant.Message{{Channel: %q, Payload: []any{%s}}}\n", f.channel(), call, f.answer(), strings.Join(values, ", "))
}
