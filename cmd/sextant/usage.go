package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
)

// oneModel wants exactly one argument.
func oneModel(c *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return withUsage(c, fmt.Errorf("%s needs a model file", c.Name()))
	case 1:
		return nil
	}
	return withUsage(c, fmt.Errorf("%s takes one model file, not %d: %s", c.Name(), len(args), strings.Join(args, " ")))
}

// someModels wants at least one argument.
func someModels(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return withUsage(c, fmt.Errorf("%s needs a model file", c.Name()))
	}
	return nil
}

// flagError explains a flag that is wrong, and names the one that was probably meant.
func flagError(c *cobra.Command, err error) error {
	word, unknown := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !unknown {
		return withUsage(c, err)
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if meant := diag.Closest(word, names); meant != "" {
		err = fmt.Errorf("%w; did you mean --%s?", err, meant)
	}
	return withUsage(c, err)
}

func withUsage(c *cobra.Command, err error) error {
	return fmt.Errorf("%w\nUsage: %s\nRun \"%s --help\" for its flags", err, c.UseLine(), c.CommandPath())
}

// checkPath refuses a --path with names that the model does not have.
func checkPath(l *driver.Loaded, path []string) error {
	var names []string
	known := map[string]bool{}
	for _, m := range l.System.Moves() {
		names = append(names, m.Name)
		known[m.Name] = true
	}
	for _, name := range path {
		if known[name] {
			continue
		}
		if meant := diag.Closest(name, names); meant != "" {
			return fmt.Errorf("--path: no transition is called %q; did you mean %q?", name, meant)
		}
		return fmt.Errorf("--path: no transition is called %q", name)
	}
	return nil
}
