package main

import (
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sextant-mbt/sextant/internal/jobs/driver"
)

// groupKey is the annotation of a flag that names its group.
const groupKey = "group"

// The part of the usage that lists the flags of a command, and what takes its place.
const (
	ungrouped = "Flags:\n{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}"
	grouped   = "{{groupedFlags . | trimTrailingWhitespaces}}"
)

// nameGroupedFlags lets templates call groupedFlags. Their functions are in a map of cobra that all commands share, and tests run several
// commands at once.
var nameGroupedFlags = sync.OnceFunc(func() { cobra.AddTemplateFunc("groupedFlags", groupedFlags) })

// groupFlags makes the help of a command and of those below it list flags by groups.
func groupFlags(c *cobra.Command) {
	nameGroupedFlags()
	c.SetUsageTemplate(strings.Replace(c.UsageTemplate(), ungrouped, grouped, 1))
}

// groupedFlags lists the flags of a command by groups, each with a heading. Flags without a group, such as --help, are common ones.
func groupedFlags(c *cobra.Command) string {
	sets := map[driver.FlagGroup]*pflag.FlagSet{}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		group := driver.GroupCommon
		if named := f.Annotations[groupKey]; len(named) > 0 {
			group = driver.FlagGroup(named[0])
		}
		if sets[group] == nil {
			sets[group] = pflag.NewFlagSet("", pflag.ContinueOnError)
			sets[group].SortFlags = false
		}
		sets[group].AddFlag(f)
	})
	var out strings.Builder
	for _, group := range driver.FlagGroups {
		if set := sets[group]; set != nil {
			out.WriteString(group.Title() + ":\n" + set.FlagUsagesWrapped(widthOf(c.Root().OutOrStdout())) + "\n")
		}
	}
	return out.String()
}
