package draw

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// modelMermaid draws a model as a state diagram of Mermaid. Colors may be nil. Mermaid cannot colour the arrows of a state
// diagram, so locations have colours and the names of transitions have marks.
func modelMermaid(g result.Graph, colors result.Coloring) string {
	d := &mermaidModel{newModel(g, colors, mermaidLoops)}
	d.line("---\ntitle: \"%s\"\n---", mermaidTitle(g.Name))
	d.line("stateDiagram-v2")
	for i, machine := range d.machines {
		d.machine(i, machine)
	}
	d.arrows(func(a result.Arrow, from, to string) { d.line("  %s --> %s : %s", from, to, d.arrowLabel(a, "<br/>")) })
	d.links(func(channels []string, from, to string) {
		d.line("  %s --> %s : %s", from, to, mermaidEscape(text.Trim(linkLabel(channels), longestClause)))
	})
	d.classes()
	return d.out.String()
}

// mermaidModel is a model in the language of Mermaid.
type mermaidModel struct{ model }

// mermaidLoops is how many arrows from a location to itself Mermaid can draw: it shows only the last of several. So several
// are listed inside the location.
const mermaidLoops = 1

// machine declares the places of a machine, inside a composite state if there are several machines.
func (d *mermaidModel) machine(number int, machine string) {
	if d.framed(machine) {
		d.line("  state \"%s\" as m%d {", mermaidEscape(text.Label(machine, longestName)), number)
		defer d.line("  }")
	}
	for p := range d.placesOf(machine) {
		d.place(p)
	}
}

// place declares a location with its entry or exit.
func (d *mermaidModel) place(p result.Place) {
	name := d.names[p.ID]
	d.line("    state \"%s\" as %s", d.placeLabel(p), name)
	if p.Initial {
		d.line("    [*] --> %s", name)
	}
	if p.Final {
		d.line("    %s --> [*]", name)
	}
}

// placeLabel is the name of a location, with a line for each of its conditions, and of its loops if they are listed there.
func (d *mermaidModel) placeLabel(p result.Place) string {
	label := mermaidEscape(text.Label(p.Name, longestName))
	for _, c := range clausesOfPlace(p) {
		label += "<br/>" + mermaidEscape(text.Trim(c, longestClause))
	}
	for _, a := range d.loops[p.ID] {
		label += "<br/>" + d.arrowLabel(a, " ")
	}
	return label
}

// arrowLabel is the name of a transition with its mark, and its clauses, with a separator between them.
func (d *mermaidModel) arrowLabel(a result.Arrow, separator string) string {
	label := d.style(a).mark + mermaidEscape(text.Label(a.Name, longestName))
	for _, c := range clausesOf(a) {
		label += separator + c.keyword + " " + mermaidEscape(text.Trim(c.text, longestClause))
	}
	return label
}

// classes colours the locations.
func (d *mermaidModel) classes() {
	var members [len(lookStyles)][]string
	for _, p := range d.graph.Places {
		look := d.places[p.ID]
		members[look] = append(members[look], d.names[p.ID])
	}
	for look, list := range members {
		if style := lookStyles[look]; len(list) > 0 {
			d.line("  %s", mermaidClass(style.name, style.shade, ""))
			d.line("  class %s %s", strings.Join(list, ","), style.name)
		}
	}
}

// treeMermaid draws an execution tree as a flowchart of Mermaid.
func treeMermaid(t result.Tree) string {
	d := mermaidTree{used: make(map[string]shade)}
	d.line("---\ntitle: \"%s\"\n---", mermaidTitle(text.Label(t.Name, longestClause)+": "+countTree(t).words()))
	d.line("flowchart TD")
	if len(t.Nodes) > mermaidLimit {
		d.line("  %%%% viewers of Mermaid refuse more than %d arrows unless their setting maxEdges is raised; SVG has no such limit", mermaidLimit)
	}
	for i, n := range t.Nodes {
		d.state(i, n)
	}
	d.styles()
	return d.out.String()
}

// mermaidLimit is how many arrows Mermaid draws with its default settings.
const mermaidLimit = 500

// mermaidTree is a tree in the language of Mermaid, which styles arrows by their numbers.
type mermaidTree struct {
	mermaidPage
	arrows int
	edges  [len(edgeStyles)][]string // numbers of arrows
	used   map[string]shade          // classes
}

// state draws a state and the move that leads to it.
func (d *mermaidTree) state(i int, n result.Node) {
	label := mermaidEscape(text.Label(n.Location, longestName))
	if n.Finding != "" {
		label += "<br/>" + mermaidEscape(text.Trim(n.Finding, longestName))
	}
	open, end := `("`, `")`
	if n.Terminal {
		open, end = `[["`, `"]]`
	}
	d.line("  s%d%s%s%s:::%s", i, open, label, end, d.stateClass(n))
	if hasParent(i, n) {
		d.line("  s%d -->|\"%s\"| s%d", n.Parent, mermaidEscape(text.Label(n.Move, longestName)), i)
		d.edges[edgeOf(n)] = append(d.edges[edgeOf(n)], strconv.Itoa(d.arrows))
		d.arrows++
	}
}

// stateClass is the class of a state; hollow and dashed states have classes of their own.
func (d *mermaidTree) stateClass(n result.Node) string {
	style := toneStyles[toneOf(n)]
	class, colors := style.class, style.shade
	if n.Unexpanded {
		class, colors = class+"Open", shade{groundColor, colors.line, inkOnGround(colors)}
	}
	if n.Pruned {
		class += "Dashed"
	}
	d.used[class] = colors
	return class
}

// styles writes the classes that are used, and the styles of arrows.
func (d *mermaidTree) styles() {
	for _, class := range slices.Sorted(maps.Keys(d.used)) {
		extra := ""
		if strings.HasSuffix(class, "Dashed") {
			extra = ",stroke-dasharray:4 3"
		}
		d.class(class, d.used[class], extra)
	}
	for _, e := range []edge{coverEdge, prunedEdge} {
		d.links(d.edges[e], edgeStyles[e].shade, edgeStyles[e].mermaid)
	}
}

// mermaidPage collects lines of a flowchart of Mermaid.
type mermaidPage struct{ page }

// class defines a class of nodes.
func (d *mermaidPage) class(name string, s shade, extra string) {
	d.line("  %s", mermaidClass(name, s, extra))
}

func mermaidClass(name string, s shade, extra string) string {
	return fmt.Sprintf("classDef %s fill:%s,stroke:%s,color:%s%s", name, s.fill, s.line, s.ink, extra)
}

// links styles arrows by their numbers.
func (d *mermaidPage) links(numbers []string, s shade, style string) {
	if len(numbers) > 0 {
		d.line("  linkStyle %s stroke:%s,%s", strings.Join(numbers, ","), s.line, style)
	}
}

// mermaidEscape writes clean text so that neither Mermaid nor its Markdown interprets it: all but letters, digits and a few harmless signs
// become numbered entities.
func mermaidEscape(s string) string {
	var out strings.Builder
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" (),=/…·", r) {
			out.WriteRune(r)
		} else {
			fmt.Fprintf(&out, "#%d;", r)
		}
	}
	return out.String()
}

// mermaidTitle writes a title, which is part of a quoted string of YAML. Mermaid takes tags out of titles and does not read
// entities in them, so look-alikes replace the signs of markup.
func mermaidTitle(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "<", "‹", ">", "›", "&", "＆").Replace(text.Trim(s, longestTooltip))
}
