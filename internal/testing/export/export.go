package export

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// Suite is a set of tests of one model.
type Suite struct {
	System *sts.System
	Model  result.Model
	Seed   int64
	Tests  []script.Test
}

// Format is the language of an export.
type Format struct {
	Name     string
	Ending   string // of the names of its files
	Holds    string // description of the content of its files, for help and docs
	Runs     bool   // its files can be run
	Packages bool   // its files have a package, which Options can set
	OfModel  bool   // it needs only the model, without tests
	write    func(io.Writer, *Suite, Options) error
}

// Formats is the table of formats. Flags, help, completion, forms, docs and tests are made from it.
var Formats = []Format{
	{"go", "_test.go", "a test file for `go test` that needs only the standard library", true, true, false, writeGo},
	{"junit", ".xml", "an XML skeleton: a JUnit report with the names and steps of the tests, none of them run", false, false, false, plain(writeJUnit)},
	{"ttcn3", ".ttcn", "a module of TTCN-3 with types, templates, test cases and verdicts, for Eclipse Titan", true, false, false, plain(writeTTCN3)},
	{"plantuml", ".puml", "a sequence diagram for each test", false, false, false, plain(writePlantUML)},
	{"mermaid", ".md", "a sequence diagram for each test, in a Markdown file", false, false, false, plain(writeMermaid)},
	{"go-bindings", "_sxt.go", "Go types for a model, without tests, for tests in Go", false, true, true, writeBindings},
	{"csv", ".csv", "one row for each step", false, false, false, plain(writeCSV)},
}

// plain adapts a function without options to the table.
func plain(write func(io.Writer, *Suite) error) func(io.Writer, *Suite, Options) error {
	return func(w io.Writer, suite *Suite, _ Options) error { return write(w, suite) }
}

// Named returns the format with a name, or for an empty name, the format with the extension of a file; nil if there is none.
func Named(name, file string) *Format {
	fits := func(f Format) bool { return f.Name == name || name == "" && strings.HasSuffix(file, f.Ending) }
	if i := slices.IndexFunc(Formats, fits); i >= 0 {
		return &Formats[i]
	}
	return nil
}

// Options are options of individual formats.
type Options struct {
	Package string `flag:"package" usual:"yes" help:"name of the package of a Go file; by default that of the model"`
	Int     GoInt  `flag:"int" usual:"yes" choices:"int64,big" help:"Go type of unbounded integers in bindings: int64, where values that do not fit are errors, or big for *big.Int"`
}

// Write writes a suite.
func (f *Format) Write(w io.Writer, suite *Suite, options Options) error {
	if t := suite.onlyWatched(); t != "" && f.Runs {
		return fmt.Errorf("%s sends nothing and expects nothing, so it cannot be run: choose a format for reading, such as csv or mermaid", t)
	}
	return f.write(w, suite, options)
}

// onlyWatched returns the name of a test that sends and expects nothing, and so would always pass. It is empty if there is none.
func (s *Suite) onlyWatched() string {
	for _, t := range s.Tests {
		sees := func(step script.Step) bool { return step.Input != nil || len(step.Outputs) > 0 }
		if !slices.ContainsFunc(t.Script.Steps, sees) {
			return t.Name
		}
	}
	return ""
}

// oneLine makes a text fit for a comment: control characters, including line ends of any kind, become spaces.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text)
}

// origin names the model that the tests were made from.
func (s *Suite) origin() string {
	return oneLine(fmt.Sprintf("%s, %s, hash %s, seed %d", s.Model.Name, s.Model.File, s.Model.Hash, s.Seed))
}

// words joins conditions.
func words(conds []*term.Term) string {
	out := make([]string, len(conds))
	for i, c := range conds {
		out[i] = c.String()
		if op := c.Op(); len(conds) > 1 && (op == term.OpOr || op == term.OpExists || op == term.OpForall) {
			out[i] = "(" + out[i] + ")"
		}
	}
	return strings.Join(out, " and ")
}

// identifiers makes unique names of ASCII letters, digits and underscores.
type identifiers map[string]bool

// make returns an identifier for a text, which starts with a letter.
func (ids identifiers) make(text string) string {
	clean := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, text)
	if clean == "" || clean[0] >= '0' && clean[0] <= '9' || clean[0] == '_' {
		clean = "x" + clean
	}
	unlike := clean
	for i := 2; ids[unlike]; i++ {
		unlike = fmt.Sprintf("%s_%d", clean, i)
	}
	ids[unlike] = true
	return unlike
}
