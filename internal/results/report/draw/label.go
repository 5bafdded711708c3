package draw

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The longest texts that drawings show, in characters; the rest is in the tooltip.
const (
	longestClause  = 44
	longestName    = 28
	longestTooltip = 400
)

// markup escapes trimmed text for XML, and so for the labels of Graphviz that look like HTML.
func markup(s string, limit int) string {
	return html.EscapeString(text.Trim(s, limit))
}

// clause is one part of a transition, with the keyword that introduces it in the language.
type clause struct {
	keyword, text string
}

// clausesOf lists the parts of a transition that are written, in the order of the language.
func clausesOf(a result.Arrow) []clause {
	all := []clause{{"when", a.Guard}, {"in", a.Input}, {"rate", a.Rate}, {"with", a.Weight}, {"do", a.Action}, {"out", a.Output}}
	return slices.DeleteFunc(all, func(c clause) bool { return text.Clean(c.text) == "" })
}

// factsOf lists what is known about a state of a tree, one fact on a line.
func factsOf(n result.Node, limit int) []string {
	facts := []string{text.Trim("state "+strconv.Itoa(n.ID)+": "+n.Location, limit)}
	add := func(key, value string) {
		if value != "" {
			facts = append(facts, key+": "+text.Trim(value, limit))
		}
	}
	add("move", n.Move)
	add("first to cover", strings.Join(n.Covers, ", "))
	add("adds", n.Condition)
	add("probability", n.Weight)
	add("rate", n.Rate)
	add("probability of the path", n.Probability)
	add("input", n.Input)
	add("output", n.Output)
	add("values", n.Values)
	add("finding", n.Finding)
	return append(facts, remarksOf(n)...)
}

// remarksOf are the facts about a state that have no value.
func remarksOf(n result.Node) []string {
	var remarks []string
	add := func(holds bool, remark string) {
		if holds {
			remarks = append(remarks, remark)
		}
	}
	add(n.Answer == result.FeasibilityUnknown, "the solver did not decide whether this state can be reached")
	add(n.Terminal, "the end of a run")
	add(n.Pruned, "pruned: included in an earlier state")
	add(n.Unexpanded, "not expanded because of a bound")
	return remarks
}

// page collects the lines of a picture.
type page struct{ out strings.Builder }

func (p *page) line(format string, args ...any) { fmt.Fprintf(&p.out, format+"\n", args...) }
