package report

import "github.com/sextant-mbt/sextant/internal/result"

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
	plainShade   = shade{"#eef3fb", "#7b90b0", inkColor}
	startShade   = shade{"#334155", "#334155", "#ffffff"}
	greenShade   = shade{"#dcfce7", "#16a34a", "#166534"}
	orangeShade  = shade{"#ffedd5", "#ea580c", "#9a3412"}
	redShade     = shade{"#fee2e2", "#dc2626", "#991b1b"}
	amberShade   = shade{"#fef3c7", "#d99a06", "#854d0e"}
	greyShade    = shade{"#f3f4f6", "#9ca3af", "#6b7280"}
	coverageName = [...]string{result.Plain: "plain", result.Covered: "covered", result.Missed: "missed", result.Unreachable: "unreachable"}
)

// coverageShade is how a transition, or a location that it enters, is coloured.
func coverageShade(s result.CoverageState) shade {
	switch s {
	case result.Covered:
		return greenShade
	case result.Missed:
		return orangeShade
	case result.Unreachable:
		return greyShade
	default:
		return plainShade
	}
}

// strokeOf is the Graphviz style of the line of a transition.
func strokeOf(s result.CoverageState) string {
	switch s {
	case result.Missed:
		return "dashed"
	case result.Unreachable:
		return "dotted"
	default:
		return "solid"
	}
}

// colorPlaces derives the colour of each location: initial locations and those that a covered arrow enters are covered,
// the others have the best colour of the arrows that enter them.
func colorPlaces(g result.Graph, colors result.Coloring) map[string]result.CoverageState {
	places := make(map[string]result.CoverageState)
	if len(colors) == 0 {
		return places
	}
	for _, p := range g.Places {
		if p.Initial {
			places[p.ID] = result.Covered
		}
	}
	for _, a := range g.Arrows {
		places[a.To] = better(places[a.To], colors[a.Name])
	}
	return places
}

// better is the one of two colours that says more: covered, then missed, then unreachable, then plain.
func better(a, b result.CoverageState) result.CoverageState {
	if a == result.Plain || (b != result.Plain && b < a) {
		return b
	}
	return a
}

// countColors counts the arrows of each colour.
func countColors(g result.Graph, colors result.Coloring) [len(coverageName)]int {
	var count [len(coverageName)]int
	for _, a := range g.Arrows {
		count[colors[a.Name]]++
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

// unknownAnswer is the Answer of a state that the solver could not decide.
const unknownAnswer = "unknown"

// toneOf is the tone of a state.
func toneOf(n result.Node) tone {
	switch {
	case n.Finding != "":
		return findingTone
	case n.Answer == unknownAnswer:
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
