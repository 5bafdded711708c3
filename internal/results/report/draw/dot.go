package draw

import (
	"fmt"
	"html"
	"iter"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// loopLimit is how many arrows from a location to itself are drawn as arrows; more are listed inside the location, as UML
// does with internal transitions. Event systems have one location and only such arrows.
const loopLimit = 3

// manyPlaces is how many locations are laid out with all care.
const manyPlaces = 150

// modelDOT draws a model in the language of Graphviz. Colors may be nil; an arrow whose ends are not both places of the
// graph is not drawn.
func modelDOT(g result.Graph, colors result.Coloring) string {
	d := &modelDrawing{newModel(g, colors, loopLimit)}
	d.header()
	for i, machine := range d.machines {
		d.machine(i, machine)
	}
	d.arrows(d.arrow)
	d.links(d.link)
	d.line("}")
	return d.out.String()
}

// model is a model to be drawn, in any notation.
type model struct {
	page
	graph    result.Graph
	colors   result.Coloring
	places   map[string]look
	names    map[string]string         // from Place.ID to the name in the drawing
	loops    map[string][]result.Arrow // arrows that are listed inside their place
	machines []string                  // in the order of their first places
}

func newModel(g result.Graph, colors result.Coloring, loopLimit int) model {
	return model{graph: g, colors: colors, places: colorPlaces(g, colors), names: numberPlaces(g), loops: crowdedLoops(g, loopLimit), machines: machinesOf(g)}
}

// placesOf lists the places of a machine.
func (d *model) placesOf(machine string) iter.Seq[result.Place] {
	return func(yield func(result.Place) bool) {
		for _, p := range d.graph.Places {
			if p.Machine == machine && !yield(p) {
				return
			}
		}
	}
}

// arrows lists the arrows that are drawn, with the names of their places: not those that are listed inside their place.
func (d *model) arrows(draw func(a result.Arrow, from, to string)) {
	for _, a := range d.graph.Arrows {
		if from, to := d.names[a.From], d.names[a.To]; from != "" && to != "" && (a.From != a.To || len(d.loops[a.From]) == 0) {
			draw(a, from, to)
		}
	}
}

// links lists what machines that are folded send each other: for each pair the names of the channels.
func (d *model) links(draw func(channels []string, from, to string)) {
	whole := map[string]string{} // name in the drawing
	for _, p := range d.graph.Places {
		if p.Whole {
			whole[p.Machine] = d.names[p.ID]
		}
	}
	type pair struct{ from, to string }
	channels, pairs := map[pair][]string{}, []pair(nil)
	for _, l := range d.graph.Links {
		p := pair{whole[l.From], whole[l.To]}
		if p.from == "" || p.to == "" {
			continue
		}
		if channels[p] == nil {
			pairs = append(pairs, p)
		}
		channels[p] = append(channels[p], l.Channel)
	}
	for _, p := range pairs {
		draw(channels[p], p.from, p.to)
	}
}

// framed reports whether a machine has a frame around its places.
func (d *model) framed(machine string) bool {
	for p := range d.placesOf(machine) {
		return len(d.machines) > 1 && !p.Whole
	}
	return false
}

// style is the look of a transition.
func (d *model) style(a result.Arrow) lookStyle { return lookStyles[lookOf(d.colors[a.Name])] }

// modelDrawing is a model in the language of Graphviz.
type modelDrawing struct{ model }

// numberPlaces gives every place a name that needs no escaping.
func numberPlaces(g result.Graph) map[string]string {
	names := make(map[string]string, len(g.Places))
	for i, p := range g.Places {
		names[p.ID] = fmt.Sprintf("p%d", i)
	}
	return names
}

// machinesOf lists the machines of a model in the order of their first places.
func machinesOf(g result.Graph) []string {
	var machines []string
	for _, p := range g.Places {
		if !slices.Contains(machines, p.Machine) {
			machines = append(machines, p.Machine)
		}
	}
	return machines
}

// crowdedLoops are the arrows from a place to itself, for places that have more of them than can be drawn.
func crowdedLoops(g result.Graph, limit int) map[string][]result.Arrow {
	loops := make(map[string][]result.Arrow)
	for _, a := range g.Arrows {
		if a.From == a.To {
			loops[a.From] = append(loops[a.From], a)
		}
	}
	for place, arrows := range loops {
		if len(arrows) <= limit {
			delete(loops, place)
		}
	}
	return loops
}

// header opens the drawing: title, legend, and the common attributes of nodes and arrows.
func (d *modelDrawing) header() {
	d.line("digraph sextant {")
	d.line("  graph [label=<%s>, labelloc=t, fontname=%q, fontsize=12, fontcolor=%q, bgcolor=%q, pad=0.3, nodesep=0.45, ranksep=0.5]",
		d.title(), fontNames, inkColor, groundColor)
	if len(d.graph.Places) > manyPlaces {
		d.line("  graph [nslimit=0.3, nslimit1=0.3, mclimit=0.05, splines=line]") // without these, the time grows with the square
	}
	d.line("  node [shape=box, style=%q, fontname=%q, fontsize=12, margin=%q, height=0.36, penwidth=1.3]", "rounded,filled", fontNames, "0.16,0.06")
	d.line("  edge [fontname=%q, fontsize=10, arrowsize=0.7, penwidth=1.3]", fontNames)
}

// title is the name of the model and, if arrows are coloured, a legend of the colours that occur.
func (d *modelDrawing) title() string {
	title := "<b>" + html.EscapeString(text.Label(d.graph.Name, longestClause)) + "</b>"
	count := countColors(d.graph, d.colors)
	for look, style := range lookStyles {
		if style.marker != "" && count[look] > 0 {
			title += fmt.Sprintf("   <font color=%q>%s %d %s</font>", style.shade.line, style.marker, count[look], style.name)
		}
	}
	return title + "<br/> "
}

// machine draws the places of a machine, inside a box if there are several machines.
func (d *modelDrawing) machine(number int, machine string) {
	if d.framed(machine) {
		d.line("  subgraph cluster_%d {", number)
		d.line("    graph [label=<<b>%s</b>>, labeljust=l, fontcolor=%q, style=%q, color=%q, bgcolor=%q, margin=14]",
			html.EscapeString(text.Label(machine, longestClause)), mutedColor, "rounded", "#d5dce6", "#fbfcfe")
		defer d.line("  }")
	}
	for p := range d.placesOf(machine) {
		d.place(p)
	}
}

// place draws a location, and the arrow that enters an initial one.
func (d *modelDrawing) place(p result.Place) {
	name, colors := d.names[p.ID], lookStyles[d.places[p.ID]].shade
	borders := 1
	if p.Final {
		borders = 2
	}
	extra := ""
	if p.Folded > 0 {
		extra = `, style="rounded,filled,dashed"`
	}
	d.line("    %s [label=<%s>, tooltip=%s, peripheries=%d, fillcolor=%q, color=%q, fontcolor=%q%s]",
		name, d.placeLabel(p), quote(text.Clean(p.Name)), borders, colors.fill, colors.line, colors.ink, extra)
	if p.Initial {
		d.line("    start_%s [shape=circle, style=filled, label=\"\", tooltip=\"start\", width=0.13, height=0.13, margin=0, color=%q, fillcolor=%q]", name, inkColor, inkColor)
		d.line("    start_%s -> %s [color=%q, tooltip=\"start\"]", name, name, inkColor)
	}
}

// clausesOfPlace returns the time conditions of a location, and what a folded one stands for.
func clausesOfPlace(p result.Place) []string {
	var out []string
	if p.Folded > 0 {
		out = append(out, text.Count(p.Folded, "location")+", "+text.Count(p.Inner, "transition"))
	}
	if p.While != "" {
		out = append(out, "while "+p.While)
	}
	if p.Urgency != "" {
		out = append(out, p.Urgency)
	}
	return out
}

// placeLabel is the name of a location with its conditions, and a table of its loops if they are too many to draw.
func (d *modelDrawing) placeLabel(p result.Place) string {
	name := html.EscapeString(text.Label(p.Name, longestName))
	for _, c := range clausesOfPlace(p) {
		name += fmt.Sprintf("<br/><font point-size=\"10\">%s</font>", markup(c, longestClause))
	}
	loops := d.loops[p.ID]
	if len(loops) == 0 {
		return name
	}
	var table strings.Builder
	fmt.Fprintf(&table, "<table border=\"0\" cellborder=\"0\" cellspacing=\"1\" cellpadding=\"3\"><tr><td><b>%s</b></td></tr><hr/>", name)
	for _, a := range loops {
		style := d.style(a)
		fmt.Fprintf(&table, "<tr><td align=\"left\" bgcolor=%q><font color=%q point-size=\"10\">%s %s</font></td></tr>",
			style.shade.fill, style.shade.ink, style.marker, arrowLabel(a, "  "))
	}
	return table.String() + "</table>"
}

// arrow draws a transition.
func (d *modelDrawing) arrow(a result.Arrow, from, to string) {
	style := d.style(a)
	tooltip := quote(arrowTooltip(a))
	d.line("  %s -> %s [label=<%s>, style=%s, color=%q, fontcolor=%q, tooltip=%s, labeltooltip=%s]",
		from, to, arrowLabel(a, "<br align=\"left\"/>")+"<br align=\"left\"/>", style.stroke, style.shade.line, style.shade.ink, tooltip, tooltip)
}

// arrowLabel is the name of a transition in bold and its clauses, with a separator between them.
func arrowLabel(a result.Arrow, separator string) string {
	parts := []string{"<b>" + html.EscapeString(text.Label(a.Name, longestName)) + "</b>"}
	for _, c := range clausesOf(a) {
		parts = append(parts, fmt.Sprintf("<font color=%q>%s </font>%s", mutedColor, c.keyword, markup(c.text, longestClause)))
	}
	return strings.Join(parts, separator)
}

// arrowTooltip is a transition in full.
func arrowTooltip(a result.Arrow) string {
	tooltip := text.Clean(a.Name)
	if a.Merged != nil {
		tooltip += "\n" + text.Trim(strings.Join(a.Merged, ", "), longestTooltip)
	}
	for _, c := range clausesOf(a) {
		tooltip += "\n" + c.keyword + " " + text.Trim(c.text, longestTooltip)
	}
	return tooltip
}

// link draws the channels between two machines.
func (d *modelDrawing) link(channels []string, from, to string) {
	d.line("  %s -> %s [label=<&#160;%s>, style=dashed, color=%q, fontcolor=%q, arrowhead=vee, tooltip=%s]",
		from, to, markup(linkLabel(channels), longestClause), mutedColor, mutedColor, quote(text.Trim(strings.Join(channels, ", "), longestTooltip)))
}

// linkLabel names channels, or counts them if they are many.
func linkLabel(channels []string) string {
	if len(channels) > 3 {
		return text.Count(len(channels), "channel")
	}
	return strings.Join(channels, ", ")
}

// quote writes text as a quoted string of Graphviz, in which backslashes and entities have a meaning.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;", "\n", `\n`).Replace(text) + `"`
}
