package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/file"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/syntax/modelfile"
)

func formatCommand() *cobra.Command {
	var write, list bool
	c := &cobra.Command{
		Use:     "fmt [MODEL...]",
		Short:   "Print models in canonical form",
		Long:    "Fmt prints models in canonical form, keeping comments. Without a file, or with -, it reads standard input.",
		Example: "  sextant fmt -w examples/light/light.sxt",
		RunE: func(c *cobra.Command, paths []string) error {
			if len(paths) == 0 {
				paths = []string{"-"}
			}
			return checkAll(paths, func(path string) (bool, error) { return formatFile(c, path, write, list) })
		},
	}
	c.Flags().BoolVarP(&write, "write", "w", false, "write the result back to the file")
	c.Flags().BoolVarP(&list, "list", "l", false, "list files that are not in canonical form, and exit with 1 if there are any")
	return c
}

// formatFile formats one file; it returns false for syntax errors, and with list for a file that would change.
func formatFile(c *cobra.Command, path string, write, list bool) (bool, error) {
	text, err := readText(c, path)
	if err != nil {
		return false, err
	}
	var found diag.List
	formatted := syntax.Format(diag.NewFile(path, text), &found)
	if found.HasErrors() {
		diag.Render(c.ErrOrStderr(), found.Sorted(), found.Dropped(), isTerminal(c.ErrOrStderr()))
		return false, nil
	}
	switch {
	case list:
		if formatted != text {
			fmt.Fprintln(c.OutOrStdout(), path)
		}
		return formatted == text, nil
	case write && path != "-":
		if formatted == text {
			return true, nil
		}
		return true, file.Write(path, []byte(formatted))
	}
	_, err = io.WriteString(c.OutOrStdout(), formatted)
	return true, err
}

// maxInput bounds what is read from standard input.
const maxInput = 16 << 20

func readText(c *cobra.Command, path string) (string, error) {
	if path == "-" {
		data, err := io.ReadAll(io.LimitReader(c.InOrStdin(), maxInput+1))
		return string(data), err
	}
	data, err := modelfile.Read(path)
	return string(data), err
}
