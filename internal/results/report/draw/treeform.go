package draw

import (
	"fmt"
	"html"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// treeForm is how the states of a tree are drawn: as boxes or as dots, growing downwards or to the right.
type treeForm struct {
	compact    bool
	rightwards bool
	fontSize   float64
	moveSize   float64 // of the font for moves
	nameLimit  int
	boxHeight  float64
	boxPadding float64
	gap        float64 // between neighbours on a level
	levelGap   float64 // between levels
	stroke     float64 // of plain edges
}

var (
	boxForm = treeForm{fontSize: 12, moveSize: 10.5, nameLimit: 24, boxHeight: 24, boxPadding: 10, gap: 14, levelGap: 44, stroke: 1.2}
	dotForm = treeForm{compact: true, fontSize: 8.5, moveSize: 8.5, nameLimit: 18, boxHeight: 7, gap: 4.5, levelGap: 26, stroke: 0.8}
)

// findingSize is the font size of the kind of a finding inside a box.
const findingSize = 10

// textOf chooses the labels of a state and measures them.
func (f treeForm) textOf(n result.Node) stateText {
	text := stateText{location: text.Label(n.Location, f.nameLimit), move: text.Trim(n.Move, f.nameLimit), finding: text.Trim(n.Finding, f.nameLimit)}
	if f.compact {
		text.box = f.boxHeight
		text.room = 2*f.boxHeight + textWidth(f.labelOfDot(text), f.fontSize)
		return text
	}
	inside := max(textWidth(text.location, f.fontSize), textWidth(text.finding, findingSize)*boldFactor)
	text.box = max(inside+2*f.boxPadding, 2*f.boxHeight)
	text.room = max(text.box, textWidth(text.move, f.moveSize)*boldFactor)
	return text
}

// labelOfDot is the whole label of a dot.
func (f treeForm) labelOfDot(text stateText) string {
	return strings.TrimSpace(text.move + " " + text.location + " " + text.finding)
}

// placed is a laid out tree.
type placed struct {
	at            []point
	width, height float64
}

// layDown lays out a tree that grows downwards: what states take along a level is the width of their labels.
func (f treeForm) layDown(t result.Tree, labels []stateText) placed {
	rooms := make([]float64, len(labels))
	for i, label := range labels {
		rooms[i] = label.room
		if f.compact {
			rooms[i] = 2*label.room - label.box // the label is to the right of the dot, which is the centre
		}
	}
	l := tidy(parentsOf(t), rooms, f.gap)
	height := f.tallest(labels)
	pitch := height + f.levelGap
	if f.compact {
		pitch = f.levelGap
	}
	p := placed{at: make([]point, len(labels)), width: l.extent, height: float64(max(l.levels-1, 0))*pitch + height}
	for i := range p.at {
		p.at[i] = point{l.across[i], float64(l.level[i])*pitch + height/2}
	}
	return p
}

// layRight lays out a tree that grows to the right: each level is a column as wide as its widest state.
func (f treeForm) layRight(t result.Tree, labels []stateText) placed {
	rooms := make([]float64, len(labels))
	for i, label := range labels {
		rooms[i] = f.heightOf(label)
		if f.compact {
			rooms[i] = f.fontSize - f.gap + 2
		}
	}
	l := tidy(parentsOf(t), rooms, f.gap)
	columns, width := f.columns(l, labels)
	p := placed{at: make([]point, len(labels)), width: width, height: l.extent}
	for i := range p.at {
		p.at[i] = point{columns[l.level[i]], l.across[i]}
	}
	return p
}

// columns is where the centres of the states of each level are, and the width of all columns. A column begins with room
// for the bend of the edges and for the names of the moves.
func (f treeForm) columns(l layout, labels []stateText) (centres []float64, width float64) {
	boxes, moves := make([]float64, l.levels), make([]float64, l.levels)
	for i, label := range labels {
		level := l.level[i]
		boxes[level] = max(boxes[level], label.box)
		moves[level] = max(moves[level], f.moveRoom(label))
	}
	for level := range l.levels {
		if level > 0 {
			width += f.levelGap + moves[level]
		} else if f.compact {
			width += moves[level]
		}
		centres = append(centres, width+boxes[level]/2)
		width += boxes[level]
	}
	return centres, width
}

// moveRoom is the room that the label on an edge takes when the tree grows to the right.
func (f treeForm) moveRoom(label stateText) float64 {
	if f.compact {
		return label.room - label.box
	}
	return textWidth(label.move, f.moveSize) * boldFactor
}

// heightOf is the height of the box of a state.
func (f treeForm) heightOf(label stateText) float64 {
	if label.finding != "" && !f.compact {
		return f.boxHeight + findingSize + 2
	}
	return f.boxHeight
}

// tallest is the height of the highest box.
func (f treeForm) tallest(labels []stateText) float64 {
	height := f.boxHeight
	for _, label := range labels {
		height = max(height, f.heightOf(label))
	}
	return height
}

func parentsOf(t result.Tree) []int {
	parents := make([]int, len(t.Nodes))
	for i, n := range t.Nodes {
		parents[i] = n.Parent
	}
	return parents
}

// curve is the path of the edge from a parent to a child.
func (f treeForm) curve(from, to point, above, below stateText) string {
	if f.rightwards {
		startX, endX := from.x+above.box/2, to.x-below.box/2
		bend := endX - f.moveRoom(below)
		middle := (startX + bend) / 2
		return fmt.Sprintf("M%s %sC%s %s %s %s %s %sH%s", number(startX), number(from.y),
			number(middle), number(from.y), number(middle), number(to.y), number(bend), number(to.y), number(endX))
	}
	startY, endY := from.y+f.heightOf(above)/2, to.y-f.heightOf(below)/2
	middle := startY + (endY-startY)*0.45
	return fmt.Sprintf("M%s %sC%s %s %s %s %s %s", number(from.x), number(startY),
		number(from.x), number(middle), number(to.x), number(middle), number(to.x), number(endY))
}

// shape draws the box or the dot of a state; a terminal state has a second border.
func (f treeForm) shape(at point, label stateText, n result.Node) string {
	class := "node " + toneStyles[toneOf(n)].class
	if n.Pruned {
		class += " dashed"
	}
	outer := ""
	if n.Terminal {
		outer = f.outline(at, label, class+" outer", 3)
	}
	if n.Unexpanded {
		class += " open"
	}
	return outer + f.outline(at, label, class, 0)
}

// outline is a rounded rectangle or a circle, larger than the state by grow on each side.
func (f treeForm) outline(at point, label stateText, class string, grow float64) string {
	if f.compact {
		return fmt.Sprintf(`<circle class="%s" cx="%s" cy="%s" r="%s"/>`+"\n", class, number(at.x), number(at.y), number(label.box/2+grow*0.7))
	}
	width, height := label.box+2*grow, f.heightOf(label)+2*grow
	return fmt.Sprintf(`<rect class="%s" x="%s" y="%s" width="%s" height="%s" rx="%s"/>`+"\n", class,
		number(at.x-width/2), number(at.y-height/2), number(width), number(height), number(7+grow))
}

// texts writes the labels of a state and of the move that leads to it.
func (f treeForm) texts(at point, label stateText, n result.Node, moved bool) string {
	if f.compact {
		return f.dotTexts(at, label, n)
	}
	ink := toneStyles[toneOf(n)].class + "-ink"
	if n.Unexpanded {
		ink = "ink"
	}
	baseline := at.y + f.fontSize*0.35
	if label.finding != "" {
		baseline = at.y - 2
	}
	out := svgText(at.x, baseline, "middle "+ink, 0, label.location)
	if label.finding != "" {
		out += svgText(at.x, at.y+findingSize+2, "middle red", findingSize, label.finding)
	}
	if moved && label.move != "" {
		out += f.moveText(at, label, n)
	}
	return out
}

// moveText writes the name of a move on the edge that leads to a state.
func (f treeForm) moveText(at point, label stateText, n result.Node) string {
	if f.rightwards {
		return svgText(at.x-label.box/2-6, at.y-4, "end "+moveClass(n), f.moveSize, label.move)
	}
	return svgText(at.x, at.y-f.heightOf(label)/2-8, "middle "+moveClass(n), f.moveSize, label.move)
}

// dotTexts writes the label of a dot: before it when the tree grows to the right, after it otherwise.
func (f treeForm) dotTexts(at point, label stateText, n result.Node) string {
	content := fmt.Sprintf(`%s<tspan class="ink" dx="3">%s</tspan>`, html.EscapeString(label.move), html.EscapeString(label.location))
	if label.finding != "" {
		content += fmt.Sprintf(`<tspan class="red" dx="3">%s</tspan>`, html.EscapeString(label.finding))
	}
	if f.rightwards {
		return rawText(at.x-label.box, at.y-2, "end "+moveClass(n), 0, content)
	}
	return rawText(at.x+label.box, at.y+3, moveClass(n), 0, content)
}

// moveClass is the class of the name of a move.
func moveClass(n result.Node) string {
	if len(n.Covers) > 0 {
		return "move move-cover"
	}
	return "move"
}

// svgText writes text at a place; size 0 is the size of the picture.
func svgText(x, y float64, class string, size float64, content string) string {
	return rawText(x, y, class, size, html.EscapeString(content))
}

// rawText is text for content that is escaped already.
func rawText(x, y float64, class string, size float64, content string) string {
	attribute := ""
	if size > 0 {
		attribute = fmt.Sprintf(` font-size="%s"`, number(size))
	}
	return fmt.Sprintf(`<text class="%s" x="%s" y="%s"%s>%s</text>`+"\n", class, number(x), number(y), attribute, content)
}
