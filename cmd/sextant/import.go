package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/result"
)

func importCommand() *cobra.Command {
	var flags commonFlags
	var output string
	c := &cobra.Command{
		Use:   "import FORMAT FILE",
		Short: "Turn a machine in another notation into a model",
		Long: "Import turns a machine that is written in another notation into the text of a model, which it prints or writes to a file.\n" +
			"The exit code is 1 if the file has errors. The formats are:\n" + describeFormats(),
		Args:    importArguments,
		Example: "  sextant import efsm-json machine.json -o machine.sxt",
		RunE:    func(c *cobra.Command, args []string) error { return runImport(c, &flags, args[0], args[1], output) },
	}
	flags.addJSON(c)
	c.Flags().StringVarP(&output, "output", "o", "", "file to write instead of standard output")
	return c
}

func describeFormats() string {
	var lines []string
	for _, f := range driver.ImportFormats {
		lines = append(lines, fmt.Sprintf("  %-10s  %s", f.Name, f.Means))
	}
	return strings.Join(lines, "\n")
}

func importArguments(c *cobra.Command, args []string) error {
	if len(args) != 2 {
		return withUsage(c, fmt.Errorf("import needs a format and a file"))
	}
	return nil
}

func runImport(c *cobra.Command, flags *commonFlags, format, path, output string) error {
	m, err := driver.Import(format, path)
	if err != nil {
		return err
	}
	if m.List.HasErrors() {
		return flags.usable(c, &m.Loaded)
	}
	showDiagnostics(c, &m.Loaded, diag.Warning)
	if !flags.json {
		return writeOutput(c, output, []byte(m.Text))
	}
	r := result.Import{Check: *newCheck(c, &m.Loaded), Text: m.Text}
	if output != "" {
		if err := writeOutput(c, output, []byte(m.Text)); err != nil {
			return err
		}
		r.Text, r.Model.File = "", output
	}
	return printJSON(c.OutOrStdout(), r)
}
