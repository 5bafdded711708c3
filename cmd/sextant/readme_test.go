package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// The tour of the README is run: every command in a console block, from "## A tour" to the next heading. Run the test with
// -update to write what the commands print into the README; what differs from run to run is then left as it was.

const tourHeading = "## A tour in five minutes\n"

var consoleBlock = regexp.MustCompile("(?s)```console\n(.*?)```\n")

func TestReadmeTour(t *testing.T) {
	for _, program := range []string{"z3", "dot", "grep", "head"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	file := filepath.Join("..", "..", "README.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, tour, after := cutTour(t, string(text))
	folder := tourFolder(t)
	t.Setenv("GORACE", raceOptions)
	blocks := 0
	updated := consoleBlock.ReplaceAllStringFunc(tour, func(block string) string {
		blocks++
		body := consoleBlock.FindStringSubmatch(block)[1]
		got := runConsole(t, folder, body)
		diff := cmp.Diff(tourForm(body), tourForm(got))
		if diff == "" {
			return block
		}
		if !*golden.Update {
			t.Errorf("the README says - and the commands print +:\n%s", diff)
		}
		return "```console\n" + got + "```\n"
	})
	if blocks < 5 {
		t.Fatalf("only %d blocks were found", blocks)
	}
	if *golden.Update && updated != tour {
		if err := os.WriteFile(file, []byte(before+updated+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// cutTour splits the README into the tour and what stands around it.
func cutTour(t *testing.T, text string) (before, tour, after string) {
	t.Helper()
	before, rest, ok := strings.Cut(text, tourHeading)
	if !ok {
		t.Fatalf("the README has no heading %q", tourHeading)
	}
	tour, after, ok = strings.Cut(rest, "\n## ")
	if !ok {
		t.Fatal("nothing stands after the tour")
	}
	return before + tourHeading, tour, "\n## " + after
}

// tourFolder is an empty folder but for the examples, so that the commands look as in the root of the repository and what
// they write does no harm.
func tourFolder(t *testing.T) string {
	t.Helper()
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.Symlink(examples, filepath.Join(folder, "examples")); err != nil {
		t.Fatal(err)
	}
	return folder
}

// runConsole runs the commands of a block and returns the block as a terminal would show it. A command may end with the exit
// code 1, which says that the model has a finding.
func runConsole(t *testing.T, folder, body string) string {
	var out strings.Builder
	for _, line := range strings.Split(body, "\n") {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		run := exec.Command("sh", "-c", command)
		run.Dir = folder
		printed, err := run.CombinedOutput()
		if code := run.ProcessState.ExitCode(); code != 0 && code != 1 {
			t.Errorf("%s: %v\n%s", command, err, printed)
		}
		out.WriteString(line + "\n")
		out.Write(printed)
	}
	return out.String()
}

var (
	traceLine = regexp.MustCompile(`(?m)^    \d+\. .*$`)
	number    = regexp.MustCompile(`\d+`)
	blanks    = regexp.MustCompile(` +`)
)

// tourForm leaves out what differs from run to run, and the values in traces, which are the choice of the solver's version.
func tourForm(text string) string {
	return traceLine.ReplaceAllStringFunc(steady(text), func(line string) string {
		return blanks.ReplaceAllString(number.ReplaceAllString(line, "N"), " ")
	})
}
