package syntax

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/diag"
)

var update = flag.Bool("update", false, "rewrite the golden parts of the txtar files")

// parseText parses a text as the file m.sxt.
func parseText(text string) (*File, []diag.Diagnostic) {
	var list diag.List
	file := Parse(diag.NewFile("m.sxt", text), &list)
	return file, list.Sorted()
}

// parseGood parses a text that must have no errors.
func parseGood(t testing.TB, text string) *File {
	t.Helper()
	file, found := parseText(text)
	if len(found) > 0 {
		t.Fatalf("unexpected error: %s\n%s", found[0].Message, text)
	}
	return file
}

// formatText formats a text as the file m.sxt.
func formatText(text string) (string, []diag.Diagnostic) {
	var list diag.List
	return Format(diag.NewFile("m.sxt", text), &list), list.Sorted()
}

// section is one file of an archive: its header line and its text.
type section struct{ header, text string }

var headerLine = regexp.MustCompile(`(?m)^-- \S+ --\n`)

// readArchive cuts a file in the txtar format into the text before the first header, and the sections.
func readArchive(t *testing.T, path string) (string, []section) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	headers, texts := headerLine.FindAllString(string(data), -1), headerLine.Split(string(data), -1)
	var sections []section
	for i, header := range headers {
		sections = append(sections, section{header, texts[i+1]})
	}
	return texts[0], sections
}

// golden checks the sections of an archive in pairs: what convert makes of the first must be the second.
func golden(t *testing.T, path string, convert func(*testing.T, string) string) {
	comment, sections := readArchive(t, path)
	for i := 0; i+1 < len(sections); i += 2 {
		input, want := sections[i], &sections[i+1]
		t.Run(strings.Fields(input.header)[1], func(t *testing.T) {
			got := convert(t, input.text)
			if *update {
				want.text = got
			} else if diff := cmp.Diff(want.text, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	if *update {
		writeArchive(t, path, comment, sections)
	}
}

func writeArchive(t *testing.T, path, comment string, sections []section) {
	t.Helper()
	for _, s := range sections {
		comment += s.header + s.text
	}
	if err := os.WriteFile(path, []byte(comment), 0o644); err != nil {
		t.Fatal(err)
	}
}
