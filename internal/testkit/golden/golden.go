// Package golden compares the results of tests with files that were read and approved by a person. The flag -update rewrites
// the files; "make update" sets it, and "make check" demands that it changes nothing.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Update is the flag -update: files are rewritten, not compared.
var Update = flag.Bool("update", false, "rewrite the golden files")

// File compares a text with a file, or rewrites the file.
func File(t testing.TB, path, got string) {
	t.Helper()
	if *Update {
		write(t, path, got)
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	Text(t, path, string(want), got)
}

// Text compares two texts. Where is the place of the text that is wanted.
func Text(t testing.TB, where, want, got string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s has changed; run the test with -update and read the diff (-want +got):\n%s", where, diff)
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

var header = regexp.MustCompile(`(?m)^-- \S+ --\n`)

// Pairs checks the sections of an archive in the txtar format: what convert makes of a model (NAME.sxt) must be the section after
// it, which has the same name and another ending. With -update such a section may be missing.
func Pairs(t *testing.T, path, ending string, convert func(t *testing.T, model string) string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	headers, texts := header.FindAllString(string(data), -1), header.Split(string(data), -1)
	out := texts[0]
	for i := 0; i < len(headers); i++ {
		model, name := texts[i+1], strings.Fields(headers[i])[1]
		wanted, want := "-- "+strings.TrimSuffix(name, ".sxt")+ending+" --\n", ""
		out += headers[i] + model + wanted
		if i+1 < len(headers) && headers[i+1] == wanted {
			i++
			want = texts[i+1]
		}
		t.Run(name, func(t *testing.T) {
			got := convert(t, model)
			if !*Update {
				Text(t, path+": "+name, want, got)
			}
			out += got
		})
	}
	if *Update {
		write(t, path, out)
	}
}

var chunkBreak = regexp.MustCompile(`(?m)^---.*\n`)

// Chunks returns the parts of a file that lines of --- separate.
func Chunks(t testing.TB, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return chunkBreak.Split(string(data), -1)
}

// AddSeeds gives every section and every chunk of the files to a fuzz test.
func AddSeeds(f *testing.F, patterns ...string) {
	f.Helper()
	for _, pattern := range patterns {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			f.Fatal("no seeds in", pattern)
		}
		for _, path := range paths {
			for _, chunk := range Chunks(f, path) {
				for _, section := range header.Split(chunk, -1) {
					f.Add(section)
				}
			}
		}
	}
}
