package draw

import (
	"fmt"
	"html"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// treeDOT draws an execution tree in the language of Graphviz.
func treeDOT(t result.Tree) string {
	var d dotTree
	d.line("digraph sextant {")
	d.line("  graph [label=<%s<br/> >, labelloc=t, fontname=%q, fontsize=12, fontcolor=%q, bgcolor=%q, pad=0.3, nodesep=0.25, ranksep=0.4]",
		"<b>"+html.EscapeString(text.Label(t.Name, longestClause))+"</b>   "+html.EscapeString(countTree(t).words()), fontNames, inkColor, groundColor)
	d.line("  node [shape=box, fontname=%q, fontsize=11, margin=%q, height=0.3, penwidth=1.2]", fontNames, "0.12,0.04")
	d.line("  edge [fontname=%q, fontsize=9, arrowsize=0.6]", fontNames)
	for i, n := range t.Nodes {
		d.state(i, n)
	}
	d.line("}")
	return d.out.String()
}

// dotTree is a tree in the language of Graphviz.
type dotTree struct{ page }

// state draws a state and the move that leads to it.
func (d *dotTree) state(i int, n result.Node) {
	colors := toneStyles[toneOf(n)].shade
	tooltip := quote(strings.Join(factsOf(n, longestTooltip), "\n"))
	borders, fill, ink, style := 1, colors.fill, colors.ink, "rounded,filled"
	if n.Terminal {
		borders = 2
	}
	if n.Unexpanded {
		fill, ink = groundColor, inkOnGround(colors)
	}
	if n.Pruned {
		style += ",dashed"
	}
	d.line("  s%d [label=<%s>, tooltip=%s, peripheries=%d, style=%q, fillcolor=%q, color=%q, fontcolor=%q]",
		i, stateLabel(n), tooltip, borders, style, fill, colors.line, ink)
	if hasParent(i, n) {
		edge := edgeStyles[edgeOf(n)]
		d.line("  s%d -> s%d [label=<%s>, tooltip=%s, style=%s, color=%q, fontcolor=%q]",
			n.Parent, i, edgeLabel(n), tooltip, edge.stroke, edge.shade.line, edge.shade.ink)
	}
}

// hasParent reports whether a state has a parent: an earlier row. A state without one starts a tree.
func hasParent(i int, n result.Node) bool { return 0 <= n.Parent && n.Parent < i }

// stateLabel is the locations of the machines and, if the state shows a finding, its kind.
func stateLabel(n result.Node) string {
	label := html.EscapeString(text.Label(n.Location, longestName))
	if n.Finding != "" {
		label += "<br/><b>" + html.EscapeString(text.Label(n.Finding, longestName)) + "</b>"
	}
	return label
}

// edgeLabel is the name of a move, in bold if it covers something for the first time.
func edgeLabel(n result.Node) string {
	move := html.EscapeString(text.Label(n.Move, longestName))
	if len(n.Covers) > 0 {
		return fmt.Sprintf(" <b>%s</b> ", move)
	}
	return " " + move + " "
}

// inkOnGround is the ink of a state that is drawn hollow.
func inkOnGround(s shade) string {
	if s.ink == groundColor {
		return inkColor
	}
	return s.ink
}
