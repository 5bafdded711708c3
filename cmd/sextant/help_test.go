package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// maxHelpLines is the height of a screen that shows the help of a command.
const maxHelpLines = 40

// eachCommand calls f for every command that help lists, and for the root.
func eachCommand(f func(c *cobra.Command)) {
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		if (c.Runnable() || !c.HasParent()) && !c.Hidden {
			f(c)
		}
	}
	visit(rootCommand(nil))
}

// helpOf returns what a command prints with a flag for help.
func helpOf(t *testing.T, c *cobra.Command, flag string) string {
	t.Helper()
	var out bytes.Buffer
	if code := run(append(strings.Fields(c.CommandPath())[1:], flag), &out, &out); code != exitDone {
		t.Fatalf("%s %s ends with %d", c.CommandPath(), flag, code)
	}
	workers := regexp.MustCompile(`(--workers .*)\(default \d+\)`)
	return workers.ReplaceAllString(out.String(), "$1(default N)")
}

// moreFlags reports whether --help-all shows flags of a command that --help does not.
func moreFlags(c *cobra.Command) bool {
	_, rare := countListed(c)
	return rare > 0
}

// TestHelp compares the help of every command with files: the usual flags, and all.
func TestHelp(t *testing.T) {
	eachCommand(func(c *cobra.Command) {
		name := strings.ReplaceAll(c.CommandPath(), " ", "-")
		golden.File(t, filepath.Join("testdata", "help", name+".txt"), helpOf(t, c, "--help"))
		if moreFlags(c) {
			golden.File(t, filepath.Join("testdata", "help", "all", name+".txt"), helpOf(t, c, "--help-all"))
		}
	})
}

// The help of every command fits on a screen, has an example, and says where there is more.
func TestHelpFitsScreen(t *testing.T) {
	eachCommand(func(c *cobra.Command) {
		text := helpOf(t, c, "--help")
		lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
		if len(lines) > maxHelpLines {
			t.Errorf("the help of %s has %d lines", c.CommandPath(), len(lines))
		}
		for _, line := range lines {
			if utf8.RuneCountInString(line) > helpWidth {
				t.Errorf("the help of %s has a line of %d columns: %s", c.CommandPath(), utf8.RuneCountInString(line), line)
			}
		}
		if !strings.Contains(text, "Examples:\n  sextant ") {
			t.Errorf("the help of %s has no example", c.CommandPath())
		}
		if pointer := c.CommandPath() + " --help-all"; strings.Contains(text, pointer) != moreFlags(c) {
			t.Errorf("the help of %s does not mention --help-all", c.CommandPath())
		}
	})
}

// All flags of a command are in what --help-all shows, and those that are not usual are not in what --help shows.
func TestHelpAll(t *testing.T) {
	eachCommand(func(c *cobra.Command) {
		usual, all := helpOf(t, c, "--help"), helpOf(t, c, "--help-all")
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			listed := regexp.MustCompile(`(?m)^ {2,6}(-\w, )?--` + f.Name + `( |$)`)
			if !f.Hidden && !listed.MatchString(all) {
				t.Errorf("%s --help-all does not list --%s", c.CommandPath(), f.Name)
			}
			if listed.MatchString(usual) == isRare(f) && !f.Hidden && f.Name != helpAllFlag {
				t.Errorf("%s --help: --%s is rare: %v", c.CommandPath(), f.Name, isRare(f))
			}
		})
	})
}

func TestWrap(t *testing.T) {
	const text = "One two three\nfour five:\n  a     six seven eight nine\n\n  as it is   and stays so\nten"
	const want = "One two three four\nfive:\n  a     six seven\n        eight nine\n\n  as it is   and stays so\nten"
	if got := wrap(text, 18); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
