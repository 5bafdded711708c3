package syntax

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// sourceOf is a text as a file.
func sourceOf(text string) *diag.File { return diag.NewFile("m.sxt", text) }

// addSeeds adds the models of the golden tests and the wrong ones.
func addSeeds(f *testing.F) {
	golden.AddSeeds(f, "testdata/parse.txtar", "testdata/format.txtar", "testdata/errors_syntax.txt")
}

// FuzzScan checks that the tokens are in order and that only white space and what was reported lies between them.
func FuzzScan(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		tokens, problems := scan(sourceOf(text), true)
		at := 0
		for _, token := range tokens {
			if int(token.start) < at || token.end < token.start {
				t.Fatalf("token %v begins before %d", token, at)
			}
			between := strings.TrimLeft(strings.TrimPrefix(text[at:token.start], "\ufeff"), " \t\r\n")
			if between != "" && len(problems) == 0 {
				t.Fatalf("%q was skipped", between)
			}
			at = int(token.end)
		}
		if last := tokens[len(tokens)-1]; last.kind != tokenEnd {
			t.Fatalf("the last token is %v", last)
		}
	})
}

// FuzzParse checks that the parser ends, that what it accepts has whole trees, and that expressions print well.
func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		file, found := parseText(text)
		for _, d := range found {
			if d.Message == "" || d.Span.Start < 0 || d.Span.End > len(text) || d.Span.Start > d.Span.End {
				t.Fatalf("bad diagnostic %+v", d)
			}
		}
		for _, d := range file.Decls {
			checkPrinted(t, d)
		}
	})
}

// checkPrinted prints the condition of an assumption and reads it again.
func checkPrinted(t *testing.T, d Decl) {
	assume, ok := d.(*AssumeDecl)
	if !ok {
		return
	}
	again, found := parseText("assume " + ExprString(assume.Cond))
	for _, d := range found {
		if d.Code != diag.CodeTooDeep && d.Code != diag.CodeReservedWord && d.Code != diag.CodeBadNumber {
			t.Fatalf("%s: %s", ExprString(assume.Cond), d.Message)
		}
	}
	if want := dumpFile(&File{Decls: []Decl{d}}); len(found) == 0 && dumpFile(again) != want {
		t.Fatalf("%s\nis read as %s\nnot as %s", ExprString(assume.Cond), dumpFile(again), want)
	}
}

// FuzzFormat checks that formatting keeps the meaning and the comments, and is stable.
func FuzzFormat(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		got, found := formatText(text)
		if len(found) > 0 {
			if got != text {
				t.Fatal("a text with errors was changed")
			}
			return
		}
		checkFormatted(t, text, got)
	})
}
