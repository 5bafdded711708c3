package draw

import "github.com/sextant-mbt/sextant/internal/results/result"

// The colours that do not depend on what is drawn. Drawings have a white ground, so they look the same in dark viewers.
const (
	groundColor = "#ffffff"
	inkColor    = "#1f2937"
	mutedColor  = "#64748b"
	lineColor   = "#8291a7"
	fontNames   = "Helvetica,Arial,sans-serif"
)

// shade is a set of colours that go together.
type shade struct {
	fill, line, ink string
}

var (
	plainShade  = shade{"#eef3fb", "#7b90b0", inkColor}
	startShade  = shade{"#334155", "#334155", "#ffffff"}
	greenShade  = shade{"#dcfce7", "#16a34a", "#166534"}
	orangeShade = shade{"#ffedd5", "#ea580c", "#9a3412"}
	redShade    = shade{"#fee2e2", "#dc2626", "#991b1b"}
	amberShade  = shade{"#fef3c7", "#d99a06", "#854d0e"}
	greyShade   = shade{"#f3f4f6", "#9ca3af", "#6b7280"}
)

// look is how a transition, or a location that it enters, is drawn by its status.
type look uint8

// The looks; the better one of two is the lower one that is not plain.
const (
	plainLook look = iota
	coveredLook
	missedLook
	unreachableLook
)

// lookStyle has the class, the colours, the Graphviz style of lines, the line in a legend, and the mark before a name.
type lookStyle struct {
	name         string
	shade        shade
	stroke       string
	marker, mark string
}

var lookStyles = [...]lookStyle{
	plainLook:       {"plain", plainShade, "solid", "", ""},
	coveredLook:     {"covered", greenShade, "solid", "──", "✓ "},
	missedLook:      {"missed", orangeShade, "dashed", "╌╌", "✗ missed "},
	unreachableLook: {"unreachable", greyShade, "dotted", "┈┈", "∅ unreachable "},
}

// lookOf is the look of a status.
func lookOf(s result.Status) look {
	switch s {
	case "":
		return plainLook
	case result.Covered:
		return coveredLook
	case result.Unreachable:
		return unreachableLook
	}
	return missedLook
}

// colorPlaces derives the look of each location: initial locations and those that a covered arrow enters are covered,
// the others have the best look of the arrows that enter them.
func colorPlaces(g result.Graph, colors result.Coloring) map[string]look {
	places := make(map[string]look)
	if len(colors) == 0 {
		return places
	}
	for _, p := range g.Places {
		if p.Initial {
			places[p.ID] = coveredLook
		}
	}
	for _, a := range g.Arrows {
		if old, new := places[a.To], lookOf(colors[a.Name]); old == plainLook || new != plainLook && new < old {
			places[a.To] = new
		}
	}
	return places
}

// countColors counts the arrows of each look.
func countColors(g result.Graph, colors result.Coloring) [len(lookStyles)]int {
	var count [len(lookStyles)]int
	for _, a := range g.Arrows {
		count[lookOf(colors[a.Name])]++
	}
	return count
}

// tone is why a state of a tree has its shade.
type tone uint8

// The tones, by rising priority: a state that several apply to has the last.
const (
	plainTone tone = iota
	startTone
	prunedTone
	coverTone
	unknownTone
	findingTone
	toneCount
)

// toneOf is the tone of a state.
func toneOf(n result.Node) tone {
	switch {
	case n.Finding != "":
		return findingTone
	case n.Answer == result.FeasibilityUnknown:
		return unknownTone
	case len(n.Covers) > 0:
		return coverTone
	case n.Pruned:
		return prunedTone
	case n.Parent < 0:
		return startTone
	default:
		return plainTone
	}
}

// toneStyle is how a tone is shown: its class in Mermaid and SVG, its words in a legend, its colours.
type toneStyle struct {
	class, legend string
	shade         shade
}

var toneStyles = [toneCount]toneStyle{
	plainTone:   {"plain", "state", plainShade},
	startTone:   {"start", "initial state", startShade},
	prunedTone:  {"pruned", "pruned: included in an earlier state", greyShade},
	coverTone:   {"cover", "first to cover a transition", greenShade},
	unknownTone: {"unknown", "unknown: the solver could not tell", amberShade},
	findingTone: {"finding", "finding", redShade},
}

// edge is how a move of a tree is drawn: green if it covers something for the first time, even if its state has another colour.
type edge uint8

const (
	plainEdge edge = iota
	prunedEdge
	coverEdge
)

func edgeOf(n result.Node) edge {
	switch {
	case len(n.Covers) > 0:
		return coverEdge
	case n.Pruned:
		return prunedEdge
	}
	return plainEdge
}

// edgeStyles are the class in SVG, the Graphviz style, the style of Mermaid, and the colours.
var edgeStyles = [...]struct {
	class, stroke, mermaid string
	shade                  shade
}{
	plainEdge:  {"edge", "solid", "", shade{groundColor, lineColor, mutedColor}},
	prunedEdge: {"edge edge-pruned", "dashed", "stroke-dasharray:4 3", greyShade},
	coverEdge:  {"edge edge-cover", "bold", "stroke-width:2.5px", greenShade},
}
