package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// coveredProducts lists the transitions of a product line with the products for which they are covered.
func (w *textWriter) coveredProducts(hits []result.Hit) {
	if !slices.ContainsFunc(hits, func(h result.Hit) bool { return h.Products != nil }) {
		return
	}
	width := nameWidth(hits, func(h result.Hit) string { return h.Name })
	w.section(styleStrong, "Covered, by products: "+text.Count(len(hits), "transition"))
	for _, h := range hits {
		w.line("%s%s", nameLead(h.Name, width), productsText(h.Products))
	}
}

// productsText is a set of products in words.
func productsText(p *result.Products) string {
	words := text.Label(p.Formula, longestText)
	if p.Count > 0 {
		words += " (" + text.Count(p.Count, "product") + ")"
	}
	if !p.Exact {
		words = "at least " + words
	}
	return words
}

// sample lists the products that are proposed for tests.
func (w *textWriter) sample(s *result.ProductSample) {
	if s == nil {
		return
	}
	what := "to cover every transition in every way to be a product that has it"
	if s.Strength > 0 {
		what = "with all possible combinations of the values of " + text.Count(s.Strength, "feature")
	}
	w.section(styleStrong, "Proposed: "+text.Count(len(s.Products), "product")+" "+what)
	for _, p := range s.Products {
		w.wrapped("  ", "{"+strings.Join(p, ", ")+"}")
	}
}

// conformVerdict writes the verdict on a log, with the products that explain it or, if it is inconclusive, that it does not refute.
func (w *textWriter) conformVerdict(r *result.Conform) {
	if r.Verdict == result.Inconclusive && r.Products != nil {
		w.verdict(r.Model, r.Verdict)
		w.entry("products", "not refuted: "+productsText(r.Products))
		return
	}
	w.verdictFor(r.Model, r.Verdict, r.Products)
}

// instancesByProducts lists the instances of a log by the products that explain them, unless they are all the same.
func (w *textWriter) instancesByProducts(groups []result.LogGroup) {
	if len(groups) < 2 {
		return
	}
	for _, g := range groups {
		w.entry("products", fmt.Sprintf("%s of %s, the first from line %d", productsText(&g.Products), text.Count(g.Instances, "instance"), g.First))
	}
}
