package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// engineNames are the words for the engines of the portfolio.
var engineNames = map[result.SearchEngine]string{
	result.TreeEngine:      "symbolic execution",
	result.InductionEngine: "proofs by induction",
	result.ConcolicEngine:  "concolic search",
	result.StatesEngine:    "the search of all states",
}

// engines writes the decisions of the engines that ran after a search, if one of them has found runs.
func (w *textWriter) engines(uses []result.EngineUse) {
	uses = slices.DeleteFunc(slices.Clone(uses), func(use result.EngineUse) bool { return use.Relaxed })
	found := func(use result.EngineUse) bool { return use.Engine != result.InductionEngine && use.Decided > 0 }
	if !slices.ContainsFunc(uses, found) {
		return
	}
	var parts []string
	for _, use := range uses {
		name := engineNames[use.Engine]
		if use.Refusal != nil {
			parts = append(parts, fmt.Sprintf("%s does not suit (%s)", name, use.Refusal.Text))
			continue
		}
		parts = append(parts, fmt.Sprintf("%s decided %d of %d", name, use.Decided, use.Goals))
	}
	w.entry("left open", strings.Join(parts, "; "))
}
