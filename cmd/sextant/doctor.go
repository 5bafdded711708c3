package main

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/result"
)

// tool is a program that Sextant can use.
type tool struct {
	name     string
	args     []string
	purpose  string
	required bool
}

var tools = []tool{
	{"z3", []string{"--version"}, "the solver", true},
	{"dot", []string{"-V"}, "draws models as SVG (Graphviz)", false},
	{"cvc5", []string{"--version"}, "the second solver of --cross-check", false},
}

// toolState is what doctor says of a tool.
type toolState struct {
	Name     string `json:"name"`
	Purpose  string `json:"purpose"`
	Required bool   `json:"required"`
	Path     string `json:"path,omitempty"`
	Version  string `json:"version,omitempty"`
	Advice   string `json:"advice,omitempty"`
}

// doctorResult is the JSON of doctor.
type doctorResult struct {
	Command string       `json:"command"`
	Version string       `json:"version"`
	Go      string       `json:"go"`
	System  string       `json:"system"`
	Stats   result.Stats `json:"stats"`
	Tools   []toolState  `json:"tools"`
}

func doctorCommand() *cobra.Command {
	var flags commonFlags
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Show what is installed and what to do about what is not",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return runDoctor(c, &flags) },
	}
	flags.addJSON(c)
	return c
}

func runDoctor(c *cobra.Command, flags *commonFlags) error {
	r := doctorResult{Command: "doctor", Version: version, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	for _, t := range tools {
		r.Tools = append(r.Tools, t.examine(c.Context()))
	}
	if err := flags.print(c, r, r.text); err != nil {
		return err
	}
	if slices.ContainsFunc(r.Tools, func(t toolState) bool { return t.Required && t.Path == "" }) {
		return fmt.Errorf("z3 is missing: %s", adviceFor("z3"))
	}
	return nil
}

func (r doctorResult) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "sextant %s, %s, %s\n", r.Version, r.Go, r.System)
	for _, t := range r.Tools {
		state := t.Version + " at " + t.Path
		if t.Path == "" {
			state = "missing: " + t.Advice
		}
		fmt.Fprintf(&b, "  %-5s %-36s %s\n", t.Name, t.Purpose, state)
	}
	return b.String()
}

// examine finds a tool and asks for its version.
func (t tool) examine(ctx context.Context) toolState {
	state := toolState{Name: t.name, Purpose: t.purpose, Required: t.required}
	path, err := exec.LookPath(t.name)
	if err != nil {
		state.Advice = adviceFor(t.name)
		return state
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	output, err := exec.CommandContext(ctx, path, t.args...).CombinedOutput()
	state.Path = path
	state.Version, _, _ = strings.Cut(strings.TrimSpace(string(output)), "\n")
	if err != nil {
		state.Version = "does not run: " + err.Error()
	}
	return state
}

func adviceFor(name string) string {
	if name == "dot" {
		name = "graphviz"
	}
	return fmt.Sprintf("run scripts/install.sh, or install the package %s (apt-get, dnf, apk or brew install %s)", name, name)
}
