package compile

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/diag"
)

var update = flag.Bool("update", false, "rewrite the golden parts of the txtar files")

// inMemory reads files from a map.
func inMemory(files map[string]string) func(string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		text, ok := files[filepath.ToSlash(path)]
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		}
		return []byte(text), nil
	}
}

// loadFiles compiles the file m.sxt of a set of files, and validates what comes out.
func loadFiles(t testing.TB, files map[string]string, options Options) (*Model, []diag.Diagnostic) {
	t.Helper()
	var list diag.List
	options.ReadFile = inMemory(files)
	m, err := Load("m.sxt", options, &list)
	if err != nil {
		t.Fatal(err)
	}
	if m.System != nil {
		if err := m.System.Validate(); err != nil {
			t.Errorf("the core is not valid: %v\n%s", err, files["m.sxt"])
		}
	} else if !list.HasErrors() {
		t.Errorf("no system and no errors\n%s", files["m.sxt"])
	}
	return m, list.Sorted()
}

func loadText(t testing.TB, text string) (*Model, []diag.Diagnostic) {
	t.Helper()
	return loadFiles(t, map[string]string{"m.sxt": text}, Options{})
}

// loadGood compiles a model that must have no errors.
func loadGood(t testing.TB, text string) *Model {
	t.Helper()
	m, found := loadText(t, text)
	if m.System == nil {
		t.Fatalf("%s: %s\n%s", found[0].Code, found[0].Message, text)
	}
	return m
}

// section is one file of an archive: its header line and its text.
type section struct{ header, text string }

var headerLine = regexp.MustCompile(`(?m)^-- \S+ --\n`)

// readArchive cuts a file in the txtar format into the text before the first header, and the sections.
func readArchive(t testing.TB, path string) (string, []section) {
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

// golden checks the sections of an archive in pairs: what convert makes of the first must be the second. With -update the
// second of each pair is written anew, and may be missing.
func golden(t *testing.T, path string, convert func(t *testing.T, text string) string) {
	comment, sections := readArchive(t, path)
	var out []section
	for i := 0; i < len(sections); i++ {
		input := sections[i]
		name := strings.Fields(input.header)[1]
		want := section{header: "-- " + strings.TrimSuffix(name, ".sxt") + ".core --\n"}
		if i+1 < len(sections) && sections[i+1].header == want.header {
			i++
			want = sections[i]
		}
		t.Run(name, func(t *testing.T) {
			got := convert(t, input.text)
			if *update {
				want.text = got
			} else if diff := cmp.Diff(want.text, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
		out = append(out, input, want)
	}
	if *update {
		for _, s := range out {
			comment += s.header + s.text
		}
		if err := os.WriteFile(path, []byte(comment), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
