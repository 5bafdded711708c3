package main

import (
	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/file"
	"github.com/sextant-mbt/sextant/internal/report/draw"
	"github.com/sextant-mbt/sextant/internal/result"
)

// graphFlags are the flags of graph.
type graphFlags struct {
	commonFlags
	format string
	output string
}

func graphCommand() *cobra.Command {
	var flags graphFlags
	c := &cobra.Command{
		Use:     "graph MODEL",
		Short:   "Draw a model as DOT, Mermaid or SVG",
		Args:    oneModel,
		Example: "  sextant graph examples/light/light.sxt -o light.svg",
		RunE:    func(c *cobra.Command, args []string) error { return runGraph(c, &flags, args[0]) },
	}
	flags.add(c)
	c.Flags().StringVar(&flags.format, "format", "", "dot, mermaid or svg; by default what the output file's name says, or dot")
	c.Flags().StringVarP(&flags.output, "output", "o", "", "file to write instead of standard output")
	return c
}

func runGraph(c *cobra.Command, flags *graphFlags, path string) error {
	ctx, cancel := flags.context(c)
	defer cancel()
	format, err := draw.ParseFormat(flags.format, flags.output)
	if err != nil {
		return err
	}
	l, err := flags.readModel(c, path)
	if err != nil {
		return err
	}
	graph, err := driver.Graph(l)
	if err != nil {
		return err
	}
	if flags.json {
		return printJSON(c.OutOrStdout(), result.GraphDocument{Head: result.Head{Command: "graph", Model: l.Info()}, Graph: graph})
	}
	picture, err := draw.Model(ctx, format, graph, nil)
	if err != nil {
		return err
	}
	return writeOutput(c, flags.output, picture)
}

// writeOutput writes to a file, or to standard output if none is named.
func writeOutput(c *cobra.Command, path string, data []byte) error {
	if path == "" {
		_, err := c.OutOrStdout().Write(data)
		return err
	}
	return file.Write(path, data)
}
