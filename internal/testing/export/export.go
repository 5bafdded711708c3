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
type Format string

// The formats.
const (
	Go       Format = "go"       // a test file for go test
	JUnit    Format = "junit"    // an XML skeleton with the names of the tests
	TTCN3    Format = "ttcn3"    // a module of TTCN-3
	PlantUML Format = "plantuml" // sequence diagrams
	Mermaid  Format = "mermaid"  // sequence diagrams in Markdown
	CSV      Format = "csv"      // one row per step
)

// Formats lists them for help and for checking flags.
var Formats = []Format{Go, JUnit, TTCN3, PlantUML, Mermaid, CSV}

// Known reports whether f is one of the formats.
func (f Format) Known() bool { return slices.Contains(Formats, f) }

// Options are for single formats.
type Options struct {
	Package string // of a Go file; empty is the name of the model
}

// Write writes a suite.
func Write(w io.Writer, suite *Suite, format Format, options Options) error {
	if err := suite.runnable(format); err != nil {
		return err
	}
	switch format {
	case Go:
		return writeGo(w, suite, options)
	case JUnit:
		return writeJUnit(w, suite)
	case TTCN3:
		return writeTTCN3(w, suite)
	case PlantUML:
		return writePlantUML(w, suite)
	case Mermaid:
		return writeMermaid(w, suite)
	case CSV:
		return writeCSV(w, suite)
	}
	return fmt.Errorf("unknown format %q", format)
}

// runnable refuses tests that a tester can only watch, in formats that are run: they would pass whatever the system does.
func (s *Suite) runnable(format Format) error {
	if format != Go && format != TTCN3 {
		return nil
	}
	for _, t := range s.Tests {
		sees := func(step script.Step) bool { return step.Input != nil || len(step.Outputs) > 0 }
		if !slices.ContainsFunc(t.Script.Steps, sees) {
			return fmt.Errorf("%s sends nothing and expects nothing, so it cannot be run: choose a format to look at, such as %s or %s", t.Name, CSV, Mermaid)
		}
	}
	return nil
}

// oneLine makes a text fit for a comment: control characters, among them ends of lines of any kind, become spaces.
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

// identifiers makes names of ASCII letters, digits and underscores that are all different.
type identifiers map[string]bool

// make is an identifier for a text, with a letter first.
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
