package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// flagCounts says which flags commands have, without those for help and hidden ones.
type flagCounts struct {
	commands map[string][]string // by flag
	flags    map[string]int      // number of flags, by command
	usual    map[string]int      // number of those that --help shows, by command
}

// countFlags counts the flags of all commands that are not groups of others.
func countFlags() *flagCounts {
	n := &flagCounts{commands: map[string][]string{}, flags: map[string]int{}, usual: map[string]int{}}
	eachCommand(func(c *cobra.Command) {
		if c.HasSubCommands() {
			return
		}
		_, name, _ := strings.Cut(c.CommandPath(), " ")
		all, rare := countListed(c)
		n.flags[name], n.usual[name] = all, all-rare
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !isHelp(f) {
				n.commands[f.Name] = append(n.commands[f.Name], name)
			}
		})
	})
	return n
}

// text lists the counts, and where each flag is.
func (n *flagCounts) text() string {
	var out strings.Builder
	total, usual, single := 0, 0, 0
	for name, count := range n.flags {
		total, usual = total+count, usual+n.usual[name]
	}
	for _, commands := range n.commands {
		if len(commands) == 1 {
			single++
		}
	}
	fmt.Fprintf(&out, "commands             %d\nflags, distinct      %d\nof one command only  %d\non run               %d, usual %d\ntotal                %d, usual %d\n\n",
		len(n.flags), len(n.commands), single, n.flags["run"], n.usual["run"], total, usual)
	for _, flag := range slices.Sorted(maps.Keys(n.commands)) {
		fmt.Fprintf(&out, "--%-16s %s\n", flag, strings.Join(n.commands[flag], ", "))
	}
	return out.String()
}

// TestHelpCounts compares the number of flags, and the commands of each, with a file, so that a change of them is seen.
func TestHelpCounts(t *testing.T) {
	golden.File(t, filepath.Join("testdata", "flags.txt"), countFlags().text())
}
