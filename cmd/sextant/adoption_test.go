package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

func readRoot(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// action is what is read of action.yml.
type action struct {
	Inputs map[string]struct{ Description string }
	Runs   struct {
		Using string
		Steps []struct {
			Uses, Run, Shell string
			Env              map[string]string
		}
	}
}

// TestAction: every input of the action is described and used, every step that runs something has a shell, and the script knows the
// variables that it is given.
func TestAction(t *testing.T) {
	text := readRoot(t, "action.yml")
	var a action
	if err := yaml.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(err)
	}
	for name, input := range a.Inputs {
		if input.Description == "" || !strings.Contains(text, "${{ inputs."+name) {
			t.Errorf("the input %s is not described, or not used", name)
		}
	}
	for _, used := range regexp.MustCompile(`inputs\.([a-z-]+)`).FindAllStringSubmatch(text, -1) {
		if _, declared := a.Inputs[used[1]]; !declared {
			t.Errorf("the input %s is not declared", used[1])
		}
	}
	script := readRoot(t, "scripts/action.sh")
	for _, s := range a.Runs.Steps {
		if s.Run != "" && s.Shell == "" || s.Run == "" && !strings.Contains(s.Uses, "@v") {
			t.Errorf("a step has no shell, or no version: %+v", s)
		}
		if strings.Contains(s.Run, "${{") {
			t.Errorf("an input is part of a command, where a shell expands it: %s", s.Run)
		}
		for name := range s.Env {
			if !strings.Contains(script, name) {
				t.Errorf("scripts/action.sh does not use %s", name)
			}
		}
	}
}

// TestRelease: the configuration of releases names the command, the variable of its version, and files that are there or made.
func TestRelease(t *testing.T) {
	var c struct {
		Version int
		Before  struct{ Hooks []string }
		Builds  []struct {
			Main    string
			Ldflags []string
		}
		Archives  []struct{ Files []any }
		Changelog struct{ Disable any }
	}
	if err := yaml.Unmarshal([]byte(readRoot(t, ".goreleaser.yaml")), &c); err != nil {
		t.Fatal(err)
	}
	if c.Version != 2 || len(c.Builds) != 1 || len(c.Archives) != 1 {
		t.Fatalf("%+v", c)
	}
	if c.Changelog.Disable != nil {
		t.Error("without a changelog the packager ignores the notes that the workflow gives it")
	}
	if !strings.Contains(readRoot(t, filepath.Join(c.Builds[0].Main, "main.go")), "package main") {
		t.Errorf("%s is not the command", c.Builds[0].Main)
	}
	if !strings.Contains(c.Builds[0].Ldflags[0], "-X main.version=") || version == "" {
		t.Errorf("the version is not set: %s", c.Builds[0].Ldflags)
	}
	for _, hook := range c.Before.Hooks {
		readRoot(t, hook)
	}
	for _, f := range c.Archives[0].Files {
		if name, ok := f.(string); ok {
			readRoot(t, name)
		}
	}
}

// TestNotes: the newest version in the changelog has a date, and notes that begin with a summary and have links that work elsewhere.
func TestNotes(t *testing.T) {
	newest := regexp.MustCompile(`(?m)^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$`).FindStringSubmatch(readRoot(t, "CHANGELOG.md"))
	if newest == nil {
		t.Fatal("the changelog has no version")
	}
	script := filepath.Join("..", "..", "scripts", "notes.sh")
	out, err := exec.CommandContext(t.Context(), script, "v"+newest[1]).Output()
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.TrimSpace(string(out))
	if notes == "" || strings.HasPrefix(notes, "#") || len(notes) > 125_000 { // the limit of GitHub
		t.Errorf("%d bytes of notes: %.200s", len(notes), notes)
	}
	if link := regexp.MustCompile(`\]\([^h)][^)]*\)`).FindString(notes); link != "" {
		t.Errorf("the link %s works in the repository only", link)
	}
	if out, err := exec.CommandContext(t.Context(), script, "v0.0.0").Output(); err == nil {
		t.Errorf("a version that is not there has the notes %s", out)
	}
}

// TestDockerfile: it builds the command with the version of Go that go.mod wants, and installs what doctor looks for.
func TestDockerfile(t *testing.T) {
	text := readRoot(t, "Dockerfile")
	wanted := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(readRoot(t, "go.mod"))[1]
	for _, part := range []string{"FROM golang:" + wanted + "-", "./cmd/sextant", " z3", " graphviz", "CGO_ENABLED=0", "USER sextant", "-X main.version="} {
		if !strings.Contains(text, part) {
			t.Errorf("the Dockerfile has no %q", part)
		}
	}
}

// TestManPages: there is a page for every command that help lists, and for no other.
func TestManPages(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "man")
	var out bytes.Buffer
	if code := run([]string{"man", folder}, &out, &out); code != exitDone {
		t.Fatal(out.String())
	}
	for _, name := range []string{"sextant", "sextant-explore", "sextant-table-list", "sextant-step", "sextant-completion-bash"} {
		text, err := os.ReadFile(filepath.Join(folder, name+".1"))
		if err != nil || !strings.Contains(string(text), ".SH") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "sextant-man.1")); err == nil {
		t.Error("a hidden command has a page")
	}
}

// TestCompletions: every shell gets a script, and the commands are complete.
func TestCompletions(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		var out bytes.Buffer
		if code := run([]string{"completion", shell}, &out, &out); code != exitDone || !strings.Contains(out.String(), "sextant") {
			t.Errorf("%s ends with %d", shell, code)
		}
	}
	var out bytes.Buffer
	if code := run([]string{"__complete", "ste"}, &out, &out); code != exitDone || !strings.Contains(out.String(), "step\t") {
		t.Errorf("ste is completed to %s", out.String())
	}
}
