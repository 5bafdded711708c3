package mutant

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Edits of the effects of a transition: received values, assignments, outputs.

// received lets a transition forget a value that it receives.
func (c *collector) received(name string, in *syntax.InClause) {
	for _, target := range in.Targets {
		if target.Span().Text() != "_" {
			c.add(within(DroppedAssignment, "input of "+name, in.At, target.Span(), "_"))
		}
	}
}

// assignments collects the edits of a do clause.
func (c *collector) assignments(name string, do *syntax.DoClause) {
	for i, a := range do.Assigns {
		about := "assignment of " + name
		c.add(edit{DroppedAssignment, listItem(do.At, spans(do.Assigns), i), "", about + ": " + shown(a.At.Text()) + " is left out"})
		for _, v := range a.Values {
			c.value(about, a.At, v)
		}
	}
}

// outputs collects the edits of an out clause.
func (c *collector) outputs(name string, out *syntax.OutClause) {
	about := "output of " + name
	for i, m := range out.Messages {
		c.add(edit{DroppedOutput, listItem(out.At, spans(out.Messages), i), "", about + ": " + shown(m.At.Text()) + " is left out"})
		for _, a := range m.Args {
			c.value(about, m.At, a)
		}
		if i == 0 {
			continue
		}
		both := out.Messages[i-1].At.To(m.At)
		swapped := m.At.Text() + ", " + out.Messages[i-1].At.Text()
		c.add(edit{OutputOrder, both, swapped, becomes(about, both.Text(), swapped)})
	}
}

// extraOutput adds an output of another transition that this one does not have.
func (c *collector) extraOutput(t *syntax.TransitionDecl, at diag.Span, joint string, around *surroundings) {
	if text, ok := around.otherMessage(t); ok {
		c.add(edit{ExtraOutput, at, joint + text, "output of " + t.Name.Text + ": " + shown(text) + " is sent too"})
	}
}

func messagesOf(t *syntax.TransitionDecl) []*syntax.Message {
	var out []*syntax.Message
	clauses := t.Clauses
	for _, b := range t.Branches {
		clauses = slices.Concat(clauses, b.Clauses)
	}
	for _, clause := range clauses {
		if o, ok := clause.(*syntax.OutClause); ok {
			for i := range o.Messages {
				out = append(out, &o.Messages[i])
			}
		}
	}
	return out
}

func spans[N syntax.Node](nodes []N) []diag.Span {
	out := make([]diag.Span, len(nodes))
	for i, n := range nodes {
		out[i] = n.Span()
	}
	return out
}

// listItem is the text to remove if item i is left out: the item with the separator before or after it, or the whole clause.
func listItem(clause diag.Span, items []diag.Span, i int) diag.Span {
	switch {
	case len(items) == 1:
		return clause
	case i == 0:
		return diag.Span{File: clause.File, Start: items[0].Start, End: items[1].Start}
	}
	return diag.Span{File: clause.File, Start: items[i-1].End, End: items[i].End}
}
