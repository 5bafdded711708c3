package draw

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Abstractions as graphs. A line is solid if its transition is a must of some kind and dashed if it is only a may; the marks + and - tell the
// kinds apart. Transitions that the tests take are green; one chosen test is drawn over it in orange, with the numbers of its steps.

// AbstractDrawing is an abstraction to be drawn.
type AbstractDrawing struct {
	Title string
	Set   result.AbstractSet
	Test  int // number of the test to draw over it, from 1; 0 is none
}

// abstractEdge is a line of the drawing.
type abstractEdge struct {
	result.AbstractTransition
	covered bool
	steps   []string // numbers of the steps of the chosen test that take it
}

// edges lists the lines, with how the tests take them.
func (d AbstractDrawing) edges() []abstractEdge {
	covered, numbers := map[string]bool{}, map[string][]string{}
	for i, t := range d.Set.Tests {
		for k, s := range t.Trace.Steps {
			for _, from := range d.sources(t, k) {
				key := edgeKey(from, s.Transition, t.States[k+1])
				covered[key] = true
				if i == d.Test-1 {
					numbers[key] = append(numbers[key], strconv.Itoa(k+1))
				}
			}
		}
	}
	var out []abstractEdge
	for _, t := range slices.Concat(d.Set.Derived.Transitions, d.Set.Abstraction.Transitions) {
		key := edgeKey(t.From, t.Event, t.To)
		out = append(out, abstractEdge{t, covered[key], numbers[key]})
	}
	return out
}

// sources names the states that step k of a test leaves: the first step of a chain leaves qd0 too.
func (d AbstractDrawing) sources(t result.AbstractTest, k int) []string {
	if t.Chain >= 0 && k == t.Prefix {
		return []string{derivedState, t.States[k]}
	}
	return []string{t.States[k]}
}

// derivedState is the name of the abstract state of all that is reachable in few steps.
const derivedState = "qd0"

func edgeKey(from, event, to string) string { return from + "\x00" + event + "\x00" + to }

// abstractPage is an abstraction in the language of Graphviz, mermaidAbstraction one in that of Mermaid.
type (
	abstractPage       struct{ page }
	mermaidAbstraction struct{ mermaidPage }
)

// dot draws an abstraction in the language of Graphviz.
func (d AbstractDrawing) dot() string {
	var out abstractPage
	out.line("digraph sextant {")
	out.line("  graph [label=<<b>%s</b><br/><font point-size=\"9\" color=%q>%s</font><br/> >, labelloc=t, fontname=%q, fontsize=12, fontcolor=%q, bgcolor=%q, pad=0.3, nodesep=0.5, ranksep=0.7]",
		html.EscapeString(text.Label(d.Title, longestClause)), mutedColor, d.legend(), fontNames, inkColor, groundColor)
	out.line("  node [shape=box, style=%q, fontname=%q, fontsize=12, margin=%q, penwidth=1.3]", "rounded,filled", fontNames, "0.16,0.08")
	out.line("  edge [fontname=%q, fontsize=10, arrowsize=0.7]", fontNames)
	out.line("  %s [label=<<b>qd0</b><br/>reachable>, tooltip=%s, shape=oval, fillcolor=%q, color=%q, fontcolor=%q]", derivedState,
		quote("all states that are reached in few steps"), startShade.fill, startShade.line, startShade.ink)
	visited := d.visited()
	for _, q := range d.Set.Abstraction.StateList {
		out.abstractState(d, q, visited[q.Name])
	}
	for _, e := range d.edges() {
		out.abstractEdge(e)
	}
	out.line("}")
	return out.out.String()
}

// legend explains the lines, in a form that needs no escaping.
func (d AbstractDrawing) legend() string {
	words := "+ from every state (must+)   - to every state (must-)   dashed: only from some to some (may)   green: in a test"
	if d.Test > 0 {
		words += fmt.Sprintf("   orange: test %d", d.Test)
	}
	return words
}

// visited are the states that the tests go through.
func (d AbstractDrawing) visited() map[string]bool {
	out := map[string]bool{}
	for _, t := range d.Set.Tests {
		for _, name := range t.States {
			out[name] = true
		}
	}
	return out
}

func (d *abstractPage) abstractState(drawing AbstractDrawing, q result.AbstractState, visited bool) {
	colors := plainShade
	if visited {
		colors = greenShade
	}
	borders := 1
	if q.Initial {
		borders = 2
	}
	var lines []string
	for _, part := range StateParts(drawing.Set.Predicates.List, q) {
		lines = append(lines, markup(part, longestClause))
	}
	d.line("  %s [label=<<b>%s</b><br/><font point-size=\"10\">%s</font>>, tooltip=%s, peripheries=%d, fillcolor=%q, color=%q, fontcolor=%q]",
		q.Name, q.Name, strings.Join(lines, "<br/>"), quote(text.Trim(q.Example, longestTooltip)), borders, colors.fill, colors.line, colors.ink)
}

func (d *abstractPage) abstractEdge(e abstractEdge) {
	style, width, colors := "dashed", "1.2", plainShade
	if e.MustPlus.Proved() || e.MustMinus.Proved() {
		style = "solid"
	}
	if e.covered {
		colors = greenShade
	}
	label := strings.TrimSpace(text.Label(e.Event, longestName) + " " + Marks(e.AbstractTransition))
	if len(e.steps) > 0 {
		colors, width = orangeShade, "2.6"
		label += " (" + strings.Join(e.steps, ", ") + ")"
	}
	d.line("  %s -> %s [label=%s, style=%s, penwidth=%s, color=%q, fontcolor=%q, tooltip=%s]", e.From, e.To, quote(label), style, width,
		colors.line, colors.ink, quote(text.Trim(e.Example, longestTooltip)))
}

// mermaid draws an abstraction as a flowchart of Mermaid.
func (d AbstractDrawing) mermaid() string {
	var out mermaidAbstraction
	out.line("---\ntitle: \"%s\"\n---", mermaidTitle(d.Title))
	out.line("flowchart TD")
	out.line("  %s([\"qd0: reachable\"]):::start", derivedState)
	visited := d.visited()
	for _, q := range d.Set.Abstraction.StateList {
		class := "plain"
		if visited[q.Name] {
			class = "covered"
		}
		out.line("  %s(\"%s: %s\"):::%s", q.Name, q.Name, mermaidEscape(text.Trim(strings.Join(StateParts(d.Set.Predicates.List, q), ", "), longestTooltip)), class)
	}
	var chosen, covered []string
	for i, e := range d.edges() {
		out.abstractEdge(e)
		switch {
		case len(e.steps) > 0:
			chosen = append(chosen, strconv.Itoa(i))
		case e.covered:
			covered = append(covered, strconv.Itoa(i))
		}
	}
	out.class("start", startShade, "")
	out.class("plain", plainShade, "")
	out.class("covered", greenShade, "")
	out.links(chosen, orangeShade, "stroke-width:2.6px")
	out.links(covered, greenShade, "stroke-width:1.5px")
	return out.out.String()
}

func (d *mermaidAbstraction) abstractEdge(e abstractEdge) {
	arrow := "-.->"
	if e.MustPlus.Proved() || e.MustMinus.Proved() {
		arrow = "-->"
	}
	label := strings.TrimSpace(text.Label(e.Event, longestName) + " " + Marks(e.AbstractTransition))
	if len(e.steps) > 0 {
		label += fmt.Sprintf(" (%s)", strings.Join(e.steps, ", "))
	}
	d.line("  %s %s|\"%s\"| %s", e.From, arrow, mermaidEscape(label), e.To)
}

// longLabel is the length above which predicates are named p0, p1 and so on; proposed ones can be long.
const longLabel = 32

// PredicateLabels are the predicates themselves, or short names for them if one is long.
func PredicateLabels(predicates []string) []string {
	labels, short := make([]string, len(predicates)), true
	for i, p := range predicates {
		labels[i] = text.Clean(p)
		short = short && utf8.RuneCountInString(labels[i]) < longLabel
	}
	if !short {
		for i := range labels {
			labels[i] = fmt.Sprintf("p%d", i)
		}
	}
	return labels
}

// StateParts is a text for the location, if there are any, and for each predicate.
func StateParts(predicates []string, q result.AbstractState) []string {
	var parts []string
	if q.Location != "" {
		parts = append(parts, "at "+text.Clean(q.Location))
	}
	labels := PredicateLabels(predicates)
	for i, holds := range q.Truth {
		text := labels[i]
		switch {
		case holds:
		case strings.Contains(text, " "):
			text = "not (" + text + ")"
		default:
			text = "not " + text
		}
		parts = append(parts, text)
	}
	return parts
}

// Marks are + for a proved must+ and - for a proved must-, and ? for a must that is not known.
func Marks(t result.AbstractTransition) string {
	marks := ""
	for _, m := range []struct {
		answer result.MustAnswer
		mark   string
	}{{t.MustPlus, "+"}, {t.MustMinus, "-"}} {
		switch m.answer.Answer {
		case result.AnswerProved:
			marks += m.mark
		case result.AnswerUnknown:
			marks += m.mark + "?"
		}
	}
	return marks
}
