package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/jobs/driver"
)

// rootCommand returns the root command for a command line, with the commands of the table of analyses. If the command line names one of them
// the others have no flags: reading all options takes longer than checking a small model.
func rootCommand(args []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "sextant",
		Short: "Explore and test reactive systems from models",
		Long: "Sextant explores models of reactive systems and tests real systems against them.\n" +
			"Exit codes: 0 done; 1 a finding; 2 an error, or work left open.",
		Example:       "  sextant run examples/light/light.sxt --sut exec:bin/lamp",
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	groups := map[string]*cobra.Command{}
	for _, g := range driver.Groups {
		groups[g.Name] = &cobra.Command{Use: g.Name, Short: g.Short, Long: g.Long, Example: g.Example, Args: cobra.ArbitraryArgs, RunE: wrongSubcommand}
		root.AddCommand(groups[g.Name])
	}
	chosen := chosenAnalyses(args)
	for _, a := range driver.Analyses {
		group, _, grouped := strings.Cut(a.Name, " ")
		c := plainCommand(a)
		if chosen == "" || chosen == group {
			c = newCommand(a)
		}
		if grouped {
			groups[group].AddCommand(c)
		} else {
			root.AddCommand(c)
		}
	}
	step := plainCommand(stepping)
	if chosen == "" {
		step = stepCommand()
	}
	root.AddCommand(serveCommand(), lspCommand(), step, initCommand(), manCommand(), versionCommand())
	root.SetVersionTemplate(versionLine())
	root.SetFlagErrorFunc(flagError)
	setHelp(root)
	return root
}

// chosenAnalyses returns the first word of a command line if it is that of an analysis or a group of them, otherwise "".
func chosenAnalyses(args []string) string {
	i := slices.IndexFunc(args, func(a string) bool { return !strings.HasPrefix(a, "-") })
	for _, a := range driver.Analyses {
		if first, _, _ := strings.Cut(a.Name, " "); i >= 0 && first == args[i] {
			return first
		}
	}
	return ""
}

// versionCommand returns the command version, which prints the same as --version.
func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  sextant version",
		Args:    cobra.NoArgs,
		Run:     func(c *cobra.Command, _ []string) { fmt.Fprint(c.OutOrStdout(), versionLine()) },
	}
}

// versionLine returns the output of --version.
func versionLine() string { return "sextant version " + version + "\n" }

// newCommand returns the command of an analysis.
func newCommand(a *driver.Analysis) *cobra.Command {
	options := a.New()
	c := plainCommand(a)
	c.RunE = func(c *cobra.Command, args []string) error {
		return profiled(c, options, func() error { return runAnalysis(c, a, options, args) })
	}
	if len(a.Complete) > 0 {
		c.ValidArgsFunction = completeFirst(a.Complete)
	}
	addFlags(c, a, options)
	addProfileFlag(c)
	return c
}

// plainCommand returns the command of an analysis without what it takes to run it.
func plainCommand(a *driver.Analysis) *cobra.Command {
	return &cobra.Command{
		Use:     strings.TrimSpace(a.Name[strings.LastIndex(a.Name, " ")+1:] + " " + a.Args),
		Short:   a.Short,
		Long:    a.Long,
		Example: a.Example,
		Args: func(c *cobra.Command, args []string) error {
			if err := a.CheckArgs(args); err != nil {
				return withUsage(c, err)
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
}

// completeFirst returns a function that completes the first argument with words, and further ones with files.
func completeFirst(words []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

// addFlags adds the flags of the options of an analysis to a command.
func addFlags(c *cobra.Command, a *driver.Analysis, options any) {
	c.Flags().SortFlags = false
	for _, f := range a.Flags(options) {
		flag := c.Flags().VarPF(f, f.Name, f.Tag.Get("short"), f.Tag.Get("help"))
		flag.Annotations = map[string][]string{groupKey: {string(f.Group)}}
		if !f.Usual() {
			flag.Annotations[rareKey] = nil
		}
		if f.IsBool() {
			flag.NoOptDefVal = "true"
		}
		if f.Was != "" {
			addOldName(c, f)
		}
		if choices := f.Choices(); choices != nil {
			_ = c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp)) // the flag exists
		}
	}
}

// addOldName adds the old name of a flag, which help does not list.
func addOldName(c *cobra.Command, f driver.Field) {
	old := c.Flags().VarPF(oldName{f, c}, f.Was, "", f.Tag.Get("help"))
	old.Hidden = true
	if f.IsBool() {
		old.NoOptDefVal = "true"
	}
}

// oldName is the value of the old name of a flag.
type oldName struct {
	driver.Field
	c *cobra.Command
}

// Set sets the flag, and prints a note with its new name.
func (o oldName) Set(value string) error {
	fmt.Fprintf(o.c.ErrOrStderr(), "note: --%s is called --%s now\n", o.Was, o.Name)
	return o.c.Flags().Set(o.Name, value)
}

const profileFlag = "profile"

// addProfileFlag adds a hidden flag for profiling to a command.
func addProfileFlag(c *cobra.Command) {
	c.Flags().String(profileFlag, "", "folder for profiles: CPU, heap, and solver queries by kind")
	_ = c.Flags().MarkHidden(profileFlag) // it exists
}

// profiled runs an analysis, with profiles if requested.
func profiled(c *cobra.Command, options any, analyse func() error) error {
	folder, err := c.Flags().GetString(profileFlag)
	if err != nil || folder == "" {
		return analyse()
	}
	end, err := driver.StartProfile(folder, options)
	if err != nil {
		return err
	}
	err = analyse()
	return errors.Join(err, end())
}

// runAnalysis runs an analysis, once for each model if it takes several.
func runAnalysis(c *cobra.Command, a *driver.Analysis, options any, args []string) error {
	if err := driver.CheckOutputs(options); err != nil {
		return err
	}
	begun := time.Now()
	if a.Models != driver.EachModel {
		return newSession(c, a, options, args).run(begun)
	}
	if len(args) > 1 && c.Flags().Changed("report") {
		return errors.New("--report is the page of one model: name one, or write a page for each")
	}
	var found error
	for _, path := range args {
		err := newSession(c, a, options, []string{path}).run(begun)
		if err != nil && !errors.Is(err, driver.ErrFinding) {
			return err
		}
		found = errors.Join(found, err)
	}
	return found
}

// wrongSubcommand returns an error that lists the commands of a group.
func wrongSubcommand(c *cobra.Command, args []string) error {
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	choice := "write " + strings.Join(names, ", ")
	if len(args) == 0 {
		return withUsage(c, fmt.Errorf("%s needs a command: %s", c.Name(), choice))
	}
	if meant := diag.Closest(args[0], names); meant != "" {
		choice = "did you mean " + meant + "?"
	}
	return withUsage(c, fmt.Errorf("%s has no command %q; %s", c.Name(), args[0], choice))
}

// flagError explains an unknown or invalid flag, and suggests a similar name.
func flagError(c *cobra.Command, err error) error {
	if errors.Is(err, pflag.ErrHelp) { // of --help-all
		return pflag.ErrHelp
	}
	if invalid := (*pflag.InvalidValueError)(nil); errors.As(err, &invalid) {
		return invalidValue(invalid)
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	word, unknown := strings.CutPrefix(err.Error(), "unknown flag: --")
	if meant := diag.Closest(word, names); unknown && meant != "" {
		err = fmt.Errorf("%w; did you mean --%s?", err, meant)
	}
	if strings.HasPrefix(err.Error(), "unknown shorthand flag") && strings.Contains(c.Use, "ARGS") {
		err = fmt.Errorf("%w; write -- before values that begin with a minus sign", err)
	}
	return withUsage(c, err)
}

// invalidValue explains an invalid value of a flag. Flags that do not belong to an analysis are texts, which take every value, or Booleans.
func invalidValue(err *pflag.InvalidValueError) error {
	if wrong := (*driver.ErrFlag)(nil); errors.As(err.Unwrap(), &wrong) {
		return wrong
	}
	return &driver.ErrFlag{Flag: err.GetFlag().Name, Value: err.GetValue(), Reason: "write true or false"}
}

// errUsage is the error for an invalid command line.
type errUsage struct {
	wrong error
	c     *cobra.Command
}

// Error describes the error, with advice.
func (e *errUsage) Error() string {
	return fmt.Sprintf("%v\nUsage: %s\nRun \"%s --help\" for its flags", e.wrong, e.c.UseLine(), e.c.CommandPath())
}

// Unwrap returns the error without the advice.
func (e *errUsage) Unwrap() error { return e.wrong }

func withUsage(c *cobra.Command, err error) error { return &errUsage{err, c} }
