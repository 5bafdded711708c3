package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/face/lsp"
	"github.com/sextant-mbt/sextant/internal/jobs/driver"
)

// lspCommand returns the command of the language server.
func lspCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Talk to an editor: the language server of models",
		Long: "Lsp speaks the Language Server Protocol on standard input and output: diagnostics while you type, what names mean,\n" +
			"renaming, completion, formatting, and analyses at the request of the user. Editors start it; docs/editors.md says how.\n" +
			"The exit code is 1 if the editor ends the session without a shutdown.",
		Example: "  sextant lsp",
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return serveEditor(c) },
	}
	c.Flags().Bool("stdio", true, "talk on standard input and output; the only way, which some editors ask for")
	return c
}

// serveEditor serves an editor until it ends the session. If the editor ends it without a shutdown, the exit code is 1, without a message.
func serveEditor(c *cobra.Command) error {
	err := lsp.Serve(c.Context(), c.InOrStdin(), c.OutOrStdout(), version)
	if errors.Is(err, lsp.ErrDisorderly) {
		return driver.ErrFinding
	}
	return err
}
