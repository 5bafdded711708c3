package main

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sextant-mbt/sextant/internal/jobs/driver"
)

// The annotations of flags: the group of a flag, and that only --help-all lists it.
const (
	groupKey = "group"
	rareKey  = "rare"
)

// helpWidth is the width of help, in columns. Narrower terminals get narrower help.
const helpWidth = 80

// helpAllFlag is the flag that shows all flags of a command.
const helpAllFlag = "help-all"

// The parts of the templates of cobra that are replaced.
const (
	ungrouped = "Flags:\n{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}"
	listed    = "{{listedFlags . | trimTrailingWhitespaces}}"
	usage     = "Usage:{{if .Runnable}}\n  {{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}\n  {{.CommandPath}} [command]{{end}}"
	oneLine   = "Usage: {{if .HasAvailableSubCommands}}{{.CommandPath}} COMMAND [flags]{{else}}{{.UseLine}}{{end}}"
	helpRow   = `(or .IsAvailableCommand (eq .Name "help"))`
	plainRow  = ".IsAvailableCommand"
	pointer   = `Use "{{.CommandPath}} [command] --help" for more information about a command.`

	shortPointer = `"{{.CommandPath}} COMMAND --help" shows the flags of a command.`

	unwrapped = "{{. | trimTrailingWhitespaces}}"
	wrapped   = "{{wrapped $ . | trimTrailingWhitespaces}}"
)

// addTemplateFunctions names functions for templates. These are in a map of cobra that all commands share, and tests run several commands
// at once.
var addTemplateFunctions = sync.OnceFunc(func() {
	cobra.AddTemplateFuncs(map[string]any{"listedFlags": listedFlags, "wrapped": func(c *cobra.Command, text string) string { return wrap(text, columnsOf(c)) }})
})

// setHelp makes the help of the root and of all commands list the usual flags, and gives them the flag that lists all by groups.
func setHelp(c *cobra.Command) {
	addTemplateFunctions()
	c.SetUsageTemplate(strings.NewReplacer(usage, oneLine, ungrouped, listed, helpRow, plainRow, pointer, shortPointer).Replace(c.UsageTemplate()))
	c.SetHelpTemplate(strings.Replace(c.HelpTemplate(), unwrapped, wrapped, 1))
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	c.Flags().VisitAll(func(f *pflag.Flag) { f.Hidden = true }) // so that the list of commands fits on a screen
	c.InitDefaultHelpCmd()
	for _, sub := range c.Commands() {
		sub.Hidden = sub.Hidden || sub.Name() == "help" // omits what every command has a flag for
	}
	addHelpAll(c)
}

// addHelpAll adds the flag --help-all to a command and its subcommands. It is hidden where it shows no more than --help.
func addHelpAll(c *cobra.Command) {
	for _, sub := range c.Commands() {
		addHelpAll(sub)
	}
	_, rare := countListed(c)
	flag := c.Flags().VarPF(&helpAll{}, helpAllFlag, "", "show all flags, by topic")
	flag.NoOptDefVal, flag.Hidden = "true", rare == 0
}

// helpAll is the value of the flag --help-all. Setting it ends the parsing of flags, as --help does.
type helpAll struct{ wanted bool }

// Set records that all flags are shown, and returns the error that makes cobra print the help.
func (h *helpAll) Set(string) error {
	h.wanted = true
	return pflag.ErrHelp
}

// String returns an empty text, so that help names no default.
func (h *helpAll) String() string { return "" }

// Type returns the kind of value; the flag takes none.
func (h *helpAll) Type() string { return "bool" }

// wantsAll reports whether the help of a command shows all flags.
func wantsAll(c *cobra.Command) bool {
	flag := c.Flags().Lookup(helpAllFlag)
	if flag == nil {
		return false
	}
	h, ok := flag.Value.(*helpAll)
	return ok && h.wanted
}

// isRare reports whether only --help-all lists a flag.
func isRare(f *pflag.Flag) bool {
	_, rare := f.Annotations[rareKey]
	return rare
}

// isHelp reports whether a flag shows help.
func isHelp(f *pflag.Flag) bool { return f.Name == "help" || f.Name == helpAllFlag }

// countListed returns how many flags a command has, without those for help, and how many of them only --help-all lists.
func countListed(c *cobra.Command) (all, rare int) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || isHelp(f) {
			return
		}
		all++
		if isRare(f) {
			rare++
		}
	})
	return all, rare
}

// listedFlags lists the usual flags of a command, or all by groups.
func listedFlags(c *cobra.Command) string {
	if wantsAll(c) {
		return groupedFlags(c)
	}
	usual := newFlagList()
	for _, group := range driver.FlagGroups {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if groupOf(f) == group && !isRare(f) && f.Name != helpAllFlag {
				usual.AddFlag(f)
			}
		})
	}
	out := "Flags:\n" + usual.FlagUsagesWrapped(columnsOf(c))
	if all, rare := countListed(c); rare > 0 {
		out += fmt.Sprintf("\nThese are the usual flags; \"%s --%s\" shows all %d.\n", c.CommandPath(), helpAllFlag, all)
	}
	return out
}

// groupedFlags lists the flags of a command by groups, each with a heading.
func groupedFlags(c *cobra.Command) string {
	lists := map[driver.FlagGroup]*pflag.FlagSet{}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		group := groupOf(f)
		if lists[group] == nil {
			lists[group] = newFlagList()
		}
		lists[group].AddFlag(f)
	})
	var out strings.Builder
	for _, group := range driver.FlagGroups {
		if list := lists[group]; list != nil {
			out.WriteString(group.Title() + ":\n" + list.FlagUsagesWrapped(columnsOf(c)) + "\n")
		}
	}
	return out.String()
}

// newFlagList returns an empty set of flags that keeps their order.
func newFlagList() *pflag.FlagSet {
	list := pflag.NewFlagSet("", pflag.ContinueOnError)
	list.SortFlags = false
	return list
}

// groupOf returns the group of a flag. Flags without one, such as --help, are common ones.
func groupOf(f *pflag.Flag) driver.FlagGroup {
	if named := f.Annotations[groupKey]; len(named) > 0 {
		return driver.FlagGroup(named[0])
	}
	return driver.GroupCommon
}

// columnsOf returns the width of the help of a command.
func columnsOf(c *cobra.Command) int { return min(helpWidth, widthOf(c.Root().OutOrStdout())) }

// column finds where the second column of an indented line begins.
var column = regexp.MustCompile(`^ +\S+ {2,}`)

// wrap breaks the lines of a text at a width. Consecutive lines without indentation form a paragraph; an indented line, which is the
// row of a table, stays a separate line, and continues below its second column.
func wrap(text string, width int) string {
	var out []string
	var paragraph []string
	flush := func() {
		out = append(out, fill(strings.Fields(strings.Join(paragraph, " ")), "", "", width)...)
		paragraph = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		switch begin := column.FindString(line); {
		case begin != "":
			flush()
			out = append(out, fill(strings.Fields(line[len(begin):]), begin, strings.Repeat(" ", len(begin)), width)...)
		case line == "" || line[0] == ' ':
			flush()
			out = append(out, line)
		default:
			paragraph = append(paragraph, line)
		}
	}
	flush()
	return strings.Join(out, "\n")
}

// fill returns lines of words up to a width. The first begins with one prefix, the others with another.
func fill(words []string, first, others string, width int) []string {
	if len(words) == 0 {
		return nil
	}
	lines, now := []string(nil), first+words[0]
	for _, word := range words[1:] {
		if len(now)+1+len(word) > width {
			lines, now = append(lines, now), others+word
			continue
		}
		now += " " + word
	}
	return append(lines, now)
}
