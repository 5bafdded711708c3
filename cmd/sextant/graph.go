package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/file"
	"github.com/sextant-mbt/sextant/internal/report"
	"github.com/sextant-mbt/sextant/internal/result"
)

// graphFormats are the forms of pictures, by the ending of the file.
var graphFormats = map[string]string{".svg": "svg", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".mermaid": "mermaid"}

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
	format, err := graphFormat(flags.format, flags.output)
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
	picture, err := drawModel(ctx, graph, nil, format)
	if err != nil {
		return err
	}
	return writeOutput(c, flags.output, picture)
}

// graphFormat is the wanted form: as asked, or as the file's ending says.
func graphFormat(format, output string) (string, error) {
	if format == "" {
		format = graphFormats[strings.ToLower(filepath.Ext(output))]
	}
	switch format {
	case "":
		if output != "" {
			return "", fmt.Errorf("cannot tell the format of %s: end its name in .svg, .dot or .mmd, or give --format", output)
		}
		return "dot", nil
	case "dot", "svg", "mermaid":
		return format, nil
	}
	return "", fmt.Errorf("--format %s: write dot, mermaid or svg", format)
}

func drawModel(ctx context.Context, g result.Graph, colors result.Coloring, format string) ([]byte, error) {
	switch format {
	case "svg":
		return report.ModelSVG(ctx, g, colors)
	case "mermaid":
		return []byte(report.ModelMermaid(g, colors)), nil
	}
	return []byte(report.ModelDOT(g, colors)), nil
}

func drawTree(t result.Tree, format string) []byte {
	switch format {
	case "svg":
		return report.TreeSVG(t)
	case "mermaid":
		return []byte(report.TreeMermaid(t))
	}
	return []byte(report.TreeDOT(t))
}

// writeOutput writes to a file, or to standard output if none is named.
func writeOutput(c *cobra.Command, path string, data []byte) error {
	if path == "" {
		_, err := c.OutOrStdout().Write(data)
		return err
	}
	return file.Write(path, data)
}
