package draw

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// treeCount holds the counts for the title and the legend of a drawn tree.
type treeCount struct {
	states, levels, covered, findings, unknown, pruned int
	tones                                              [toneCount]int
	terminal, unexpanded                               int
}

// countTree counts what occurs in a tree.
func countTree(t result.Tree) treeCount {
	count := treeCount{states: len(t.Nodes)}
	for i, level := range levelsOf(t) {
		count.levels = max(count.levels, level+1)
		count.add(t.Nodes[i])
	}
	return count
}

// add counts one state.
func (c *treeCount) add(n result.Node) {
	c.tones[toneOf(n)]++
	c.covered += len(n.Covers)
	increment := func(counter *int, holds bool) {
		if holds {
			*counter++
		}
	}
	increment(&c.findings, n.Finding != "")
	increment(&c.unknown, n.Answer == result.FeasibilityUnknown)
	increment(&c.pruned, n.Pruned)
	increment(&c.terminal, n.Terminal)
	increment(&c.unexpanded, n.Unexpanded)
}

// words lists the counts that are not zero.
func (c treeCount) words() string {
	parts := []string{text.Count(c.states, "state"), text.Count(c.levels, "level")}
	add := func(n int, text string) {
		if n > 0 {
			parts = append(parts, text)
		}
	}
	add(c.covered, text.Count(c.covered, "transition")+" covered")
	add(c.findings, text.Count(c.findings, "finding"))
	add(c.unknown, text.Number(c.unknown)+" unknown")
	add(c.pruned, text.Number(c.pruned)+" pruned")
	add(c.unexpanded, text.Number(c.unexpanded)+" not expanded")
	return strings.Join(parts, " · ")
}

// levelsOf is how far each state is from the start of its tree.
func levelsOf(t result.Tree) []int {
	levels := make([]int, len(t.Nodes))
	for i, n := range t.Nodes {
		if hasParent(i, n) {
			levels[i] = levels[n.Parent] + 1
		}
	}
	return levels
}

// margin is the room around a drawing.
const margin = 28

// The measures of the legend, which is in rows below the title.
const (
	legendTop    = 78.0
	legendPitch  = 22.0
	legendBottom = 16.0
	legendSize   = 11.0
	legendIndent = 30.0
	legendGap    = 26.0
	legendWidth  = 640.0 // at least
)

// legendItem is one line of a legend: a sample state and what it means.
type legendItem struct {
	sample result.Node
	words  string
	at     point
}

// legend lists the kinds of states that occur in a tree.
func (c treeCount) legend() []legendItem {
	samples := [toneCount]result.Node{
		startTone:   {Parent: -1},
		coverTone:   {Covers: []string{""}},
		unknownTone: {Answer: result.FeasibilityUnknown},
		findingTone: {Finding: "finding"},
	}
	var items []legendItem
	add := func(occurs int, sample result.Node, words string) {
		if occurs > 0 {
			items = append(items, legendItem{sample: sample, words: words})
		}
	}
	for _, t := range []tone{startTone, plainTone, coverTone, findingTone, unknownTone} {
		add(c.tones[t], samples[t], toneStyles[t].legend)
	}
	add(c.pruned, result.Node{Pruned: true}, toneStyles[prunedTone].legend)
	add(c.terminal, result.Node{Terminal: true}, "the end of a run")
	add(c.unexpanded, result.Node{Unexpanded: true}, "not expanded because of a bound")
	return items
}

// placeLegend puts the items of the legend in rows that are about as wide as the tree, and returns the height of title
// and legend.
func (d *treeDrawing) placeLegend(width float64) float64 {
	width = max(width, legendWidth)
	next := point{margin, legendTop}
	for i := range d.legend {
		item := &d.legend[i]
		needs := legendIndent + textWidth(item.words, legendSize)
		if next.x > margin && next.x+needs > width {
			next = point{margin, next.y + legendPitch}
		}
		item.at = next
		next.x += needs + legendGap
	}
	return next.y + legendPitch + legendBottom
}

// headWidth is the width that title and legend need.
func (d *treeDrawing) headWidth() float64 {
	width := margin + max(textWidth(text.Label(d.tree.Name, longestClause), titleSize)*boldFactor, textWidth(d.count.words(), countSize))
	for _, item := range d.legend {
		width = max(width, item.at.x+legendIndent+textWidth(item.words, legendSize))
	}
	return width + margin
}

// drawLegend draws the samples as the tree shows its states, only smaller.
func (d *treeDrawing) drawLegend() {
	form := treeForm{boxHeight: 11, compact: d.form.compact}
	label := stateText{box: 20}
	if form.compact {
		label.box = 7
	}
	for _, item := range d.legend {
		d.out.WriteString(form.shape(point{item.at.x + 10, item.at.y}, label, item.sample))
		d.out.WriteString(svgText(item.at.x+legendIndent, item.at.y+4, "ink", legendSize, item.words))
	}
}

// boldFactor is how much wider bold text is.
const boldFactor = 1.07

// textWidth estimates how wide text is in a font like Helvetica; it errs on the wide side.
func textWidth(text string, size float64) float64 {
	var units float64
	for _, r := range text {
		units += runeWidth(r)
	}
	return units * size
}

// runeWidth is the width of a character as a part of the font size.
func runeWidth(r rune) float64 {
	switch {
	case strings.ContainsRune("ijltfrI.,:;'|!()[]{} ·", r):
		return 0.34
	case strings.ContainsRune("mwMW@%…", r):
		return 0.95
	case 'A' <= r && r <= 'Z':
		return 0.72
	case r < 0x1100:
		return 0.58
	default:
		return 1.05
	}
}
