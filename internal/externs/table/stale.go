package table

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/externs/program"
)

// hashPrefix begins the comment above the header that identifies the runner that the rows were recorded with. The hash and the
// name of the runner's file follow it; a runner of several files has a line for each.
const hashPrefix = "# runner: sha256:"

// runnerLines returns the comments for the present runners of x; none if no runner is a file of the model's folder.
func runnerLines(x *sts.Extern, dir string) []string {
	var out []string
	for _, r := range x.Runners {
		for _, name := range program.Files(r) {
			path := program.Place(dir, name)
			if !file.Inside(dir, path) {
				continue
			}
			hash := program.Hash(path)
			line := hashPrefix + hash + " " + shownName(name)
			if hash != "" && !slices.Contains(out, line) {
				out = append(out, line)
			}
		}
	}
	return out
}

// shownName returns the name of a file as it is written on any machine.
func shownName(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Base(path)
	}
	return filepath.ToSlash(path)
}

// hashes returns the hashes of comments, sorted and without names: a runner that was only renamed is the same.
func hashes(lines []string) []string {
	var out []string
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, hashPrefix); ok {
			hash, _, _ := strings.Cut(rest, " ")
			out = append(out, hash)
		}
	}
	slices.Sort(out)
	return out
}

// Stale reports whether the present runner differs from the one that the rows were recorded with. It is false if either is
// unknown.
func (f *File) Stale(dir string) bool {
	stored, now := hashes(f.top), hashes(runnerLines(f.Extern, dir))
	return len(stored) > 0 && len(now) > 0 && !slices.Equal(stored, now)
}

// hashed reports whether the file has the hash of a runner.
func (f *File) hashed() bool { return len(hashes(f.top)) > 0 }

// setRunner makes lines the comments about the runner, and reports whether that changed anything.
func (f *File) setRunner(lines []string) bool {
	if len(lines) == 0 || slices.Equal(hashes(f.top), hashes(lines)) {
		return false
	}
	place := slices.IndexFunc(f.top, isRunnerLine)
	f.top = slices.DeleteFunc(slices.Clone(f.top), isRunnerLine)
	if place < 0 {
		place = len(f.top)
	}
	f.top = slices.Insert(f.top, place, lines...)
	return true
}

func isRunnerLine(line string) bool { return strings.HasPrefix(line, hashPrefix) }

// runnerSpan returns the place of the first comment about the runner in a text that has these lines on top.
func runnerSpan(source *diag.File, top []string) diag.Span {
	i := slices.IndexFunc(top, isRunnerLine)
	if i < 0 {
		return diag.Span{}
	}
	start := strings.Index(source.Text, top[i])
	return diag.Span{File: source, Start: start, End: start + len(top[i])}
}

// reportStale warns of rows that were recorded with another runner.
func reportStale(list *diag.List, f *File) {
	list.Add(diag.Diagnostic{Code: diag.CodeTableStale, Severity: diag.Warning, Span: f.runner,
		Message: fmt.Sprintf("the runner of %s changed since %s recorded", f.Extern.Name, these(len(f.Entries))),
		Hint:    "run sextant table recheck MODEL, and with --save if all is well"})
}

func these(rows int) string {
	if rows == 1 {
		return "this row was"
	}
	return fmt.Sprintf("these %d rows were", rows)
}
