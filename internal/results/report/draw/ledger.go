package draw

import (
	"context"
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Ledger draws the ledger of a product line as a tree of splits: a box for each call of an engine, green where it proved the property, red
// where a run violates it, grey where it is undecided, and without colour where the products were split or the next engine was run.
func Ledger(ctx context.Context, f Format, r *result.Family) ([]byte, error) {
	d := &ledgerDrawing{mermaid: f == Mermaid}
	if d.mermaid {
		d.line("flowchart TD")
	} else {
		d.line("digraph ledger {")
		d.line("  node [shape=box, style=\"filled,rounded\", fontname=%q, fontsize=11];", fontNames)
		d.line("  edge [color=%q];", lineColor)
		d.line("  label=%q; labelloc=t; fontname=%q;", text.Clean(r.Model.Name+": "+r.Property), fontNames)
	}
	for i := range r.Ledger {
		d.entry(i, &r.Ledger[i])
	}
	if d.mermaid {
		return []byte(d.out.String()), nil
	}
	d.line("}")
	return dotOrSVG(ctx, f, d.out.String())
}

type ledgerDrawing struct {
	page
	mermaid bool
}

// longestProducts bounds the text about a set of products in a box.
const longestProducts = 60

// entry draws a call.
func (d *ledgerDrawing) entry(n int, e *result.FamilyEntry) {
	words := []string{text.Label(e.Products.Formula, longestProducts), string(e.Rung) + ": " + string(e.Outcome)}
	if e.Products.Count > 0 {
		words[0] += " (" + text.Count(e.Products.Count, "product") + ")"
	}
	d.box(n, words, ledgerShade(e.Outcome))
	if e.After >= 0 {
		d.edge(e.After, n)
	}
}

func (d *ledgerDrawing) box(n int, words []string, s shade) {
	if !d.mermaid {
		d.line("  n%d [label=%q, fillcolor=%q, color=%q, fontcolor=%q];", n, strings.Join(words, "\n"), s.fill, s.line, s.ink)
		return
	}
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, `"`, "'")
	}
	d.line("  n%d[\"%s\"]", n, strings.Join(words, "<br/>"))
	d.line("  style n%d fill:%s,stroke:%s,color:%s", n, s.fill, s.line, s.ink)
}

func (d *ledgerDrawing) edge(from, to int) {
	arrow := "->"
	if d.mermaid {
		arrow = "-->"
	}
	d.line("%s", fmt.Sprintf("  n%d %s n%d", from, arrow, to))
}

func ledgerShade(o result.FamilyOutcome) shade {
	switch o {
	case result.FamilyProved:
		return greenShade
	case result.FamilyViolated:
		return redShade
	case result.FamilyUnknown:
		return greyShade
	}
	return plainShade
}
