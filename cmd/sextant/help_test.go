package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// TestHelp compares the help of every command with a file.
func TestHelp(t *testing.T) {
	workers := regexp.MustCompile(`(--workers .*)\(default \d+\)`)
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		if !c.Runnable() || c.Hidden {
			return
		}
		name := strings.ReplaceAll(c.CommandPath(), " ", "-")
		var out bytes.Buffer
		if code := run(append(strings.Fields(c.CommandPath())[1:], "--help"), &out, &out); code != exitDone {
			t.Fatalf("%s --help ends with %d", name, code)
		}
		golden.File(t, filepath.Join("testdata", "help", name+".txt"), workers.ReplaceAllString(out.String(), "$1(default N)"))
	}
	visit(rootCommand())
}
