// Package draw draws models, execution trees, abstractions and curves of coverage as pictures.
//
// Vocabulary:
//
//	model     the locations and arrows of a system, coloured by coverage (result.Graph, result.Coloring)
//	tree      the symbolic execution tree, coloured by what each state showed (result.Tree)
//	shade     a fill, a line and an ink that go together; one palette serves all notations
//	look      the drawing style of the status of a transition
//	tone      why a state of a tree has its shade: it covers, it shows a finding, it is unknown, and so on
//	layout    where the states of a tree are placed, computed by tidy in linear time
//
// The same data gives the same picture. Names and expressions come from the user's model, so they are not trusted: each notation has one
// function that escapes text for it, and all text passes through text.Clean first. Models and abstractions as SVG need Graphviz.
package draw

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Format is a notation of pictures.
type Format string

// The formats.
const (
	DOT     Format = "dot"
	Mermaid Format = "mermaid"
	SVG     Format = "svg"
)

// endings are the formats by the endings of files.
var endings = map[string]Format{".svg": SVG, ".dot": DOT, ".gv": DOT, ".mmd": Mermaid, ".mermaid": Mermaid}

// ParseFormat is the format with a name, or without one, that of a file by its ending. Without both it is DOT.
func ParseFormat(name, file string) (Format, error) {
	switch format := Format(name); {
	case format == DOT, format == Mermaid, format == SVG:
		return format, nil
	case name != "":
		return "", fmt.Errorf("--format %s: write dot, mermaid or svg", name)
	case file == "":
		return DOT, nil
	}
	if format, known := endings[strings.ToLower(filepath.Ext(file))]; known {
		return format, nil
	}
	return "", fmt.Errorf("cannot tell the format of %s: end its name in .svg, .dot or .mmd, or give --format", file)
}

// Model draws a model.
func Model(ctx context.Context, f Format, g result.Graph, colors result.Coloring) ([]byte, error) {
	if f == Mermaid {
		return []byte(modelMermaid(g, colors)), nil
	}
	picture, err := dotOrSVG(ctx, f, modelDOT(g, colors))
	return picture, lessOf(err)
}

// Draw draws an abstraction with its tests.
func (d AbstractDrawing) Draw(ctx context.Context, f Format) ([]byte, error) {
	if f == Mermaid {
		return []byte(d.mermaid()), nil
	}
	return dotOrSVG(ctx, f, d.dot())
}

// Tree draws an execution tree.
func Tree(f Format, t result.Tree) []byte {
	switch f {
	case SVG:
		return treeSVG(t)
	case Mermaid:
		return []byte(treeMermaid(t))
	}
	return []byte(treeDOT(t))
}
