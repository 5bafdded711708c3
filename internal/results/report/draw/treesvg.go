package draw

import (
	"html"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// treeSVG draws an execution tree as a self-contained picture: without scripts, fonts or other files.
//
// States of a small tree are boxes with their locations, and moves are written on the edges. In a tree of more than
// compactLimit states they are dots with small labels. Every state has a tooltip with all that is known about it.
// The tree grows downwards, or to the right if that makes a narrower page, since pages scroll best downwards.
func treeSVG(t result.Tree) []byte {
	d := newTreeDrawing(t)
	d.header()
	d.edges()
	for i := range t.Nodes {
		d.state(i)
	}
	d.line("</svg>")
	return []byte(d.out.String())
}

// compactLimit is how many states are drawn as boxes.
const compactLimit = 300

// The font sizes of the two lines of the title.
const (
	titleSize = 17
	countSize = 12
)

// pageWidth is the width that a tree may take before growing to the right is considered.
const pageWidth = 1500

// treeDrawing collects the text of a drawn tree.
type treeDrawing struct {
	page
	tree    result.Tree
	count   treeCount
	form    treeForm
	labels  []stateText
	at      []point
	legend  []legendItem
	tooltip int // longest fact, in characters
	width   float64
	height  float64
}

// point is the centre of a state.
type point struct{ x, y float64 }

// stateText is the text at a state, with its size.
type stateText struct {
	location, move, finding string
	box                     float64 // width of the box
	room                    float64 // width of all
}

// newTreeDrawing decides on a form and computes where everything stands.
func newTreeDrawing(t result.Tree) *treeDrawing {
	d := &treeDrawing{tree: t, count: countTree(t), form: boxForm, tooltip: longestTooltip}
	if len(t.Nodes) > compactLimit {
		d.form, d.tooltip = dotForm, longestTooltip/4
	}
	for _, n := range t.Nodes {
		d.labels = append(d.labels, d.form.textOf(n))
	}
	d.legend = d.count.legend()
	d.place()
	return d
}

// place tries both directions and keeps the better one.
func (d *treeDrawing) place() {
	tree := d.form.layDown(d.tree, d.labels)
	if tree.width > pageWidth {
		if right := d.form.layRight(d.tree, d.labels); right.width < tree.width {
			tree = right
			d.form.rightwards = true
		}
	}
	top := d.placeLegend(tree.width + margin)
	d.width = max(tree.width+2*margin, d.headWidth())
	d.height = top + tree.height + margin
	d.at = tree.at
	for i := range d.at {
		d.at[i].x += (d.width - tree.width) / 2
		d.at[i].y += top
	}
}

// header opens the picture: styles, ground, title and legend.
func (d *treeDrawing) header() {
	d.line(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" font-family="%s" font-size="%s">`,
		number(d.width), number(d.height), number(d.width), number(d.height), fontNames, number(d.form.fontSize))
	d.line("<title>%s</title>", markup(d.title(), longestTooltip))
	d.styles()
	d.line(`<rect width="100%%" height="100%%" fill="%s"/>`, groundColor)
	d.line(`<text x="%d" y="34" font-size="%d" font-weight="bold" fill="%s">%s</text>`, margin, titleSize, inkColor, html.EscapeString(text.Label(d.tree.Name, longestClause)))
	d.line(`<text x="%d" y="54" font-size="%d" fill="%s">%s</text>`, margin, countSize, mutedColor, html.EscapeString(d.count.words()))
	d.drawLegend()
}

// title names the picture for viewers and screen readers.
func (d *treeDrawing) title() string {
	return text.Label(d.tree.Name, longestClause) + ": " + d.count.words()
}

// styles writes a class for each tone, and for each way to draw a line.
func (d *treeDrawing) styles() {
	d.line("<style>")
	for _, s := range toneStyles {
		fill := s.shade.fill
		if d.form.compact {
			fill = s.shade.line // a dot is too small for a pale fill
		}
		d.line(".%s{fill:%s;stroke:%s}.%s-ink{fill:%s}", s.class, fill, s.shade.line, s.class, s.shade.ink)
	}
	d.line(".node{stroke-width:1.3}.open{fill:%s}.outer{fill:none;stroke-width:1}.dashed{%s}", groundColor, d.dashes())
	d.line(".edge{fill:none;stroke:%s;stroke-width:%s}.edge-cover{stroke:%s;stroke-width:2}.edge-pruned{stroke:%s;stroke-dasharray:4 3}",
		lineColor, number(d.form.stroke), greenShade.line, greyShade.line)
	d.line(".move{fill:%s;paint-order:stroke;stroke:%s;stroke-width:3;stroke-linejoin:round}.move-cover{fill:%s;font-weight:bold}", mutedColor, groundColor, greenShade.ink)
	d.line(".middle{text-anchor:middle}.end{text-anchor:end}.red{fill:%s;font-weight:bold}.ink{fill:%s}", redShade.line, inkColor)
	d.line("</style>")
}

// dashes is the border of pruned states; a dot takes finer dashes, and no fill to hide them.
func (d *treeDrawing) dashes() string {
	if d.form.compact {
		return "stroke-dasharray:1.8 1.3;fill:" + groundColor
	}
	return "stroke-dasharray:4 3"
}

// edges draws the moves, all of one class as one path: that keeps large trees small.
func (d *treeDrawing) edges() {
	var paths [len(edgeStyles)]strings.Builder
	for i, n := range d.tree.Nodes {
		if hasParent(i, n) {
			paths[edgeOf(n)].WriteString(d.form.curve(d.at[n.Parent], d.at[i], d.labels[n.Parent], d.labels[i]))
		}
	}
	for i, style := range edgeStyles {
		if paths[i].Len() > 0 {
			d.line(`<path class="%s" d="%s"/>`, style.class, paths[i].String())
		}
	}
}

// state draws a state with its tooltip and labels.
func (d *treeDrawing) state(i int) {
	n := d.tree.Nodes[i]
	d.line("<g><title>%s</title>", html.EscapeString(strings.Join(factsOf(n, d.tooltip), "\n")))
	d.out.WriteString(d.form.shape(d.at[i], d.labels[i], n))
	d.out.WriteString(d.form.texts(d.at[i], d.labels[i], n, hasParent(i, n)))
	d.line("</g>")
}

// number writes a coordinate with at most one digit after the point.
func number(x float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
}
