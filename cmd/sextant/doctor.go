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
	r := &result.Doctor{Command: "doctor", Version: version, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	for _, t := range tools {
		r.Tools = append(r.Tools, t.examine(c.Context()))
	}
	if err := flags.show(c, r); err != nil {
		return err
	}
	if slices.ContainsFunc(r.Tools, func(t result.ToolState) bool { return t.Required && t.Path == "" }) {
		return fmt.Errorf("z3 is missing: %s", adviceFor("z3"))
	}
	return nil
}

// examine finds a tool and asks for its version.
func (t tool) examine(ctx context.Context) result.ToolState {
	state := result.ToolState{Name: t.name, Purpose: t.purpose, Required: t.required}
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
