package emit

import (
	"fmt"
	"go/format"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
)

// Contracts as tests of Go functions. The generated file needs the standard library only. Numbers of the model are exact,
// those of the test are not: conditions are computed with int64, so the file keeps the inputs small enough that nothing can
// overflow, and skips results for which something could.

// GoTestOptions are the inputs and names of a generated test.
type GoTestOptions struct {
	Package  string         // of the generated file
	Function string         // the function as that package calls it; empty is the name of the extern
	Rows     [][]term.Value // inputs: the scalars of the arguments
	Try      [][]term.Value // inputs that are tried for demands that some input has to meet, if there are too many for all
	Largest  int64          // size of the largest int that the fuzz test gives; 0 is a million

	// OnlyPossible skips inputs for which no result satisfies the postcondition: there the contract is faulty. It has no effect on behaviours
	// whose results have no bounds, for which the generated test cannot decide this.
	OnlyPossible bool

	// Constants are the values of frozen constants that the contract mentions.
	Constants map[*term.Term]term.Value
}

// goReserved lists the words that cannot be names of parameters in the generated file.
const goReserved = `break case chan const continue default defer else fallthrough for func go goto if import interface map package
range return select struct switch type var any append bool byte cap clear close complex copy delete error false float32 float64
int int8 int16 int32 int64 iota len make max min new nil panic print println real recover rune string true uint uint8 uint16 uint32
uint64 uintptr applies call result row t f tried try errors fmt math regexp slices strconv strings testing utf8`

// GoTest writes a test file for a Go function: for a contract, a test over given inputs and a fuzz test; for demands on some input, a test
// that looks for one.
func GoTest(w io.Writer, s *sts.System, x *sts.Extern, d contract.Duty, options GoTestOptions) error {
	g, err := newGoFile(s, x, d, options)
	if err != nil {
		return err
	}
	if g.every > 0 {
		g.tableTest()
		g.fuzzTest()
		g.check()
	}
	for i := g.every; i < len(g.behaviors); i++ {
		g.someTest(i)
	}
	for i, b := range g.behaviors {
		g.conditions(b, i)
	}
	g.body.WriteString(calledHelpers(g.prefix, g.body.String()))
	if g.err != nil {
		return g.err
	}
	text, err := format.Source([]byte(g.header() + g.body.String()))
	if err != nil {
		return fmt.Errorf("the test of %s cannot be written as Go: %w", x.Name, err)
	}
	_, err = w.Write(text)
	return err
}

// goFile is a file under construction.
type goFile struct {
	*writer
	system    *sts.System
	extern    *sts.Extern
	contract  *sts.Contract
	options   GoTestOptions
	behaviors []sts.Behavior // with constants replaced by their values
	every     int            // the number of behaviors that apply to every input; they come first, and the others must hold for some input
	suffixes  []string       // of the functions of each behaviour
	prefix    string         // of the names in the file
	params    []string       // names
	largest   int64          // input
	tooLarge  int64          // results from here on cannot be checked; 0 if all can
	body      strings.Builder
}

func (g *goFile) line(format string, args ...any) { fmt.Fprintf(&g.body, format+"\n", args...) }

func newGoFile(s *sts.System, x *sts.Extern, d contract.Duty, options GoTestOptions) (*goFile, error) {
	k := &sts.Contract{Name: d.Contract.Name, Behaviors: slices.Concat(d.Contract.Behaviors, d.Some)}
	if options.Function == "" {
		options.Function = x.Name
	}
	prefix := lowerFirst(identifier(x.Name))
	if k.Name != "" {
		prefix += upperFirst(identifier(k.Name))
	}
	g := &goFile{writer: newWriter(newGoLanguage(s.Store, prefix), goReserved+" "+options.Function), system: s, extern: x, contract: k, every: len(d.Contract.Behaviors), options: options, prefix: prefix}
	if len(k.Behaviors) == 0 {
		return nil, fmt.Errorf("the contract of %s has no behavior to test", x.Name)
	}
	if err := g.name(); err != nil {
		return nil, err
	}
	if err := g.fixConstants(); err != nil {
		return nil, err
	}
	return g, g.chooseSizes()
}

// name gives parameters and result their names in Go.
func (g *goFile) name() error {
	rest := g.extern.Inputs
	for _, p := range g.extern.Params {
		name := g.invent(p.Name)
		g.params = append(g.params, name)
		if err := g.nameLeaves(name, p.Type, rest[:p.Type.Size()]); err != nil {
			return err
		}
		rest = rest[p.Type.Size():]
	}
	return g.nameLeaves("result", g.extern.Result, g.extern.Output)
}

func (g *goFile) nameLeaves(name string, t *sts.Type, vars []*term.Term) error {
	if !t.IsPlain() {
		return fmt.Errorf("%s of %s is of type %s, which a generated Go test cannot have", name, g.extern.Name, t)
	}
	if hasRecord(t) {
		return fmt.Errorf("%s of %s is the record %s, which a generated Go test cannot have", name, g.extern.Name, t)
	}
	for i, leaf := range t.Leaves() {
		g.names[vars[i]] = name + leaf.Path
	}
	return nil
}

func hasRecord(t *sts.Type) bool { return t.IsRecord() || t.IsArray() && hasRecord(t.Elem) }

// fixConstants puts the values of frozen constants into the conditions and names the functions.
func (g *goFile) fixConstants() error {
	behaviors, err := contract.WithConstants(g.system.Store, g.extern, g.contract, g.options.Constants)
	if err != nil {
		return err
	}
	for i, b := range behaviors {
		g.behaviors = append(g.behaviors, b)
		g.suffixes = append(g.suffixes, g.invent(upperFirst(identifier(contract.ShortName(b, i)))))
	}
	return nil
}

// header is everything up to the first declaration.
func (g *goFile) header() string {
	var b strings.Builder
	b.WriteString("// Code generated by sextant; DO NOT EDIT.\n\n")
	fmt.Fprintf(&b, "// Tests of %s against %s:\n//\n", g.options.Function, contractTitle(g.system, g.extern, g.contract))
	for i, c := range g.behaviors {
		form := "//\t%s: requires %s ensures %s\n"
		if i >= g.every {
			form = "//\t%s: some input that satisfies %s has a result that satisfies %s\n"
		}
		fmt.Fprintf(&b, form, c.NumberedTitle(i), contract.PlainText(g.system, g.extern, c.Pre), contract.PlainText(g.system, g.extern, c.Post))
	}
	for _, e := range enumerations(g.extern) {
		fmt.Fprintf(&b, "//\n// Enumerations are numbers: %s.\n", e)
	}
	fmt.Fprintf(&b, "\npackage %s\n\nimport (\n", g.options.Package)
	for _, name := range []string{"errors", "fmt", "math", "regexp", "slices", "strconv", "strings", "testing", "unicode/utf8"} {
		if strings.Contains(g.body.String(), name[strings.LastIndexByte(name, '/')+1:]+".") {
			fmt.Fprintf(&b, "%q\n", name)
		}
	}
	b.WriteString(")\n\n")
	return b.String()
}

// tableTest writes the test over the given inputs.
func (g *goFile) tableTest() {
	g.line("// Test%s calls the function for chosen inputs.", upperFirst(g.prefix))
	g.line("func Test%s(t *testing.T) {", upperFirst(g.prefix))
	for _, row := range g.options.Rows {
		g.line("t.Run(%q, func(t *testing.T) { %sCheck(%s) })", value.FormatCall(g.extern, row), g.prefix, strings.Join(append([]string{"t"}, g.arguments(g.literals(row))...), ", "))
	}
	g.line("}\n")
}

// literals returns the scalars of arguments as Go writes them.
func (g *goFile) literals(row []term.Value) []string {
	out := make([]string, len(row))
	for i, v := range row {
		out[i] = g.constantOf(g.extern.Inputs[i].Sort(), v).text
	}
	return out
}

// arguments returns the arguments of a call, given the texts of their scalars.
func (g *goFile) arguments(scalars []string) []string {
	var out []string
	for _, p := range g.extern.Params {
		out = append(out, composite(p.Type, scalars[:p.Type.Size()]))
		scalars = scalars[p.Type.Size():]
	}
	return out
}

// composite is a value of a type, given the texts of its scalars.
func composite(t *sts.Type, scalars []string) string {
	if t.Scalar != nil {
		return scalars[0]
	}
	parts := make([]string, t.Length)
	size := t.Elem.Size()
	for i := range parts {
		parts[i] = composite(t.Elem, scalars[i*size:(i+1)*size])
	}
	return goTypeOf(t) + "{" + strings.Join(parts, ", ") + "}"
}

func goTypeOf(t *sts.Type) string {
	if t.Scalar != nil {
		return goType(t.Scalar)
	}
	return fmt.Sprintf("[%d]%s", t.Length, goTypeOf(t.Elem))
}

func upperFirst(text string) string { return mapFirst(text, unicode.ToUpper) }

func lowerFirst(text string) string { return mapFirst(text, unicode.ToLower) }

func mapFirst(text string, change func(rune) rune) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(change(r)) + text[size:]
}
