package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/file"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/suite/export"
	"github.com/sextant-mbt/sextant/internal/text"
)

// exportFlags are the flags of export.
type exportFlags struct {
	searchFlags
	format string
	name   string
	file   string
}

func exportCommand() *cobra.Command {
	var flags exportFlags
	c := &cobra.Command{
		Use:   "export MODEL TEST",
		Short: "Write a stored test, or a folder of them, for other tools",
		Long: "Export writes stored tests in the language of another tool: a Go test file, an XML skeleton with names in the style of\n" +
			"JUnit, a module of TTCN-3, sequence diagrams for PlantUML and Mermaid, or a table. TEST is a stored test,\n" +
			"the folder of a suite, or the folder of the failures that sextant run has stored.",
		Args:    modelAndTest,
		Example: "  sextant export light.sxt suite --format go -o lamp_test.go\n  sextant export light.sxt failures/light-c2c2a1e9.json --format plantuml",
		RunE:    func(c *cobra.Command, args []string) error { return runExport(c, &flags, args[0], args[1]) },
	}
	flags.add(c)
	c.Flags().StringVar(&flags.format, "format", "", "language of the file: "+formatList())
	c.Flags().StringVar(&flags.name, "package", "", "name of the package of a Go file; by default that of the model")
	c.Flags().StringVarP(&flags.file, "output", "o", "", "file to write; by default standard output")
	return c
}

func modelAndTest(_ *cobra.Command, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("export needs a model file and a stored test or a folder of them, as in: sextant export light.sxt suite --format go")
	}
	return nil
}

// formatList names the formats as in "go, junit or csv".
func formatList() string {
	var names []string
	for _, f := range export.Formats {
		names = append(names, string(f))
	}
	return text.Or(names)
}

// check refuses flags that make no sense, before any work is done.
func (f *exportFlags) check() error {
	switch {
	case f.format == "":
		return fmt.Errorf("name the language with --format: %s", formatList())
	case !export.Format(f.format).Known():
		var names []string
		for _, known := range export.Formats {
			names = append(names, string(known))
		}
		if meant := diag.Closest(f.format, names); meant != "" {
			return fmt.Errorf("--format %s: did you mean %s?", f.format, meant)
		}
		return fmt.Errorf("--format %s: write %s", f.format, formatList())
	case f.name != "" && f.format != string(export.Go):
		return fmt.Errorf("--package goes with --format go, not with --format %s", f.format)
	case f.json && f.file == "":
		return fmt.Errorf("with --json, name the file with -o: standard output has the JSON document")
	}
	return canWrite([]string{f.file})
}

func runExport(c *cobra.Command, flags *exportFlags, path, test string) error {
	if err := flags.check(); err != nil {
		return err
	}
	ctx, cancel := flags.context(c)
	defer cancel()
	l, err := flags.readModel(c, path)
	if err != nil {
		return err
	}
	r, err := flags.export(ctx, l, test)
	if err != nil {
		return err
	}
	return flags.write(c, r)
}

// export asks the model what the tests expect, and writes them in the wanted language.
func (f *exportFlags) export(ctx context.Context, l *driver.Loaded, test string) (_ *result.Export, err error) {
	means, closeLog, err := f.means()
	if err != nil {
		return nil, err
	}
	defer closeLog(&err)
	options := driver.ExportOptions{Options: export.Options{Package: f.name}, Format: export.Format(f.format), Means: means}
	return driver.Export(ctx, l, test, options)
}

// write writes the file, and says so.
func (f *exportFlags) write(c *cobra.Command, r *result.Export) error {
	if r.Changed {
		fmt.Fprintln(c.ErrOrStderr(), "note: the model was changed after the tests were made; what they expect is that of the model now")
	}
	if f.file == "" {
		_, err := c.OutOrStdout().Write(r.Text)
		return err
	}
	if err := file.Write(f.file, r.Text); err != nil {
		return err
	}
	r.File = f.file
	return f.show(c, r)
}
