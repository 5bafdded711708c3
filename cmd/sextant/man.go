package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manCommand returns the hidden command that writes a man page for each command, for packagers.
func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man FOLDER",
		Short:  "Write the man pages to a folder",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			header := &doc.GenManHeader{Title: "SEXTANT", Section: "1", Source: "sextant " + version, Manual: "Sextant", Date: new(time.Time)}
			root := c.Root()
			root.DisableAutoGenTag = true
			return doc.GenManTree(root, header, args[0])
		},
	}
}
