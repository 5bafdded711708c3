// Package starter generates the first files of a project: a model, its connection to the system, and a job that tests the system in CI.
package starter

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// File is a file to be written, with its path in the project.
type File struct{ Path, Text string }

// Project is the files to write, and the next steps for the user.
type Project struct {
	Files []File
	Notes []string // omissions of the model, and other notes for the user
	Next  []string // commands
}

// ErrExists is the error for files that already exist. Nothing was written.
type ErrExists struct{ Paths []string }

// Error names the files.
func (e *ErrExists) Error() string {
	return strings.Join(e.Paths, ", ") + ": already exists, and is never overwritten; remove it, or choose another name with --name"
}

// Write writes the files to a folder, or none if one of them already exists. It returns their paths.
func (p *Project) Write(folder string) ([]string, error) {
	var paths, exist []string
	for _, f := range p.Files {
		path := filepath.Join(folder, filepath.FromSlash(f.Path))
		if _, err := os.Lstat(path); err == nil {
			exist = append(exist, path)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		paths = append(paths, path)
	}
	if len(exist) > 0 {
		return nil, &ErrExists{exist}
	}
	for i, path := range paths {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := file.Write(path, []byte(p.Files[i].Text)); err != nil {
			return paths[:i], err
		}
	}
	return paths, nil
}

// nameOf converts a text to a project name: lower-case letters, digits and underscores, beginning with a letter.
func nameOf(text string) string {
	var out strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			out.WriteRune(r)
		case out.Len() > 0 && !strings.HasSuffix(out.String(), "_"):
			out.WriteByte('_')
		}
	}
	name := strings.Trim(out.String(), "_")
	if name == "" || unicode.IsDigit(rune(name[0])) {
		name = "system" + name
	}
	return name
}

// systemName returns the name of the model of a project.
func systemName(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// formatted returns the text of a model in its canonical form.
func formatted(text string) string { return print.Format(diag.NewFile("", text), &diag.List{}) }

// workflow is the path of the CI job.
const workflow = ".github/workflows/sextant.yml"

// job returns the text of a CI job that runs commands with the action of this project, after a step in which the user starts the system.
func job(model, start string, runs ...string) File {
	var out strings.Builder
	fmt.Fprintf(&out, "# Tests the system against its model, %s.\nname: sextant\non: [push, pull_request]\n\njobs:\n  model:\n    runs-on: ubuntu-latest\n    timeout-minutes: 15\n    steps:\n      - uses: actions/checkout@v4\n", model)
	fmt.Fprintf(&out, "      - uses: sextant-mbt/sextant@v0\n        with:\n          arguments: check %s\n", model)
	if start != "" {
		fmt.Fprintf(&out, "      - name: Start the system\n        run: |\n          %s\n", start)
	}
	for _, r := range runs {
		fmt.Fprintf(&out, "      - uses: sextant-mbt/sextant@v0\n        with:\n          arguments: %s\n          report: sextant.html\n          junit: sextant.xml\n", r)
	}
	return File{workflow, out.String()}
}
